import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectionTo } from '../../src/store/embedded/ownership.ts'
import { locateSite } from '../../src/store/embedded/site.ts'
import type { Answer, Client } from '../journeys/client.ts'
import { authorization } from '../journeys/requests.ts'
import { reachableFolder } from '../reachableFolder.ts'
import { figuresKept, figuresRecounted } from '../support/store/recount.ts'
import { databasePid, endAll, faultsIn, type GatewayProcess, startProcess } from './gatewayProcess.ts'

let root = ''
let dataDirectory = ''
let gateway: GatewayProcess

beforeAll(async () => {
  root = await reachableFolder('crash')
  dataDirectory = join(root, 'data')
  gateway = await start()
  await watchCards()
})
afterAll(async () => {
  await endAll()
  await rm(root, { recursive: true, force: true })
})

const start = () =>
  startProcess({
    TOLLGATE_DATA_DIR: dataDirectory,
    TOLLGATE_ORDER_WAIT_MS: '100',
    TOLLGATE_LOG_LEVEL: 'warn',
  })

/** What is begun and what is counted, from when on a rule counts attempts by card. */
const asOwner = async <Result>(work: (owner: pg.Client) => Promise<Result>): Promise<Result> => {
  const owner = new pg.Client(connectionTo(await locateSite(dataDirectory, 5432)))
  await owner.connect()
  try {
    return await work(owner)
  } finally {
    await owner.end()
  }
}
const attempts = () =>
  asOwner(async owner => {
    const { rows } = await owner.query(
      `select (select count(*) from transactions where operation = 'AUTHORIZE')::int4 as begun,
        (select coalesce(sum(each), 0) from risk_counts, unnest(attempts) each)::int4 as counted`,
    )
    return { begun: Number(rows[0]?.begun), counted: Number(rows[0]?.counted) }
  })
let uncounted = 0

/** A rule that only watches, so that no payment is answered otherwise; nodes know of it within a second. */
async function watchCards(): Promise<void> {
  const velocity = [{ by: 'CARD', minutes: 1_440, attemptsAbove: 1_000_000 }]
  const rule = { id: 'watched', name: 'W', when: { velocity }, recommendation: 'REVIEW', stage: 'BEFORE' }
  const content = JSON.stringify({ rules: [{ ...rule, state: 'SHADOW' }] })
  await asOwner(owner =>
    owner.query(
      `insert into risk_rule_sets (merchant_id, change_no, content)
       values ('TESTMERCHANT', nextval('risk_changes'), $1)`,
      [content],
    ),
  )
  for (let made = 1; !(await isAssessed(`watched-${made}`)); made++) await sleep(100)
  const { begun, counted } = await attempts()
  expect(counted).toBe(1)
  uncounted = begun - counted
}

const isAssessed = async (orderId: string): Promise<boolean> =>
  JSON.stringify((await gateway.authorize(orderId, body(orderId))).body).includes('"ACCEPTED"')

test.each([1, 2])('kill -9 of the gateway under load loses nothing acknowledged (%i)', async round => {
  const load = new Load(gateway, `gateway-${round}`)
  await load.until(acknowledged => acknowledged > 60 + Math.random() * 60)
  const pid = await databasePid(dataDirectory)
  await gateway.end('SIGKILL')
  await load.stopped()
  gateway = await start()
  expect(await databasePid(dataDirectory)).toBe(pid)
  await load.expectNothingLost(gateway)
})

test('kill -9 of the database under load loses nothing acknowledged, and it comes back', async () => {
  const load = new Load(gateway, 'database')
  await load.until(acknowledged => acknowledged > 100)
  const pid = await databasePid(dataDirectory)
  process.kill(pid ?? 0, 'SIGKILL')
  const before = load.acknowledged.size
  await load.until(acknowledged => acknowledged > before + 100)
  load.stop()
  await load.stopped()
  expect(await databasePid(dataDirectory)).not.toBe(pid)
  await load.expectNothingLost(gateway)
  // Nobody was told anything but "done", "nothing was done, try again", or that nobody knows.
  expect([...load.statuses].filter(status => ![201, 503, 500].includes(status))).toEqual([])
  expect(faultsIn(gateway.output())).toEqual([])
  expect(await gateway.call('GET', '/ready')).toMatchObject({ status: 200 })
})

