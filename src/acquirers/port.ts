import type { GatewayCode, TransactionType } from '../orders/transaction.ts'

/** One method over a union: an adapter that lacks a verb says so in `verbs`. */
export interface Acquirer {
  readonly name: string
  readonly verbs: ReadonlySet<AcquirerVerb>
  /**
   * Never throws for what the outside world does; resolves with `silent` when the deadline passes. What its
   * messages have no room for, such as an amount of too many digits, it declines itself and sends nothing.
   */
  send(ask: AcquirerAsk, deadline: AbortSignal): Promise<AcquirerAnswer>
}

/** Told of an answer nobody waits for any more: it came after its deadline, or a second time. */
export type LateAnswerListener = (ask: AcquirerAsk, answer: AcquirerAnswer) => void

/** What the gateway can ask of an acquirer. */
export type AcquirerAsk = PaymentAsk | FollowUpAsk | ReversalOrInquiryAsk | BalanceAsk
export type AcquirerVerb = AcquirerAsk['verb']

/** On whose behalf, and about how much. */
export type AskedTransaction = {
  readonly merchantId: string
  readonly orderId: string
  readonly transactionId: string
  readonly amount: bigint
  readonly currency: string
  /** Where the order lies: it comes back with what is heard late, so that it can be written down there. */
  readonly cell?: number
}

/** A question about an account: to hold, to take, to check, to credit without an earlier payment. */
export type PaymentAsk = AskedTransaction & {
  readonly verb: 'authorize' | 'pay' | 'verify' | 'credit'
  readonly card: AskedCard
  readonly acceptPartialAmount: boolean
  /** What the issuer told the merchant on the telephone. */
  readonly authorizationCode?: string
  /** One of a series the payer agreed to: a decline then advises about the next ones. */
  readonly isOfAgreement?: boolean
  readonly billing?: AskedBilling
  readonly customerEmail?: string
  readonly customerPhone?: string
  /** Of a credit: whether the issuer is asked first. */
  readonly refundAuthorization?: boolean
  /** Proof of who the payer is. */
  readonly authentication?: AskedAuthentication
  readonly presented?: CardPresentation
  /** Of an account of electronic benefits. */
  readonly benefits?: AskedBenefits
}

/**
 * How the card was presented, as a terminal or a device tells it. It goes to the acquirer and nowhere else:
 * what of it is secret is gone with the question.
 */
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
  /** Tells cards of the same number apart. */
  readonly sequenceNumber?: string
}

/** As the terminal enciphered it; only the issuer opens it. */
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

