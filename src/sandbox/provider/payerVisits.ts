import type { ProviderAnswer, ProviderInitiateAsk } from '../../providers/port.ts'
import {
  type PayerAct,
  type PaymentDecision,
  type ProviderPaymentStore,
  payerActs,
  type StartedPayment,
  type StoredProviderPayment,
} from './payments.ts'
import { isPayerNotAsked } from './triggers.ts'

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

type PayerDecision = {
  readonly act: PayerAct
  readonly shippingAddress?: Readonly<Record<string, string>>
}

export const actNamed = (name: unknown): PayerAct | undefined => payerActs.find(act => act === name)

export function createPayerVisits({
  payments: cases,
  currentAnswer: tell,
  nowMs,
}: PayerVisitsOptions): PayerVisits {
  async function visit(known: StoredProviderPayment): Promise<PayerVisit> {
    const { payment, decision } = known
    const { outcome } = await tell(known)
    const state = decision ? stateAfter(decision.act, outcome) : 'asking'
    return { state, payment: decision ? withAddress(payment, decision) : payment }
  }

  async function decide(
    known: StoredProviderPayment,
    { act, shippingAddress }: PayerDecision,
  ): Promise<PayerVisit> {
    const isChanged = shippingAddress && known.payment.mayChangeShippingAddress
    const decision = { act, atMs: nowMs(), ...(isChanged && { shippingAddress }) }
    if (!known.decision) await cases.decide(known.id, decision)
    return visit((await cases.load(known.id)) ?? known)
  }

  return {
    async open(interactionId) {
      const known = await cases.load(interactionId)
      if (!known) return undefined
      return isPayerNotAsked(known.payment.reference) ? decide(known, { act: 'approve' }) : visit(known)
    },
    async act(interactionId, act) {
      const known = await cases.load(interactionId)
      return known && decide(known, act)
    },
  }
}

type PayerVisitsOptions = {
  readonly payments: ProviderPaymentStore
  /** Carries out what is due. */
  readonly currentAnswer: (known: StoredProviderPayment) => Promise<ProviderAnswer>
  readonly nowMs: () => number
}

function stateAfter(act: PaymentDecision['act'], outcome: ProviderAnswer['outcome']): PayerVisitState {
  if (act !== 'approve') return statesByAct[act]
  if (outcome === 'approved') return 'paid'
  if (outcome === 'declined') return 'declined'
  return outcome === 'agreed' ? 'agreed' : 'waiting'
}

const statesByAct = {
  decline: 'declined',
  cancel: 'cancelled',
  abort: 'left',
  expire: 'over',
  refuse: 'over',
} as const satisfies Record<Exclude<PaymentDecision['act'], 'approve'>, PayerVisitState>

/** Shown as the payer wants it. */
function withAddress(payment: StartedPayment, { shippingAddress }: PaymentDecision): StartedPayment {
  if (!shippingAddress) return payment
  const { particulars } = payment
  const shipping = 'shipping' in particulars ? particulars.shipping : undefined
  const known = typeof shipping === 'object' ? shipping : {}
  return { ...payment, particulars: { ...particulars, shipping: { ...known, address: shippingAddress } } }
}
