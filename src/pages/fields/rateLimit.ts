import type { Clock } from '../../platform/clock.ts'

/** Lets so many a minute through, each for itself: what needs no password could be asked by the million. */
export type FormRateLimit = { readonly pass: (name: string) => boolean }

export function createFormRateLimit(
  clock: Pick<Clock, 'monotonicMs'>,
  perMinute = 60,
  namesMax = 50_000,
): FormRateLimit {
  const visits = new Map<string, { count: number; readonly until: number }>()
  return {
    pass(name) {
      const now = clock.monotonicMs()
      const visit = visits.get(name)
      if (visit && now < visit.until) {
        visit.count++
        return visit.count <= perMinute
      }
      visits.delete(name)
      const [oldest] = visits.size >= namesMax ? visits.keys() : []
      if (oldest !== undefined) visits.delete(oldest)
      visits.set(name, { count: 1, until: now + 60_000 })
      return true
    },
  }
}
