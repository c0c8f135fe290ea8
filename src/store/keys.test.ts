import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { createDatabase } from '../../test/database/database.ts'
import { createPool } from './connection.ts'
import { createKeyStore } from './keys.ts'

test('of two nodes that add a key of the same name, both get the one that was first', async () => {
  const database = await createDatabase('embedded')
  const pool = createPool(database.config, { max: 4 })
  const keys = createKeyStore(pool)
  expect(await keys.find('cards')).toBeUndefined()
  const rivals = Array.from({ length: 4 }, (_, index) => ({ keyId: `k${index}`, wrapped: randomBytes(60) }))
  const added = await Promise.all(rivals.map(rival => keys.add('cards', rival)))
  expect(rivals).toContainEqual(added[0])
  for (const one of added) expect(one).toEqual(added[0])
  expect(await keys.find('cards')).toEqual(added[0])
  await pool.end()
  await database.drop()
})
