import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { rewritten } from '../../../test/database/prepared.ts'
import {
  again,
  attemptAt,
  changed,
  delivered,
  openWorld,
  sequencesOf,
  takeAll,
  type World,
  wanting,
} from '../../../test/notifications/world.ts'
import type { NotificationClaim } from '../../notifications/port.ts'

let world: World
beforeAll(async () => {
  world = await openWorld(['SAMPLE', 'OTHER'])
})
beforeEach(async () => {
  await world.owner.query('truncate notifications, deliveries, outbox')
})
afterAll(async () => {
  await world?.close()
})

const claim = (changes: Parameters<typeof wanting>[0] = {}) => world.notifications.claim(wanting(changes))
const stateOf = async ({ cell, merchantId, notificationId }: NotificationClaim) =>
  await world.notifications.find({ cell, merchantId }, notificationId)

async function only(claims: readonly NotificationClaim[]): Promise<NotificationClaim> {
  const [one] = claims
  if (one === undefined || claims.length > 1) throw new Error(`there are ${claims.length} claims`)
  return one
}

test('first attempts of an order keep its sequence: each waits until the one before is over', async () => {
  await changed(world.store, { times: 3 })
  await takeAll(world.notifications)
  const first = await only(await claim())
  expect(first).toMatchObject({
    sequence: 1,
    attempt: 1,
    tries: 1,
    receiver: '',
    waitedMs: expect.any(Number),
  })
  expect(await claim()).toEqual([])
  await world.notifications.record([again(first)])
  const second = await only(await claim())
  expect(second.sequence).toBe(2)
  await world.notifications.record([delivered(second)])
  expect(sequencesOf(await claim())).toEqual([3])
  expect(await claim()).toEqual([])
})

test('wherever they go: the second change waits for the first, though it goes elsewhere', async () => {
  const orderId = await changed(world.store)
  await changed(world.store, { orderId, notificationUrl: 'https://elsewhere.example/' })
  await takeAll(world.notifications)
  const first = await only(await claim())
  expect(first.sequence).toBe(1)
  await world.notifications.record([delivered(first)])
  expect(await claim()).toMatchObject([{ sequence: 2, target: 'https://elsewhere.example/' }])
})

test('what was claimed by a node that died is sent when its lease is over, as the next attempt', async () => {
  await changed(world.store, { times: 2 })
  await takeAll(world.notifications)
  const lost = await only(await claim({ leaseMs: 5_000 }))
  expect(await claim()).toEqual([])
  await world.advance(5_001)
  const next = await claim()
  expect(next.map(({ sequence, attempt }) => [sequence, attempt])).toEqual([
    [1, 2],
    [2, 1],
  ])
  expect(next[0]?.notificationId).toBe(lost.notificationId)
})

test('a success counts although the lease was lost, and a failure does not', async () => {
  await changed(world.store)
  await takeAll(world.notifications)
  const slow = await only(await claim({ leaseMs: 1_000 }))
  await world.advance(1_001)
  const other = await only(await claim())
  await world.notifications.record([attemptAt(slow, { kind: 'dead' })])
  expect(await stateOf(slow)).toMatchObject({ state: 'WAITING', attempts: 2 })
  expect(await claim()).toEqual([])
  await world.notifications.record([delivered(slow)])
  expect(await stateOf(slow)).toMatchObject({ state: 'DELIVERED' })
  await world.notifications.record([{ ...again(other), withheld: 'Its address is not https.' }])
  expect(await stateOf(slow)).toMatchObject({ state: 'DELIVERED', attempts: 2 })
  const made = await world.notifications.attempts(slow)
  expect(made).toMatchObject([
    { attempt: 1, status: 500, reason: 'It answered with no success.', tookMs: 12 },
    { attempt: 2, status: 500, withheld: 'Its address is not https.' },
  ])
  expect(made[0]).not.toHaveProperty('withheld')
})

test('the next attempt comes when it was said, by the clock of the database', async () => {
  await changed(world.store)
  await takeAll(world.notifications)
  const first = await only(await claim())
  await world.notifications.record([again(first, 3_600_000)])
  expect(await claim()).toEqual([])
  await world.advance(3_500_000)
  expect(await claim()).toEqual([])
  await world.advance(101_000)
  const second = await only(await claim())
  expect(second).toMatchObject({ attempt: 2, tries: 2 })
  expect(second.waitedMs).toBeUndefined()
})

test.each([
  ['gone', 'GONE'],
  ['dead', 'DEAD'],
  ['off', 'OFF'],
  ['nowhere', 'NOWHERE'],
] as const)('what is %s is not sent any more', async (kind, state) => {
  await changed(world.store)
  await takeAll(world.notifications)
  const first = await only(await claim())
  await world.notifications.record([attemptAt(first, { kind })])
  await world.advance(86_400_000)
  expect(await claim()).toEqual([])
  expect(await stateOf(first)).toMatchObject({ state, attempts: 1 })
  const made = await world.notifications.attempts(first)
  expect(made).toHaveLength(kind === 'off' || kind === 'nowhere' ? 0 : 1)
})

