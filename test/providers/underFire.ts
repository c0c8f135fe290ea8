// Two nodes, one provider, faults in one call of five, nodes killed: in the end both sides have the same
// books, to the minor unit.

import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { toMinor } from '../../src/orders/money.ts'
import type { TestDatabase } from '../database/database.ts'
import { passwords } from '../journeys/client.ts'
import { Nodes } from '../links/nodes.ts'
import { countOpen } from '../links/record.ts'
import { reachableFolder } from '../reachableFolder.ts'
import { randomOf } from '../simulation/random.ts'
import { type Adapter, type AdapterFault, lateMs, openAdapter } from './adapter.ts'
import { linksTo } from './linkedGateway.ts'
import { Payers } from './payers.ts'

export type ProviderFireOptions = {
  readonly database: Pick<TestDatabase, 'settings' | 'config'>
  /** How many transactions, how many nodes are killed meanwhile. */
  readonly count: number
  readonly kills: number
  readonly seed: number
  readonly atOnce?: number
  readonly tell?: (progress: string) => void
}

export type ProviderFireReport = {
  readonly findings: readonly string[]
  readonly seconds: number
  readonly settledInSeconds: number
  readonly killed: number
  readonly orders: number
  readonly payments: number
  readonly results: Readonly<Record<string, number>>
  readonly faults: Readonly<Record<string, number>>
  readonly calls: Readonly<Record<string, number>>
}

export async function providerUnderFire(options: ProviderFireOptions): Promise<ProviderFireReport> {
  const startedAtMs = performance.now()
  const folder = await reachableFolder('provider-fire')
  const adapter = await openAdapter()
  const settings = await settingsOf(options, adapter, folder)
  const nodes = new Nodes({ count: 2, settingsOf: () => settings })
  const client = new Client(options.database.config)
  try {
    await Promise.all([client.connect(), nodes.start()])
    const happened = spoilCalls(adapter, options.seed)
    const payers = await fight(options, { adapter, nodes })
    adapter.state.chance = () => undefined
    const settledInSeconds = await settle(options, { nodes, client })
    const findings = [
      ...nodes.errors().map(line => `logged: ${line.slice(0, 1_000)}`),
      ...(await compareProviderBooks(client, adapter, payers.orderIds)),
    ]
    const calls = countsOf(adapter.calls.map(({ call }) => call))
    const seconds = Math.round((performance.now() - startedAtMs) / 1_000)
    return {
      ...{ findings, seconds, settledInSeconds, killed: nodes.killed, calls },
      ...{ orders: payers.orderIds.length, payments: adapter.payments.size },
      ...{ results: Object.fromEntries([...payers.results].sort()), faults: countsOf(happened) },
    }
  } finally {
    await nodes.stop()
    await Promise.all([client.end(), adapter.close()])
    await rm(folder, { recursive: true, force: true })
  }
}

const patienceMs = 1_500

async function settingsOf({ database }: ProviderFireOptions, adapter: Adapter, folder: string) {
  const path = join(folder, 'providers.json')
  await writeFile(path, JSON.stringify(await linksTo(adapter, folder)))
  return {
    ...database.settings,
    TOLLGATE_KEYS: `k1:${Buffer.alloc(32, 7).toString('base64')}`,
    TOLLGATE_SANDBOX_PASSWORD: passwords.TESTMERCHANT,
    TOLLGATE_LOG_LEVEL: 'warn',
    TOLLGATE_PROVIDERS: path,
    TOLLGATE_ACQUIRER_PATIENCE_MS: String(patienceMs),
    TOLLGATE_ORDER_WAIT_MS: '1000',
  }
}

const callFaults: readonly [AdapterFault, ...AdapterFault[]] = [
  ...(['deaf', 'silent', 'silent', 'late', 'late', 'unsigned', 'wrongSecret', 'otherCall'] as const),
  ...(['otherPayment', 'brokenJson', 'serverError', 'tooLong', 'redirect', 'old', 'tryAgain'] as const),
]

