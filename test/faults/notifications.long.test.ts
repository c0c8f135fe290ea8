import { randomBytes } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:https'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client as Database } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeServerCertificate } from '../../src/certificates/ownCertificates.ts'
import { createDatabase, type TestDatabase } from '../database/database.ts'
import type { Client } from '../journeys/client.ts'
import { authorization } from '../journeys/requests.ts'
import { valueAt } from '../journeys/whole.ts'
import { reachableFolder } from '../reachableFolder.ts'
import { type Arrival, type FlakyReceivers, openFlakyReceivers } from './flakyReceiver.ts'
import { endAll, type GatewayProcess, startProcess } from './gatewayProcess.ts'

/** Which run this is, and how often a node is killed in it: NOTIFY_KILLS=40 is a long one. */
const seed = Number(process.env.NOTIFY_SEED ?? 1 + Math.floor(Math.random() * 1_000_000))
const kills = Number(process.env.NOTIFY_KILLS ?? 2)

let root = ''
let database: TestDatabase
let inspector: Database
let receivers: FlakyReceivers
let keys: readonly string[] = []
let certificate = { certificatePem: '', keyPem: '' }
const nodes: GatewayProcess[] = []
const sharedKeys = `test:${randomBytes(32).toString('base64')}`

beforeAll(async () => {
  root = await reachableFolder('notify')
  database = await createDatabase('external')
  inspector = new Database(database.config)
  await inspector.connect()
  certificate = await makeServerCertificate({ names: ['localhost'], nowMs: Date.now() })
  await writeFile(join(root, 'receiver.pem'), certificate.certificatePem)
  receivers = await openFlakyReceivers({ seed, count: 12, keys: () => keys })
  nodes.push(...(await Promise.all([start(0), start(1)])))
}, 120_000)
afterAll(async () => {
  await endAll()
  await receivers?.close()
  await inspector?.end()
  await database?.drop()
  await rm(root, { recursive: true, force: true })
}, 60_000)

const start = (index: number) =>
  startProcess({
    TOLLGATE_DATA_DIR: join(root, `node-${index}`),
    ...database.settings,
    TOLLGATE_KEYS: sharedKeys,
    TOLLGATE_ACQUIRER_PATIENCE_MS: '200',
    TOLLGATE_ORDER_WAIT_MS: '100',
    TOLLGATE_LOG_LEVEL: 'warn',
    NODE_EXTRA_CA_CERTS: join(root, 'receiver.pem'),
  })

test(`every committed change is told, and nothing else: run ${seed}`, async () => {
  keys = await signingKeys()
  const shop = new Shop()
  for (let round = 0; round < kills; round++) {
    await shop.until(shop.answers + 30)
    const index = round % 2
    await nodes[index]?.end('SIGKILL')
    // The other one goes on alone, and does what the dead one had claimed.
    await shop.until(shop.answers + 15)
    nodes[index] = await start(index)
  }
  await shop.close()
  await settled()
  const committed = await committedChanges()
  const tell = `${committed.size} changes, ${receivers.arrivals.length} arrivals, ${shop.answers} answers`
  console.log(`notifications, run ${seed}: ${tell}`)
  expect(committed.size).toBeGreaterThan(shop.answers * 0.9)
  const taken = new Set(receivers.arrivals.filter(({ isTaken }) => isTaken).map(nameOf))
  expect(
    [...committed.keys()].filter(name => !taken.has(name)),
    'missing',
  ).toEqual([])
  const arrived = [...new Set(receivers.arrivals.map(nameOf))]
  expect(
    arrived.filter(name => !committed.has(name)),
    'phantoms',
  ).toEqual([])
  expect(receivers.followed(), 'redirects followed').toBe(0)
  expect(
    receivers.arrivals.filter(({ isSigned }) => !isSigned),
    'badly signed',
  ).toEqual([])
  expect(outOfSequence(), 'first attempts out of sequence').toEqual([])
  expect(differentTexts(), 'told differently').toEqual([])
  expect(misinformed(committed), 'told otherwise than recorded').toEqual([])
}, 900_000)

