import fc from 'fast-check'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabase, type TestDatabase } from '../../../test/database/database.ts'
import { createFaultyWire } from '../../../test/support/store/faultyWire.ts'
import { figuresKept, figuresRecounted, paymentsWithOutcome } from '../../../test/support/store/recount.ts'
import {
  sampleAmendment,
  sampleClosing,
  sampleIntent,
  sampleKey,
  sampleSilence,
} from '../../../test/support/store/sampleIntent.ts'
import { addSampleMerchant } from '../../../test/support/store/sampleMerchant.ts'
import type { Intent } from '../../operations/model/journal.ts'
import type { CardBrand } from '../../standards/cardBrands.ts'
import { openStore, type Store } from '../open.ts'

let database: TestDatabase
let store: Store
let owner: pg.Client
beforeAll(async () => {
  database = await createDatabase('external')
  store = await openStore(database.logins)
  owner = new pg.Client(database.config)
  await owner.connect()
  await addSampleMerchant(store)
})
afterAll(async () => {
  await store?.close()
  await owner?.end()
  await database?.drop()
})

const begin = async (intent: Intent): Promise<number> => {
  const begun = await store.journal.begin(intent)
  return begun.state === 'started' ? begun.fence : Number.NaN
}
const approve = async (intent: Intent) => store.journal.close(sampleClosing(intent, await begin(intent)))

async function takeAllIn(other = store): Promise<number> {
  const notifications = store.notifications(() => ({ version: 1, record: {} }))
  while ((await notifications.takeIn(500)) > 0);
  let sum = 0
  for (let taken = { count: -1, isMore: true }; taken.count !== 0 || taken.isMore; sum += taken.count)
    taken = await other.projection.advance(3)
  return sum
}

/** Every other one says nothing of the card again. */
const followUp = (index: number) => (index % 2 === 0 ? {} : { request: { fields: {}, additions: {} } })

const foundRows = async (orderId: string) => {
  const { rows } = await owner.query('select * from found_orders where order_id = $1', [orderId])
  return rows
}

test('an order is found by what its request had, with the state of the order', async () => {
  const intent = sampleIntent({ key: sampleKey('found-1') })
  await approve(intent)
  await takeAllIn()
  expect(await foundRows('found-1')).toMatchObject([
    {
      ...{ merchant_id: 'SAMPLE', currency: 'USD', amount: '10000', thousandths: '100000' },
      ...{ authorized: '10000', status: 'AUTHORIZED', type: 'AUTHORIZATION', result: 'SUCCESS' },
      ...{ gateway_code: 'APPROVED', last_four: '0008', reference: 'R-1', email: 'payer@example.com' },
    },
  ])
})

test('what the release before has written is found by its request', async () => {
  await approve(sampleIntent({ key: sampleKey('found-2') }))
  await owner.query(
    `update transactions set facts = null
     where order_no = (select order_no from orders where order_id = 'found-2')`,
  )
  await takeAllIn()
  expect(await foundRows('found-2')).toMatchObject([
    { last_four: '0008', reference: 'R-1', email: 'payer@example.com' },
  ])
})

test('a follow-up that brings nothing leaves what was known', async () => {
  const key = sampleKey('found-3')
  await approve(sampleIntent({ key }))
  await takeAllIn()
  const request = { fields: {}, additions: {} }
  await approve(sampleIntent({ key, transactionId: '2', seen: 2, type: 'CAPTURE', request }))
  await takeAllIn()
  expect(await foundRows('found-3')).toMatchObject([
    { type: 'CAPTURE', last_four: '0008', reference: 'R-1', email: 'payer@example.com' },
  ])
})

test('an order is found by the amount that its newest outcome gave it', async () => {
  const key = sampleKey('found-4')
  const declined = sampleIntent({ key, orderAmount: 0n, currency: 'JPY' })
  await store.journal.close({ ...sampleClosing(declined, await begin(declined)), orderAmount: 0n })
  await takeAllIn()
  expect(await foundRows('found-4')).toMatchObject([{ amount: '0', thousandths: '0' }])
  const paid = { ...declined, transactionId: '2', seen: 2 }
  await store.journal.close({ ...sampleClosing(paid, await begin(paid)), orderAmount: 2_500n })
  await takeAllIn()
  expect(await foundRows('found-4')).toMatchObject([{ amount: '2500', thousandths: '2500000' }])
})

test('a later outcome takes the place of the one before, and totals equal a recount', async () => {
  const intent = sampleIntent({ key: sampleKey('amended') })
  await store.journal.close({ ...sampleSilence(intent, await begin(intent)), obligation: 'reversal' })
  await takeAllIn()
  await store.journal.amend({ ...sampleAmendment(intent, 2), gatewayCode: 'DECLINED' })
  await takeAllIn()
  expect(await figuresKept(owner)).toEqual(await figuresRecounted(owner))
  const { rows } = await owner.query(
    `select sum(approved + declined + undecided)::int4 as count from figure_sums
     where step = 'hour' and merchant_id = 'SAMPLE'`,
  )
  expect(rows).toEqual([{ count: await paymentsWithOutcome(owner) }])
})

