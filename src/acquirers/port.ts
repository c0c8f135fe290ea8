import type { GatewayCode, TransactionType } from '../orders/transaction.ts'

/**
 * The port of an acquirer: the only way in which the gateway moves money. A link to a real acquirer
 * implements it, and so does the acquirer simulator of the sandbox. `suite.test.ts` beside this file holds
 * every implementation to what is promised here.
 *
 * There is one method over a union of asks, and what an acquirer cannot be asked is absent from `verbs`.
 */
export interface Acquirer {
  /** Lower-case letters, digits and hyphens: for logs, metrics and the record of each transaction. */
  readonly name: string
  readonly verbs: ReadonlySet<AcquirerVerb>
  /** What one merchant can ask of it; absent: all merchants the same, everything in `verbs`. */
  offersTo?(merchantId: string): MerchantOffer
  /**
   * Decides, before the intent is committed, over which link an ask goes and under which trace. The trace is
   * stored with the intent and comes back in `send` and in every later ask about the transaction. Absent
   * where none is needed, undefined where none is for this ask. After `unsent`, another link may be chosen:
   * one that is not among those `tried`.
   */
  assign?(ask: AcquirerAsk, tried?: readonly string[]): MaybeAssigned | Promise<MaybeAssigned>
  /**
   * Never throws for anything that happens outside the gateway: a lost connection, a malformed answer or a
   * deadline that passes is answered `silent`, or `unsent` where not one byte was sent before. What does not
   * fit into the acquirer's messages, such as an amount of too many digits, is declined without sending
   * anything.
   */
  send(ask: AcquirerAsk, deadline: AbortSignal): Promise<AcquirerAnswer>
}

export type MerchantOffer = {
  readonly verbs: ReadonlySet<AcquirerVerb>
  /** The brands of cards, and the currencies; absent: all of them. */
  readonly brands?: ReadonlySet<string>
  readonly currencies?: ReadonlySet<string>
}

type MaybeAssigned = Assignment | undefined
export type Assignment =
  /** `link` names what was chosen; `route` says why, for explain. */
  | { readonly trace: string; readonly link: string; readonly route?: RouteChoice }
  /** Nothing can be sent now: the transaction fails, and nothing is owed. */
  | { readonly unsent: UnsentReason; readonly route?: RouteChoice }
  /** This merchant cannot ask this of any acquirer: the request is refused, and nothing is recorded. */
  | { readonly refused: string }

/** Which link was chosen, and why no other. */
export type RouteChoice = {
  readonly link?: string
  readonly because: string
  readonly others?: readonly { readonly link: string; readonly why: string }[]
}

/** Called with an answer that nobody waits for: it came after its deadline, or a second time. */
export type LateAnswerListener = (ask: AcquirerAsk, answer: AcquirerAnswer) => void

/**
 * What the gateway can ask of an acquirer. Under the same merchant, order and transaction id, an ask that is
 * sent again is the same one: it takes effect once.
 */
export type AcquirerAsk = PaymentAsk | FollowUpAsk | ReversalOrInquiryAsk | BalanceAsk
export type AcquirerVerb = AcquirerAsk['verb']

/** Which transaction an ask is about. */
export type AskedTransaction = {
  readonly merchantId: string
  readonly orderId: string
  readonly transactionId: string
  /** In minor units of the currency. */
  readonly amount: bigint
  /** Three letters of ISO 4217. */
  readonly currency: string
  /** The cell that stores the order: it comes back with a late answer, which is recorded there. */
  readonly cell?: number
  /** As `assign` gave it, and when the intent was committed by the journal's clock: message times follow. */
  readonly trace?: string
  readonly startedAtMs?: number
}

/** About an account: hold an amount, take it, check the card, or credit without an earlier payment. */
export type PaymentAsk = AskedTransaction & {
  readonly verb: 'authorize' | 'pay' | 'verify' | 'credit'
  readonly card: AskedCard
  readonly acceptPartialAmount: boolean
  /** How the payer reached the merchant, as `transaction.source` says: INTERNET, MAIL_ORDER and so on. */
  readonly channel?: string
  /** Given to the merchant by the issuer on the telephone (voice authorization). */
  readonly authorizationCode?: string
  /** One of a series of payments that the payer agreed to: a decline then advises about the next ones. */
  readonly isOfAgreement?: boolean
  /** Whether the payer uses a card that the merchant has stored: a credential on file. */
  readonly isOnFile?: boolean
  readonly billing?: AskedBilling
  readonly customerEmail?: string
  readonly customerPhone?: string
  /** Of a credit: whether the issuer authorizes it first. */
  readonly refundAuthorization?: boolean
  /** The proof of a 3-D Secure authentication. */
  readonly authentication?: AskedAuthentication
  readonly presented?: CardPresentation
  /** Of a card of electronic benefits (EBT). */
  readonly benefits?: AskedBenefits
  /** The trace of an earlier payment of the order that took effect, or may have: this one goes there too. */
  readonly earlierTrace?: string
}

