import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import type { Dialect } from '../../src/acquirers/iso8583/dialects/dialect.ts'
import { dialectNamed } from '../../src/acquirers/iso8583/dialects/shippedDialects.ts'
import type { TestDatabase } from '../database/database.ts'
import { reachableFolder } from '../reachableFolder.ts'
import { randomOf } from '../simulation/random.ts'
import { compareBooks } from './compareBooks.ts'
import { compareWire, type WireFindings } from './compareWire.ts'
import { type Faults, type HostProcess, startHostProcess } from './hostProcess.ts'
import { linkedSettings } from './linkedSettings.ts'
import { atAnyOf } from './merchants.ts'
import { errorInWords, Nodes } from './nodes.ts'
import { type GatewayRecord, readRecord } from './record.ts'
import { settle } from './settle.ts'
import { Shoppers } from './shoppers.ts'

export type FireOptions = {
  readonly database: Pick<TestDatabase, 'settings' | 'config'>
  readonly dialect: string
  /** How many transactions, how many nodes are killed meanwhile. */
  readonly count: number
  readonly kills: number
  readonly seed: number
  /** So many requests at a time. */
  readonly atOnce?: number
  readonly tell?: (progress: string) => void
}

export type FireReport = {
  readonly findings: readonly string[]
  readonly seconds: number
  readonly killed: number
  readonly results: Readonly<Record<string, number>>
  readonly faults: Readonly<Record<string, number>>
  readonly transactions: number
  readonly entries: number
  readonly wire: Omit<WireFindings, 'findings' | 'overtaken'>
  readonly comparisons: Readonly<Record<'matched' | 'mismatched' | 'unknown', number>>
  /** Left to people, because the host allows no further repeat. */
  readonly leftToPeople: number
  /** How long it took, without faults, until nothing was owed. */
  readonly settledInSeconds: number
}

/** Two nodes, one host, faults in one message of five, nodes killed: in the end both have the same books. */
export async function underFire(options: FireOptions): Promise<FireReport> {
  const startedAtMs = performance.now()
  const folder = await reachableFolder('fire')
  const dialect = blindly(options.dialect)
  await writeFile(join(folder, 'dialect.json'), JSON.stringify(dialect))
  const host = await startHostProcess({ folder, ...options })
  const link = { port: host.port, dialect: './dialect.json', connections: 3, backlogPerSecond: 200 }
  const settings = await linkedSettings({ folder, link, patienceMs, ...options })
  const nodes = new Nodes({ count: 2, settingsOf: () => settings })
  const client = new Client(options.database.config)
  try {
    await Promise.all([client.connect(), nodes.start()])
    const shoppers = await fight(options, { host, nodes })
    await host.clearFaults()
    const settledInSeconds = await settle({ ...options, ...usualSettling, nodes, client })
    const judged = await judge({ host, nodes, client, dialect })
    const seconds = Math.round((performance.now() - startedAtMs) / 1_000)
    const results = Object.fromEntries([...shoppers.results].sort())
    return { ...judged, seconds, settledInSeconds, killed: nodes.killed, results }
  } finally {
    await nodes.stop()
    await Promise.all([client.end(), host.stop()])
    await rm(folder, { recursive: true, force: true })
  }
}

/** The host acknowledges blindly now and then: the gateway has to be told that it may. */
export function blindly(name: string): Dialect {
  const dialect = dialectNamed(name)
  if (!dialect) throw new Error(`There is no dialect ${name}`)
  return {
    ...dialect,
    name: `${name}-blind`,
    reversals: { ...dialect.reversals, acknowledgement: 'blind' },
  }
}

export const patienceMs = 1_500
const lateMs = 2_500
/** A message can be under way for more than a minute. */
const usualSettling = { lateMs: lateMs + patienceMs, minutes: 2, restMs: 500 }

/** One message in five. Those that end a connection lose what else is in flight there. */
export const messageFaults: Faults = {
  'drop-request': { probability: 0.025 },
  'drop-answer': { probability: 0.025 },
  'late-request': { probability: 0.02, ms: lateMs },
  late: { probability: 0.02, ms: lateMs },
  slow: { probability: 0.02, ms: 300 },
  twice: { probability: 0.02 },
  'wrong-trace-number': { probability: 0.01 },
  'wrong-amount': { probability: 0.01 },
  'wrong-currency': { probability: 0.005 },
  'swapped-terminal': { probability: 0.01 },
  'no-response-code': { probability: 0.005 },
  'half-message': { probability: 0.005 },
  'byte-by-byte': { probability: 0.01 },
  'two-in-one-segment': { probability: 0.009 },
  'cut-in-the-middle': { probability: 0.001 },
  'half-open': { probability: 0.0005 },
  echo: { probability: 0.0025 },
  'key-change': { probability: 0.0015 },
  'cut-over': { probability: 0.0005 },
}

export const standingFaults: Faults = {
  'refuse-connections': { probability: 0.2 },
  'blind-reversals': { probability: 0.5 },
  'book-after-reversal': { probability: 0.5 },
}

