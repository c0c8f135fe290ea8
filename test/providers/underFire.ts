// Two nodes, one provider, faults in one call of five, nodes killed: in the end both sides have the same
// books, to the minor unit.

import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import type { TestDatabase } from '../database/database.ts'
import { passwords } from '../journeys/client.ts'
import { atAnyOf } from '../links/merchants.ts'
import { Nodes } from '../links/nodes.ts'
import { countOpen } from '../links/record.ts'
import { settle } from '../links/settle.ts'
import { reachableFolder } from '../reachableFolder.ts'
import { randomOf } from '../simulation/random.ts'
import { type Adapter, type AdapterFault, lateMs, openAdapter } from './adapter.ts'
import { compareProviderBooks, type ProviderPayment } from './compareProviderBooks.ts'
import { linksTo } from './linkedGateway.ts'
import { Payers, type PayersOptions } from './payers.ts'

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
    const settledInSeconds = await settle({ ...options, ...usualSettling, nodes, client })
    const open = await countOpen(client)
    const findings = [
      ...nodes.errors().map(line => `logged: ${line.slice(0, 1_000)}`),
      ...(open === 0 ? [] : [`${open} still open`]),
      ...(await compareProviderBooks(client, approvedAt(adapter), payers.orderIds)),
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
/** Payers who never decide have three hours. */
const usualSettling = { lateMs: lateMs + patienceMs, minutes: 30, restMs: 1_500 }

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
  const payers = new Payers({
    ...{ seed, atOnce, isEnough, ask: atAnyOf(nodes), look: atAnyOf(nodes, 'GET') },
    decide: decidedAt({ adapter, nodes }),
  })
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

/** In an app also payers decide who never got the page: of whatever the provider has open for the order. */
const decidedAt =
  ({ adapter, nodes }: Parties): PayersOptions['decide'] =>
  async (random, orderId) => {
    for (const [paymentId, { start, state }] of adapter.payments) {
      if (start?.orderId !== orderId || state !== 'open') continue
      const decision = random.weighted({ approved: 7, declined: 1, never: 2 })
      if (decision === 'never') continue
      adapter.decide(paymentId, decision)
      const port = nodes.live()[0]?.port ?? 0
      for (let repeat = random.below(3); repeat > 0; repeat -= 1)
        await adapter.notify(paymentId, { toPort: port }).catch(() => undefined)
    }
  }

function approvedAt({ payments }: Adapter): readonly ProviderPayment[] {
  return [...payments.values()].flatMap(({ start, state, amount, captures, refunds }) => {
    if (!start || state !== 'approved') return []
    const standing = (parts: typeof captures) =>
      [...parts.values()].filter(part => part.state === 'approved').map(part => part.amount)
    const { orderId, operation, currency } = start
    return [
      {
        ...{ orderId, operation, currency, approved: amount ?? start.amount },
        ...{ captures: standing(captures), refunds: standing(refunds) },
      },
    ]
  })
}

function countsOf(words: readonly string[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const word of [...words].sort()) counts[word] = (counts[word] ?? 0) + 1
  return counts
}