test('by TLS the shared secret comes along, to whom the certificate is accepted', async () => {
  const heard: unknown[] = []
  const { certificatePem: cert, keyPem: key } = certificate
  const server = createServer({ cert, key }, (request, response) => {
    heard.push(request.headers['x-notification-secret'])
    response.end()
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = address !== null && typeof address === 'object' ? address.port : 0
  const order = { amount: '10.00', currency: 'USD' }
  const sandboxMerchant = '/sandbox/merchants/TESTMERCHANT'
  const pay = (host: string) => {
    const body = authorization({ order: { ...order, notificationUrl: `https://${host}:${port}/hook` } })
    return nodeAt(1).authorize(`${seed}-tls-${host}`, body)
  }
  // Told to both nodes, so that neither remembers another one: the secret is for the server of the profile.
  const profile = { notificationUrl: `https://localhost:${port}/all` }
  for (const node of [nodeAt(0), nodeAt(1)])
    expect((await node.call('PUT', `${sandboxMerchant}/profile`, profile)).status).toBeLessThan(300)
  expect((await pay('127.0.0.1')).status).toBe(201)
  expect((await pay('localhost')).status).toBe(201)
  const { body } = await nodeAt(0).call('GET', `${sandboxMerchant}/notifications/keys`)
  await expect.poll(() => heard, { timeout: 20_000 }).toEqual([body.shared])
  server.close().closeAllConnections()
}, 60_000)

const nameOf = ({ orderId, sequence }: { readonly orderId: string; readonly sequence: number }) =>
  `${orderId} #${sequence}`

async function signingKeys(): Promise<readonly string[]> {
  const { body } = await nodeAt(0).call('GET', '/sandbox/merchants/TESTMERCHANT/notifications/keys')
  return body.signing as readonly string[]
}

function nodeAt(index: number): GatewayProcess {
  const node = nodes[index % 2]
  if (!node) throw new Error('There are two nodes')
  return node
}

/** Shoppers who pay, take back and give up, on whichever node answers, until the shop closes. */
class Shop {
  answers = 0
  readonly #shoppers: readonly Promise<void>[]
  #isClosed = false

  constructor() {
    this.#shoppers = Array.from({ length: 6 }, (_, index) => this.#shop(index))
  }

  async until(answers: number): Promise<void> {
    while (this.answers < answers) await sleep(20)
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await Promise.all(this.#shoppers)
  }

  async #shop(shopper: number): Promise<void> {
    for (let count = 0; !this.#isClosed; count++) {
      const orderId = `${seed}-${shopper}-${count}`
      const steps = [
        this.#first(orderId, shopper + count),
        ...followUps[(shopper + count) % followUps.length]!,
      ]
      for (const [index, step] of steps.entries()) {
        const isAnswered = await this.#submit(
          nodeAt(shopper + count),
          `order/${orderId}/transaction/${index}`,
          step,
        )
        if (!isAnswered) break
      }
      await sleep(20)
    }
  }

  /** Most have an address of their own; now and then an acquirer is silent. */
  #first(orderId: string, turn: number): object {
    const order = { amount: '10.00', currency: 'USD', reference: orderId }
    const expiry = turn % 11 === 0 ? '11/39' : turn % 5 === 0 ? '05/39' : '01/39'
    return authorization({ order: { ...order, notificationUrl: receivers.address(turn) } }, { expiry })
  }

  /** A node that dies in the middle of it says nothing. */
  async #submit(node: Client, path: string, body: object): Promise<boolean> {
    try {
      const { status } = await node.call('PUT', path, body)
      if (status === 201) this.answers += 1
      else await sleep(50)
      return status === 201
    } catch {
      await sleep(100)
      return false
    }
  }
}

const money = { amount: '3.00', currency: 'USD' }
const followUps: readonly (readonly object[])[] = [
  [
    { apiOperation: 'CAPTURE', transaction: money },
    { apiOperation: 'REFUND', transaction: money },
  ],
  [{ apiOperation: 'VOID', transaction: { targetTransactionId: '0' } }],
  [],
  [
    { apiOperation: 'CAPTURE', transaction: money },
    { apiOperation: 'CAPTURE', transaction: money },
  ],
]

/** Moves the clock until nothing is owed to anybody. While first attempts are due, by less than a lease. */
async function settled(): Promise<void> {
  for (;;) {
    const { untried, waiting, open } = await standing()
    if (untried + waiting + open === 0) return
    const advance = untried > 0 ? 'PT5S' : 'PT20M'
    const { status, text } = await nodeAt(0).call('POST', '/sandbox/clock', { advance })
    expect(status, text).toBe(200)
  }
}

async function standing() {
  const { rows } = await inspector.query(`
    select (select count(*) from outbox)::int
        + (select count(*) from notifications where state = 'WAITING' and attempts = 0)::int as untried,
      (select count(*) from notifications where state = 'WAITING')::int as waiting,
      (select count(*) from orders where open_id is not null)::int
        + (select count(*) from obligations where status = 'PENDING')::int as open`)
  return rows[0] as { readonly untried: number; readonly waiting: number; readonly open: number }
}

type Recorded = { readonly result: string; readonly gatewayCode: string }

/** By the orders' own count, and what was recorded at each. */
async function committedChanges(): Promise<ReadonlyMap<string, Recorded | undefined>> {
  const { rows } = await inspector.query(`
    select o.order_id as "orderId", s as sequence, u.result, u.gateway_code as "gatewayCode"
    from orders o cross join generate_series(1, o.sequence) s
    left join outcomes u on u.cell = o.cell and u.merchant_id = o.merchant_id and u.order_no = o.order_no
      and u.sequence = s`)
  return new Map(rows.map(row => [nameOf(row), row]))
}

/**
 * First attempts that arrived before that of an earlier change of their order, or before it was answered. One
 * that was let hang may be given up for the next.
 */
function outOfSequence(): readonly string[] {
  const first = receivers.arrivals.filter(({ attempt }) => attempt === 1)
  const isTooEarly = (one: Arrival) =>
    first.some(
      ({ orderId, sequence, startedMs, endedMs }) =>
        orderId === one.orderId &&
        sequence < one.sequence &&
        (startedMs > one.startedMs || (endedMs > one.startedMs && Number.isFinite(endedMs))),
    )
  return first.filter(isTooEarly).map(nameOf)
}

function differentTexts(): readonly string[] {
  const texts = new Map<string, Set<string>>()
  for (const arrival of receivers.arrivals) {
    const known = texts.get(nameOf(arrival)) ?? new Set()
    texts.set(nameOf(arrival), known.add(arrival.text))
  }
  return [...texts].filter(([, each]) => each.size > 1).map(([name]) => name)
}

function misinformed(committed: ReadonlyMap<string, Recorded | undefined>): readonly string[] {
  return receivers.arrivals
    .filter(arrival => {
      const body = JSON.parse(arrival.text)
      const recorded = committed.get(nameOf(arrival))
      return (
        body.result !== recorded?.result || valueAt(body, 'response.gatewayCode') !== recorded?.gatewayCode
      )
    })
    .map(nameOf)
}