/** How the card was presented to a terminal or device: for the acquirer alone, its secrets are not stored. */
export type CardPresentation = {
  /** Tags of the chip, as BER-TLV in hexadecimal. */
  readonly emv?: string
  readonly track1?: string
  readonly track2?: string
  readonly pinBlock?: PinBlock
  readonly cryptogram?: PaymentCryptogram
  readonly terminal?: AskedTerminal
  /** The account behind a debit card. */
  readonly accountType?: 'CHECKING' | 'SAVINGS'
  /** Distinguishes cards of the same number. */
  readonly sequenceNumber?: string
}

/** As the terminal encrypted it; only the issuer can decrypt it. */
export type PinBlock = {
  readonly payload: string
  readonly keySerialNumber?: string
  readonly keySetId?: string
}

/** Of a device wallet. */
export type PaymentCryptogram = {
  readonly format: '3DSECURE' | 'EMV'
  readonly eci?: string
  readonly value?: string
}

/** The terminal, with the values of spec 2.10. */
export type AskedTerminal = {
  /** How card and PIN were entered: always present, as the merchant says or by default. */
  readonly entryMode: string
  readonly attended?: string
  readonly cardPresenceCapability?: string
  readonly cardholderActivated?: string
  readonly country?: string
  readonly inputCapability?: string
  readonly lane?: string
  readonly location?: string
  readonly onlineReasonCode?: string
  readonly panEntryMode?: string
  readonly pinEntryCapability?: string
  readonly pinLengthCapability?: number
  readonly serialNumber?: string
}

export type AskedBenefits = {
  readonly accountType?: 'CASH_BENEFITS' | 'EWIC_BENEFITS' | 'SNAP_BENEFITS'
  readonly manualAuthorizationCode?: string
  readonly merchantFns?: string
  readonly voucherNumber?: string
}

/** How the payer was authenticated, as issuers require it. */
export type AskedAuthentication = {
  readonly eci?: string
  readonly token?: string
  /** The directory server's transaction identifier; of the legacy protocol, the xid. */
  readonly transactionId?: string
  readonly transactionStatus?: string
  readonly protocolVersion?: string
}

/** Asks for the balance of an account. It belongs to no order, and no money is held or moved. */
export type BalanceAsk = Pick<AskedTransaction, 'merchantId' | 'currency'> & {
  readonly verb: 'balance'
  readonly card: AskedCard
  readonly presented?: CardPresentation
  readonly benefits?: AskedBenefits
}

/** Acts on an earlier transaction of the same order. */
export type FollowUpAsk = AskedTransaction & {
  readonly verb: 'capture' | 'refund' | 'void' | 'update'
  readonly original: OriginalTransaction
  /** The card of the original, without what may not be stored. */
  readonly card?: AskedCard
  /** How often it was sent before: captures and voids are repeated as advices, and marked so. */
  readonly repeat: number
  /** What is held now: of an update (its amount is the new total), and of a capture when first sent. */
  readonly heldAmount?: bigint
  /** Of a capture, when it is first sent: no more will be captured, and the rest can be released. */
  readonly isLast?: boolean
  /** Of a refund: whether the issuer authorizes it first. */
  readonly refundAuthorization?: boolean
  /** Where a terminal reads the card again for a void or a capture. */
  readonly presented?: CardPresentation
  /** Of a void, when it is first sent: the last one before it that failed. No host may take them for one. */
  readonly earlierVoid?: EarlierVoid
}

export type EarlierVoid = { readonly trace: string; readonly startedAtMs: number }

/**
 * About a transaction whose outcome is unknown or unwanted: `reverse` undoes whatever became of it, `inquire`
 * asks for its outcome. The amount is what was approved, where that is known, and otherwise what was asked
 * for. The ids are those of the transaction itself.
 */
