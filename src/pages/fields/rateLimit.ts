import { BoundedMap } from '../../platform/boundedMap.ts'
import type { Clock } from '../../platform/clock.ts'

/** Lets so many a minute through, each for itself: what needs no password could be asked by the million. */
export type FormRateLimit = { readonly pass: (name: string) => boolean }

export function createFormRateLimit(
  clock: Pick<Clock, 'monotonicMs'>,
  perMinute = 60,
  namesMax = 50_000,
): FormRateLimit {
  const visits = new BoundedMap<string, { count: number; readonly until: number }>(namesMax)
  return {
    pass(name) {
      const now = clock.monotonicMs()
      const visit = visits.get(name)
      if (visit && now < visit.until) {
        visit.count++
        return visit.count <= perMinute
      }
      visits.set(name, { count: 1, until: now + 60_000 })
      return true
    },
  }
}