/** The terminal, in the words of spec 2.10. */
export type AskedTerminal = {
  /** How card and PIN were entered: always told, from what the merchant says or by default. */
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

/** How the payer was authenticated, as issuers want to hear it. */
export type AskedAuthentication = {
  readonly eci?: string
  readonly token?: string
  /** The directory server's identifier, or of the first generation the xid. */
  readonly transactionId?: string
  readonly transactionStatus?: string
  readonly protocolVersion?: string
}

/** Belongs to no order: nothing is held, nothing moves. */
export type BalanceAsk = Pick<AskedTransaction, 'merchantId' | 'currency'> & {
  readonly verb: 'balance'
  readonly card: AskedCard
  readonly presented?: CardPresentation
  readonly benefits?: AskedBenefits
}

/** Acts on an earlier transaction of the order. */
export type FollowUpAsk = AskedTransaction & {
  readonly verb: 'capture' | 'refund' | 'void' | 'update'
  readonly original: OriginalTransaction
  /** The card of the original; without what may not be kept. */
  readonly card?: AskedCard
  /** How often it was sent before: captures and voids are repeated as advices, and say so. */
  readonly repeat: number
  /** Of a refund: whether the issuer is asked first. */
  readonly refundAuthorization?: boolean
  /** What a terminal reads at a void or a capture. */
  readonly presented?: CardPresentation
}

/**
 * Pursues a transaction whose outcome is not known, or is not wanted: undo what became of it, or tell it. Its
 * amount is the part that was approved, where that is known, and otherwise all that was asked for.
 */
export type ReversalOrInquiryAsk = AskedTransaction & {
  readonly verb: 'reverse' | 'inquire'
  /** What was asked under the same ids. */
  readonly original: OriginalTransaction
  readonly card?: AskedCard
  readonly repeat: number
}

/** An earlier transaction as its acquirer may want to be reminded of it. */
export type OriginalTransaction = {
  readonly transactionId: string
  /** Of what is pursued: the transaction that it was itself about. */
  readonly follows?: string
  readonly type: TransactionType
  /** What it asked for, also where less was approved: so the acquirer has it in the message it received. */
  readonly amount: bigint
  readonly startedAtMs: number
  readonly authorizationCode?: string
  readonly authorizationResponse?: AuthorizationResponse
  /** Of a chip transaction: networks want to hear it again when it is reversed. */
  readonly onlineReasonCode?: string
}

/** Lives in memory only, from the door to the acquirer. */
export type AskedCard = {
  readonly number: string
  /** The year in two digits, as on the card. */
  readonly expiry?: { readonly month: number; readonly year: number }
  readonly securityCode?: string
  readonly nameOnCard?: string
  /** Of a gift card. */
  readonly pin?: string
}

export type AskedBilling = { readonly street?: string; readonly postcodeZip?: string }

/** Silence is an answer too: it obliges the gateway to reverse. */
export type AcquirerAnswer =
  | ({
      readonly outcome: 'approved'
      readonly gatewayCode: GatewayCode
      readonly amount: bigint
    } & AcquirerApproval &
      AcquirerAnswerDetails)
  /** What was pursued never happened, as far as the acquirer knows. */
  | ({ readonly outcome: 'noOriginal' } & AcquirerAnswerDetails)
  | ({ readonly outcome: 'declined'; readonly gatewayCode: GatewayCode } & AcquirerAnswerDetails)
  /** The acquirer accepted the question and will tell the outcome later. */
  | ({ readonly outcome: 'pending' } & AcquirerAnswerDetails)
  /** The acquirer itself does not know. */
  | ({ readonly outcome: 'unknown' } & AcquirerAnswerDetails)
  | { readonly outcome: 'silent' }

export type AcquirerApproval = {
  /** Of a gift card, or of an account whose issuer tells. */
  readonly availableBalance?: AccountBalance
  readonly authorizationCode: string
  readonly receipt: string
  readonly acquirer: AcquirerRecord
  readonly authorizationResponse: AuthorizationResponse
}

/** What the networks' messages say beside the outcome, under the names of spec 2.12. */
export type AuthorizationResponse = { readonly [field in AuthorizationResponseField]?: string }
export type AuthorizationResponseField =
  | 'marketSpecificData'
  | 'merchantAdviceCode'
  | 'paySvcData'
  | 'posData'
  | 'posEntryMode'
  | 'posEntryModeChanged'
  | 'processingCode'
  | 'responseCode'
  | 'responseMessage'
  | 'returnAci'
  | 'stan'
  | 'time'
  | 'timezone'
  | 'trackQuality'
  | 'transactionIdentifier'
  | 'transactionIntegrityClass'
  | 'validationCode'
  | 'vpasResponse'

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
  | 'CASH_BENEFITS_AVAILABLE_BALANCE'
  | 'CASH_BENEFITS_BEGINNING_BALANCE'
  | 'CASH_BENEFITS_ENDING_BALANCE'
  | 'EWIC_DISCOUNT'
  | 'SNAP_AVAILABLE_BALANCE'
  | 'SNAP_BEGINNING_BALANCE'
  | 'SNAP_ENDING_BALANCE'

/** How the acquirer files it: transaction.acquirer in answers. */
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

export type AcquirerAnswerDetails = {
  readonly acquirerCode: string
  readonly acquirerMessage: string
  /** What the issuer tells the chip, as BER-TLV in hexadecimal: also when it declines. */
  readonly emvResponse?: string
  /** What to do about later payments of a series, where a decline says so. */
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
  | 'MATCHED'
  | 'NOT_CHECKED'
  | 'NOT_MATCHED'
  | 'NOT_PROVIDED'
  | 'SERVICE_NOT_AVAILABLE_RETRY'
  | 'SERVICE_NOT_SUPPORTED'