export type ReversalOrInquiryAsk = AskedTransaction & {
  readonly verb: 'reverse' | 'inquire'
  /** The ask that was sent under the same ids. */
  readonly original: OriginalTransaction
  readonly card?: AskedCard
  readonly repeat: number
  /** Since when it is owed, by the journal's clock: the time of its first message, where repeats keep it. */
  readonly owedAtMs?: number
  /** The original may still be under way: that a blind host acknowledges its reversal proves nothing yet. */
  readonly isEarly?: boolean
  /** Another transaction keeps the order: whatever is answered cannot be recorded yet. */
  readonly isBusy?: boolean
}

/** An earlier transaction, with what an acquirer may need to find it again. */
export type OriginalTransaction = {
  readonly transactionId: string
  /** Of a reversal or an inquiry about a follow-up: the transaction that the follow-up acted on. */
  readonly follows?: string
  readonly type: TransactionType
  /** What it asked for, even where less was approved: so it stood in the message the acquirer received. */
  readonly amount: bigint
  readonly startedAtMs: number
  readonly authorizationCode?: string
  readonly authorizationResponse?: AuthorizationResponse
  /** Of a chip transaction: networks require it again when it is reversed. */
  readonly onlineReasonCode?: string
  /** As `assign` gave it. */
  readonly trace?: string
  /** As its answer gave it. */
  readonly hostMemory?: string
  /** Of an update that is reversed: what was held before it, as in its ask. */
  readonly heldAmount?: bigint
}

/** The card in plain: in memory only, from the request to the acquirer. */
export type AskedCard = {
  readonly number: string
  /** The year in two digits, as printed on the card. */
  readonly expiry?: { readonly month: number; readonly year: number }
  readonly securityCode?: string
  readonly nameOnCard?: string
  /** Of a gift card. */
  readonly pin?: string
}

export type AskedBilling = { readonly street?: string; readonly postcodeZip?: string }

/** What an acquirer can answer. `silent` is an answer too: it obliges the gateway to reverse or to repeat. */
export type AcquirerAnswer =
  | ({
      readonly outcome: 'approved'
      readonly gatewayCode: GatewayCode
      readonly amount: bigint
    } & AcquirerApproval &
      AcquirerAnswerDetails)
  /** Of a reversal or an inquiry: the acquirer knows of no such transaction. */
  | ({ readonly outcome: 'noOriginal' } & AcquirerAnswerDetails)
  | ({ readonly outcome: 'declined'; readonly gatewayCode: GatewayCode } & AcquirerAnswerDetails)
  /** The acquirer accepted the ask and decides later; the gateway will inquire. */
  | ({ readonly outcome: 'pending' } & AcquirerAnswerDetails)
  /** The acquirer answered that it does not know the outcome. */
  | ({ readonly outcome: 'unknown' } & AcquirerAnswerDetails)
  /** No answer in time, or the connection was lost: anything may have happened, or will within `wayMaxMs`. */
  | ({ readonly outcome: 'silent' } & ExchangedMessages)
  /** Not one byte was sent, so nothing can have happened and nothing is owed. */
  | { readonly outcome: 'unsent'; readonly reason: UnsentReason }

/** An answer of the acquirer itself. */
export type ReceivedAnswer = Exclude<AcquirerAnswer, { outcome: 'silent' | 'unsent' }>

export const isReceived = (answer: AcquirerAnswer): answer is ReceivedAnswer =>
  answer.outcome !== 'silent' && answer.outcome !== 'unsent'

/** How long a message may take to arrive after its sender stopped waiting: adapters make it true. */
export const wayMaxMs = 60_000
export const unsentReasons = [
  ...(['breaker open', 'not connected', 'queue full', 'too late to send', 'host is closed'] as const),
  ...(['no trace number left', 'no repeat allowed any more', 'cannot be written'] as const),
  ...(['too early to repeat', 'not of this link', 'of another merchant'] as const),
] as const
export type UnsentReason = (typeof unsentReasons)[number]

/** The messages of one exchange as people may see them: decoded, with everything secret left out. */
export type ExchangedMessages = {
  readonly messages?: readonly ExchangedMessage[]
  /** How often it may still be repeated, where the host limits that and nothing is settled. */
  readonly repeatsLeft?: number
}
export type ExchangedMessage = Omit<ShownMessage, 'fields'> & {
  /** Each line a field: `48.92`, a space, its value. First may be `= 3 4`: those are as in the one before. */
  readonly fields: string
}
export type ShownMessage = {
  readonly link: string
  readonly direction: 'sent' | 'received'
  readonly type: string
  /** By field number, or `48.92` for a part. */
  readonly fields: Readonly<Record<string, string>>
}

