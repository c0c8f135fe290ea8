import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import type { GatewayProcess } from '../faults/gatewayProcess.ts'
import { freePort } from '../freePorts.ts'
import { fundsOf } from '../journeys/requests.ts'
import { addMerchants, type CitusDatabase, type Shop, settledDifferences, startNode } from './gateways.ts'

export type AwayReport = {
  /** How often each of these was seen while a worker was away, in cells of the other; refusals in its own. */
  readonly seen: Readonly<Record<AwaySight, number>>
  readonly violations: readonly string[]
}

export const awaySights = [
  ...(['paid', 'refunded', 'counted for risk', 'reversed', 'taken over', 'notified', 'found'] as const),
  ...(['refused', 'back again'] as const),
] as const
export type AwaySight = (typeof awaySights)[number]

/**
 * One worker is away, and the cells of the other go on with everything that a payment needs: it is begun and
 * closed, refunded, counted for risk rules, reversed where the acquirer was silent, taken over from a node
 * that was killed, told to its merchant, and found by search. The cells of the lost worker are refused, and
 * when it is back they go on, and nothing of them is lost.
 */
export async function workerAway(place: CitusDatabase, tell: (text: string) => void): Promise<AwayReport> {
  const { cluster, database } = place
  tell('a worker away: a database on all three servers')
  await cluster.createDatabase(database)
  const receiver = await openListener()
  const node = await startNode(place)
  const second = await startNode(place)
  const shops = await addMerchants(place)
  const story = new AwayStory(node, receiver)
  try {
    await watchCards(place)
    const away = await cellsOfFirstWorker(place)
    const [lost, living] = [
      shops.filter(({ cell }) => away.has(cell)),
      shops.filter(({ cell }) => !away.has(cell)),
    ]
    if (lost.length === 0 || living.length === 0) throw new Error('All cells are on one worker')
    await Promise.all(lost.map(shop => story.pay(shop, 'before', 'before')))
    await cluster.workers[0].crash()
    tell('a worker away: paying in the cells of the other')
    await story.readyFor(lost)
    // Its own acquirer is silent: what it leaves open, another node asks about at once.
    const answers = living.map(() => ({ answer: 'silent' }))
    await second.call('POST', '/sandbox/acquirer/scripts', { match: { orderId: 'left' }, answers })
    await Promise.all(living.map(shop => story.leaveOpen(second, shop, place)))
    await second.end('SIGKILL')
    await Promise.all(living.flatMap(shop => [story.pay(shop, 'paid', 'paid'), story.reverse(shop)]))
    await Promise.all(lost.map(shop => story.refuse(shop)))
    tell('a worker away: what a killed node left is taken over')
    await Promise.all(living.map(shop => story.takenOver(shop)))
    await story.allTold(living)
    await story.counted(place, living)
    await Promise.all(living.map(shop => story.found(shop, place)))
    await cluster.workers[0].start()
    tell('a worker away: it is back')
    await story.readyFor([])
    await Promise.all(lost.map(shop => story.goOn(shop)))
    await story.allTold(lost)
    return { seen: story.seen, violations: [...story.violations, ...(await settledDifferences(node))] }
  } finally {
    if (!cluster.workers[0].isRunning()) await cluster.workers[0].start()
    await node.end('SIGTERM')
    await second.end('SIGKILL')
    receiver.close()
  }
}

const amounts = { amount: '10.00', currency: 'USD' }
const transaction = amounts

class AwayStory {
  readonly seen: Record<AwaySight, number> = {
    ...{ paid: 0, refunded: 0, 'counted for risk': 0, reversed: 0, 'taken over': 0, notified: 0 },
    ...{ found: 0, refused: 0, 'back again': 0 },
  }
  readonly violations: string[] = []
  readonly #expected: string[] = []
  readonly #node: GatewayProcess
  readonly #receiver: Listener

  constructor(node: GatewayProcess, receiver: Listener) {
    this.#node = node
    this.#receiver = receiver
  }

  #order(shop: Shop, expiry = '01/39') {
    const order = { ...amounts, notificationUrl: this.#receiver.address(shop.merchant) }
    return { apiOperation: 'AUTHORIZE', order, sourceOfFunds: fundsOf({ expiry }) }
  }

