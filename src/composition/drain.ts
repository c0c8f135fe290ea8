import { systemClock, type TimedClock } from '../platform/clock.ts'

/**
 * The time between knowing that a node will stop and stopping it: readiness says so, and whoever balances the
 * load has time to send requests elsewhere. Everything that comes meanwhile is still answered.
 */
export type Drain = {
  readonly isDraining: () => boolean
  /** For those who only wait for something to happen: they need not wait any longer. */
  readonly signal: AbortSignal
  /** Begins it, and resolves when it is over; with nobody to wait for, at once. */
  readonly pass: (isWaitedFor: boolean) => Promise<void>
}

export function createDrain(ms: number, clock: Pick<TimedClock, 'sleep'> = systemClock): Drain {
  const stopping = new AbortController()
  return {
    isDraining: () => stopping.signal.aborted,
    signal: stopping.signal,
    async pass(isWaitedFor) {
      stopping.abort()
      if (isWaitedFor) await clock.sleep(ms)
    },
  }
}
