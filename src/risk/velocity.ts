// Counters of attempts: which ones the rules of a merchant need, and what one attempt adds to them. They are
// counted in the commit that begins a transaction, so that nodes and crashes cannot make them wrong.

import type { RiskFacts, VelocityCount } from './facts.ts'
import type { RiskRule, VelocityKey } from './rule.ts'

/** A window is counted in this many slots, and ends at the end of one. */
export const slotsPerWindow = 12

/** What is counted: attempts, or the amounts of one currency. */
export type VelocityCounter = {
  readonly by: VelocityKey
  readonly minutes: number
  /** Absent: attempts in all currencies. */
  readonly currency?: string | undefined
}

export const counterName = ({ by, minutes, currency = '' }: VelocityCounter): string =>
  `${by} ${minutes} ${currency}`

/** What one attempt adds to a counter; the journal returns what it stands at then. */
export type CountedAttempt = {
  /** Of merchant, counter and what it is counted by: 16 bytes. */
  readonly key: Buffer
  readonly slotMs: number
  /** In minor units. */
  readonly amount: bigint
}

/** The counters that rules need, each once. */
export function countersOf(rules: readonly RiskRule[]): readonly VelocityCounter[] {
  const counters = new Map<string, VelocityCounter>()
  for (const { when } of rules)
    for (const { by, minutes, attemptsAbove, amountAbove, currency } of when.velocity ?? []) {
      const wanted = [
        ...(attemptsAbove === undefined ? [] : [{ by, minutes }]),
        ...(amountAbove === undefined || currency === undefined ? [] : [{ by, minutes, currency }]),
      ]
      for (const counter of wanted) counters.set(counterName(counter), counter)
    }
  return [...counters.values()]
}

/** The counters that an attempt counts in: what it does not say, it cannot be counted by. */
export const countersFor = (
  counters: readonly VelocityCounter[],
  { counted, currency }: RiskFacts,
): readonly VelocityCounter[] =>
  counters.filter(
    counter =>
      counted[counter.by] !== undefined && (counter.currency === undefined || counter.currency === currency),
  )

export const countedAttempt = (
  counter: VelocityCounter,
  { counted, amount, addedAmount = amount }: RiskFacts,
  hash: (text: string) => Buffer,
): CountedAttempt => ({
  key: hash(`${counterName(counter)}\n${counted[counter.by]}`).subarray(0, 16),
  slotMs: Math.ceil((counter.minutes * 60_000) / slotsPerWindow),
  amount: addedAmount,
})

/** By the names of counters, from what the journal returned for them in their order. */
export const countsByName = (
  counters: readonly VelocityCounter[],
  counts: readonly VelocityCount[] | undefined,
): ReadonlyMap<string, VelocityCount> | undefined =>
  counts &&
  new Map(
    counters.flatMap((counter, index) => {
      const count = counts[index]
      return count ? [[counterName(counter), count] as const] : []
    }),
  )