test('a follow-up counts for the brand of its payment, though its request has none', async () => {
  const key = sampleKey('branded')
  const branded = (brand: CardBrand) => ({
    request: { fields: { sourceOfFunds: { provided: { card: { brand } } } }, additions: {} },
  })
  await approve(sampleIntent({ key, ...branded('NETWORK_G') }))
  await approve(sampleIntent({ key, transactionId: '2', seen: 2, ...branded('NETWORK_H') }))
  await approve(sampleIntent({ key, transactionId: '3', seen: 4, type: 'CAPTURE', ...followUp(1) }))
  await takeAllIn()
  const { rows } = await owner.query(
    `select brand, authorized, captured from figure_sums
     where step = 'hour' and merchant_id = '' and brand in ('NETWORK_G', 'NETWORK_H') order by brand`,
  )
  expect(rows).toEqual([
    { brand: 'NETWORK_G', authorized: '10000', captured: '0' },
    { brand: 'NETWORK_H', authorized: '10000', captured: '10000' },
  ])
  expect(await figuresKept(owner)).toEqual(await figuresRecounted(owner))
})

test('two nodes take in the same feed once', async () => {
  const other = await openStore(database.logins)
  try {
    await Promise.all(Array.from({ length: 12 }, () => approve(sampleIntent())))
    const taken = await Promise.all([takeAllIn(), takeAllIn(other), takeAllIn(), takeAllIn(other)])
    await takeAllIn()
    expect(taken.reduce((sum, one) => sum + one, 0)).toBe(12)
    expect(await figuresKept(owner)).toEqual(await figuresRecounted(owner))
  } finally {
    await other.close()
  }
})

test('numbers that other cells used up are passed by', async () => {
  await owner.query("select setval('feed_numbers', (select last_value + 50 from feed_numbers))")
  await approve(sampleIntent({ key: sampleKey('far') }))
  await takeAllIn()
  expect(await foundRows('far')).toHaveLength(1)
  expect(await store.projection.lagMs()).toBe(0)
})

test('the lag is the age of the oldest change that is not taken in', async () => {
  expect(await store.projection.lagMs()).toBe(0)
  await approve(sampleIntent())
  await store.notifications(() => ({ version: 1, record: {} })).takeIn(500)
  await owner.query(
    `update notifications set changed_at = now() - interval '5 s'
     where feed_no = (select max(feed_no) from notifications)`,
  )
  expect(await store.projection.lagMs()).toBeGreaterThan(4_900)
  await takeAllIn()
  expect(await store.projection.lagMs()).toBe(0)
})

test('whatever the batches, the figures equal a recount', async () => {
  const limits = fc.sample(fc.integer({ min: 1, max: 5 }), 60)
  const notifications = store.notifications(() => ({ version: 1, record: {} }))
  for (const [index, limit] of limits.slice(0, 12).entries()) {
    const intent = sampleIntent()
    if (index % 3 === 0) {
      await store.journal.close({ ...sampleSilence(intent, await begin(intent)), obligation: 'reversal' })
      if (index % 2 === 0) await store.projection.advance(limit)
      await store.journal.amend({ ...sampleAmendment(intent, 2), gatewayCode: 'DECLINED' })
    } else {
      await approve(intent)
      await approve({ ...intent, transactionId: '2', seen: 2, type: 'CAPTURE', ...followUp(index) })
    }
    await notifications.takeIn(limits[index + 12] ?? 1)
    await store.projection.advance(limits[index + 24] ?? 1)
  }
  await takeAllIn()
  expect(await figuresKept(owner)).toEqual(await figuresRecounted(owner))
  const { rows } = await owner.query('select count(*)::int4 as orders from found_orders')
  const all = await owner.query('select count(*)::int4 as orders from orders where sequence > 0')
  expect(rows).toEqual(all.rows)
})

test('a session that is lost while changes are taken in is no fault; none is taken in twice', async () => {
  const wire = await createFaultyWire(database.gateway.config)
  const behind = await openStore({ gateway: wire.config })
  const notifications = store.notifications(() => ({ version: 1, record: {} }))
  const approved = async (orderId: string) => {
    await approve(sampleIntent({ key: sampleKey(orderId) }))
    while ((await notifications.takeIn(500)) > 0);
  }
  try {
    await approved('lost-before')
    await takeAllIn(behind)
    await approved('lost-known')
    // Knows from now on how far it is: the next one writes with its first statement.
    expect(await behind.projection.advance(3)).toMatchObject({ count: 1 })
    await approved('lost-answer')
    wire.lose('answer')
    await behind.projection.advance(3)
    await takeAllIn()
    expect(await foundRows('lost-answer')).toHaveLength(1)
    expect(await figuresKept(owner)).toEqual(await figuresRecounted(owner))
  } finally {
    await behind.close()
    await wire.down()
  }
})
