import { setTimeout as sleep } from 'node:timers/promises'
import type { OwnServer } from '../database/ownServer.ts'
import { type Ended, faultsIn, type GatewayProcess } from '../faults/gatewayProcess.ts'
import type { Answer } from '../journeys/client.ts'
import { fundsOf } from '../journeys/requests.ts'
import { type Random, randomOf } from '../simulation/random.ts'
import type { CitusCluster } from './cluster.ts'
import { addMerchants, type CitusDatabase, type Shop, settledDifferences, startNode } from './gateways.ts'

export const killKinds = ['node', 'worker', 'coordinator'] as const
export type KillKind = (typeof killKinds)[number]

export type KillReport = {
  readonly kills: Readonly<Record<KillKind, number>>
  readonly answers: Readonly<Record<string, number>>
  readonly acknowledged: number
  /** Of those, how many while a worker was away: it is the loss of its own cells only. */
  readonly paidMeanwhile: number
  readonly violations: readonly string[]
}

type WantedKills = {
  readonly cluster: CitusCluster
  /** How often each kind. */
  readonly kills: Readonly<Record<KillKind, number>>
  readonly seed: number
  readonly tell: (text: string) => void
}

/** What a merchant was told, and must be told whenever it asks again. */
type Acknowledged = {
  readonly path: string
  readonly shop: Shop
  readonly result: unknown
  /** For whoever looks why it is another now. */
  readonly told: string
}

const database = 'kills'
const clients = 8

/**
 * Two nodes on one distributed database, and merchants who pay all the while. Nodes, workers and the
 * coordinator are killed in turn and started again. At the end everything that was acknowledged is asked for
 * again, and the gateway's books are held against the acquirer's.
 */
export async function underKills({ cluster, kills, seed, tell }: WantedKills): Promise<KillReport> {
  tell('a database on all three servers')
  await cluster.createDatabase(database)
  const random = randomOf(seed)
  const place = { cluster, database }
  const nodes = [await startNode(place), await startNode(place)]
  tell('merchants in several cells')
  const shops = await addMerchants(place)
  const world = new PayingMerchants({ shops, seed, pickNode: () => nodes[random.below(nodes.length)] })
  const paying = world.pay()
  let paidMeanwhile = 0
  const done: Record<KillKind, number> = { node: 0, worker: 0, coordinator: 0 }
  const faults: string[] = []
  try {
    for (const kind of inTurn(kills, random)) {
      await sleep(random.between(500, 1_500))
      if (kind === 'node') faults.push(...faultsIn((await replaceNode(nodes, random, place))?.output ?? ''))
      else if (kind === 'coordinator') await crash(cluster.coordinator, random)
      else paidMeanwhile += await crash(random.pick([...cluster.workers]), random, world)
      done[kind] += 1
      const { node, worker, coordinator } = done
      tell(`killed ${node} nodes, ${worker} workers, ${coordinator} coordinators; ${world.told()}`)
    }
    await sleep(1_000)
  } finally {
    world.stop()
    await paying
  }
  const differences = await auditOf(nodes, world)
  for (const node of nodes) faults.push(...faultsIn((await node.end('SIGTERM')).output))
  const violations = [...differences, ...faults]
  const acknowledged = world.acknowledged.length
  return { kills: done, answers: world.answers, acknowledged, paidMeanwhile, violations }
}

function inTurn(kills: WantedKills['kills'], random: Random): readonly KillKind[] {
  const all = killKinds.flatMap(kind => Array.from({ length: kills[kind] }, () => kind))
  return all
    .map(kind => ({ kind, at: random.between(0, 1) }))
    .sort((one, other) => one.at - other.at)
    .map(({ kind }) => kind)
}

async function replaceNode(
  nodes: GatewayProcess[],
  random: Random,
  place: CitusDatabase,
): Promise<Ended | undefined> {
  const index = random.below(nodes.length)
  const ended = await nodes[index]?.end('SIGKILL')
  nodes[index] = await startNode(place)
  return ended
}

/** Kills it, and starts it again; how many payments were acknowledged while it was away. */
async function crash(server: OwnServer, random: Random, world?: PayingMerchants): Promise<number> {
  await server.crash()
  const before = world?.acknowledged.length ?? 0
  await sleep(random.between(500, 3_000))
  const after = world?.acknowledged.length ?? 0
  await server.start()
  return after - before
}

type Around = {
  readonly shops: readonly Shop[]
  readonly seed: number
  readonly pickNode: () => GatewayProcess | undefined
}

/** Merchants that pay and capture, each order once, and repeat what was not answered for certain. */
class PayingMerchants {
  readonly answers: Record<string, number> = {}
  readonly acknowledged: Acknowledged[] = []
  readonly #around: Around
  #isOver = false
  #orders = 0

  constructor(around: Around) {
    this.#around = around
  }

  told(): string {
    return `${this.acknowledged.length} acknowledged of ${this.#orders} orders`
  }

  stop(): void {
    this.#isOver = true
  }

  async pay(): Promise<void> {
    await Promise.all(Array.from({ length: clients }, () => this.#client()))
  }

  async #client(): Promise<void> {
    const { shops, seed } = this.#around
    while (!this.#isOver) {
      const number = this.#orders++
      const order = `order/${seed}-${number}`
      const shop = shops[number % shops.length]
      if (shop === undefined) return
      const amounts = { amount: '10.00', currency: 'USD' }
      await this.#ask(shop, `${order}/transaction/1`, {
        ...{ apiOperation: 'AUTHORIZE', order: amounts, sourceOfFunds: fundsOf({}) },
      })
      await this.#ask(shop, `${order}/transaction/2`, { apiOperation: 'CAPTURE', transaction: amounts })
    }
  }

  /** Whatever was not answered for certain is asked again with the same ids, as merchants are told to. */
  async #ask(shop: Shop, path: string, body: object): Promise<void> {
    for (let tries = 0; tries < 5 && !this.#isOver; tries += 1) {
      const answer = await this.#around
        .pickNode()
        ?.call('PUT', path, body, shop)
        .catch(() => undefined)
      const kind = answer === undefined ? 'no answer' : String(answer.status)
      this.answers[kind] = (this.answers[kind] ?? 0) + 1
      const result = answer && isStored(answer) ? answer.body.result : undefined
      if (answer && answer.status < 300 && (result === 'SUCCESS' || result === 'FAILURE'))
        return void this.acknowledged.push({ path, shop, result, told: inShort(answer.body) })
      if (answer && answer.status === 400) return
      await sleep(100)
    }
  }
}

/** An order that is busy with another transaction is answered as such, and nothing of that is recorded. */
const isStored = ({ body: { response } }: Answer): boolean =>
  !JSON.stringify(response ?? {}).includes('"LOCK_FAILURE"')

const inShort = (body: Answer['body']): string =>
  JSON.stringify({ result: body.result, response: body.response, error: body.error }).slice(0, 140)

/** Nothing that was acknowledged is lost or another, and the acquirer's books agree. */
async function auditOf(
  [node]: readonly GatewayProcess[],
  { acknowledged }: PayingMerchants,
): Promise<readonly string[]> {
  if (node === undefined) return ['There is no node']
  const found: string[] = []
  for (const { path, shop, result, told } of acknowledged) {
    const answer = await node.call('GET', path, undefined, shop)
    if (answer.status !== 200 || answer.body.result !== result)
      found.push(`${path} was ${told}, and is ${answer.status} ${inShort(answer.body)}`)
  }
  return [...found, ...(await settledDifferences(node))]
}
