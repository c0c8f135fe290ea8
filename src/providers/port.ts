import type { AcquirerRecord, AuthorizationResponse } from '../acquirers/port.ts'
import type { GatewayCode } from '../orders/transaction.ts'

/** A payment provider at whose website payers pay; one method over a union, as of an acquirer. */
export interface PaymentProvider {
  readonly name: string
  /** Where there is none: what it would be asked for is refused before anything is recorded. */
  readonly isAbsent?: true
  /** Never throws for what the outside world does; resolves with `silent` when the deadline passes. */
  send(ask: ProviderAsk, deadline: AbortSignal): Promise<ProviderAnswer>
}

export type ProviderAsk = ProviderInitiateAsk | ProviderConfirmAsk | ProviderProgressAsk

type ProviderPayment = {
  readonly merchantId: string
  readonly orderId: string
  readonly transactionId: string
  readonly amount: bigint
  readonly currency: string
  readonly operation: 'AUTHORIZE' | 'PAY'
  /** What the merchant calls the order: the sandbox takes it for a trigger. */
  readonly reference?: string
}

/** Starts an interaction: the payer will come, agree or not, and be sent back. */
export type ProviderInitiateAsk = ProviderPayment & {
  readonly verb: 'initiate'
  /** sourceOfFunds.browserPayment.type, or that of sourceOfFunds. */
  readonly kind: string
  /** Where the provider sends the payer back to. */
  readonly returnCallback: string
  /** Whether the payment is executed only when the merchant confirms it. */
  readonly isConfirmedAtMerchant: boolean
  readonly preferredLanguage?: string
  readonly showsShippingAddress: boolean
  readonly mayChangeShippingAddress: boolean
  /** What the payer may be shown, by the API's names: order, shipping, customer, merchant … */
  readonly particulars: object
}

/** Executes what the payer agreed to; amount and line items may be others by now, never the currency. */
export type ProviderConfirmAsk = ProviderPayment & {
  readonly verb: 'confirm'
  readonly interactionId: string
  readonly particulars: object
}

/** How far the payer has come. `isOver`: the gateway waits no longer, so an undecided payer is sent away. */
export type ProviderProgressAsk = ProviderPayment & {
  readonly verb: 'progress'
  readonly interactionId: string
  readonly isOver: boolean
}

export type ProviderAnswer =
  | {
      readonly outcome: 'started'
      readonly interactionId: string
      /** The provider's page for this payer. */
      readonly pageUrl: string
    }
  /** Nothing is final yet: the payer is there, or has not come, or the provider itself waits. */
  | { readonly outcome: 'undecided'; readonly accountId?: string }
  /** The payer agreed; the merchant has to confirm. */
  | { readonly outcome: 'agreed'; readonly accountId?: string }
  | ({ readonly outcome: 'approved'; readonly amount: bigint } & ProviderApproval & ProviderAnswerDetails)
  | ({ readonly outcome: 'declined' } & ProviderAnswerDetails)
  | { readonly outcome: 'silent' }

export type ProviderApproval = {
  readonly authorizationCode: string
  readonly receipt: string
  readonly acquirer: AcquirerRecord
  readonly authorizationResponse: AuthorizationResponse
}

export type ProviderAnswerDetails = {
  /** APPROVED, DECLINED, CANCELLED and ABORTED by the payer, or whatever the provider says. */
  readonly gatewayCode: GatewayCode
  readonly acquirerCode: string
  readonly acquirerMessage: string
  readonly accountId?: string
}

/** For a gateway that is connected to no payment provider: nothing is begun, and old questions stay open. */
export const absentProvider: PaymentProvider = {
  name: 'none',
  isAbsent: true,
  send: async () => ({ outcome: 'silent' }),
}
