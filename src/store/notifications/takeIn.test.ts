import { afterAll, beforeAll, expect, test } from 'vitest'
import { changed, openWorld, ownUrl, takeAll, type World } from '../../../test/notifications/world.ts'
import { ordinaryProfile } from '../../orders/merchant.ts'

let world: World
beforeAll(async () => {
  world = await openWorld(['SAMPLE', 'OTHER'])
})
afterAll(async () => {
  await world?.close()
})

const kept = async (orderId: string) => {
  const found = await world.notifications.list({ orderId, limit: 100 })
  return found.toSorted((one, other) => one.sequence - other.sequence)
}

test('every change becomes one notification, with its number, and leaves the outbox', async () => {
  const orderId = await changed(world.store, { times: 3 })
  expect(await takeAll(world.notifications)).toBe(3)
  expect(await takeAll(world.notifications)).toBe(0)
  const found = await kept(orderId)
  expect(found).toMatchObject(
    [1, 2, 3].map(sequence => ({
      ...{ orderId, sequence, transactionId: String(sequence), state: 'WAITING', attempts: 0 },
      nextAtMs: expect.any(Number),
    })),
  )
  expect(new Set(found.map(({ notificationId }) => notificationId)).size).toBe(3)
  const { rows } = await world.owner.query('select count(*)::int4 as count from outbox')
  expect(rows).toEqual([{ count: 0 }])
})

test('it goes where its request says, else what the order said last, else to its merchant', async () => {
  const first = { notificationUrl: 'https://First.example:8443/a?b=c' }
  const orderId = await changed(world.store, first)
  await changed(world.store, { orderId })
  await changed(world.store, { orderId, notificationUrl: 'https://second.example/x' })
  await changed(world.store, { orderId })
  const plain = await changed(world.store)
  await takeAll(world.notifications)
  expect((await kept(orderId)).map(({ target }) => target)).toEqual([
    ...[first.notificationUrl, first.notificationUrl],
    ...['https://second.example/x', 'https://second.example/x'],
  ])
  expect((await kept(plain)).map(({ target }) => target)).toEqual([undefined])
  const { rows } = await world.owner.query(
    'select lane from notifications where order_id = any ($1) order by feed_no',
    [[orderId, plain]],
  )
  expect(rows.map(({ lane }) => lane)).toEqual([
    ...['https://first.example:8443', 'https://first.example:8443'],
    ...['https://second.example', 'https://second.example', ''],
  ])
})

test('what a later request says is not for what happened before it', async () => {
  const orderId = await changed(world.store)
  await changed(world.store, { orderId, notificationUrl: 'https://later.example/' })
  await takeAll(world.notifications)
  expect((await kept(orderId)).map(({ target }) => target)).toEqual([undefined, 'https://later.example/'])
})

test('what is no address that can be kept is as good as none, and stops nobody', async () => {
  const tooLong = await changed(world.store, { notificationUrl: `https://a.example/${'x'.repeat(3_000)}` })
  const strange = await changed(world.store, { notificationUrl: 'mailto:"\\u0000' })
  const broken = await changed(world.store)
  await world.owner.query(
    `update transactions set request = '{"notificationUrl"' where order_no =
      (select order_no from orders where order_id = $1)`,
    [broken],
  )
  const fine = await changed(world.store)
  expect(await takeAll(world.notifications)).toBe(4)
  for (const orderId of [tooLong, strange, broken, fine])
    expect(await kept(orderId)).toMatchObject([{ state: 'WAITING', sequence: 1 }])
})

test('who wants none, or says nowhere where to, is told nothing; the feed has it all the same', async () => {
  const { store, notifications } = world
  await world.setProfile('OTHER', { notifications: false, notificationUrl: ownUrl })
  const off = await changed(store, { merchantId: 'OTHER', notificationUrl: 'https://a.example/' })
  await takeAll(notifications)
  await world.setProfile('OTHER', { notificationUrl: '' })
  const nowhere = await changed(store, { merchantId: 'OTHER' })
  const somewhere = await changed(store, { merchantId: 'OTHER', notificationUrl: 'https://a.example/' })
  await takeAll(notifications)
  await world.setProfile('OTHER', {})
  const usual = await changed(store, { merchantId: 'OTHER' })
  await takeAll(notifications)
  const feed = await notifications.feed({ cell: 1, merchantId: 'OTHER' }, { after: 0, limit: 100 })
  expect(feed.map(({ orderId, state }) => [orderId, state])).toEqual([
    ...[
      [off, 'OFF'],
      [nowhere, 'NOWHERE'],
      [somewhere, 'WAITING'],
      [usual, 'NOWHERE'],
    ],
  ])
})

test('a gateway whose merchants are not told unless somebody says so leaves them alone', async () => {
  const { openStore } = await import('../open.ts')
  const { host, port, database } = world.owner
  const gateway = { host, port, database, user: 'tollgate_app' }
  const production = await openStore({ gateway }, { usualProfile: ordinaryProfile })
  await world.setProfile('OTHER', {})
  const orderId = await changed(production, { merchantId: 'OTHER', notificationUrl: 'https://a.example/' })
  await takeAll(production.notifications(() => ({ version: 1, record: {} })))
  expect(await kept(orderId)).toMatchObject([{ state: 'OFF' }])
  await production.close()
})

