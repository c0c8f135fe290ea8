import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createDatabase, type TestDatabase } from '../../../test/database/database.ts'
import {
  sampleAmendment,
  sampleClosing,
  sampleIntent,
  sampleKey,
  sampleSilence,
} from '../../../test/support/store/sampleIntent.ts'
import { addSampleMerchant } from '../../../test/support/store/sampleMerchant.ts'
import type { Intent, LoadedOrder, OrderKey } from '../../operations/model/journal.ts'
import { createPool } from '../connection/pool.ts'
import { openStore, type Store } from '../open.ts'
import { createKeptOrders } from './keptOrders.ts'
import { createLoad } from './load.ts'

let database: TestDatabase
/** Another node: whatever changes, this one does not hear of it. */
let other: Store
let owner: pg.Client
let pool: pg.Pool
let load: ReturnType<typeof createLoad>

beforeAll(async () => {
  database = await createDatabase('embedded')
  other = await openStore(database.logins)
  owner = new pg.Client(database.config)
  await owner.connect()
  await addSampleMerchant(other)
  pool = createPool(database.logins.gateway, { max: 4 })
  load = createLoad(pool)
})
afterAll(async () => {
  vi.restoreAllMocks()
  await pool?.end()
  await owner?.end()
  await other?.close()
  await database?.drop()
})

/** As a load without a memory reads it. */
const readAnew = (key: OrderKey) => createLoad(pool)(key)

/** Everything but the time of reading it, and answers. */
function contentOf(order: LoadedOrder | undefined) {
  if (order === undefined) return undefined
  const { loadedAtMs: _, answers: __, ...content } = order
  const transactions = order.transactions.map(each => ({
    ...each,
    request: { fields: each.request.fields, additions: each.request.additions },
    outcome: each.outcome && { fields: each.outcome.fields, story: each.outcome.story },
  }))
  return { ...content, transactions }
}

type History = { readonly key: OrderKey; readonly intents: Intent[]; fence: number }

async function begin(history: History): Promise<Intent | undefined> {
  const order = await readAnew(history.key)
  if (order?.openId !== undefined) return undefined
  const transactionId = String(history.intents.length + 1)
  const intent = sampleIntent({
    key: history.key,
    transactionId,
    seen: order?.version ?? 0,
    trace: 'first',
  })
  const begun = await other.journal.begin(intent)
  if (begun.state !== 'started') return undefined
  history.fence = begun.fence
  history.intents.push(intent)
  return intent
}

const rewriting = (table: string, set: string) => async (history: History) => {
  const { cell, merchantId, orderId } = history.key
  await owner.query(
    `update ${table} set ${set} where cell = $1 and merchant_id = $2
     and order_no = (select order_no from orders where cell = $1 and merchant_id = $2 and order_id = $3)`,
    [cell, merchantId, orderId],
  )
}

/** What may happen to an order, at another node; each does nothing where it cannot happen. */
const happenings: Readonly<Record<string, (history: History) => Promise<unknown>>> = {
  begin,
  async pay(history) {
    const intent = await begin(history)
    if (intent) await other.journal.close(sampleClosing(intent, history.fence))
  },
  async fail(history) {
    const intent = await begin(history)
    if (intent) await other.journal.close({ ...sampleSilence(intent, history.fence), obligation: 'reversal' })
  },
  async close(history) {
    const intent = history.intents.at(-1)
    if (intent) await other.journal.close(sampleClosing(intent, history.fence))
  },
  async retrace({ key, intents, fence }) {
    const intent = intents.at(-1)
    const { transactionId } = intent ?? { transactionId: '' }
    if (intent)
      await other.journal.retrace({ key, transactionId, fence, trace: randomBytes(4).toString('hex') })
  },
  async amend(history) {
    const order = await readAnew(history.key)
    const intent = history.intents.find(
      ({ transactionId }) =>
        order?.transactions.find(({ id }) => id === transactionId)?.owed?.status === 'PENDING',
    )
    if (order && intent) await other.journal.amend(sampleAmendment(intent, order.version))
  },
  async attempt() {
    await owner.query("update obligations set next_at = now() - interval '1 minute' where status = 'PENDING'")
    await other.journal.claimDue({ limit: 50, patienceMs: 0 })
  },
  erase: rewriting('transactions', `request = '{"model":2,"fields":{"order":{"amount":"1.00"}}}'`),
  eraseOutcomes: rewriting('outcomes', `outcome = '{"model":2,"fields":{},"story":{"rule":"erased"}}'`),
  reseal: rewriting('transactions', 'card = sha256(card)'),
  outdate: rewriting('orders', 'version = version + 1'),
}

