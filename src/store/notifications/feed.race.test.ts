import type pg from 'pg'
import { expect, test } from 'vitest'
import { rewritten } from '../../../test/database/prepared.ts'
import { changed, openWorld, type World } from '../../../test/notifications/world.ts'
import type { NotificationStore } from '../../notifications/port.ts'

const owner = { cell: 1, merchantId: 'SAMPLE' }
const writers = 4
const orders = 10
const times = 5

test('who reads the feed from number to number misses nothing, while nodes write and take in', {
  timeout: 120_000,
}, async () => {
  // Numbers are given some time before their commit, now more, now less: a slow disk does that too.
  const restore = rewritten('take in', slowly('pg_sleep(random() * 0.02)'))
  const world = await openWorld()
  const nodes = [world, await world.openNode(), await world.openNode()]
  let isOver = false
  const takers = nodes.map(async ({ notifications }) => {
    while (!isOver) await notifications.takeIn(1)
  })
  const readers = nodes.slice(1).map(({ notifications }) => follow(notifications, () => isOver))
  await Promise.all(
    Array.from({ length: writers }, async (_, n) => {
      const { store } = nodes[n % nodes.length] ?? world
      const made: string[] = []
      for (let order = 0; order < orders; order += 1) made.push(await changed(store))
      // The oldest order last: what is taken in by key does not come in the order in which it was written.
      for (let time = 1; time < times; time += 1)
        for (const orderId of made.toReversed()) await changed(store, { orderId })
    }),
  )
  await expect.poll(() => count(world.owner, 'outbox'), { timeout: 60_000 }).toBe(0)
  isOver = true
  await Promise.all(takers)
  const seen = await Promise.all(readers)
  const all = await count(world.owner, 'notifications')
  restore()
  await world.close()
  expect(all).toBe(writers * orders * times)
  for (const numbers of seen) {
    expect(numbers).toHaveLength(all)
    expect(numbers).toEqual(numbers.toSorted((one, other) => one - other))
  }
})

/** Reads until there is nothing after the end. */
async function follow({ feed }: NotificationStore, isOver: () => boolean): Promise<readonly number[]> {
  const seen: number[] = []
  for (let isLast = false; ; ) {
    const page = await feed(owner, { after: seen.at(-1) ?? 0, limit: 20 })
    seen.push(...page.map(({ feedNo }) => feedNo))
    if (isLast && page.length === 0) return seen
    isLast = isOver()
  }
}

async function count(client: pg.Client, table: 'notifications' | 'outbox'): Promise<number> {
  const { rows } = await client.query<{ count: number }>(`select count(*)::int4 as count from ${table}`)
  return rows[0]?.count ?? 0
}

/** Does something else between the number and the commit. */
const slowly = (what: string) => (text: string) => text.replace('do nothing', `do nothing returning ${what}`)

test('nobody overtakes a node that has given its numbers and has not committed yet', async () => {
  expect(await overtaking(text => `${text} `)).toEqual({ second: 0, missed: [] })
})

test('and that is what the lock is for: without it, a reader misses what is committed late', async () => {
  const withoutLock = (text: string) => text.replace(/pg_try_advisory_xact_lock\([^)]*\)/, '$$1::int4 > 0')
  expect(await overtaking(withoutLock)).toEqual({ second: 1, missed: [expect.any(Number)] })
})

/** One node waits between its number and its commit; then a second one takes in another change. */
async function overtaking(rewrite: (text: string) => string) {
  const world = await openWorld()
  const other = await world.openNode()
  let isFirst = true
  const restore = rewritten('take in', text => {
    const own = rewrite(isFirst ? slowly(`pg_advisory_xact_lock_shared(${barrier})`)(text) : text)
    isFirst = false
    return own
  })
  try {
    const older = await changed(world.store)
    await world.owner.query(`truncate outbox; select pg_advisory_lock(${barrier})`)
    await changed(world.store)
    const first = world.notifications.takeIn(1)
    await expect.poll(() => isHeldUp(world)).toBe(true)
    await changed(world.store, { orderId: older })
    const second = await other.notifications.takeIn(1)
    const seen = await other.notifications.feed(owner, { after: 0, limit: 10 })
    await world.owner.query(`select pg_advisory_unlock(${barrier})`)
    await first
    const after = Math.max(0, ...seen.map(({ feedNo }) => feedNo))
    const all = await other.notifications.feed(owner, { after: 0, limit: 10 })
    const missed = all.filter(({ feedNo }) => feedNo < after && !seen.some(one => one.feedNo === feedNo))
    return { second, missed: missed.map(({ feedNo }) => feedNo) }
  } finally {
    restore()
    await world.close()
  }
}

const barrier = 4711

async function isHeldUp({ owner: client }: World): Promise<boolean> {
  const { rows } = await client.query(
    "select from pg_locks where locktype = 'advisory' and objid = $1 and not granted",
    [barrier],
  )
  return rows.length > 0
}
