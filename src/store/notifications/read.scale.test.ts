import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { changed, openWorld, takeAll, type World } from '../../../test/notifications/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(async () => {
  await world?.close()
})

const changes = 100

test(`${changes} notifications of one order read its transactions once`, { timeout: 60_000 }, async () => {
  const { owner, notifications, store } = world
  const orderId = await changed(store, { times: changes })
  await takeAll(notifications)
  await world.stop()
  const before = await rowsRead(owner)
  const late = (await world.openNode()).notifications
  const kept = await late.feed({ cell: 1, merchantId: 'SAMPLE' }, { after: 0, limit: changes })
  expect(kept.every(one => one.orderId === orderId)).toBe(true)
  const told = await late.read(kept)
  expect(told.map(({ feedNo }) => feedNo)).toEqual(kept.map(({ feedNo }) => feedNo))
  await world.stop()
  const after = await rowsRead(owner)
  const read = (table: string) => (after.get(table) ?? 0) - (before.get(table) ?? 0)
  expect(read('transactions')).toBe(changes)
  // Once to see which change it was, and once with its transaction.
  expect(read('outcomes')).toBeLessThanOrEqual(2 * changes)
})

test('whoever has read enough is told no more, and no further orders are read', async () => {
  const { owner, openNode } = world
  const { store, notifications } = await openNode()
  for (let n = 0; n < 40; n += 1) await changed(store)
  await takeAll(notifications)
  await world.stop()
  const before = await rowsRead(owner)
  const late = (await openNode()).notifications
  const kept = (await late.list({ merchantId: 'SAMPLE', limit: 40 })).toReversed()
  let seen = 0
  const told = await late.read(kept, () => ++seen === 3)
  expect(told.map(({ feedNo }) => feedNo)).toEqual(kept.slice(0, 3).map(({ feedNo }) => feedNo))
  await world.stop()
  const after = await rowsRead(owner)
  expect((after.get('transactions') ?? 0) - (before.get('transactions') ?? 0)).toBeLessThanOrEqual(20)
})

/** Rows that were fetched by an index. Sessions tell what they read when they end, so they are waited for. */
async function rowsRead(owner: pg.Client): Promise<ReadonlyMap<string, number>> {
  await expect.poll(() => sessionCount(owner), { timeout: 10_000 }).toBe(0)
  await owner.query('select pg_stat_force_next_flush(), pg_stat_clear_snapshot()')
  const { rows } = await owner.query<{ relname: string; count: string }>(
    "select relname, idx_tup_fetch as count from pg_stat_user_tables where schemaname = 'public'",
  )
  return new Map(rows.map(({ relname, count }) => [relname, Number(count)]))
}

async function sessionCount(owner: pg.Client): Promise<number> {
  await owner.query('select pg_stat_clear_snapshot()')
  const { rowCount } = await owner.query(
    "select 1 from pg_stat_activity where datname = current_database() and application_name = 'tollgate'",
  )
  return rowCount ?? 0
}
