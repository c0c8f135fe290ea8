// What the directory servers of all schemes and the issuers behind them share: certificates, clock, faults,
// records, challenges and results.

import { BoundedMap } from '../platform/boundedMap.ts'
import type { Clock } from '../platform/clock.ts'
import { createChallenges, type IssuerChallenges } from './challenges.ts'
import {
  createDirectoryFaults,
  type DirectoryFault,
  type DirectoryFaultDeck,
  type DirectoryFaultSetting,
  isDirectoryFault,
} from './faults.ts'
import type { SeenMethods } from './issuerServer.ts'
import { createMessageRecord, type MessageRecord, type RawDirectoryMessage } from './messageRecord.ts'
import { createOrderedOutcomes, type OrderedOutcomes } from './orderedOutcomes.ts'
import { createResults, type ResultPosting } from './results.ts'
import { type SchemeCertificates, schemeCertificates } from './schemeCertificates.ts'
import { createSchemePosters, type SchemePosters } from './schemePosters.ts'
import { type Scheme, schemeNamed } from './schemes.ts'
import { createShiftedClock, type ShiftedClock } from './serverClock.ts'
import { createTransactions, type DirectoryTransactions } from './transactions.ts'
import { type SpokenVersion, spokenVersions } from './versions.ts'

/** What all schemes share. */
export type DirectoryHouse = {
  readonly wanted: readonly Scheme[]
  readonly folder: string
  readonly names: readonly string[]
  readonly versions: readonly SpokenVersion[]
  readonly certificates: ReadonlyMap<string, SchemeCertificates>
  readonly clock: ShiftedClock
  readonly faults: DirectoryFaultDeck
  readonly record: MessageRecord
  readonly orders: OrderedOutcomes
  readonly transactions: DirectoryTransactions
  readonly posters: SchemePosters
  readonly results: ResultPosting
  readonly challenges: IssuerChallenges
  readonly methods: SeenMethods
}

type HouseOptions = {
  readonly host?: string
  readonly versions?: readonly SpokenVersion[]
  readonly seed?: number
  readonly faults?: { readonly [name in DirectoryFault]?: DirectoryFaultSetting }
  readonly onMessage?: (message: RawDirectoryMessage) => void
}

type HouseBase = {
  readonly wanted: readonly Scheme[]
  readonly folder: string
  readonly base: Pick<Clock, 'now' | 'monotonicMs'>
}

export async function createHouse(
  options: HouseOptions,
  { wanted, folder, base }: HouseBase,
): Promise<DirectoryHouse> {
  const { host = '127.0.0.1', versions = ['2.2.0', '2.3.1'] } = options
  const names = [...new Set(['localhost', '127.0.0.1', host])]
  const certificates = new Map<string, SchemeCertificates>()
  const issuedMs = base.now().getTime()
  for (const { name } of wanted)
    certificates.set(name, await schemeCertificates({ folder, scheme: name, names, nowMs: issuedMs }))
  const clock = createShiftedClock(base)
  const { nowMs } = clock
  const { monotonicMs } = base
  const faults = createDirectoryFaults(options.seed ?? 1)
  for (const [name, setting] of Object.entries(options.faults ?? {}))
    if (isDirectoryFault(name)) faults.set(name, setting)
  const record = createMessageRecord(nowMs, options.onMessage)
  const transactions = createTransactions()
  const posters = createSchemePosters({ certificates, nowMs: () => base.now().getTime(), monotonicMs })
  const results = createResults({ schemeNamed, posters, transactions, faults, record, nowMs })
  const challenges = createChallenges({ transactions, results, faults, record, nowMs })
  return {
    ...{
      wanted,
      folder,
      names,
      certificates,
      clock,
      faults,
      record,
      transactions,
      posters,
      results,
      challenges,
    },
    ...{ versions: spokenVersions.filter(version => versions.includes(version)) },
    orders: createOrderedOutcomes(),
    methods: createSeenMethods(nowMs),
  }
}

const methodLifeMs = 10 * 60_000

function createSeenMethods(nowMs: () => number): SeenMethods {
  const seen = new BoundedMap<string, number>(50_000)
  return {
    add: id => seen.set(id, nowMs()),
    has: id => nowMs() - (seen.get(id) ?? Number.NEGATIVE_INFINITY) <= methodLifeMs,
  }
}