test('recording twice is recording once; two attempts at one notification may come together', async () => {
  await changed(world.store)
  await takeAll(world.notifications)
  const first = await only(await claim({ leaseMs: 1 }))
  await world.advance(2)
  const second = await only(await claim())
  await world.notifications.record([again(second), again(first), again(second)])
  await world.notifications.record([again(first), again(second)])
  expect(await world.notifications.attempts(first)).toMatchObject([{ attempt: 1 }, { attempt: 2 }])
  await world.advance(20_000)
  expect(await claim()).toMatchObject([{ attempt: 3, tries: 3 }])
})

test('what was forgotten by a reset is not brought back by who was sending it', async () => {
  await changed(world.store)
  await takeAll(world.notifications)
  const first = await only(await claim())
  await world.owner.query('truncate notifications, deliveries, outbox')
  await world.notifications.record([delivered(first)])
  expect(await stateOf(first)).toBeUndefined()
  expect(await world.notifications.attempts(first)).toEqual([])
})

test('a lane and a merchant get no more than they have room for', async () => {
  for (let n = 0; n < 6; n += 1) await changed(world.store)
  for (let n = 0; n < 6; n += 1) await changed(world.store, { notificationUrl: `https://r${n % 3}.example/` })
  await changed(world.store, { merchantId: 'OTHER' })
  await takeAll(world.notifications)
  const own = { merchantId: 'SAMPLE', receiver: '' }
  const busy = await claim({
    receivers: [
      { ...own, room: 1 },
      { merchantId: 'SAMPLE', receiver: 'https://r1.example', room: 0 },
    ],
  })
  expect(counted(busy)).toEqual({
    'SAMPLE ': 1,
    'SAMPLE https://r0.example': 2,
    'SAMPLE https://r2.example': 2,
    'OTHER ': 1,
  })
  const full = await claim({ merchants: [{ merchantId: 'SAMPLE', room: 0 }] })
  expect(full).toEqual([])
  const limited = await claim({ perMerchant: 3, limit: 2 })
  expect(limited).toHaveLength(2)
  const rest = await claim({ perMerchant: 3 })
  expect(rest.length).toBeLessThanOrEqual(3)
})

function counted(claims: readonly NotificationClaim[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { merchantId, receiver: lane } of claims) {
    const name = `${merchantId} ${lane}`
    counts[name] = (counts[name] ?? 0) + 1
  }
  return counts
}

test('a merchant with many receivers keeps nobody waiting, and each of them has its turn', async () => {
  await world.owner.query(manyLanes, ['SAMPLE', 200])
  await changed(world.store, { merchantId: 'OTHER' })
  await takeAll(world.notifications)
  const first = await claim({ limit: 4 })
  expect(first.map(({ merchantId }) => merchantId)).toContain('OTHER')
  const served = new Set<string>()
  for (let round = 0; round < 40 && served.size < 200; round += 1) {
    const claims = await claim({ perReceiver: 1 })
    for (const { receiver: lane, merchantId } of [...first, ...claims])
      if (merchantId === 'SAMPLE') served.add(lane)
    // Receivers that never get well: what they were sent is due again at once.
    await world.notifications.record(claims.map(each => again(each, 0)))
  }
  expect(served.size).toBe(200)
})

const manyLanes = `
insert into notifications (cell, merchant_id, feed_no, notification_id, order_no, sequence, order_id,
  transaction_id, changed_at, lane, target, state, next_at)
select 1, $1::text, nextval('feed_numbers'), gen_random_uuid(), nextval('order_numbers'), 1, 'lane ' || n,
  '1', now(), 'https://r' || n || '.example', 'https://r' || n || '.example/', 'WAITING',
  now() - interval '1 h'
from generate_series(1, $2::int4) n`

test('nodes that claim at the same time send nothing twice, and each order in its sequence', async () => {
  const { sent, orders } = await raceToSend()
  expect(sent).toHaveLength(120)
  expect(new Set(sent.map(({ notificationId }) => notificationId)).size).toBe(120)
  for (const orderId of orders)
    expect(sequencesOf(sent.filter(each => each.orderId === orderId))).toEqual([1, 2, 3, 4])
})

test('and that is what a lease is for: without it, the next claim takes the same once more', async () => {
  const { notifications } = await world.openNode()
  await changed(world.store)
  await takeAll(world.notifications)
  const restore = rewritten('claim notifications', text =>
    text.replace('where (leased_until is null or', 'where (true or leased_until is null or'),
  )
  const claims = [await notifications.claim(wanting()), await notifications.claim(wanting())].flat()
  restore()
  expect(claims.map(({ attempt }) => attempt)).toEqual([1, 2])
})

/** Two nodes, twice each; every attempt is a success. */
async function raceToSend(): Promise<{ sent: readonly NotificationClaim[]; orders: readonly string[] }> {
  const nodes = [await world.openNode(), await world.openNode()]
  const orders = await Promise.all(
    Array.from({ length: 30 }, (_, n) => {
      const elsewhere = n % 3 === 0 ? {} : { notificationUrl: `https://r${n % 5}.example/` }
      return changed(world.store, { times: 4, ...elsewhere })
    }),
  )
  await takeAll(world.notifications)
  const sent: NotificationClaim[] = []
  const sends = async ({ notifications }: Pick<World, 'notifications'>) => {
    for (let empty = 0; empty < 20; empty += 1) {
      const claims = await notifications.claim(wanting({ limit: 16 }))
      sent.push(...claims)
      if (claims.length > 0) empty = 0
      await notifications.record(claims.map(delivered))
    }
  }
  await Promise.all([...nodes, ...nodes].map(sends))
  return { sent, orders }
}
