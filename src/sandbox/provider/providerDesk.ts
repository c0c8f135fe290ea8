import type { ProviderAnswer } from '../../providers/port.ts'
import type { Case, Cases, Decision, PayerAct, StartedPayment } from './providerCase.ts'
import { actsByItself } from './providerTriggers.ts'

/** Where payers meet the provider: its page, or whoever acts as the payer without one. */
export type SimulatedDesk = {
  /** The payer comes. Undefined where the provider was never asked. */
  readonly open: (interactionId: string) => Promise<SimulatedVisit | undefined>
  /** The payer decides; what was decided before stands. */
  readonly act: (interactionId: string, act: SimulatedAct) => Promise<SimulatedVisit | undefined>
}

export type SimulatedAct = {
  readonly act: PayerAct
  readonly shippingAddress?: Readonly<Record<string, string>>
}

export type SimulatedVisit = { readonly state: VisitState; readonly payment: StartedPayment }

/** `over`: the payer came after the gateway had ceased to wait. */
export type VisitState = 'asking' | 'agreed' | 'waiting' | 'paid' | 'declined' | 'cancelled' | 'left' | 'over'

export type DeskParts = {
  readonly cases: Cases
  /** Carries out what is due. */
  readonly tell: (known: Case) => Promise<ProviderAnswer>
  readonly nowMs: () => number
}

export function createDesk({ cases, tell, nowMs }: DeskParts): SimulatedDesk {
  async function visit(known: Case): Promise<SimulatedVisit> {
    const { payment, decision } = known
    const { outcome } = await tell(known)
    const state = decision ? stateAfter(decision.act, outcome) : 'asking'
    return { state, payment: decision ? withAddress(payment, decision) : payment }
  }

  async function decide(known: Case, { act, shippingAddress }: SimulatedAct): Promise<SimulatedVisit> {
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
