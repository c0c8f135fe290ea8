import type { Random } from './random.ts'

/** The faults, and how likely each is at each opportunity, at ordinary severity. */
const usual = {
  'nothing assigned': 0.02,
  'request unsent': 0.06,
  'request lost': 0.06,
  'request late': 0.06,
  'request twice': 0.05,
  'answer lost': 0.06,
  'answer late': 0.06,
  'answer twice': 0.05,
  'answer overstated': 0.02,
  'advice refused': 0.05,
  'follow-up pending': 0.05,
  'inquiry refused': 0.1,
  'reversal acknowledged blindly': 0.3,
  'connection dropped': 0.05,
  'killed before begin': 0.006,
  'killed after begin': 0.025,
  'killed before send': 0.025,
  'killed after send': 0.025,
  'killed before close': 0.025,
  'killed after close': 0.025,
  'killed before recovery writes': 0.02,
  'killed after recovery wrote': 0.02,
  'paused before send': 0.05,
  'paused before close': 0.06,
  'paused in recovery': 0.02,
  'paused before answering': 0.02,
  'begin unsure': 0.015,
  'close unsure': 0.03,
  'recovery unsure': 0.02,
  'killed before address': 0.02,
  'killed after address': 0.02,
  'paused at address': 0.03,
  'address unsure': 0.03,
  'killed before authentication': 0.02,
  'killed after authentication': 0.02,
  'paused at authentication': 0.03,
  'authentication unsure': 0.03,
  'killed before result': 0.06,
  'killed after result': 0.1,
  'killed after acknowledgement': 0.3,
  'paused at result': 0.03,
  'result unsure': 0.08,
  'result before answer': 0.12,
  'result after return': 0.25,
  'result twice': 0.2,
  'result contradicted': 0.2,
  'result of another server': 0.15,
  'result with other ids': 0.15,
  'result late': 0.12,
  'result never': 0.1,
  'return forged': 0.25,
  'load failed': 0.004,
  'client cut off': 0.05,
  'acquirer away': 0.01,
  'provider away': 0.02,
  'issuer away': 0.02,
  'journal away': 0.0007,
} as const

export type Fault = keyof typeof usual

/** The counterparties that are reached over a line. */
export type Party = 'acquirer' | 'issuer' | 'provider'

export type Climate = {
  /** Whether it happens this time; counted when it does. */
  strikes(fault: Fault): boolean
  /** Whether it cannot be reached, for now and for a while. */
  isAway(party: Party | 'journal'): boolean
  /** From now on nothing goes wrong. */
  clear(): void
  /** What went wrong before may go wrong again, and this at least so often. */
  relapse(fault: Fault, leastOften: number): void
  counts(): Readonly<Partial<Record<Fault, number>>>
}

/**
 * Each run has a climate of its own, with some faults harsher and some left out: what only happens in the
 * absence of another fault is found as well.
 */
export function createClimate({ random, nowMs, report }: ClimateParts): Climate {
  const harshness = random.pick([0.3, 1, 1, 2])
  const likelihood = new Map(
    faultKinds.map(fault => [
      fault,
      random.chance(0.4) ? 0 : usual[fault] * harshness * random.between(0.5, 2),
    ]),
  )
  const counts: Partial<Record<Fault, number>> = {}
  const awayUntilMs = { acquirer: 0, issuer: 0, journal: 0, provider: 0 }
  let isClear = false

  function strikes(fault: Fault): boolean {
    if (isClear || !random.chance(likelihood.get(fault) ?? 0)) return false
    counts[fault] = (counts[fault] ?? 0) + 1
    report(fault)
    return true
  }

  return {
    strikes,
    isAway(party) {
      if (isClear) return false
      if (awayUntilMs[party] <= nowMs() && strikes(`${party} away`))
        awayUntilMs[party] = nowMs() + random.between(1_000, awayMaxMs[party])
      return awayUntilMs[party] > nowMs()
    },
    clear() {
      isClear = true
    },
    relapse(fault, leastOften) {
      isClear = false
      likelihood.set(fault, Math.max(likelihood.get(fault) ?? 0, leastOften))
    },
    counts: () => counts,
  }
}

const awayMaxMs = { acquirer: 120_000, issuer: 120_000, journal: 30_000, provider: 120_000 } as const

export type ClimateParts = {
  readonly random: Random
  readonly nowMs: () => number
  readonly report: (fault: Fault) => void
}

export const faultKinds = Object.keys(usual).filter((name): name is Fault => name in usual)
