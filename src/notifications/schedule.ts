/** How long each attempt waits for after the one before it: twenty of them, over about three days. */
export const waitsMs: readonly number[] = [
  ...[0, 15, 60, 120, 300, 600, 1_200, 2_400].map(seconds => seconds * 1_000),
  ...[1, 1.5, 2, 3, 4, 5, 6, 6, 8, 8, 12, 12].map(hours => hours * 3_600_000),
]

export const triesMax = waitsMs.length

/** Whatever failed together does not come back together. */
export const jitter = 0.1

/** Longer than this no receiver may put us off. */
export const retryAfterMaxMs = 3_600_000

/**
 * When to try again after so many tries, from now; undefined when that was the last. A receiver may ask for
 * more time than the schedule gives it, never for less. Random: from 0 to 1, without 1.
 */
export function nextWaitMs(
  tries: number,
  { retryAfterMs = 0, random = Math.random }: Circumstances = {},
): number | undefined {
  const wait = waitsMs[Math.max(1, tries)]
  if (wait === undefined) return undefined
  const scheduled = Math.round(wait * (1 - jitter + 2 * jitter * random()))
  return Math.max(scheduled, Math.min(retryAfterMs, retryAfterMaxMs))
}

type Circumstances = {
  /** What the receiver asked for. */
  readonly retryAfterMs?: number | undefined
  readonly random?: (() => number) | undefined
}
