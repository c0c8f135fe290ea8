import { expect, test } from 'vitest'
import { openWorld } from '../../../test/notifications/world.ts'

test('a merchant sees its own secrets only, the newest first', async () => {
  const world = await openWorld()
  const { owner, store } = world
  await owner.query("insert into merchants (cell, merchant_id) values (1, 'OTHER')")
  await owner.query(`
    insert into merchant_secrets (cell, merchant_id, kind, slot, sealed)
    values (1, 'SAMPLE', 'signing', 2, 'old'), (1, 'SAMPLE', 'signing', 1, 'new'),
      (1, 'OTHER', 'shared', 1, 'x')`)
  const found = await store.secrets.find({ cell: 1, merchantId: 'SAMPLE' })
  expect(found.signing.map(({ sealed }) => sealed.toString())).toEqual(['new', 'old'])
  expect(found.signing[0]?.createdAtMs).toBeGreaterThan(1.7e12)
  expect(found.shared).toEqual([])
  await world.close()
})
