import { BoundedMap } from '../boundedMap.ts'
import type { Clock } from '../clock.ts'

type RecentCountsOptions = {
  readonly clock: Pick<Clock, 'monotonicMs'>
  /** Names that are remembered; the oldest are dropped. */
  readonly namesMax: number
  readonly windowMs: number
}

/** Counts one; tells how many of its name there were within the window of the first, this one included. */
export function createRecentCounts(options: RecentCountsOptions): (name: string) => number {
  const { clock, namesMax, windowMs } = options
  const records = new BoundedMap<string, { readonly sinceMs: number; count: number }>(namesMax)
  return name => {
    const now = clock.monotonicMs()
    const known = records.get(name)
    const record = known && now - known.sinceMs < windowMs ? known : { sinceMs: now, count: 0 }
    record.count++
    // The map keeps the order of insertion: the name that was counted longest ago is dropped first.
    records.set(name, record)
    return record.count
  }
}