type Parties = { readonly host: HostProcess; readonly nodes: Nodes }

/** The load, and beside it the kills; now and then the host closes, or ends all connections. */
async function fight(options: FireOptions, { host, nodes }: Parties): Promise<Shoppers> {
  const { count, kills, seed, atOnce = 48, tell = () => undefined } = options
  await host.setFaults({ ...messageFaults, ...standingFaults })
  let killsLeft = kills
  const isEnough = (done: number) => done >= count && killsLeft === 0
  const shoppers = new Shoppers({ ask: atAnyOf(nodes), seed, atOnce, isEnough })
  const random = randomOf(seed)
  const trouble = async () => {
    for (; killsLeft > 0; killsLeft -= 1) {
      while (shoppers.done < (count * (kills - killsLeft + 1)) / (kills + 1)) await sleep(50)
      const index = random.below(nodes.count)
      const both = random.chance(0.2) ? [nodes.kill(1 - index)] : []
      await Promise.all([nodes.kill(index), ...both])
      if (killsLeft % 5 === 2) await closeHost(host)
      tell(`${shoppers.done} of ${count} transactions, ${nodes.killed} kills`)
    }
  }
  await Promise.all([shoppers.run(), trouble()])
  return shoppers
}

/** It says so first; who is back has to sign on again. */
async function closeHost(host: HostProcess): Promise<void> {
  await host.act('sign-off')
  await sleep(200)
  await host.act('drop-connections')
}

type Judging = Parties & {
  readonly client: Client
  readonly dialect: Dialect
  /** Where something delays messages on their way, they may come after others that were sent later. */
  readonly areDelayed?: boolean
  /** Whether an order is one that this host knows; all are, unless it says otherwise. */
  readonly isAtHost?: (orderId: string) => boolean
}

export async function judge(judging: Judging) {
  const { host, nodes, client, dialect, areDelayed = false, isAtHost = () => true } = judging
  const whole = recordOf(await readRecord(client), isAtHost)
  const { record, leftToPeople } = withoutLeft(whole, dialect)
  const books = await host.books()
  const [counters, comparisons] = [await host.counters(), await host.comparisons()]
  const reversalsAreNumbered = dialect.reversals.traceNumber === 'own'
  const form = { generation: dialect.generation, offsetMs: 3_600_000, reversalsAreNumbered }
  const { findings: onTheWire, overtaken, ...wire } = compareWire(whole, await host.wire(), form)
  const none = {
    ...{ 'originals sent twice': counters.originalsSentTwice, 'unreadable messages': counters.unreadable },
    ...{ 'messages not understood': counters.notUnderstood, 'answers unwritable': counters.unwritable },
    'original data that differ': comparisons.mismatched,
    // One that was held up on its way comes soon before the next.
    'echoes too soon': areDelayed ? 0 : counters.echoesTooSoon,
    'errors logged': nodes.errors().length,
  }
  const findings = [
    ...Object.entries(none).flatMap(([name, count]) => (count === 0 ? [] : [`${name}: ${count}`])),
    ...comparisons.mismatches.map(each => `original data differ: ${JSON.stringify(each)}`),
    ...nodes.errors().slice(0, 10).map(errorInWords),
    ...onTheWire,
    ...(areDelayed ? [] : overtaken),
    ...compareBooks(record, books.filter(ofOrders(whole, record)), form),
  ]
  const { matched, mismatched, unknown } = comparisons
  return {
    ...{ findings, wire, overtaken, leftToPeople, comparisons: { matched, mismatched, unknown } },
    ...{ transactions: whole.transactions.length, entries: books.length },
    faults: await host.faultsHappened(),
  }
}

/** Where a host limits repeats, some of what is owed is left to people: such orders are not compared. */
function withoutLeft(record: GatewayRecord, { reversals: { repeatsMax } }: Dialect) {
  const isLeft = ({ owed, attempts, unsent }: GatewayRecord['transactions'][number]) =>
    owed !== null && repeatsMax !== undefined && attempts - unsent > repeatsMax
  const left = new Set(record.transactions.filter(isLeft).map(({ orderId }) => orderId))
  return { leftToPeople: left.size, record: recordOf(record, orderId => !left.has(orderId)) }
}

/** Of these orders only. */
const recordOf = (record: GatewayRecord, isOf: (orderId: string) => boolean): GatewayRecord => ({
  orders: record.orders.filter(({ orderId }) => isOf(orderId)),
  transactions: record.transactions.filter(({ orderId }) => isOf(orderId)),
})

/** Entries of orders that are compared, and of none. */
function ofOrders(whole: GatewayRecord, compared: GatewayRecord) {
  const referencesOf = ({ transactions }: GatewayRecord) =>
    new Set(transactions.map(({ trace }) => `${trace?.terminal} ${trace?.reference}`))
  const [known, kept] = [referencesOf(whole), referencesOf(compared)]
  return ({ terminal, reference }: { readonly terminal: string; readonly reference: string }) =>
    kept.has(`${terminal} ${reference}`) || !known.has(`${terminal} ${reference}`)
}
