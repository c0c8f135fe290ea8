import type { GatewayCode } from '../orders/transaction.ts'

/** One method over a union: an adapter that lacks a verb says so in `verbs`. */
export interface Acquirer {
  readonly name: string
  readonly verbs: ReadonlySet<Ask['verb']>
  /** Never throws for what the outside world does; resolves with `silent` when the deadline passes. */
  send(ask: Ask, deadline: AbortSignal): Promise<Answer>
}

/** What the gateway can ask of an acquirer. */
export type Ask = {
  readonly verb: 'authorize'
  readonly merchantId: string
  readonly orderId: string
  readonly transactionId: string
  readonly amount: bigint
  readonly currency: string
  readonly card: AskedCard
  readonly acceptPartialAmount: boolean
  readonly billing?: AskedBilling
  readonly customerEmail?: string
  readonly customerPhone?: string
}

/** Lives in memory only, from the door to the acquirer. */
export type AskedCard = {
  readonly number: string
  /** The year in two digits, as on the card. */
  readonly expiry?: { readonly month: number; readonly year: number }
  readonly securityCode?: string
  readonly nameOnCard?: string
}

export type AskedBilling = { readonly street?: string; readonly postcodeZip?: string }

/** Silence is an answer too: it obliges the gateway to reverse. */
export type Answer =
  | ({ readonly outcome: 'approved'; readonly gatewayCode: GatewayCode; readonly amount: bigint } & Approval &
      Details)
  | ({ readonly outcome: 'declined'; readonly gatewayCode: GatewayCode } & Details)
  /** The acquirer accepted the question and will tell the outcome later. */
  | ({ readonly outcome: 'pending' } & Details)
  /** The acquirer itself does not know. */
  | ({ readonly outcome: 'unknown' } & Details)
  | { readonly outcome: 'silent' }

export type Approval = {
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

export type Details = {
  readonly acquirerCode: string
  readonly acquirerMessage: string
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
