import type { Clock } from '../../platform/clock.ts'
import { bucketsMax, type SharedLimits } from '../../platform/limits/sharedLimits.ts'
import { createTokenBuckets } from '../../platform/limits/tokenBuckets.ts'
import { type HttpRefusal, refuseBusy } from '../transport/refusals.ts'

/** Limits the requests per second of each merchant; a second's worth may arrive at once. */
export type RequestRate = {
  /** A merchant's own rate takes precedence over the general one; 0 means that it has none. */
  readonly take: (
    merchantId: string,
    ownPerSecond?: number,
  ) => HttpRefusal | undefined | Promise<HttpRefusal | undefined>
}

/** For a process that is alone: it answers at once. */
type OwnRequestRate = {
  readonly take: (merchantId: string, ownPerSecond?: number) => HttpRefusal | undefined
}

export function createRequestRate(
  usualPerSecond: number | undefined,
  clock: Clock,
  merchantsMax = bucketsMax,
): OwnRequestRate {
  const buckets = createTokenBuckets(clock, merchantsMax)
  return {
    take(merchantId, ownPerSecond) {
      const perSecond = rateOf(usualPerSecond, ownPerSecond)
      return perSecond === undefined ? undefined : refusalAfter(buckets.take(merchantId, perSecond))
    },
  }
}

/** The same over several processes. Nobody has a share of it: a merchant may have one connection only. */
export function createSharedRequestRate(
  usualPerSecond: number | undefined,
  { takeToken }: Pick<SharedLimits, 'takeToken'>,
): RequestRate {
  return {
    take(merchantId, ownPerSecond) {
      const perSecond = rateOf(usualPerSecond, ownPerSecond)
      return perSecond === undefined ? undefined : takeToken(merchantId, perSecond).then(refusalAfter)
    },
  }
}

const rateOf = (usualPerSecond: number | undefined, ownPerSecond = 0): number | undefined =>
  ownPerSecond > 0 ? ownPerSecond : usualPerSecond

const refusalAfter = (seconds: number | undefined): HttpRefusal | undefined =>
  seconds === undefined
    ? undefined
    : refuseBusy(429, 'This merchant sends more requests a second than it may.', seconds)
