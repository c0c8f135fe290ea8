// The clock, and deadlines that are shared to save timers.

import { setMaxListeners } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * The only place that reads a clock: the wall clock for showing times, the monotonic one for waits and
 * limits.
 */
export type Clock = {
  readonly now: () => Date
  readonly monotonicMs: () => number
}

/** A clock that also has timers; if time is simulated, so are they. */
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

/**
 * A signal and a timer cost more than the rest of a request to a counterparty, so requests within a few
 * milliseconds share them: no timeout becomes shorter, and none longer by more than these milliseconds.
 */
function sharedDeadline(timeoutMs: number): AbortSignal {
  const nowMs = performance.now()
  const known = deadlines.get(timeoutMs)
  // A busy process may be late to forget it: then it would end too early.
  if (known && nowMs <= known.sharedUntilMs) return known.signal
  const deadline = new AbortController()
  const { signal } = deadline
  endsAtMs.set(signal, nowMs + timeoutMs + sharedMs)
  // Many requests listen to one signal; Node would warn of a leak after ten.
  setMaxListeners(0, signal)
  const made = { signal, sharedUntilMs: nowMs + sharedMs }
  deadlines.set(timeoutMs, made)
  setTimeout(() => {
    if (deadlines.get(timeoutMs) === made) deadlines.delete(timeoutMs)
  }, sharedMs).unref()
  setTimeout(() => deadline.abort(timeIsUp), timeoutMs + sharedMs).unref()
  return signal
}

/**
 * Whether a deadline is over, also in a process that was held up (stopped, starved, with a long task) and has
 * not come to its timers yet: what it goes on with first may be what it must not do any more.
 */
export const isOver = (deadline: AbortSignal): boolean =>
  deadline.aborted || performance.now() >= (endsAtMs.get(deadline) ?? Number.POSITIVE_INFINITY)

const endsAtMs = new WeakMap<AbortSignal, number>()

const sharedMs = 5
/** Made once: one for each deadline would take down where it was made, which costs more than the signal. */
const timeIsUp = new Error('The time is up')
const deadlines = new Map<number, { readonly signal: AbortSignal; readonly sharedUntilMs: number }>()
