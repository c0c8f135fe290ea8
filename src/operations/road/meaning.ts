import type { Answer } from '../../acquirers/port.ts'
import type { Concluded, Flow, Known, Plan } from '../flow.ts'
import type { Obligation } from '../journal.ts'

/** What an answer makes of a transaction, and what is owed to the acquirer where it does not say. */
export type Meaning = Concluded & {
  readonly obligation?: Obligation
  /** Whether the order admits nothing else until that is settled. */
  readonly keepsOrderBusy?: boolean
}

/** Of an answer to the first question. Silence and doubt mean the same for every flow of one kind. */
export function meaningOf(flow: Deciding, plan: Pick<Plan, 'amount'>, answer: Answer): Meaning {
  const { obligation, keepsOrderBusy } = flow.unknown
  const known = knownOf(plan, answer)
  if (known?.outcome === 'pending')
    // A pending capture, were the order free, could be captured a second time.
    return { ...flow.conclude(plan, known), obligation: 'inquiry', keepsOrderBusy }
  if (known) return flow.conclude(plan, known)
  const silence = obligation === 'advice' ? pending : timedOut
  const concluded = answer.outcome === 'silent' ? silence : unknown
  return obligation ? { ...concluded, obligation, keepsOrderBusy } : concluded
}

/** What is recorded for a node that died: it may have asked, and nobody knows what was answered. */
export function meaningOfDeath({ unknown: { obligation, keepsOrderBusy } }: Deciding): Meaning {
  return obligation ? { ...unknown, obligation, keepsOrderBusy } : timedOut
}

/** What an answer tells; nothing when it is none, is in doubt, or is to more than was asked. */
export function knownOf({ amount }: Pick<Plan, 'amount'>, answer: Answer): Known | undefined {
  switch (answer.outcome) {
    case 'silent':
    case 'unknown':
      return undefined
    case 'noOriginal':
      return { ...answer, outcome: 'declined', gatewayCode: 'UNSPECIFIED_FAILURE' }
    case 'approved':
      return answer.amount > amount ? undefined : answer
    default:
      return answer
  }
}

type Deciding = Pick<Flow, 'conclude' | 'unknown'>

const pending = { result: 'PENDING', gatewayCode: 'PENDING' } as const satisfies Concluded
const unknown = { result: 'UNKNOWN', gatewayCode: 'UNKNOWN' } as const satisfies Concluded
/** Also how everything ends that was undone because nobody knew what came of it. */
export const timedOut = { result: 'FAILURE', gatewayCode: 'TIMED_OUT' } as const satisfies Concluded
