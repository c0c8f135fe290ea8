import type { ProviderInitiateAsk } from '../../providers/port.ts'
import { type PayerAct, payerActs } from './providerCase.ts'

/** The desk of the sandbox's provider, as far as its page needs to know it: the payer comes and decides. */
export interface PayerVisits {
  /** Undefined where the provider was never asked. */
  open(interactionId: string): Promise<PayerVisit | undefined>
  /** What was decided before stands. */
  act(interactionId: string, act: PayerDecision): Promise<PayerVisit | undefined>
}

export type PayerVisit = { readonly state: PayerVisitState; readonly payment: VisitedPayment }

/** `asking` goes on; all others end the visit. `over`: the payer came after the gateway ceased to wait. */
export type PayerVisitState =
  | 'asking'
  | 'agreed'
  | 'waiting'
  | 'paid'
  | 'declined'
  | 'cancelled'
  | 'left'
  | 'over'

export type VisitedPayment = Pick<
  ProviderInitiateAsk,
  | 'merchantId'
  | 'orderId'
  | 'amount'
  | 'currency'
  | 'returnCallback'
  | 'isConfirmedAtMerchant'
  | 'preferredLanguage'
  | 'showsShippingAddress'
  | 'mayChangeShippingAddress'
  | 'particulars'
>

export type PayerDecision = {
  readonly act: PayerAct
  readonly shippingAddress?: Readonly<Record<string, string>>
}

export const actNamed = (name: unknown): PayerAct | undefined => payerActs.find(act => act === name)
