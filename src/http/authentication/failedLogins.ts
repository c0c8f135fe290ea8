// Counting failed logins and delaying their responses.

import { type Clock, systemClock, type TimedClock } from '../../platform/clock.ts'
import { createRecentCounts } from '../../platform/limits/recentCounts.ts'
import { failedLoginMemory, type SharedLimits } from '../../platform/limits/sharedLimits.ts'
import type { Log } from '../../platform/log.ts'
import { networkOf } from '../../standards/network.ts'

/**
 * Passwords and sessions are random and too long to guess, so no one is locked out, and callers that share an
 * address with an attacker are served as usual. Failures are counted, reported, and answered slowly.
 */
export type FailedLogins = {
  /** Counts one; its response is sent when this resolves. */
  readonly record: (failure: FailedLogin) => Promise<void>
}

export type FailedLogin = {
  readonly kind: 'password' | 'session'
  readonly merchantId: string
  /** Whether the merchant exists: any other name is the caller's own text, and is not logged. */
  readonly isKnown: boolean
  readonly source: string
  /** By the monotonic clock. */
  readonly cameAtMs: number
}

export type FailedLoginsOptions = {
  readonly clock: Clock & Partial<Pick<TimedClock, 'sleep'>>
  readonly log: Log
  readonly onFailed?: ((kind: FailedLogin['kind']) => void) | undefined
  /** Where other processes count with this one. */
  readonly shared?: Pick<SharedLimits, 'countFailedLogin'> | undefined
  readonly bounds?: Partial<FailedLoginBounds>
}

type FailedLoginBounds = {
  /** Pairs of network and merchant whose failures are remembered; the oldest are dropped. */
  readonly pairsMax: number
  /**
   * Responses that are delayed at once; beyond this number, wrong logins are answered as quickly as the first
   * ones.
   */
  readonly slowedMax: number
  /** Of these, for one pair. */
  readonly slowedPerPairMax: number
}

const standardFailedLoginBounds: FailedLoginBounds = {
  pairsMax: failedLoginMemory.namesMax,
  slowedMax: 256,
  slowedPerPairMax: 8,
}

export function createFailedLogins(options: FailedLoginsOptions): FailedLogins {
  const { clock, log, onFailed, shared, bounds } = options
  const { pairsMax, slowedMax, slowedPerPairMax } = { ...standardFailedLoginBounds, ...bounds }
  const { sleep = systemClock.sleep } = clock
  const { windowMs } = failedLoginMemory
  const countFailure = shared?.countFailedLogin ?? createRecentCounts({ clock, windowMs, namesMax: pairsMax })
  const slowed = new Map<string, number>()
  let slowedCount = 0

  const hasRoom = (pair: string) => slowedCount < slowedMax && (slowed.get(pair) ?? 0) < slowedPerPairMax

  async function slow(pair: string, ms: number): Promise<void> {
    const own = slowed.get(pair) ?? 0
    slowedCount++
    slowed.set(pair, own + 1)
    await sleep(ms)
    slowedCount--
    const left = (slowed.get(pair) ?? 1) - 1
    if (left > 0) slowed.set(pair, left)
    else slowed.delete(pair)
  }

  return {
    async record({ kind, merchantId, isKnown, source, cameAtMs }) {
      onFailed?.(kind)
      const host = networkOf(source)
      const pair = `${kind} ${host} ${merchantId}`
      const counted = countFailure(pair)
      const count = typeof counted === 'number' ? counted : await counted
      if (count === failuresMax)
        log.warn('many failed logins', { name: kind, host, count, ...(isKnown && { merchant: merchantId }) })
      const waitMs = untilNextTick(clock.monotonicMs() - cameAtMs)
      await (count >= failuresMax && hasRoom(pair) ? slow(pair, slowMs + waitMs) : sleep(waitMs))
    },
  }
}

/**
 * A merchant that exists takes a little longer to look up than one that does not. Responses are sent at fixed
 * times after the request arrived, as exactly as timers allow, so that the difference cannot be measured.
 */
const untilNextTick = (tookMs: number): number => tickMs - (tookMs % tickMs)

const tickMs = 10
const failuresMax = 10
const slowMs = 1_000
