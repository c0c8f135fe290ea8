/**
 * The port of a 3-D Secure server: whether a card takes part, whether the issuer authenticates the payer, and
 * how a challenge ended. One method over a union, as of an acquirer.
 */
export interface Authenticator {
  readonly name: string
  /** There is no server: what it would be asked for is rejected before anything is recorded. */
  readonly isAbsent?: true
  /** How long an answer may take; absent: as long as an acquirer's. */
  readonly patienceMs?: number
  /** The field of the API for want of which the question cannot be asked, where that can be told before. */
  lacks?(question: PayerQuestion): string | undefined
  /** The payer's browser is back from a challenge, whatever came of it: noted, for whoever looks for why. */
  noteReturn?(serverTransactionId: string): Promise<void>
  /** Never throws for what happens outside the gateway; answers `silent` when the deadline passes. */
  send(ask: AuthenticatorAsk, deadline: AbortSignal): Promise<AuthenticatorAnswer>
}

export type AuthenticatorAsk = EnrolmentAsk | PayerAuthenticationAsk | ChallengeResultAsk

type AuthenticatedTransaction = {
  readonly cell: number
  readonly merchantId: string
  readonly orderId: string
  readonly transactionId: string
}

/** Whether the card takes part, and whether its issuer wants a method frame in the payer's browser first. */
export type EnrolmentAsk = AuthenticatedTransaction & {
  readonly verb: 'enrolment'
  readonly cardNumber: string
  readonly channel: string
  /** Where the issuer's server sends the method frame when it is done. */
  readonly methodCallback: string
}

/** Authenticates the payer: the issuer decides at once (frictionless), or requires a challenge. */
export type PayerAuthenticationAsk = AuthenticatedTransaction & {
  readonly verb: 'authenticate'
  /** From the answer about the enrolment. */
  readonly serverTransactionId: string
  readonly memory?: string
  readonly cardNumber: string
  readonly expiry?: { readonly month: number; readonly year: number }
  readonly cardholderName?: string
  readonly amount: bigint
  readonly currency: string
  readonly channel: string
  readonly purpose: string
  /** Whether the method frame completed: yes, no, or the issuer wanted none. */
  readonly methodCompletion: 'Y' | 'N' | 'U'
  /** The serverTransactionId of an earlier method frame with the same card and browser that still counts. */
  readonly earlierMethodRun?: string
  /** Where the issuer's server sends the payer's browser when the challenge is over. */
  readonly challengeCallback: string
  /** An earlier authentication of this payer, of which the merchant reminds the issuer. */
  readonly prior?: PriorAuthentication
  /** What else schemes take into account, under the API's field names: billing, shipping, device … */
  readonly particulars: object
}

/** What is known of a question about a payer before anything is recorded of it. */
export type PayerQuestion = Pick<PayerAuthenticationAsk, 'channel' | 'memory' | 'particulars' | 'purpose'>

export type PriorAuthentication = {
  readonly acsTransactionId: string
  readonly dsTransactionId: string
  readonly wasChallenged: boolean
  readonly atMs: number
}

/** How a challenge ended. What the browser brings back is only a hint to ask. */
export type ChallengeResultAsk = AuthenticatedTransaction & {
  readonly verb: 'challenge'
  readonly serverTransactionId: string
  readonly acsTransactionId: string
  /** The payer's browser has just come back: the result may be a moment away, and is waited for. */
  readonly isReturning?: true
}

export type AuthenticatorAnswer =
  | ({ readonly outcome: 'enrolled' } & CardEnrolment)
  | { readonly outcome: 'notEnrolled' }
  | ({ readonly outcome: 'judged' } & AuthenticationResult)
  | ({ readonly outcome: 'challenge' } & PayerChallenge)
  /** Of a challenge: the payer has not finished it. */
  | { readonly outcome: 'undecided' }
  /** The scheme cannot answer now. */
  | ({ readonly outcome: 'failed' } & AuthenticationFailure)
  | { readonly outcome: 'silent' }

export type AuthenticationFailure = {
  /** For merchants who ask for debug information, and for operators. */
  readonly message: string
  /** No directory server could be reached: nothing was sent. */
  readonly isUnreached?: true
  /** The error message of the protocol: of the directory server, or ours about its answer. */
  readonly erro?: ExchangedError
}

export type ExchangedError = {
  readonly direction: 'received' | 'sent'
  readonly code: string
  /** Who says what, without anything of the card. */
  readonly text: string
}

export type CardEnrolment = {
  readonly serverTransactionId: string
  readonly protocolVersion: string
  readonly directoryServerId: string
  readonly requestorId: string
  readonly requestorName: string
  /** What the server wants to get back with the next question: opaque, without card data. */
  readonly memory?: string
  /** The method frame, if the issuer wants one. */
  readonly method?: { readonly url: string; readonly data: string }
}

export type ThreeDSecureIds = {
  readonly acsTransactionId: string
  readonly dsTransactionId: string
  readonly protocolVersion: string
}

/** transStatus of EMV 3-D Secure: authenticated, attempted, failed, rejected, unavailable, informational. */
export const transactionStatuses = ['Y', 'A', 'N', 'R', 'U', 'I'] as const
export type TransactionStatus = (typeof transactionStatuses)[number]

