import type { ProviderAnswer } from '../../providers/port.ts'
import type { Decided, ProviderDesk, Visit, VisitState } from './desk.ts'
import type { Case, Cases, Decision, StartedPayment } from './providerCase.ts'
import { actsByItself } from './providerTriggers.ts'

export type DeskParts = {
  readonly cases: Cases
  /** Carries out what is due. */
  readonly tell: (known: Case) => Promise<ProviderAnswer>
  readonly nowMs: () => number
}

export function createDesk({ cases, tell, nowMs }: DeskParts): ProviderDesk {
  async function visit(known: Case): Promise<Visit> {
    const { payment, decision } = known
    const { outcome } = await tell(known)
    const state = decision ? stateAfter(decision.act, outcome) : 'asking'
    return { state, payment: decision ? withAddress(payment, decision) : payment }
  }

  async function decide(known: Case, { act, shippingAddress }: Decided): Promise<Visit> {
    const isChanged = shippingAddress && known.payment.mayChangeShippingAddress
    const decision = { act, atMs: nowMs(), ...(isChanged && { shippingAddress }) }
    if (!known.decision) await cases.decide(known.id, decision)
    return visit((await cases.load(known.id)) ?? known)
  }

  return {
    async open(interactionId) {
      const known = await cases.load(interactionId)
      if (!known) return undefined
      return actsByItself(known.payment.reference) ? decide(known, { act: 'approve' }) : visit(known)
    },
    async act(interactionId, act) {
      const known = await cases.load(interactionId)
      return known && decide(known, act)
    },
  }
}

function stateAfter(act: Decision['act'], outcome: ProviderAnswer['outcome']): VisitState {
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
} as const satisfies Record<Exclude<Decision['act'], 'approve'>, VisitState>

/** Shown as the payer wants it. */
function withAddress(payment: StartedPayment, { shippingAddress }: Decision): StartedPayment {
  if (!shippingAddress) return payment
  const { particulars } = payment
  const shipping = 'shipping' in particulars ? particulars.shipping : undefined
  const known = typeof shipping === 'object' ? shipping : {}
  return { ...payment, particulars: { ...particulars, shipping: { ...known, address: shippingAddress } } }
}
