// A payer at a simulated provider: what they may do there, what of the payment they are shown, and where
// their visit has got to. The provider of the sandbox and the provider host share these, and the pages.

export const payerActs = ['approve', 'decline', 'cancel', 'abort'] as const
export type PayerAct = (typeof payerActs)[number]

export const actNamed = (name: unknown): PayerAct | undefined => payerActs.find(act => act === name)

/** All but `asking` end the visit. `over`: the payer came after the gateway had stopped waiting. */
export type PayerVisitState =
  | 'asking'
  | 'agreed'
  | 'waiting'
  | 'paid'
  | 'declined'
  | 'cancelled'
  | 'left'
  | 'over'

export type PayerVisit = { readonly state: PayerVisitState; readonly payment: VisitedPayment }

export type VisitedPayment = {
  readonly merchantId: string
  readonly orderId: string
  readonly amount: bigint
  readonly currency: string
  /** Where the payer is sent back to; empty: nowhere. */
  readonly returnCallback: string
  readonly isConfirmedAtMerchant: boolean
  readonly preferredLanguage?: string
  readonly showsShippingAddress: boolean
  readonly mayChangeShippingAddress: boolean
  /** What the payer may be shown, under the API's field names. */
  readonly particulars: object
}

/** Where the payer is sent when the visit has ended. */
export function wayBack({ state, payment }: PayerVisit): string | undefined {
  const isSentBack = state !== 'asking' && state !== 'over' && payment.returnCallback !== ''
  return isSentBack ? payment.returnCallback : undefined
}
