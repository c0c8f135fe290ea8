/**
 * A 3-D Secure server as the gateway needs it: who takes part, what the issuer says about the payer, and what
 * came of a challenge. One method over a union, as of an acquirer.
 */
export interface Authenticator {
  readonly name: string
  /** Where there is none: what it would be asked for is refused before anything is recorded. */
  readonly isAbsent?: true
  /** Never throws for what the outside world does; resolves with `silent` when the deadline passes. */
  send(ask: AuthenticatorAsk, deadline: AbortSignal): Promise<AuthenticatorAnswer>
}

export type AuthenticatorAsk = EnrolmentAsk | PayerAuthenticationAsk | ChallengeResultAsk

type AuthenticatedTransaction = {
  readonly merchantId: string
  readonly orderId: string
  readonly transactionId: string
}

/** Whether the card takes part, and whether its issuer wants to look at the payer's browser first. */
export type EnrolmentAsk = AuthenticatedTransaction & {
  readonly verb: 'enrolment'
  readonly cardNumber: string
  /** Where the issuer's server sends its frame in the payer's browser when it has looked. */
  readonly methodCallback: string
}

/** Who is the payer? The issuer answers at once, or asks for a challenge. */
export type PayerAuthenticationAsk = AuthenticatedTransaction & {
  readonly verb: 'authenticate'
  /** As the answer about the enrolment named the authentication. */
  readonly serverTransactionId: string
  readonly cardNumber: string
  readonly expiry?: { readonly month: number; readonly year: number }
  readonly amount: bigint
  readonly currency: string
  readonly channel: string
  readonly purpose: string
  /** Whether the issuer has looked at the browser: it did, it did not, or it did not want to. */
  readonly methodCompletion: 'Y' | 'N' | 'U'
  /** Where the issuer's server sends the payer's browser when the challenge is over. */
  readonly challengeCallback: string
  /** What else schemes weigh, by the API's names: billing, shipping, customer, device, agreement … */
  readonly particulars: object
}

/** What came of a challenge. The browser only tells that there is something to ask about. */
export type ChallengeResultAsk = AuthenticatedTransaction & {
  readonly verb: 'challenge'
  readonly serverTransactionId: string
  readonly acsTransactionId: string
}

export type AuthenticatorAnswer =
  | ({ readonly outcome: 'enrolled' } & CardEnrolment)
  | { readonly outcome: 'notEnrolled' }
  | ({ readonly outcome: 'judged' } & AuthenticationResult)
  | ({ readonly outcome: 'challenge' } & PayerChallenge)
  /** Of a challenge: the payer is still at it. */
  | { readonly outcome: 'undecided' }
  /** The scheme cannot answer now. */
  | { readonly outcome: 'failed'; readonly message: string }
  | { readonly outcome: 'silent' }

export type CardEnrolment = {
  readonly serverTransactionId: string
  readonly protocolVersion: string
  readonly directoryServerId: string
  readonly requestorId: string
  readonly requestorName: string
  /** The frame in which the issuer looks at the browser, if it wants to. */
  readonly method?: { readonly url: string; readonly data: string }
}

export type AuthenticationIds = {
  readonly acsTransactionId: string
  readonly dsTransactionId: string
  readonly protocolVersion: string
}

/** The issuer's word: authenticated, attempted, failed, rejected, unavailable, or only informed. */
export const transactionStatuses = ['Y', 'A', 'N', 'R', 'U', 'I'] as const
export type TransactionStatus = (typeof transactionStatuses)[number]

export type AuthenticationResult = AuthenticationIds & {
  readonly transactionStatus: TransactionStatus
  readonly statusReasonCode?: string
  readonly eci?: string
  /** Base64 of 20 bytes. */
  readonly authenticationToken?: string
  /** The issuer agreed that this payment needs no authentication. */
  readonly isExempt?: true
}

export type PayerChallenge = AuthenticationIds & {
  /** The issuer's page, and what a form posts to it as `creq`. */
  readonly acsUrl: string
  readonly challengeRequest: string
}

/**
 * The first generation of 3-D Secure, for older integrations. It remembers each check under the merchant's
 * own name for it.
 */
export interface LegacyEnrolmentRegister {
  /** As of an authenticator. */
  readonly isAbsent?: true
  /** The same again for the same; undefined when the name was used for something else. */
  check(ask: LegacyEnrolmentCheck): Promise<LegacyEnrolmentResult | undefined>
  /** Reads the issuer's signed word; undefined when it is none, or about another check. */
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
  /** What the issuer said about the payer, once it did. */
  readonly payerResult?: LegacyPayerResult
}

/** For a gateway that is connected to no 3-D Secure server: nothing is begun, and old questions stay open. */
export const absentAuthenticator: Authenticator = {
  name: 'none',
  isAbsent: true,
  send: async () => ({ outcome: 'silent' }),
}

/** Nor to the first generation of it. */
export const absentLegacyEnrolmentRegister: LegacyEnrolmentRegister = {
  isAbsent: true,
  check: async () => undefined,
  conclude: async () => undefined,
  find: async () => undefined,
}
