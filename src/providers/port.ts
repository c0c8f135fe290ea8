import type { AcquirerRecord, AuthorizationResponse } from '../acquirers/port.ts'
import type { GatewayCode } from '../orders/transaction.ts'

/** The port of a payment provider, at whose website payers pay: one method over a union, as an acquirer. */
export interface PaymentProvider {
  readonly name: string
  /** There is no provider: what it would be asked for is rejected before anything is recorded. */
  readonly isAbsent?: true
  /** The kinds of payment that one merchant can ask for; absent: no list of them is kept. */
  offersTo?(merchantId: string): readonly ProviderOffer[]
  /**
   * Decides, before the intent is committed, which provider a payment goes to and under which id. The trace
   * is stored with the intent and comes back in every later ask about the payment. Absent where there is only
   * one provider, which needs none; undefined for a payment that was begun without.
   */
  assign?(wish: ProviderWish): ProviderAssignment | undefined
  /** Never throws for what happens outside the gateway; answers `silent` when the deadline passes. */
  send(ask: ProviderAsk, deadline: AbortSignal): Promise<ProviderAnswer>
}

export type ProviderAsk = ProviderInitiateAsk | ProviderConfirmAsk | ProviderProgressAsk

export type ProviderOffer = { readonly kind: string; readonly displayName?: string }

/** What decides on the provider of a payment: its kind at first, and from then on its trace. */
export type ProviderWish =
  | Pick<ProviderInitiateAsk, 'verb' | 'merchantId' | 'kind'>
  | Pick<ProviderConfirmAsk, 'verb' | 'merchantId' | 'trace'>

export type ProviderAssignment =
  /** `link` names the provider that was chosen. */
  | { readonly trace: string; readonly link: string }
  /** Nobody serves this: the request is refused, and nothing is recorded. */
  | { readonly refused: string }

type ProviderPayment = {
  readonly merchantId: string
  readonly orderId: string
  readonly transactionId: string
  readonly amount: bigint
  readonly currency: string
  readonly operation: 'AUTHORIZE' | 'PAY'
  /** order.reference of the merchant; the provider simulator takes it for a trigger. */
  readonly reference?: string
  /** As `assign` gave it. */
  readonly trace?: string
}

/** Starts an interaction: the payer will visit the provider, agree or not, and be sent back. */
export type ProviderInitiateAsk = ProviderPayment & {
  readonly verb: 'initiate'
  /** sourceOfFunds.browserPayment.type, or that of sourceOfFunds. */
  readonly kind: string
  /** Where the provider may tell that there is news; absent where there was no `assign`. */
  readonly noticeCallback?: string
  /** Where the provider sends the payer back to. */
  readonly returnCallback: string
  /** Whether the payment is executed only when the merchant confirms it. */
  readonly isConfirmedAtMerchant: boolean
  readonly preferredLanguage?: string
  readonly showsShippingAddress: boolean
  readonly mayChangeShippingAddress: boolean
  /** What the payer may be shown, under the API's field names: order, shipping, customer, merchant … */
  readonly particulars: object
}

/**
 * Executes what the payer agreed to. Amount and line items may have changed since, but not the currency. Sent
 * again with the same content where the provider still waits for it.
 */
export type ProviderConfirmAsk = ProviderPayment & {
  readonly verb: 'confirm'
  readonly interactionId: string
  readonly particulars: object
  /** Recovery sends it again: nobody waits for the answer. */
  readonly isBacklog?: true
}

/**
 * Asks what the payer decided. `isOver`: it is committed that the gateway waits no longer, so an undecided
 * payer is refused, for good.
 */
export type ProviderProgressAsk = ProviderPayment & {
  readonly verb: 'progress'
  readonly interactionId: string
  readonly isOver: boolean
  /** Recovery asks: nobody waits for the answer. */
  readonly isBacklog?: true
}

export type ProviderAnswer =
  | {
      readonly outcome: 'started'
      readonly interactionId: string
      /** The provider's page for this payer. */
      readonly pageUrl: string
    }
  /** Nothing is final yet: the payer has not come or not decided, or did, and the provider itself waits. */
  | { readonly outcome: 'undecided'; readonly isPayerDone?: true; readonly accountId?: string }
  /** The payer agreed; the merchant has to confirm. */
  | { readonly outcome: 'agreed'; readonly accountId?: string }
  | ({ readonly outcome: 'approved'; readonly amount: bigint } & ProviderApproval & ProviderAnswerDetails)
  | ({ readonly outcome: 'declined' } & ProviderAnswerDetails)
  /** Nothing is known; `reason` says why, for people. */
  | { readonly outcome: 'silent'; readonly reason?: string }
  /** Not one byte was sent, so nothing was begun or changed. Not of a confirmation: that stays in doubt. */
  | { readonly outcome: 'unsent'; readonly reason: string }

export type ProviderApproval = {
  readonly authorizationCode: string
  readonly receipt: string
  readonly acquirer: AcquirerRecord
  readonly authorizationResponse: AuthorizationResponse
}

export type ProviderAnswerDetails = {
  /** APPROVED, DECLINED, CANCELLED or ABORTED by the payer, or another code of the provider. */
  readonly gatewayCode: GatewayCode
  readonly acquirerCode: string
  readonly acquirerMessage: string
  readonly accountId?: string
}

/** For a gateway without a payment provider: nothing is started, and what is open stays so. */
export const absentProvider: PaymentProvider = {
  name: 'none',
  isAbsent: true,
  send: async () => ({ outcome: 'silent' }),
}
