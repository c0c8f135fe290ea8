import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createDatabase, type TestDatabase } from '../../../test/database/database.ts'
import { sampleClosing, sampleIntent, sampleKey } from '../../../test/support/store/sampleIntent.ts'
import { addSampleMerchant } from '../../../test/support/store/sampleMerchant.ts'
import { StoreUnavailable } from '../../platform/errors.ts'
import { openStore, type Store } from '../open.ts'
import { withClient } from '../schema/migrate.ts'

let database: TestDatabase
let store: Store
beforeAll(async () => {
  database = await createDatabase('embedded')
  store = await openStore(database.logins)
  await addSampleMerchant(store)
})
afterAll(async () => {
  vi.restoreAllMocks()
  await store?.close()
  await database?.drop()
})

async function pay(orderId: string, transactions: number): Promise<void> {
  for (let number = 1; number <= transactions; number += 1) {
    const order = await store.journal.load(sampleKey(orderId))
    const intent = sampleIntent({
      key: sampleKey(orderId),
      transactionId: String(number),
      seen: order?.version ?? 0,
    })
    const begun = await store.journal.begin(intent)
    if (begun.state !== 'started') throw new Error(begun.state)
    await store.journal.close(sampleClosing(intent, begun.fence))
  }
}

const isLoad = ([statement]: readonly unknown[]): boolean =>
  typeof statement === 'object' && statement !== null && 'name' in statement && statement.name === 'load'

test('orders that are wanted together are read by one statement, and each gets its own', async () => {
  await pay('one', 1)
  await pay('three', 3)
  const query = vi.spyOn(pg.Client.prototype, 'query')
  const wanted = ['three', 'nobody has it', 'one', 'three']
  const loaded = await Promise.all(wanted.map(orderId => store.journal.load(sampleKey(orderId))))
  expect(loaded.map(order => order?.transactions.map(({ id }) => id))).toEqual([
    ['1', '2', '3'],
    undefined,
    ['1'],
    ['1', '2', '3'],
  ])
  expect(query.mock.calls.filter(isLoad)).toHaveLength(1)
})

test('an order that a newer release has written fails alone, not those that are read with it', async () => {
  await pay('newer', 1)
  await pay('known', 1)
  await withClient(database.config, owner =>
    owner.query(
      `update outcomes set gateway_code = 'OF_A_NEWER_RELEASE'
       where order_no = (select order_no from orders where order_id = 'newer')`,
    ),
  )
  const wanted = ['newer', 'known', 'nobody has it']
  const loaded = await Promise.allSettled(wanted.map(orderId => store.journal.load(sampleKey(orderId))))
  expect(loaded).toMatchObject([
    { reason: expect.objectContaining({ message: expect.stringContaining('OF_A_NEWER_RELEASE') }) },
    { value: { version: 2 } },
    { value: undefined },
  ])
})

test('the same order id of another merchant is another order', async () => {
  await pay('shared', 1)
  const [own, foreign] = await Promise.all([
    store.journal.load(sampleKey('shared')),
    store.journal.load({ ...sampleKey('shared'), merchantId: 'ANOTHER' }),
  ])
  expect(own?.transactions).toHaveLength(1)
  expect(foreign).toBeUndefined()
})

test('what is asked for after a commit is never answered from before it', async () => {
  for (let round = 0; round < 20; round += 1) {
    const orderId = `fresh ${round}`
    const others = Promise.all(
      Array.from({ length: 40 }, () => store.journal.load(sampleKey(`fresh ${round - 1}`))),
    )
    await pay(orderId, 1)
    expect((await store.journal.load(sampleKey(orderId)))?.version, orderId).toBe(2)
    await others
  }
})

test('while the database reads nothing, nobody waits on and on', async () => {
  const blocker = new pg.Client(database.config)
  await blocker.connect()
  await blocker.query('begin; lock table orders in access exclusive mode')
  const waiting = Array.from({ length: 150 }, (_, index) =>
    store.journal.load(sampleKey(`waiting ${index}`)).then(
      () => 'read',
      error => (error instanceof StoreUnavailable ? 'unavailable' : String(error)),
    ),
  )
  await new Promise(resolve => setTimeout(resolve, 1_200))
  await blocker.query('commit')
  const ends = await Promise.all(waiting)
  await blocker.end()
  // Four statements of 32 were under way; what had waited behind them for a second is refused.
  expect(ends.filter(end => end === 'read')).toHaveLength(128)
  expect(ends.filter(end => end === 'unavailable')).toHaveLength(22)
})
