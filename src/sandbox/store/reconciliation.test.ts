import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestDatabase } from '../../../test/database/database.ts'
import { sampleClosing, sampleIntent, sampleKey } from '../../../test/support/store/sampleIntent.ts'
import { addSampleMerchant } from '../../../test/support/store/sampleMerchant.ts'
import { createSandboxDatabase } from '../../../test/support/store/sandboxDatabase.ts'
import { openStore, type Store } from '../../store/open.ts'
import { type OpenBooks, openBooks } from './books.ts'
import { type ComparedOrder, comparedOrders, newestBooked } from './reconciliation.ts'

let database: TestDatabase
let store: Store
let books: OpenBooks
let pool: pg.Pool

beforeAll(async () => {
  database = await createSandboxDatabase('embedded')
  store = await openStore(database.logins)
  books = openBooks(database.gateway.config)
  pool = new pg.Pool(database.config)
  await addSampleMerchant(store)
})

afterAll(async () => {
  await pool.end()
  await books.close()
  await store.close()
  await database.drop()
})

async function begin(orderId: string) {
  const intent = sampleIntent({ key: sampleKey(orderId) })
  const begun = await store.journal.begin(intent)
  if (begun.state !== 'started') throw new Error(begun.state)
  return { intent, fence: begun.fence }
}

const post = (orderId: string, kind: 'hold' | 'reversal' = 'hold') =>
  books.books.post({
    merchantId: 'SAMPLE',
    orderId,
    transactionId: '1',
    kind,
    amount: 10_000n,
    currency: 'USD',
    ...(kind === 'reversal' && { originalId: '1' }),
    postedAtMs: 5,
  })

test('both sides of every order come together, whichever side it is on', async () => {
  const agreed = await begin('agreed')
  await post('agreed')
  await store.journal.close(sampleClosing(agreed.intent, agreed.fence))
  await begin('open')
  const owing = await begin('owing')
  await store.journal.close({
    ...sampleClosing(owing.intent, owing.fence),
    result: 'FAILURE',
    gatewayCode: 'TIMED_OUT',
    totals: { authorized: 0n, captured: 0n, refunded: 0n },
    obligation: 'reversal',
  })
  await post('stray')
  await post('stray', 'reversal')
  const found: ComparedOrder[] = []
  for await (const order of comparedOrders(pool)) found.push(order)
  expect(found.map(({ transactions, entries }) => [transactions.length, entries.length])).toEqual([
    [1, 1],
    [1, 0],
    [1, 0],
    [0, 2],
  ])
  const place = { merchantId: 'SAMPLE', transactionId: '1', amount: 10_000n, currency: 'USD' }
  const recorded = { ...place, type: 'AUTHORIZATION', isOpen: false }
  expect(found.flatMap(({ transactions }) => transactions)).toEqual([
    { ...recorded, orderId: 'agreed', result: 'SUCCESS' },
    { ...recorded, orderId: 'open', result: 'PENDING', isOpen: true },
    { ...recorded, orderId: 'owing', result: 'FAILURE', owed: 'reversal' },
  ])
  expect(found.at(-1)?.entries).toMatchObject([
    { ...place, orderId: 'stray', kind: 'hold', state: 'undone', postedAtMs: 5 },
    { ...place, orderId: 'stray', kind: 'reversal', state: 'posted', originalId: '1' },
  ])
})

test('a merchant and some of its orders are compared by themselves', async () => {
  const idsOf = async (part: Parameters<typeof comparedOrders>[1]) => {
    const found: string[] = []
    for await (const { transactions, entries } of comparedOrders(pool, part))
      found.push(String((transactions[0] ?? entries[0])?.orderId))
    return found
  }
  expect(await idsOf({ merchantId: 'SAMPLE' })).toEqual(['agreed', 'open', 'owing', 'stray'])
  expect(await idsOf({ merchantId: 'SAMPLE', orderIds: ['stray', 'open'] })).toEqual(['open', 'stray'])
  expect(await idsOf({ merchantId: 'ANOTHER' })).toEqual([])
})

test('booked orders are paged from the newest on, each once', async () => {
  const [first, ...rest] = await newestBooked(pool, { merchantId: 'SAMPLE', limit: 1 })
  expect([first?.orderId, rest]).toEqual(['stray', []])
  const older = await newestBooked(pool, { merchantId: 'SAMPLE', before: first?.entryNo ?? 0, limit: 9 })
  expect(older.map(({ orderId }) => orderId)).toEqual(['agreed'])
  expect(await newestBooked(pool, { merchantId: 'ANOTHER', limit: 9 })).toEqual([])
})

test('whoever stops reading early leaves no session behind', async () => {
  for (let round = 0; round < 20; round++) for await (const _ of comparedOrders(pool)) break
  expect(pool.totalCount).toBe(0)
})

test('ten thousand orders are read a handful at a time', async () => {
  await pool.query(`
    insert into simulator.entries
      (order_key, merchant_id, order_id, transaction_id, kind, amount, currency, posted_at_ms)
    select decode(md5(n::text), 'hex'), 'MANY', 'order ' || n, '1', 'hold', 1, 'USD', 0
    from generate_series(1, 10000) n`)
  let count = 0
  for await (const { entries } of comparedOrders(pool)) count += entries.length
  expect(count).toBe(10_003)
})
