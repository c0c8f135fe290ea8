import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  changed,
  delivered,
  openWorld,
  resend,
  takeAll,
  type World,
  wanting,
} from '../../../test/notifications/world.ts'

const crowd = 100_000
const timeout = 240_000

let world: World
beforeAll(async () => {
  world = await openWorld(['SAMPLE', 'OTHER'])
})
afterAll(async () => {
  await world?.close()
}, timeout)

test(`${crowd} that wait for one receiver cost the others nothing`, { timeout }, async () => {
  const { owner } = world
  // Planned while the tables are empty, and often enough for the server to keep the plans.
  for (let round = 0; round < 12; round += 1) await tell()
  const alone = await medianOf(tell)
  await owner.query('alter table notifications set (autovacuum_enabled = off)')
  await owner.query(crowdStatement, [crowd])
  const before = await rowsRead(owner)
  const beside = await medianOf(tell)
  // Sessions tell what they read when they end.
  await world.stop()
  const after = await rowsRead(owner)
  console.log(`one told, in ms: alone ${alone.toFixed(1)}, beside ${crowd} others ${beside.toFixed(1)}`)
  for (const [relation, count] of after) {
    const read = count - (before.get(relation) ?? 0)
    expect(read, relation).toBeLessThan(relation === 'sequential' ? 1 : 1_000)
  }
  expect(beside).toBeLessThan(alone * 5)
})

/** From the change to the end of a delivery; the receiver that is slow gets its two each time. */
async function tell(): Promise<number> {
  const { store, notifications } = world
  const orderId = await changed(store, { merchantId: 'OTHER', times: 2 })
  await changed(store, { notificationUrl: 'https://quick.example/' })
  const startedAt = process.hrtime.bigint()
  await takeAll(notifications)
  const claims = await notifications.claim(wanting())
  const quick = claims.filter(({ receiver: lane, merchantId }) => merchantId === 'OTHER' || lane !== '')
  expect(quick).toHaveLength(2)
  expect(await notifications.read(quick)).toHaveLength(2)
  await notifications.record(quick.map(delivered))
  const second = await notifications.claim(
    wanting({ receivers: [{ merchantId: 'SAMPLE', receiver: '', room: 0 }] }),
  )
  expect(second).toMatchObject([{ orderId, sequence: 2 }])
  await notifications.record(second.map(delivered))
  const tookMs = Number(process.hrtime.bigint() - startedAt) / 1e6
  const [last] = second
  if (last === undefined) throw new Error('nothing was claimed')
  const { cell, merchantId, feedNo, notificationId } = last
  expect(await notifications.feed({ cell, merchantId }, { after: feedNo - 1, limit: 10 })).toHaveLength(1)
  expect(await notifications.find({ cell, merchantId }, notificationId)).toMatchObject({ state: 'DELIVERED' })
  expect(await notifications.newest({ cell, merchantId })).toBe(feedNo)
  expect(await notifications.attempts(last)).toHaveLength(1)
  expect(await notifications.list({ merchantId, orderId, limit: 10 })).toHaveLength(2)
  expect(await notifications.list({ notificationId, limit: 10 })).toHaveLength(1)
  expect(await notifications.list({ states: ['DEAD'], limit: 10 })).toEqual([])
  expect(await resend(store, { cell, merchantId }, { notificationId })).toBe(1)
  const resent = await notifications.claim(wanting({ merchants: [{ merchantId: 'SAMPLE', room: 0 }] }))
  await notifications.record(resent.map(delivered))
  expect((await store.journal.traceOf({ cell, merchantId, orderId }, '2')).notifications).toHaveLength(1)
  return tookMs
}

async function medianOf(measure: () => Promise<number>): Promise<number> {
  const found: number[] = []
  for (let round = 0; round < 9; round += 1) found.push(await measure())
  return found.toSorted((one, other) => one - other)[4] ?? 0
}

const crowdStatement = `
insert into notifications (cell, merchant_id, feed_no, notification_id, order_no, sequence, order_id,
  transaction_id, changed_at, state, next_at)
select 1, 'SAMPLE', nextval('feed_numbers'), gen_random_uuid(), nextval('order_numbers'), 1, 'crowd ' || n,
  '1', now() - interval '1 h', 'WAITING', now() - interval '1 h'
from generate_series(1, $1::int4) n`

/** Entries read from each index, and how often a whole table was read. */
async function rowsRead(owner: pg.Client): Promise<ReadonlyMap<string, number>> {
  await owner.query('select pg_stat_force_next_flush(), pg_stat_clear_snapshot()')
  const { rows } = await owner.query<{ relation: string; count: string }>(`
    select indexrelname as relation, idx_tup_read as count from pg_stat_user_indexes
    where relname in ('orders', 'transactions', 'outcomes', 'outbox', 'notifications', 'deliveries')
    union all
    select 'sequential', sum(seq_scan) from pg_stat_user_tables
    where relname in ('orders', 'transactions', 'outcomes', 'outbox', 'notifications', 'deliveries')`)
  return new Map(rows.map(({ relation, count }) => [relation, Number(count)]))
}