test('nodes that take in at the same time take each change once, an order by its sequence', async () => {
  const nodes = [world, await world.openNode(), await world.openNode()]
  const orders: string[] = []
  let isWriting = true
  const taken = nodes.map(async ({ notifications }) => {
    let count = 0
    for (let last = false; !last; ) {
      last = !isWriting
      count += await notifications.takeIn(7)
    }
    return count
  })
  await Promise.all(
    Array.from({ length: 20 }, async () => {
      orders.push(await changed(world.store, { times: 6 }))
    }),
  )
  isWriting = false
  const counts = await Promise.all(taken)
  const rest = await takeAll(world.notifications)
  expect(counts.reduce((sum, count) => sum + count, rest)).toBe(120)
  for (const orderId of orders) {
    const found = await kept(orderId)
    expect(found.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 5, 6])
    expect(found.map(({ feedNo }) => feedNo)).toEqual(
      found.map(({ feedNo }) => feedNo).toSorted((a, b) => a - b),
    )
  }
})

test('a merchant with a long outbox does not keep the others waiting', async () => {
  const { store, notifications } = world
  await crowd('SAMPLE', 600)
  const late = { merchantId: 'OTHER', notificationUrl: 'https://a.example/' }
  const orderId = await changed(store, late)
  for (let part = 0; part < 2; part += 1) expect(await notifications.takeIn(100)).toBe(100)
  const second = await changed(store, late)
  for (let part = 0; part < 2; part += 1) expect(await notifications.takeIn(100)).toBe(100)
  expect(await kept(orderId)).toHaveLength(1)
  expect(await kept(second)).toHaveLength(1)
  await takeAll(notifications)
})

test('payments do not wait for notifications that are stuck', async () => {
  const { owner, store, notifications } = world
  await changed(store)
  await owner.query('begin; lock table notifications, deliveries in access exclusive mode')
  // More than there are sessions for.
  const stuck = Promise.allSettled(Array.from({ length: 8 }, () => notifications.takeIn(500)))
  const orderId = await changed(store, { times: 3 })
  expect((await store.journal.load({ cell: 1, merchantId: 'SAMPLE', orderId }))?.transactions).toHaveLength(3)
  await owner.query('rollback')
  await stuck
  await takeAll(notifications)
  expect(await kept(orderId)).toHaveLength(3)
})

test('taking in is cheap beside what a change costs, however many notifications there are', {
  timeout: 120_000,
}, async () => {
  const { owner, notifications, store } = world
  const takenIn = async () => {
    await crowd('SAMPLE', 500)
    return timed(async () => expect(await notifications.takeIn(500)).toBe(500))
  }
  const few = await medianOf(takenIn)
  await owner.query(toldStatement, [50_000])
  const many = await medianOf(takenIn)
  const change = await medianOf(() => timed(() => changed(store)))
  await takeAll(notifications)
  const figures = { few, many, perRow: many / 500, change }
  console.log(`taking in 500, in ms: ${JSON.stringify(figures)}`)
  expect(many).toBeLessThan(few * 5)
  expect(many / 500).toBeLessThan(change / 4)
})

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = process.hrtime.bigint()
  await work()
  return Number(process.hrtime.bigint() - startedAt) / 1e6
}

async function medianOf(measure: () => Promise<number>): Promise<number> {
  const found: number[] = []
  for (let round = 0; round < 9; round += 1) found.push(await measure())
  return found.toSorted((one, other) => one - other)[4] ?? 0
}

const toldStatement = `
insert into notifications (cell, merchant_id, feed_no, notification_id, order_no, sequence, order_id,
  transaction_id, changed_at, state)
select 1, 'SAMPLE', nextval('feed_numbers'), gen_random_uuid(), nextval('order_numbers'), 1, 'told ' || n,
  '1', now(), 'DELIVERED'
from generate_series(1, $1::int4) n`

/** Changes of orders of their own, as traffic leaves them. */
async function crowd(merchantId: string, count: number): Promise<void> {
  await world.owner.query(
    `with made as (
      select nextval('order_numbers') as order_no, gen_random_uuid()::text as order_id
      from generate_series(1, $2::int4)
    ),
    ordered as (
      insert into orders (cell, merchant_id, order_id, order_no, version, currency, amount, created_at)
      select 1, $1::text, order_id, order_no, 2, 'USD', 1, tollgate_now() from made
    ),
    begun as (
      insert into transactions (cell, merchant_id, order_no, transaction_id, fence, attempt, operation, type,
        api_version, currency, amount, fingerprint, request, started_at, lease_until)
      select 1, $1, order_no, '1', 1, gen_random_uuid(), 'PAY', 'PAYMENT', 60, 'USD', 1, '',
        '{"order":{"reference":"' || repeat('r', 600) || '"}}', now(), now() from made
    ),
    answered as (
      insert into outcomes (cell, merchant_id, order_no, transaction_id, fence, sequence, amount, result,
        gateway_code, outcome, recorded_at)
      select 1, $1, order_no, '1', 1, 1, 1, 'SUCCESS', 'APPROVED', '{}', now() from made
    )
    insert into outbox (cell, merchant_id, order_no, sequence, order_id, transaction_id, due)
    select 1, $1, order_no, 1, order_id, '1', tollgate_now() from made`,
    [merchantId, count],
  )
}
