import type { ProviderInitiateAsk } from '../../providers/port.ts'
import { type PayerAct, payerActs } from './providerCase.ts'

/** The desk of the sandbox's provider, as far as its page needs to know it: the payer comes and decides. */
export interface ProviderDesk {
  /** Undefined where the provider was never asked. */
  open(interactionId: string): Promise<Visit | undefined>
  /** What was decided before stands. */
  act(interactionId: string, act: Decided): Promise<Visit | undefined>
}

export type Visit = { readonly state: VisitState; readonly payment: Payment }

/** `asking` goes on; all others end the visit. `over`: the payer came after the gateway ceased to wait. */
export type VisitState = 'asking' | 'agreed' | 'waiting' | 'paid' | 'declined' | 'cancelled' | 'left' | 'over'

export type Payment = Pick<
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

export type Decided = {
  readonly act: PayerAct
  readonly shippingAddress?: Readonly<Record<string, string>>
}

export const actNamed = (name: unknown): PayerAct | undefined => payerActs.find(act => act === name)
