import { faultKinds } from './faults.ts'
import { deeds } from './payers.ts'
import type { Report } from './run.ts'
import { schemeEvents } from './schemes/book.ts'
import { operationsSimulated } from './workload.ts'

/** What many runs came to. */
export type Tally = {
  readonly seeds: number
  readonly broken: readonly { readonly seed: number; readonly violations: readonly string[] }[]
  readonly counts: Readonly<Record<string, number>>
  readonly faults: Readonly<Record<string, number>>
}

export const emptyTally: Tally = { seeds: 0, broken: [], counts: {}, faults: {} }

export function tallied(tally: Tally, { seed, violations, counts, faults }: Report): Tally {
  const broken = violations.length === 0 ? [] : [{ seed, violations }]
  return together(tally, { seeds: 1, broken, counts, faults })
}

export function together(one: Tally, other: Tally): Tally {
  return {
    seeds: one.seeds + other.seeds,
    broken: [...one.broken, ...other.broken].sort((first, second) => first.seed - second.seed),
    counts: sums(one.counts, other.counts),
    faults: sums(one.faults, other.faults),
  }
}

function sums(one: Tally['counts'], other: Tally['counts']): Record<string, number> {
  const sum = { ...one }
  for (const [name, count] of Object.entries(other)) sum[name] = (sum[name] ?? 0) + count
  return sum
}

/** Every kind of fault and operation by name, also those that never came up: none is no proof. */
export function inLines({ seeds, broken, counts, faults }: Tally): readonly string[] {
  const of = (names: readonly string[], from: Tally['counts']) =>
    names.map(name => `${name} ${figure(from[name] ?? 0)}`).join(', ')
  const heard = ['recorded', 'replayed', 'waiting', 'seen', 'rejection', 'unavailable', 'fault', 'nothing']
  const results = ['SUCCESS', 'FAILURE', 'PENDING', 'UNKNOWN']
  const faultCount = Object.values(faults).reduce((sum, count) => sum + count, 0)
  return [
    `runs ${figure(seeds)}, virtual hours ${figure(Math.round((counts.virtualSeconds ?? 0) / 3_600))}`,
    `requests ${figure(counts.requests ?? 0)}: ${of(heard, counts)}`,
    `executed: ${of(operationsSimulated, counts)}`,
    `first answers: ${of(results, counts)}`,
    `payers: ${of(deeds, counts)}`,
    `schemes: ${of(schemeEvents, counts)}`,
    `faults ${figure(faultCount)}: ${of(faultKinds, faults)}`,
    broken.length === 0
      ? `violations 0, so that the rate is below ${bound(seeds)} of runs (95 %, 3/N)`
      : `violations in ${figure(broken.length)} runs: ${broken.slice(0, 20).map(({ seed }) => seed)}`,
  ]
}

const bound = (seeds: number): string => `${Number((300 / seeds).toPrecision(2))} %`

const figure = (value: number): string => value.toLocaleString('en')
