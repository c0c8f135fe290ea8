import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  again,
  attemptAt,
  changed,
  delivered,
  openWorld,
  resend,
  sequencesOf,
  takeAll,
  type World,
  wanting,
} from '../../../test/notifications/world.ts'

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

const owner = { cell: 1, merchantId: 'SAMPLE' }
const claim = () => world.notifications.claim(wanting())

test('one that is dead is put on its way again: its tries begin anew, its attempts go on', async () => {
  await changed(world.store)
  await takeAll(world.notifications)
  const [first] = await claim()
  if (!first) throw new Error('nothing is due')
  await world.notifications.record([attemptAt(first, { kind: 'dead' })])
  const { notificationId } = first
  expect(await resend(world.store, { ...owner, merchantId: 'OTHER' }, { notificationId })).toBe(0)
  expect(await resend(world.store, owner, { notificationId: randomUUID() })).toBe(0)
  expect(await resend(world.store, owner, { notificationId: 'nonsense' })).toBe(0)
  expect(await claim()).toEqual([])
  expect(await resend(world.store, owner, { notificationId })).toBe(1)
  expect(await claim()).toMatchObject([{ notificationId, attempt: 2, tries: 1 }])
})

test('one that waits for its next attempt needs not wait any longer', async () => {
  await changed(world.store)
  await takeAll(world.notifications)
  const [first] = await claim()
  if (!first) throw new Error('nothing is due')
  await world.notifications.record([again(first, 43_200_000)])
  expect(await resend(world.store, owner, first)).toBe(1)
  expect(await claim()).toMatchObject([{ attempt: 2, tries: 1 }])
})

test.each(['delivered', 'again', 'dead'] as const)(
  'what is being sent when it is to be sent again is sent again after that, although that was %s',
  async kind => {
    await changed(world.store)
    await takeAll(world.notifications)
    const [first] = await claim()
    if (!first) throw new Error('nothing is due')
    expect(await resend(world.store, owner, first)).toBe(1)
    expect(await claim()).toEqual([])
    const verdict = kind === 'again' ? { kind, afterMs: 3_600_000 } : { kind }
    await world.notifications.record([attemptAt(first, verdict)])
    const [second] = await claim()
    expect(second).toMatchObject({ attempt: 2, tries: 1 })
    await world.notifications.record(second ? [delivered(second)] : [])
    expect(await claim()).toEqual([])
  },
)

test('a range of time is put on its way again, all of it or what is in a state', async () => {
  await world.setProfile('OTHER', { notifications: false })
  const states = ['DELIVERED', 'DEAD', 'WAITING', 'OFF']
  await world.owner.query(history, [1_300, states])
  const hour = (n: number) => Date.parse('2030-01-01T00:00:00Z') + n * 3_600_000
  const resent = (range: { fromMs: number; toMs: number; states?: readonly ['DEAD'] }) =>
    resend(world.store, owner, range)
  expect(await resent({ fromMs: hour(0), toMs: hour(0) })).toBe(0)
  expect(await resent({ fromMs: hour(2), toMs: hour(6), states: ['DEAD'] })).toBe(1)
  expect(await resent({ fromMs: hour(2), toMs: hour(6) })).toBe(4)
  expect(await resent({ fromMs: hour(100), toMs: hour(1_300) })).toBe(1_200)
  const { rows } = await world.owner.query(
    "select count(*)::int4 as count from notifications where state = 'WAITING' and tries = 0",
  )
  // Those of the ranges, and of the other hundred every fourth, which waited anyway.
  expect(rows).toEqual([{ count: 1_200 + 4 + 24 }])
})

const history = `
insert into notifications (cell, merchant_id, feed_no, notification_id, order_no, sequence, order_id,
  transaction_id, changed_at, attempts, state, next_at)
select 1, 'SAMPLE', nextval('feed_numbers'), gen_random_uuid(), nextval('order_numbers'), 1, 'O' || n, '1',
  timestamptz '2030-01-01T00:00:00Z' + n * interval '1 h', 1, state,
  case when state = 'WAITING' then timestamptz '2040-01-01' end
from (select n, ($2::text[])[n % 4 + 1] as state from generate_series(0, $1::int4 - 1) n) s`

test('what was never tried keeps its sequence when it is sent after all', async () => {
  await world.setProfile('SAMPLE', { notifications: false })
  const orderId = await changed(world.store, { times: 2, notificationUrl: 'https://a.example/' })
  await takeAll(world.notifications)
  await world.setProfile('SAMPLE', {})
  await changed(world.store, { orderId, notificationUrl: 'https://b.example/' })
  await takeAll(world.notifications)
  expect(await resend(world.store, owner, { fromMs: 0, toMs: Date.parse('2100-01-01') })).toBe(3)
  const sent: number[] = []
  for (let claims = await claim(); claims.length > 0; claims = await claim()) {
    sent.push(...sequencesOf(claims))
    await world.notifications.record(claims.map(delivered))
  }
  expect(sent).toEqual([1, 2, 3])
})
