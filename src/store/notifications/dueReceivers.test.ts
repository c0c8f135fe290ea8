import { afterAll, beforeAll, expect, test } from 'vitest'
import { delivered, openWorld, type World, wanting } from '../../../test/notifications/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(async () => {
  await world?.close()
})

const merchants = 2_300
const rowsOf = `
insert into notifications (cell, merchant_id, feed_no, notification_id, order_no, sequence, order_id,
  transaction_id, changed_at, state, next_at)
select 1, 'M' || n, nextval('feed_numbers'), gen_random_uuid(), nextval('order_numbers'), 1, 'O', '1', now(),
  'WAITING', now() - interval '1 h'
from generate_series(1, $1::int4) n`

test('more merchants than one look takes are all seen to, look by look', { timeout: 120_000 }, async () => {
  await world.owner.query(rowsOf, [merchants])
  const told = new Set<string>()
  for (let look = 0; look < 200 && told.size < merchants; look += 1) {
    const claims = await world.notifications.claim(wanting({ limit: 256 }))
    for (const { merchantId } of claims) told.add(merchantId)
    await world.notifications.record(claims.map(delivered))
  }
  expect(told.size).toBe(merchants)
})
