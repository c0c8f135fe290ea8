import { afterAll, beforeAll, expect, test } from 'vitest'
import { namesOf, openWorld, type World } from '../../../test/notifications/world.ts'
import type { KeptNotification, WantedNotifications } from '../../notifications/port.ts'

let world: World
beforeAll(async () => {
  world = await openWorld(['SAMPLE', 'OTHER'])
  await world.owner.query("insert into merchants (cell, merchant_id) values (2, 'FAR')")
  await world.owner.query(history)
})
afterAll(async () => {
  await world?.close()
})

/** Two changes of each order; of the second merchant all are dead, the third lives in another cell. */
const history = `
with made as (
  insert into orders (cell, merchant_id, order_id, order_no, version, currency, amount, created_at)
  select cell, merchant_id, left(merchant_id, 1) || n, nextval('order_numbers'), 2, 'USD', 1, now()
  from generate_series(1, 3) n, merchants
  returning cell, merchant_id, order_no, order_id
)
insert into notifications (cell, merchant_id, feed_no, notification_id, order_no, sequence, order_id,
  transaction_id, changed_at, state)
select cell, merchant_id, nextval('feed_numbers'), gen_random_uuid(), order_no, sequence, order_id,
  case sequence when 1 then '1' else '1' || e'\\x1f' || 'CONFIRM_BROWSER_PAYMENT' end,
  timestamptz '2030-01-01T00:00:00Z' + right(order_id, 1)::int4 * interval '1 h',
  case merchant_id when 'OTHER' then 'DEAD' else 'DELIVERED' end
from (
  select m.*, sequence from made m, generate_series(1, 2) sequence
  order by right(order_id, 1), merchant_id, sequence
) s`

const list = (wanted: Partial<WantedNotifications> = {}) =>
  world.notifications.list({ limit: 100, ...wanted })
const hour = (n: number) => Date.parse('2030-01-01T00:00:00Z') + n * 3_600_000

const newestFirst = [
  ...['S3 2', 'S3 1', 'O3 2', 'O3 1', 'F3 2', 'F3 1'],
  ...['S2 2', 'S2 1', 'O2 2', 'O2 1', 'F2 2', 'F2 1'],
  ...['S1 2', 'S1 1', 'O1 2', 'O1 1', 'F1 2', 'F1 1'],
]
const of = (letter: string) => newestFirst.filter(name => name.startsWith(letter))

const cases: Record<string, readonly [Partial<WantedNotifications>, readonly string[]]> = {
  'everything, newest first': [{}, newestFirst],
  'one merchant': [{ merchantId: 'OTHER' }, of('O')],
  'nobody that is known': [{ merchantId: 'STRANGER' }, []],
  'an order': [{ merchantId: 'SAMPLE', orderId: 'S2' }, ['S2 2', 'S2 1']],
  'an order of another merchant': [{ merchantId: 'OTHER', orderId: 'S2' }, []],
  'an order, whoever has it': [{ orderId: 'F2' }, ['F2 2', 'F2 1']],
  'what failed': [{ states: ['DEAD', 'GONE'] }, of('O')],
  'what is in one of some states': [{ states: ['DEAD', 'DELIVERED'], merchantId: 'FAR' }, of('F')],
  'from a time on': [{ fromMs: hour(3) }, ['S3 2', 'S3 1', 'O3 2', 'O3 1', 'F3 2', 'F3 1']],
  'between two times': [{ fromMs: hour(2), toMs: hour(3), merchantId: 'FAR' }, ['F2 2', 'F2 1']],
  'before a time': [{ toMs: hour(2), states: ['DEAD'] }, ['O1 2', 'O1 1']],
  'an order at a time': [{ fromMs: hour(1), toMs: hour(4), orderId: 'S1' }, ['S1 2', 'S1 1']],
}

test.each(Object.entries(cases))('%s', async (_, [wanted, names]) => {
  const found = await list(wanted)
  expect(namesOf(found)).toEqual(names)
  expect(found.every(({ transactionId }) => transactionId === '1')).toBe(true)
})

test.each(Object.entries(cases))('page by page: %s', async (_, [wanted, names]) => {
  const pages: KeptNotification[] = []
  for (let page = await list({ ...wanted, limit: 2 }); page.length > 0; ) {
    expect(page.length).toBeLessThanOrEqual(2)
    pages.push(...page)
    const before = pages.at(-1)
    page = await list({ ...wanted, limit: 2, ...(before && { before }) })
  }
  expect(namesOf(pages)).toEqual(names)
})

test('one of a name, whoever has it; nobody else has it', async () => {
  const [newest] = await list({ merchantId: 'FAR', limit: 1 })
  if (!newest) throw new Error('there is none')
  const { notificationId } = newest
  expect(await list({ notificationId })).toEqual([newest])
  expect(await list({ notificationId, merchantId: 'FAR' })).toEqual([newest])
  expect(await list({ notificationId, merchantId: 'OTHER' })).toEqual([])
  expect(await list({ notificationId: "'; drop table" })).toEqual([])
  const { find } = world.notifications
  expect(await find({ cell: 2, merchantId: 'FAR' }, notificationId)).toEqual(newest)
  expect(await find({ cell: 1, merchantId: 'OTHER' }, notificationId)).toBeUndefined()
  expect(await find({ cell: 2, merchantId: 'FAR' }, 'nonsense')).toBeUndefined()
})

test('the backlog is what waits and what nobody has looked at', async () => {
  expect(await world.notifications.backlog()).toEqual({ untaken: 0, waiting: 0, lateMs: 0 })
  await world.owner.query(`
    insert into outbox (cell, merchant_id, order_no, sequence, order_id, transaction_id, due)
    values (2, 'FAR', 1000000, 1, 'new', '1', tollgate_now() - interval '3 s')`)
  await world.owner.query(`
    update notifications set state = 'WAITING', next_at = tollgate_now() - interval '7 s'
    where order_id in ('S1', 'F1')`)
  const backlog = await world.notifications.backlog()
  expect(backlog).toMatchObject({ untaken: 1, waiting: 4 })
  expect(backlog.lateMs).toBeGreaterThanOrEqual(7_000)
  await world.owner.query("update notifications set attempts = 1 where state = 'WAITING'")
  expect((await world.notifications.backlog()).lateMs).toBeLessThan(backlog.lateMs)
})
