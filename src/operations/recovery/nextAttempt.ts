// When an obligation that stays owed is tried again.

import { type AcquirerAnswer, wayMaxMs } from '../../acquirers/port.ts'
import { hourMs } from '../../orders/periods.ts'
import { StoreUnavailable } from '../../platform/errors.ts'
import { type DueObligation, worryingAttempts } from '../model/journal.ts'
import type { Pipeline } from '../pipeline/execution.ts'

/**
 * Something that was sent may still be under way: the original, or an advice from before this was owed, which
 * a slow node may have sent up to `patienceMs` later.
 */
export const isEarly = (due: DueObligation, patienceMs: number): boolean =>
  due.nowMs < underWayUntilMs(due, patienceMs)

function underWayUntilMs({ startedAtMs, owedAtMs, obligation }: DueObligation, patienceMs: number): number {
  const sentByMs = startedAtMs + 2 * patienceMs
  const advisedByMs = obligation === 'reversal' ? owedAtMs + patienceMs : sentByMs
  return Math.max(sentByMs, advisedByMs) + wayMaxMs
}

type Waiting = Pick<Pipeline, 'journal' | 'patienceMs'>

/** It was sent, and nothing is settled: what can be repeated only a few times waits longer each time. */
export async function putOff(
  { journal, patienceMs }: Waiting,
  due: DueObligation,
  answer: AcquirerAnswer,
): Promise<void> {
  const provesFromMs = underWayUntilMs(due, patienceMs)
  const isBlind = 'isBlind' in answer && answer.isBlind === true
  if (isBlind && due.nowMs < provesFromMs) return await journal.lookAgain(due, provesFromMs)
  const repeatsLeft = 'repeatsLeft' in answer ? answer.repeatsLeft : undefined
  if (repeatsLeft === undefined) return await journal.postpone(due)
  // To a time, and not by the back-off: who comes back hastens only what backed off.
  const spacedMs = due.nowMs + (pausesMs[repeatsLeft] ?? shortestPauseMs)
  await journal.lookAgain(due, due.obligation === 'reversal' ? Math.max(spacedMs, provesFromMs) : spacedMs)
}

/** By how many repeats are left: what keeps a host from answering is to pass before the last one. */
const pausesMs: { readonly [repeatsLeft: number]: number } = { 0: 900_000, 1: 900_000, 2: 300_000 }
const shortestPauseMs = 60_000

/** It was not sent, because it would have settled nothing yet. */
export async function putOffUnsent({ journal, patienceMs }: Waiting, due: DueObligation): Promise<void> {
  await journal.postponeUnsent(due, 'soon')
  if (isEarly(due, patienceMs)) await journal.lookAgain(due, underWayUntilMs(due, patienceMs))
}

/**
 * Whether what would settle nothing yet waits for another transaction of its order, and for so long that the
 * other one may never be settled without people.
 */
export const isKeptLong = (due: DueObligation, patienceMs: number): boolean =>
  !isEarly(due, patienceMs) && due.nowMs - due.owedAtMs > hourMs

/**
 * Work that comes before sending. Where it fails (a key is missing, a seal is damaged) the claim has sent
 * nothing and must not count as a repeat, or a host that allows few would never hear of it. People have to
 * act where that goes on; an outage of the store ends by itself.
 */
export async function beforeSending<Result>(
  { journal }: Waiting,
  due: DueObligation,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work()
  } catch (fault) {
    const goesOn = due.unsent + 1 >= worryingAttempts && !(fault instanceof StoreUnavailable)
    // The first fault is the one to tell. What cannot be written down now counts as sent: that is safe.
    await journal.postponeUnsent(due, goesOn ? 'alarm' : 'soon').catch(() => undefined)
    throw fault
  }
}
