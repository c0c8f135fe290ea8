// The clock, and deadlines that are shared to save timers.

import { setMaxListeners } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * A signal and a timer cost more than the rest of asking a counterparty, so requests within a few
 * milliseconds share them: no timeout becomes shorter by that, and none longer by more than those.
 */
function sharedDeadline(timeoutMs: number): AbortSignal {
  const known = deadlines.get(timeoutMs)
  if (known) return known
  const deadline = new AbortController()
  // As many listen as ask; Node takes more than ten for a leak.
  setMaxListeners(0, deadline.signal)
  deadlines.set(timeoutMs, deadline.signal)
  setTimeout(() => deadlines.delete(timeoutMs), sharedMs).unref()
  setTimeout(() => deadline.abort(), timeoutMs + sharedMs).unref()
  return deadline.signal
}

const sharedMs = 5
const deadlines = new Map<number, AbortSignal>()

/**
 * The only place that reads a clock: the wall clock for showing times, the monotonic one for waits and
 * limits.
 */
export type Clock = {
  readonly now: () => Date
  readonly monotonicMs: () => number
}

/** A clock that can also be waited for; where time is simulated, so are the waits. */
export type TimedClock = Clock & {
  readonly sleep: (ms: number) => Promise<void>
  /** Aborted once the time is over, never earlier. */
  readonly deadline: (ms: number) => AbortSignal
}

export const systemClock: TimedClock = {
  now: () => new Date(),
  monotonicMs: () => performance.now(),
  sleep: ms => sleep(ms),
  deadline: sharedDeadline,
}
