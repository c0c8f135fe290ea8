import type { PayerAct, PayerVisit, PayerVisitState } from '../../providerHost/payerVisit.ts'
import { isPayerNotAsked } from '../../providerHost/triggers.ts'
import type { ProviderAnswer } from '../../providers/port.ts'
import type {
  PaymentDecision,
  ProviderPaymentStore,
  StartedPayment,
  StoredProviderPayment,
} from './payments.ts'

/** The payer's side of the provider simulator: the payer opens its page and decides there. */
export interface PayerVisits {
  /** Undefined when there is no such interaction. */
  open(interactionId: string): Promise<PayerVisit | undefined>
  /** The first decision counts: a later one changes nothing. */
  act(interactionId: string, act: PayerDecision): Promise<PayerVisit | undefined>
}

type PayerDecision = {
  readonly act: PayerAct
  readonly shippingAddress?: Readonly<Record<string, string>>
}

export function createPayerVisits({ payments, currentAnswer, nowMs }: PayerVisitsOptions): PayerVisits {
  async function visit(stored: StoredProviderPayment): Promise<PayerVisit> {
    const { payment, decision } = stored
    const { outcome } = await currentAnswer(stored)
    const state = decision ? stateAfter(decision.act, outcome) : 'asking'
    return { state, payment: decision ? withAddress(payment, decision) : payment }
  }

  async function decide(
    stored: StoredProviderPayment,
    { act, shippingAddress }: PayerDecision,
  ): Promise<PayerVisit> {
    const isChanged = shippingAddress && stored.payment.mayChangeShippingAddress
    const decision = { act, atMs: nowMs(), ...(isChanged && { shippingAddress }) }
    if (!stored.decision) await payments.decide(stored.id, decision)
    return visit((await payments.load(stored.id)) ?? stored)
  }

  return {
    async open(interactionId) {
      const stored = await payments.load(interactionId)
      if (!stored) return undefined
      return isPayerNotAsked(stored.payment.reference) ? decide(stored, { act: 'approve' }) : visit(stored)
    },
    async act(interactionId, act) {
      const stored = await payments.load(interactionId)
      return stored && decide(stored, act)
    },
  }
}

type PayerVisitsOptions = {
  readonly payments: ProviderPaymentStore
  /** What the provider answers now; executes the payment if that is due. */
  readonly currentAnswer: (stored: StoredProviderPayment) => Promise<ProviderAnswer>
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

/** The payment as it is shown after the payer changed the address. */
function withAddress(payment: StartedPayment, { shippingAddress }: PaymentDecision): StartedPayment {
  if (!shippingAddress) return payment
  const { particulars } = payment
  const shipping = 'shipping' in particulars ? particulars.shipping : undefined
  const given = typeof shipping === 'object' ? shipping : {}
  return { ...payment, particulars: { ...particulars, shipping: { ...given, address: shippingAddress } } }
}
