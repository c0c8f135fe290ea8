// How long answers took, counted in buckets: percentiles of many hours are then sums.

/** Upper bounds in milliseconds; the last bucket has none. */
export const latencyBounds = [
  ...[10, 20, 30, 50, 75, 100, 150, 200, 300, 400, 500, 750, 1_000],
  ...[1_500, 2_000, 3_000, 5_000, 7_500, 10_000, 15_000, 30_000, 60_000],
] as const

/**
 * The time that the given share of answers did not exceed, to the precision of the buckets: interpolated
 * within the bucket that it falls into. Undefined where nothing was counted.
 */
export function percentileMs(counts: readonly number[], share: number): number | undefined {
  const total = counts.reduce((sum, count) => sum + count, 0)
  if (total <= 0) return undefined
  const wanted = share * total
  let below = 0
  for (const [bucket, count] of counts.entries()) {
    if (count > 0 && below + count >= wanted) {
      const from = latencyBounds[bucket - 1] ?? 0
      const to = latencyBounds[bucket] ?? from
      return Math.round(from + ((to - from) * Math.max(wanted - below, 0)) / count)
    }
    below += count
  }
  return latencyBounds.at(-1)
}