/** Read so often that it is kept, then once more. */
async function expectAsStored(key: OrderKey): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) {
    const order = await load(key)
    const content = contentOf(order)
    expect(content).toEqual(contentOf(await readAnew(key)))
    const answered = order?.answers?.get('answer')
    if (answered) expect(answered).toEqual(content)
    if (content) order?.answers?.set('answer', content)
  }
}

test('what is kept is what is stored, whatever another node has done since', async () => {
  const happening = fc.record({
    what: fc.constantFrom(...Object.keys(happenings)),
    to: fc.constantFrom(0, 1),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(happening, { minLength: 3, maxLength: 10 }), async story => {
      const histories = [0, 1].map((): History => ({ key: sampleKey(), intents: [], fence: 0 }))
      for (const { what, to } of story) {
        const history = histories[to]
        if (history) await happenings[what]?.(history)
        for (const { key } of histories) await expectAsStored(key)
      }
    }),
    { numRuns: 12, examples: [[examples]] },
  )
}, 60_000)

/** Each of them at least once, after something that it can happen to. */
const examples = 'pay erase eraseOutcomes reseal begin retrace close fail attempt amend outdate reseal'
  .split(' ')
  .map(what => ({ what, to: 0 }))

test('of an order that is kept, no document is read again until it changes', async () => {
  const history: History = { key: sampleKey(), intents: [], fence: 0 }
  await happenings.pay?.(history)
  const query = vi.spyOn(pg.Client.prototype, 'query')
  const names = () => query.mock.calls.flatMap(([statement]: readonly unknown[]) => nameIn(statement))
  const first = await load(history.key)
  expect(first).not.toHaveProperty('answers')
  await load(history.key)
  const third = await load(history.key)
  expect(names()).toEqual(['load', 'load', 'load stamps'])
  expect(third?.loadedAtMs).toBeGreaterThanOrEqual(first?.loadedAtMs ?? Number.POSITIVE_INFINITY)
  await happenings.reseal?.(history)
  query.mockClear()
  await load(history.key)
  expect(names()).toEqual(['load stamps', 'load'])
})

/** The name of a load; other nodes and recovery have statements of their own. */
const nameIn = (statement: unknown): readonly string[] =>
  typeof statement === 'object' && statement !== null && 'name' in statement
    ? [String(statement.name)].filter(name => name.startsWith('load'))
    : []

const sized = (size: number) => ({ order: sampleOrder, stamp: 'a', size })
const sampleOrder: LoadedOrder = {
  ...{ version: 1, currency: 'USD', amount: 1n, excess: 0n, createdAtMs: 0, loadedAtMs: 0 },
  totals: { authorized: 0n, captured: 0n, refunded: 0n },
  transactions: [],
}

test('documents are kept up to a length', () => {
  const kept = createKeptOrders(10_000)
  const keys = Array.from({ length: 100 }, (_, index) => sampleKey(String(index)))
  for (const key of [...keys, ...keys]) kept.note(key, sized(1_000))
  const found = keys.filter(key => kept.find(key) !== undefined)
  expect(found.length).toBeGreaterThan(2)
  expect(found.length).toBeLessThan(8)
})

test('what is kept has its own bytes, not a piece of what came with it', async () => {
  const key = sampleKey('own-bytes')
  const intent = sampleIntent({ key, seen: 0, trace: 'first' })
  const begun = await other.journal.begin(intent)
  if (begun.state === 'started') await other.journal.close(sampleClosing(intent, begun.fence))
  await load(key)
  await load(key)
  const [transaction] = (await load(key))?.transactions ?? []
  expect(transaction?.fingerprint).toEqual(intent.fingerprint)
  for (const bytes of [transaction?.fingerprint, transaction?.card ?? Buffer.allocUnsafeSlow(0)])
    expect(bytes?.buffer.byteLength).toBe(bytes?.length)
})

test('the order of another merchant, or in another cell, is another one', () => {
  const kept = createKeptOrders()
  const key = sampleKey('one')
  kept.note(key, sized(1))
  kept.note(key, sized(1))
  expect(kept.find(key)).toBeDefined()
  expect(kept.find({ ...key, merchantId: 'ANOTHER' })).toBeUndefined()
  expect(kept.find({ ...key, cell: 2 })).toBeUndefined()
})
