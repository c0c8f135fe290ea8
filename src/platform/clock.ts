/**
 * The only place that reads a clock: the wall clock for showing times, the monotonic one for waits and
 * limits.
 */
export type Clock = {
  readonly now: () => Date
  readonly monotonicMs: () => number
}

export const systemClock: Clock = {
  now: () => new Date(),
  monotonicMs: () => performance.now(),
}
