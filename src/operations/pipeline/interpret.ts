import type { AcquirerAnswer } from '../../acquirers/port.ts'
import type { Content } from '../../contract/kit/content.ts'
import type { AuthenticationStatus } from '../../orders/transaction.ts'
import type { Asked, Concluded, Flow, Known, Plan } from './flow.ts'
import type { Obligation } from './journal.ts'

/** What an answer makes of a transaction, and what is owed to the acquirer where it does not say. */
export type Meaning = Concluded & {
  readonly obligation?: Obligation
  /** Whether the order admits nothing else until that is settled. */
  readonly keepsOrderBusy?: boolean
  /** What the answer says beyond that. */
  readonly said?: Content
  readonly authenticationStatus?: AuthenticationStatus
  readonly isBeingConfirmed?: true
}

/** Of an answer to the first question. Silence and doubt mean the same for every flow of one kind. */
export function meaningOf(flow: Deciding, plan: Plan, answer: AcquirerAnswer): Meaning {
  const { obligation, keepsOrderBusy } = flow.unknown
  const known = knownOf(answer)
  const concluded = known && flow.conclude(askedBy(plan), known)
  // A pending capture, were the order free, could be captured a second time.
  if (concluded?.result === 'PENDING') return { ...concluded, obligation: 'inquiry', keepsOrderBusy }
  // Repeated, it would be approved as wrongly as before.
  if (concluded?.result === 'UNKNOWN') return { ...concluded, obligation: 'reversal', keepsOrderBusy }
  if (concluded) return concluded
  const silence = obligation === 'advice' ? pending : timedOut
  const doubt = answer.outcome === 'silent' ? silence : unknown
  if (obligation) return { ...doubt, obligation, keepsOrderBusy }
  // Nothing moved, so there is nothing to undo; but what the acquirer does not know yet it may learn.
  return answer.outcome === 'unknown' ? { ...doubt, obligation: 'inquiry' } : doubt
}

/** What is recorded for a node that died: it may have asked, and nobody knows what was answered. */
export function meaningOfDeath({ unknown: { obligation, keepsOrderBusy } }: Deciding): Meaning {
  return obligation ? { ...unknown, obligation, keepsOrderBusy } : timedOut
}

/** What an answer tells; nothing when it is none or is in doubt. */
export function knownOf(answer: AcquirerAnswer): Known | undefined {
  switch (answer.outcome) {
    case 'silent':
    case 'unknown':
      return undefined
    case 'noOriginal':
      return { ...answer, outcome: 'declined', gatewayCode: 'UNSPECIFIED_FAILURE' }
    default:
      return answer
  }
}

export function askedBy(plan: Plan): Asked {
  const ask = 'ask' in plan ? plan.ask : undefined
  const acceptsPart = ask !== undefined && 'acceptPartialAmount' in ask && ask.acceptPartialAmount
  return { amount: plan.amount, acceptsPart }
}

type Deciding = Pick<Flow, 'conclude' | 'unknown'>

const pending = { result: 'PENDING', gatewayCode: 'PENDING' } as const satisfies Concluded
const unknown = { result: 'UNKNOWN', gatewayCode: 'UNKNOWN' } as const satisfies Concluded
/** Also how everything ends that was undone because nobody knew what came of it. */
export const timedOut = { result: 'FAILURE', gatewayCode: 'TIMED_OUT' } as const satisfies Concluded