test('through all this, everything was counted once, and every order can be found', async () => {
  await asOwner(async owner => {
    const found = async () => (await owner.query('select count(*)::int4 as orders from found_orders')).rows
    const { rows } = await owner.query('select count(*)::int4 as orders from orders where sequence > 0')
    await expect.poll(found, { timeout: 10_000 }).toEqual(rows)
    expect(await figuresKept(owner)).toEqual(await figuresRecounted(owner))
  })
})

test('what was begun for a card is what was counted for it, through all this', async () => {
  const { begun, counted } = await attempts()
  expect(counted).toBeGreaterThan(200)
  expect(counted).toBe(begun - uncounted)
})

test('after all this it still stops cleanly', async () => {
  expect((await gateway.end('SIGINT')).code).toBe(0)
  expect(await databasePid(dataDirectory)).toBeUndefined()
})

/** Sixteen clients that authorize order after order and keep every answer, until their gateway is gone. */
class Load {
  readonly acknowledged = new Map<string, Answer>()
  readonly unanswered = new Set<string>()
  readonly refused = new Set<string>()
  readonly statuses = new Set<number>()
  readonly #clients: readonly Promise<void>[]
  #isStopped = false

  constructor(client: Client, name: string) {
    this.#clients = Array.from({ length: 16 }, (_, index) => this.#work(client, `${name}-${index}`))
  }

  async #work(client: Client, name: string): Promise<void> {
    for (let count = 1; !this.#isStopped; count++) {
      const orderId = `${name}-${count}`
      try {
        const answer = await client.authorize(orderId, body(orderId))
        this.statuses.add(answer.status)
        if (answer.status === 201) this.acknowledged.set(orderId, answer)
        if (answer.status === 500) this.unanswered.add(orderId)
        if (answer.status === 503) this.refused.add(orderId)
        if (answer.status !== 201) await sleep(50)
      } catch {
        this.unanswered.add(orderId)
        return
      }
    }
  }

  stop(): void {
    this.#isStopped = true
  }

  async until(isEnough: (acknowledged: number) => boolean): Promise<void> {
    while (!isEnough(this.acknowledged.size)) await sleep(5)
  }

  stopped(): Promise<unknown> {
    return Promise.all(this.#clients)
  }

  /** Answers stand word for word; what had none is done once, or undone; what was refused is not there. */
  async expectNothingLost(client: Client): Promise<void> {
    const replays = [...this.acknowledged].map(async ([orderId, { text }]) => {
      const again = await repeated(client, orderId)
      expect([again.status, again.text]).toEqual([200, text])
    })
    await Promise.all(replays)
    const repeats = [...this.unanswered].map(async orderId => {
      const again = await repeated(client, orderId)
      expect([200, 201]).toContain(again.status)
      // What the dead node had asked and not written down is unknown until it is reversed.
      expect(['SUCCESS', 'UNKNOWN', 'FAILURE']).toContain(again.body.result)
      expect((await client.retrieve(orderId)).body.transaction).toHaveLength(1)
    })
    await Promise.all(repeats)
    for (const orderId of this.refused) expect(await client.retrieve(orderId)).toMatchObject({ status: 400 })
    await this.#expectNothingOpen(client)
  }

  /** The acquirer has its own books: nothing is held behind an answer that says otherwise. */
  async #expectNothingOpen(client: Client): Promise<void> {
    expect((await client.call('POST', '/sandbox/clock', { advance: 'PT5M' })).status).toBe(200)
    expect((await client.call('GET', '/sandbox/reconciliation')).body).toEqual({ differences: [] })
    for (const orderId of this.unanswered) {
      const { body } = await client.retrieve(orderId, { transaction: '1' })
      expect(['SUCCESS', 'FAILURE']).toContain(body.result)
    }
  }
}

/** As clients do: whoever is busy, or has failed, is asked again, for as long as it may need to catch up. */
async function repeated(client: Client, orderId: string): Promise<Answer> {
  for (let left = 100; ; left--) {
    const answer = await client.authorize(orderId, body(orderId))
    if (answer.status < 500 || left === 0) return answer
    await sleep(200)
  }
}

/** Each order has an amount of its own, so that no answer can pass for another's. */
function body(orderId: string): object {
  const cents = [...orderId].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 99_999, 7) + 1
  return authorization({ order: { amount: (cents / 100).toFixed(2), currency: 'USD', reference: orderId } })
}