/** One call of five. Returns what happened. */
function spoilCalls(adapter: Adapter, seed: number): readonly string[] {
  const random = randomOf(seed + 1)
  const happened: string[] = []
  adapter.state.chance = call => {
    if (!random.chance(0.2)) return undefined
    // Another amount than was asked for, where the provider decides on it.
    const fault = call === 'status' && random.chance(0.05) ? 'otherAmount' : random.pick(callFaults)
    happened.push(fault)
    return fault
  }
  return happened
}

type Parties = { readonly adapter: Adapter; readonly nodes: Nodes }

async function fight(options: ProviderFireOptions, { adapter, nodes }: Parties): Promise<Payers> {
  const { count, kills, seed, atOnce = 24, tell = () => undefined } = options
  let killsLeft = kills
  const isEnough = (done: number) => done >= count && killsLeft === 0
  const payers = new Payers({ nodes, adapter, seed, atOnce, isEnough })
  const random = randomOf(seed)
  const trouble = async () => {
    for (; killsLeft > 0; killsLeft -= 1) {
      while (payers.done < (count * (kills - killsLeft + 1)) / (kills + 1)) await sleep(50)
      await nodes.kill(random.below(nodes.count))
      tell(`${payers.done} of ${count} transactions, ${nodes.killed} kills`)
    }
  }
  await Promise.all([payers.run(), trouble()])
  return payers
}

/** Without faults, and with the clock moved on: payers who never decide have three hours. */
async function settle(
  { tell = () => undefined }: ProviderFireOptions,
  { nodes, client }: { readonly nodes: Nodes; readonly client: Client },
): Promise<number> {
  const startedAtMs = performance.now()
  await sleep(lateMs + patienceMs)
  for (let step = 0; step < stepsMax; step += 1) {
    const open = await countOpen(client)
    tell(`${open} open, clock moved ${step * 30} minutes`)
    if (open === 0) break
    const moved = await nodes.live()[step % nodes.count]?.call('POST', '/sandbox/clock', { advance: 'PT30M' })
    if (moved?.status !== 200) throw new Error(`The clock does not move: ${moved?.text}`)
    await sleep(1_500)
  }
  return Math.round((performance.now() - startedAtMs) / 1_000)
}

const stepsMax = 40

type OrderTotals = { readonly authorized: bigint; readonly captured: bigint; readonly refunded: bigint }

/** Totals of each order as the gateway has them, and as the provider's payments and their parts add up. */
async function compareProviderBooks(
  client: Client,
  adapter: Adapter,
  orderIds: readonly string[],
): Promise<readonly string[]> {
  const { rows } = await client.query<Record<'order_id' | keyof OrderTotals, string>>(
    'select order_id, authorized, captured, refunded from orders',
  )
  const gateway = new Map(rows.map(row => [row.order_id, row]))
  const open = await countOpen(client)
  const shown = ({ authorized, captured, refunded }: Record<keyof OrderTotals, bigint | string>) =>
    `authorized ${authorized}, captured ${captured}, refunded ${refunded}`
  const nothing = { authorized: 0n, captured: 0n, refunded: 0n }
  const differences = orderIds.flatMap(orderId => {
    const ours = shown(gateway.get(orderId) ?? nothing)
    const theirs = shown(providerTotals(adapter, orderId))
    return ours === theirs ? [] : [`${orderId}: gateway ${ours}; provider ${theirs}`]
  })
  return [...(open === 0 ? [] : [`${open} still open`]), ...differences]
}

function providerTotals({ payments }: Adapter, orderId: string): OrderTotals {
  const totals = { authorized: 0n, captured: 0n, refunded: 0n }
  for (const { start, state, amount, captures, refunds } of payments.values()) {
    if (start?.orderId !== orderId || state !== 'approved') continue
    const sumOf = (parts: typeof captures) =>
      [...parts.values()]
        .filter(part => part.state === 'approved')
        .reduce((sum, part) => sum + toMinor(part.amount, part.currency), 0n)
    const taken = toMinor(amount ?? start.amount, start.currency)
    totals.authorized += taken
    totals.captured += start.operation === 'PAY' ? taken : sumOf(captures)
    totals.refunded += sumOf(refunds)
  }
  return totals
}

function countsOf(words: readonly string[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const word of [...words].sort()) counts[word] = (counts[word] ?? 0) + 1
  return counts
}
