/**
 * Milliseconds to the next attempt after the first silence, the second and so on; the last one holds for
 * ever: what is owed is never given up.
 */
export const backOffMs = [1_000, 2_000, 5_000, 15_000, 60_000, 300_000, 900_000] as const

/** The same in SQL: the wait after so many silences, from the parameter that holds the table. */
export function backOffAfter(silences: string, parameter: string): string {
  return `(${parameter}::int8[])[least(${silences}, ${backOffMs.length})] * interval '1 ms'`
}
