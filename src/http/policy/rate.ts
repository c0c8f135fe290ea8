import { BoundedMap } from '../../platform/boundedMap.ts'
import type { Clock } from '../../platform/clock.ts'
import { type HttpRefusal, refuseBusy } from '../transport/refusals.ts'

/** Limits the requests per second of each merchant; a second's worth may arrive at once. */
export type RequestRate = {
  /** A merchant's own rate takes precedence over the general one; 0 means that it has none. */
  readonly take: (merchantId: string, ownPerSecond?: number) => HttpRefusal | undefined
}

export function createRequestRate(
  usualPerSecond: number | undefined,
  clock: Clock,
  merchantsMax = 100_000,
): RequestRate {
  const buckets = new BoundedMap<string, { tokens: number; at: number }>(merchantsMax)
  return {
    take(merchantId, ownPerSecond = 0) {
      const perSecond = ownPerSecond > 0 ? ownPerSecond : usualPerSecond
      if (perSecond === undefined) return undefined
      const burst = Math.max(1, perSecond)
      const now = clock.monotonicMs()
      const bucket = buckets.get(merchantId) ?? { tokens: burst, at: now }
      bucket.tokens = Math.min(burst, bucket.tokens + ((now - bucket.at) / 1000) * perSecond)
      bucket.at = now
      // The most recently used goes last: the one dropped has been idle longest and would be refilled
      // soonest.
      buckets.set(merchantId, bucket)
      if (bucket.tokens < 1) return overRate((1 - bucket.tokens) / perSecond)
      bucket.tokens--
      return undefined
    },
  }
}

function overRate(seconds: number): HttpRefusal {
  return refuseBusy(429, 'This merchant sends more requests a second than it may.', seconds)
}
