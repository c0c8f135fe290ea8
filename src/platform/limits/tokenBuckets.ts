// A rate for each name: so many a second, and a second's worth at once.

import { BoundedMap } from '../boundedMap.ts'
import type { Clock } from '../clock.ts'

export type TokenBuckets = {
  /** Takes one; otherwise the seconds until there is one again. */
  readonly take: (name: string, perSecond: number) => number | undefined
}

export function createTokenBuckets(clock: Pick<Clock, 'monotonicMs'>, namesMax: number): TokenBuckets {
  const buckets = new BoundedMap<string, { tokens: number; at: number }>(namesMax)
  return {
    take(name, perSecond) {
      const burst = Math.max(1, perSecond)
      const now = clock.monotonicMs()
      const bucket = buckets.get(name) ?? { tokens: burst, at: now }
      bucket.tokens = Math.min(burst, bucket.tokens + ((now - bucket.at) / 1000) * perSecond)
      bucket.at = now
      // The most recently used goes last: the one dropped has been idle longest and would be refilled
      // soonest.
      buckets.set(name, bucket)
      if (bucket.tokens < 1) return (1 - bucket.tokens) / perSecond
      bucket.tokens--
      return undefined
    },
  }
}