export type AcquirerApproval = {
  /** Of a gift card, or of an account whose issuer discloses it. */
  readonly availableBalance?: AccountBalance
  readonly authorizationCode: string
  readonly receipt: string
  readonly acquirer: AcquirerRecord
  readonly authorizationResponse: AuthorizationResponse
}

/** What the networks' messages say beside the outcome, under the names of spec 2.12. */
export type AuthorizationResponse = { readonly [field in AuthorizationResponseField]?: string }
export type AuthorizationResponseField =
  | ('marketSpecificData' | 'merchantAdviceCode' | 'paySvcData' | 'posData' | 'posEntryMode')
  | ('posEntryModeChanged' | 'processingCode' | 'responseCode' | 'responseMessage' | 'returnAci')
  | ('stan' | 'time' | 'timezone' | 'trackQuality' | 'transactionIdentifier')
  | ('transactionIntegrityClass' | 'validationCode' | 'vpasResponse')

export type AccountBalance = {
  readonly funds?: { readonly amount: bigint; readonly currency: string }
  readonly ebt?: readonly BenefitsBalance[]
  /** Of a card that collects them; the rate as a decimal. */
  readonly rewards?: { readonly points: number; readonly conversionRate: string }
}

export type BenefitsBalance = {
  readonly type: BenefitsBalanceType
  readonly amount: bigint
  readonly currency: string
}
export type BenefitsBalanceType =
  | ('CASH_BENEFITS_AVAILABLE_BALANCE' | 'CASH_BENEFITS_BEGINNING_BALANCE')
  | ('CASH_BENEFITS_ENDING_BALANCE' | 'EWIC_DISCOUNT' | 'SNAP_AVAILABLE_BALANCE')
  | ('SNAP_BEGINNING_BALANCE' | 'SNAP_ENDING_BALANCE')

/** Where the acquirer recorded it: transaction.acquirer in responses. */
export type AcquirerRecord = {
  readonly id: string
  readonly merchantId: string
  readonly batch: number
  /** MMDD, by the acquirer's own clock. */
  readonly date: string
  /** Offset of that clock, `+hhmm`. */
  readonly timeZone: string
  readonly transactionId: string
}

export const hostMemoryMax = 1_024

export type AcquirerAnswerDetails = ExchangedMessages & {
  readonly acquirerCode: string
  readonly acquirerMessage: string
  /** The issuer's response to the chip, as BER-TLV in hexadecimal: also when it declines. */
  readonly emvResponse?: string
  /** What the host wants back in later asks: stored as it is, no card data; up to `hostMemoryMax`. */
  readonly hostMemory?: string
  /** Of an acknowledged reversal: the host says yes before it looks, so it proves nothing yet. */
  readonly isBlind?: true
  /** Of a refused reversal or void: what was to be undone is done, and can never be undone any more. */
  readonly stands?: true
  /** What to do about later payments of the series, where a decline says so. */
  readonly merchantAdviceCode?: string
  readonly cardSecurityCode?: { readonly acquirerCode: string; readonly gatewayCode: CardSecurityCodeResult }
  readonly avs?: { readonly acquirerCode: string; readonly gatewayCode: AvsResult }
  readonly detailedVerification?: readonly {
    readonly type: VerifiedElement
    readonly gatewayCode: VerificationResult
  }[]
}

export type CardSecurityCodeResult = 'MATCH' | 'NOT_PRESENT' | 'NOT_PROCESSED' | 'NOT_SUPPORTED' | 'NO_MATCH'
export type AvsResult =
  | 'ADDRESS_MATCH'
  | 'ADDRESS_ZIP_MATCH'
  | 'NAME_ADDRESS_MATCH'
  | 'NAME_MATCH'
  | 'NAME_ZIP_MATCH'
  | 'NOT_AVAILABLE'
  | 'NOT_REQUESTED'
  | 'NOT_VERIFIED'
  | 'NO_MATCH'
  | 'SERVICE_NOT_AVAILABLE_RETRY'
  | 'SERVICE_NOT_SUPPORTED'
  | 'ZIP_MATCH'
export type VerifiedElement =
  | 'BILLING_PHONE'
  | 'BILLING_POSTCODE_ZIP'
  | 'BILLING_STREET_ADDRESS'
  | 'CARDHOLDER_NAME'
  | 'CUSTOMER_EMAIL'
export type VerificationResult =
  | ('MATCHED' | 'NOT_CHECKED' | 'NOT_MATCHED' | 'NOT_PROVIDED')
  | ('SERVICE_NOT_AVAILABLE_RETRY' | 'SERVICE_NOT_SUPPORTED')
