import type { RouteCall } from '../../http/api/routes.ts'
import { BoundedMap } from '../../platform/boundedMap.ts'
import type { Clock } from '../../platform/clock.ts'
import { networkOf } from '../../standards/network.ts'

/**
 * How many forms one network may send: in all, and of one merchant's new sessions and of one session's
 * updates no more than payers make. What needs no password could be asked by the million.
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

/** Many payers may share an address. So many opened during the life of one fill half the room of decoys. */
const openedPerMinute = 300
const updatesPerMinute = 600

/** Lets so many a minute through under each name; the oldest names are forgotten first. */
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