export type AuthenticationResult = ThreeDSecureIds & {
  readonly transactionStatus: TransactionStatus
  readonly statusReasonCode?: string
  readonly eci?: string
  /** Base64 of 20 bytes. */
  readonly authenticationToken?: string
  /** The issuer agreed that this payment needs no authentication. */
  readonly isExempt?: true
  /** A notice of the issuer, which the payer must be shown. */
  readonly cardholderInfo?: string
  /** Nobody said so: the time in which a result should have come is over. */
  readonly isInferred?: true
  /** What else the issuer said, under the protocol's names, for disputes: never a card number or a proof. */
  readonly evidence?: Readonly<Record<string, string>>
}

export type PayerChallenge = ThreeDSecureIds & {
  /** The issuer's page, and what a form posts to it as `creq`. */
  readonly acsUrl: string
  readonly challengeRequest: string
  /** How long its result is waited for, where that is not the usual time. */
  readonly resultWithinMs?: number
  readonly cardholderInfo?: string
  readonly evidence?: Readonly<Record<string, string>>
}

/** What was recorded of the messages about one authentication. */
export interface AuthenticationTraces {
  /** Only of the order that it belongs to. */
  find(wanted: {
    readonly serverTransactionId: string
    readonly merchantId: string
    readonly orderId: string
  }): Promise<AuthenticationTrace | undefined>
}

export type AuthenticationTrace = {
  readonly directoryServer: string
  readonly protocolVersion: string
  /** Right before the question was sent. */
  readonly askedAtMs: number
  readonly answer?: TracedIds & { readonly isChallenge: boolean }
  /** When the payer's browser came back from the challenge. */
  readonly returnedAtMs?: number
  /** As they were delivered; only one with the ids of the answer counts. */
  readonly results: readonly (TracedIds & {
    /** Under the protocol's names, without the proof. */
    readonly values: Readonly<Record<string, string>>
    /** How often it came again, and with other words. */
    readonly repeats: number
    readonly contradictions: number
  })[]
}
type TracedIds = {
  readonly atMs: number
  readonly acsTransactionId: string
  readonly dsTransactionId: string
}

/**
 * Legacy: the first generation of 3-D Secure, for older integrations. Each check is remembered under the id
 * that the merchant gave it.
 */
export interface LegacyEnrolmentRegister {
  /** As of an authenticator. */
  readonly isAbsent?: true
  /** The same check gets the same result; undefined when the id was used for another check. */
  check(ask: LegacyEnrolmentCheck): Promise<LegacyEnrolmentResult | undefined>
  /** Reads the issuer's signed answer (PaRes); undefined when it is invalid or about another check. */
  conclude(name: LegacyEnrolmentKey, paRes: string): Promise<LegacyPayerResult | undefined>
  find(name: LegacyEnrolmentKey): Promise<RegisteredLegacyEnrolment | undefined>
}

export type LegacyEnrolmentKey = { readonly merchantId: string; readonly threeDSecureId: string }
export type LegacyEnrolmentCheck = LegacyEnrolmentKey & {
  readonly cardNumber: string
  readonly amount: bigint
  readonly currency: string
}

export type LegacyEnrolmentResult =
  | {
      readonly summaryStatus: 'CARD_ENROLLED'
      readonly enrollmentStatus: 'ENROLLED'
      readonly veResEnrolled: 'Y'
      /** Base64 of 20 bytes. */
      readonly xid: string
      readonly acsUrl: string
      readonly paReq: string
    }
  | {
      readonly summaryStatus: 'CARD_NOT_ENROLLED'
      readonly enrollmentStatus: 'NOT_ENROLLED' | 'ENROLLMENT_STATUS_UNDETERMINED'
      readonly veResEnrolled: 'N' | 'U'
    }
  | { readonly summaryStatus: 'CARD_DOES_NOT_SUPPORT_3DS'; readonly enrollmentStatus: 'NOT_ENROLLED' }

export const legacyPayerStatuses = ['Y', 'A', 'N', 'U'] as const
export type LegacyPayerStatus = (typeof legacyPayerStatuses)[number]

export type LegacyPayerResult = {
  readonly paResStatus: LegacyPayerStatus
  readonly xid: string
  readonly acsEci?: string
  readonly authenticationToken?: string
}

export type RegisteredLegacyEnrolment = {
  readonly found: LegacyEnrolmentResult
  readonly isFor: (cardNumber: string) => boolean
  /** What the issuer was asked about, in minor units. */
  readonly amount: bigint
  readonly currency: string
  /** The issuer's answer about the payer, once there is one. */
  readonly payerResult?: LegacyPayerResult
}

/** For a gateway without a 3-D Secure server: nothing is started, and what is open stays so. */
export const absentAuthenticator: Authenticator = {
  name: 'none',
  isAbsent: true,
  send: async () => ({ outcome: 'silent' }),
}

/** The same for the legacy protocol. */
export const absentLegacyEnrolmentRegister: LegacyEnrolmentRegister = {
  isAbsent: true,
  check: async () => undefined,
  conclude: async () => undefined,
  find: async () => undefined,
}
