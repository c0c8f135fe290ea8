// Rate limits for the forms of hosted fields, which need no password.

import type { RouteCall } from '../../http/api/routes.ts'
import { BoundedMap } from '../../platform/boundedMap.ts'
import type { Clock } from '../../platform/clock.ts'
import { networkOf } from '../../standards/network.ts'

/**
 * Limits the forms that one network may send: new sessions of a merchant and updates of a session, no more
 * than payers need. Without a password, anybody could send millions.
 */
export function createFormLimits(clock: Pick<Clock, 'monotonicMs'>): (call: RouteCall) => boolean {
  const opened = createFormRateLimit(clock, openedPerMinute)
  const openedEach = createFormRateLimit(clock)
  const updated = createFormRateLimit(clock, updatesPerMinute)
  const updatedEach = createFormRateLimit(clock)
  return ({ params: { merchantId, sessionId }, source }) => {
    const network = networkOf(source)
    if (sessionId === undefined) return opened.pass(network) && openedEach.pass(`${merchantId} ${network}`)
    return updated.pass(network) && updatedEach.pass(`${sessionId} ${network}`)
  }
}

/** Many payers may share an address. At this rate, decoys of one lifetime fill half of their store. */
const openedPerMinute = 300
const updatesPerMinute = 600

/** Allows a number of requests a minute for each name; the oldest names are evicted first. */
type FormRateLimit = { readonly pass: (name: string) => boolean }

export function createFormRateLimit(
  clock: Pick<Clock, 'monotonicMs'>,
  perMinute = 60,
  namesMax = 50_000,
): FormRateLimit {
  const windows = new BoundedMap<string, { count: number; readonly until: number }>(namesMax)
  return {
    pass(name) {
      const now = clock.monotonicMs()
      const window = windows.get(name)
      if (window && now < window.until) {
        window.count++
        return window.count <= perMinute
      }
      windows.set(name, { count: 1, until: now + 60_000 })
      return true
    },
  }
}
