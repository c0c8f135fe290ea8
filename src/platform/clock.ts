import { setTimeout as sleep } from 'node:timers/promises'
import { sharedDeadline } from './deadline.ts'

/**
 * The only place that reads a clock: the wall clock for showing times, the monotonic one for waits and
 * limits.
 */
export type Clock = {
  readonly now: () => Date
  readonly monotonicMs: () => number
}

/** A clock that can also be waited for; where time is simulated, so are the waits. */
export type Timing = Clock & {
  readonly sleep: (ms: number) => Promise<void>
  /** Aborted once the time is over, never earlier. */
  readonly deadline: (ms: number) => AbortSignal
}

export const systemClock: Timing = {
  now: () => new Date(),
  monotonicMs: () => performance.now(),
  sleep: ms => sleep(ms),
  deadline: sharedDeadline,
}