  #expect(shop: Shop, order: string, changes: number): void {
    for (let sequence = 1; sequence <= changes; sequence += 1)
      this.#expected.push(`${shop.merchant} ${order} ${sequence}`)
  }

  /** An authorization, its capture and its refund. */
  async pay(shop: Shop, order: string, as: 'before' | 'paid' | 'back again'): Promise<void> {
    const steps = [
      this.#order(shop),
      { apiOperation: 'CAPTURE', transaction },
      { apiOperation: 'REFUND', transaction },
    ]
    this.#expect(shop, order, steps.length)
    for (const [index, body] of steps.entries()) {
      const path = `order/${order}/transaction/${index + 1}`
      const { status, body: answer } = await this.#node.call('PUT', path, body, shop)
      if (answer.result !== 'SUCCESS')
        return void this.violations.push(`${shop.merchant} ${path}: ${status} ${JSON.stringify(answer)}`)
      if (as === 'paid' && body.apiOperation === 'REFUND') this.seen.refunded += 1
    }
    if (as !== 'before') this.seen[as] += 1
  }

  /** The acquirer is silent: TIMED_OUT is told, and made true. */
  async reverse(shop: Shop): Promise<void> {
    const path = 'order/silent/transaction/1'
    await this.#node.call('PUT', path, this.#order(shop, neverAnswered), shop)
    if (await this.#isTold(shop, path, '"ACKNOWLEDGED"')) this.seen.reversed += 1
  }

  /**
   * Begun by a node that is killed after its acquirer had heard of it, and before it has an answer. Killed
   * sooner, it leaves something that no acquirer knows, and for two minutes nobody believes that.
   */
  async leaveOpen(node: GatewayProcess, shop: Shop, { cluster, database }: CitusDatabase): Promise<void> {
    void node.call('PUT', 'order/left/transaction/1', this.#order(shop), shop).catch(() => undefined)
    const has = (query: string) => cluster.coordinator.ask(query, database).then(rows => rows.length > 0)
    const open = `select from orders where cell = ${shop.cell} and order_id = 'left' and open_id = '1'`
    const ofShop = `merchant_id = '${shop.merchant}' and order_id = 'left'`
    const booked = `select from simulator.entries where ${ofShop}`
    await this.#soon(`${shop.merchant}: nothing was begun`, async () => (await has(booked)) && has(open))
  }

  /** Closed by another node, which owes its reversal from then on, and has it acknowledged. */
  async takenOver(shop: Shop): Promise<void> {
    if (await this.#isTold(shop, 'order/left/transaction/1', '"ACKNOWLEDGED"')) this.seen['taken over'] += 1
  }

  async #isTold(shop: Shop, path: string, part: string): Promise<boolean> {
    let told = ''
    const isSo = async () => {
      const { body } = await this.#node.call('GET', path, undefined, shop)
      told = JSON.stringify(body.transaction ?? body)
      return told.includes(part)
    }
    return await this.#soon(() => `${shop.merchant} ${path} has no ${part}: ${told}`, isSo)
  }

  /** Refused before anything is sent, as when the database is away. */
  async refuse(shop: Shop): Promise<void> {
    for (const [method, path, body] of [
      ['PUT', 'order/refused/transaction/1', this.#order(shop)],
      ['GET', 'order/before/transaction/1', undefined],
    ] as const) {
      const { status } = await this.#node.call(method, path, body, shop)
      if (status === 503) this.seen.refused += 1
      else this.violations.push(`${shop.merchant} ${method} ${path}: ${status} where 503 was due`)
    }
  }

  /** What was paid before is there, what was refused was not sent, and it can pay again. */
  async goOn(shop: Shop): Promise<void> {
    const before = await this.#node.call('GET', 'order/before/transaction/3', undefined, shop)
    if (before.body.result !== 'SUCCESS') this.violations.push(`${shop.merchant}: a refund is lost`)
    await this.pay(shop, 'after', 'back again')
  }

  /** The node stays ready, and says which cells are away. */
  async readyFor(lost: readonly Shop[]): Promise<void> {
    const wanted = lost.map(({ cell }) => `cell ${cell}`).join()
    let told = ''
    const isTold = async () => {
      const { status, body } = await this.#node.call('GET', '/ready')
      told = `${status} ${JSON.stringify(body)}`
      const warnings: readonly { code?: unknown; details?: readonly string[] }[] = Array.isArray(
        body.warnings,
      )
        ? body.warnings
        : []
      const away = warnings.find(({ code }) => code === 'CELLS_AWAY')
      return status === 200 && (away?.details ?? []).filter(each => each !== 'cell 0').join() === wanted
    }
    await this.#soon(() => `Readiness should tell of ${wanted || 'no cells'}: ${told}`, isTold)
  }

  /** Each change of theirs is told. */
  async allTold(shops: readonly Shop[]): Promise<void> {
    const expected = this.#expected.filter(each =>
      shops.some(({ merchant }) => each.startsWith(`${merchant} `)),
    )
    const missing = () => expected.filter(each => !this.#receiver.heard.has(each))
    await this.#soon(
      () => `Not told: ${missing().join(', ')}`,
      async () => missing().length === 0,
    )
    this.seen.notified += expected.length - missing().length
  }

  /** Attempts were counted in the commit that began them. */
  async counted({ cluster, database }: CitusDatabase, living: readonly Shop[]): Promise<void> {
    for (const { cell } of living) {
      const rows = await cluster.coordinator.ask<{ n: number }>(
        `select coalesce(sum(each), 0)::int4 as n from risk_counts, unnest(attempts) each
         where cell = ${cell}`,
        database,
      )
      // Of the three orders that were paid, silent, and left by the killed node.
      if (rows[0]?.n === 3) this.seen['counted for risk'] += 3
      else this.violations.push(`Cell ${cell} has counted ${rows[0]?.n} attempts of 3`)
    }
  }

  /** Taken into search and figures. */
  async found({ merchant, cell }: Shop, { cluster, database }: CitusDatabase): Promise<void> {
    const whole = `select from found_orders f join figure_sums s on s.cell = f.cell
      where f.cell = ${cell} and f.merchant_id = '${merchant}' and f.order_id = 'paid' and f.refunded = 1000
        and s.merchant_id = f.merchant_id and s.step = 'day' and s.refunded = 1000`
    const isFound = () => cluster.coordinator.ask(whole, database).then(rows => rows.length > 0)
    if (await this.#soon(`${merchant}: what was refunded is not found`, isFound)) this.seen.found += 1
  }

  async #soon(failure: string | (() => string), isSo: () => Promise<boolean>): Promise<boolean> {
    for (let look = 0; look < soonMs / 100; look += 1) {
      if (await isSo().catch(() => false)) return true
      await sleep(100)
    }
    this.violations.push(typeof failure === 'string' ? failure : failure())
    return false
  }
}

/** The acquirer of the sandbox holds the money, and says nothing. */
const neverAnswered = '11/39'

/** A node that is silent for 15 s counts as dead. */
const soonMs = 40_000

/** A rule that only watches, so that no payment is answered otherwise; nodes know of it within a second. */
async function watchCards({ cluster, database }: CitusDatabase): Promise<void> {
  const velocity = [{ by: 'CARD', minutes: 1_440, attemptsAbove: 1_000_000 }]
  const rule = { id: 'watched', name: 'W', when: { velocity }, recommendation: 'REVIEW', stage: 'BEFORE' }
  const content = JSON.stringify({ rules: [{ ...rule, state: 'SHADOW' }] })
  await cluster.coordinator.ask(
    `insert into risk_rule_sets (merchant_id, change_no, content)
     select merchant_id, nextval('risk_changes'), '${content}' from merchants where cell > 0`,
    database,
  )
  await sleep(2_500)
}

async function cellsOfFirstWorker({ cluster, database }: CitusDatabase): Promise<ReadonlySet<number>> {
  const rows = await cluster.coordinator.ask<{ cell: number }>(
    `select m.cell from merchants m
     join pg_dist_placement p on p.shardid = get_shard_id_for_distribution_column('orders', m.cell)
     join pg_dist_node n on n.groupid = p.groupid
     where n.nodeport = ${cluster.workers[0].port}`,
    database,
  )
  return new Set(rows.map(({ cell }) => cell))
}

/** What merchants were told, each change once. */
type Listener = {
  readonly heard: ReadonlySet<string>
  address(merchant: string): string
  close(): void
}

async function openListener(): Promise<Listener> {
  const heard = new Set<string>()
  const port = await freePort()
  const server = createServer(async (request, response) => {
    const body: { order?: { id?: string } } = JSON.parse(await text(request))
    const sequence = request.headers['x-notification-sequence']
    heard.add(`${request.url?.slice(1)} ${body.order?.id} ${sequence}`)
    response.writeHead(200).end('{}')
  })
  await new Promise<void>(resolve => server.listen(port, '127.0.0.1', resolve))
  return {
    heard,
    address: merchant => `http://127.0.0.1:${port}/${merchant}`,
    close: () => void server.close().closeAllConnections(),
  }
}
