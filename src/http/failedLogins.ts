import type { Clock } from '../platform/clock.ts'

/**
 * Apart from each other: sessions expire in every browser, and whoever sends one must neither stop the
 * merchant at the same address nor make us forget who guesses passwords.
 */
export type FailedLogins = { readonly passwords: Failures; readonly sessions: Failures }

/** Ten within a minute for one merchant from one source: that pair waits a minute. */
export type Failures = {
  readonly count: (pair: string) => void
  /** How long the pair is still refused; 0 when it is not. */
  readonly blockedMs: (pair: string) => number
}

export function createFailedLogins(clock: Clock, pairsMax = 10_000): FailedLogins {
  return { passwords: createFailures(clock, pairsMax), sessions: createFailures(clock, pairsMax) }
}

function createFailures(clock: Clock, pairsMax: number): Failures {
  const records = new Map<string, { readonly since: number; failures: number; blockedUntil: number }>()
  return {
    count(pair) {
      const now = clock.monotonicMs()
      const known = records.get(pair)
      const record =
        known && now - known.since < windowMs ? known : { since: now, failures: 0, blockedUntil: 0 }
      record.failures++
      if (record.failures >= failuresMax) record.blockedUntil = now + windowMs
      // The map keeps the order of insertion: whoever failed longest ago is forgotten first.
      records.delete(pair)
      records.set(pair, record)
      if (records.size > pairsMax) records.delete(records.keys().next().value ?? pair)
    },
    blockedMs(pair) {
      if (records.size === 0) return 0
      return Math.max(0, (records.get(pair)?.blockedUntil ?? 0) - clock.monotonicMs())
    },
  }
}

const failuresMax = 10
const windowMs = 60_000
