import type { ProviderAnswer } from '../../providers/port.ts'
import type { PayerDecision, PayerVisit, PayerVisitState, PayerVisits } from './desk.ts'
import type {
  PaymentDecision,
  ProviderPaymentStore,
  StartedPayment,
  StoredProviderPayment,
} from './providerCase.ts'
import { isPayerNotAsked } from './triggers.ts'

export type PayerVisitsOptions = {
  readonly payments: ProviderPaymentStore
  /** Carries out what is due. */
  readonly currentAnswer: (known: StoredProviderPayment) => Promise<ProviderAnswer>
  readonly nowMs: () => number
}

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
