import type { Answer } from '../../acquirers/port.ts'
import { type Transaction, tookEffect } from '../../orders/transaction.ts'
import type { Concluded } from '../flow.ts'
import type { Due, LoadedOrder, Obligation, RecordedTransaction } from '../journal.ts'
import { knownOf, timedOut } from '../road/meaning.ts'
import { flowOf } from './takeOver.ts'

export type Finding = {
  readonly concluded: Concluded
  /** Whether the answer tells of the transaction itself, not only that it was undone. */
  readonly isAnswered: boolean
  /** What is owed from now on. */
  readonly obligation?: Obligation
}

type Heard = {
  readonly due: Due
  readonly order: LoadedOrder
  readonly known: RecordedTransaction
  readonly answer: Answer
  readonly patienceMs: number
}

/** What an answer to a reversal, advice or inquiry settles; undefined while it is still owed. */
export const findingOf = (heard: Heard): Finding | undefined => findings[heard.due.obligation](heard)

const findings = {
  reversal: heard => (isGone(heard) || heard.answer.outcome === 'approved' ? undone : undefined),

  advice(heard) {
    const { known, answer } = heard
    const told = knownOf(known, answer)
    if (told?.outcome !== 'approved' && !(told?.outcome === 'declined' && isRipe(heard))) return undefined
    return { concluded: flowOf(known).conclude(known, told), isAnswered: true }
  },

  inquiry(heard) {
    const { known, answer } = heard
    if (answer.outcome === 'noOriginal') return isGone(heard) ? undone : undefined
    if (answer.outcome === 'approved' && !isWanted(heard)) return { ...undone, obligation: 'reversal' }
    const told = knownOf(known, answer)
    if (told?.outcome !== 'approved' && told?.outcome !== 'declined') return undefined
    return { concluded: flowOf(known).conclude(known, told), isAnswered: true }
  },
} as const satisfies Record<Obligation, (heard: Heard) => Finding | undefined>

const undone: Finding = { concluded: timedOut, isAnswered: false }

/** A reversal can overtake its original: "no such original" is believed once that cannot be under way. */
const isGone = (heard: Heard): boolean => heard.answer.outcome === 'noOriginal' && isRipe(heard)

const isRipe = ({ due, patienceMs }: Heard): boolean =>
  due.nowMs >= due.startedAtMs + 2 * patienceMs + wayMaxMs

/** What a message may spend on its way beyond anybody's patience. */
const wayMaxMs = 60_000

/** An order is paid or authorized once: an approval that comes after another's is not kept. */
function isWanted({ order, known, answer }: Heard): boolean {
  if (answer.outcome === 'approved' && answer.amount > known.amount) return false
  if (!isPayment(known)) return true
  return !order.transactions.some(one => one.id !== known.id && isPayment(one) && tookEffect(one))
}

const isPayment = ({ type }: Transaction): boolean => type === 'AUTHORIZATION' || type === 'PAYMENT'
