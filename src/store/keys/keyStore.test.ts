import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { expect, test } from 'vitest'
import { createDatabase } from '../../../test/database/database.ts'
import { createPool } from '../connection/pool.ts'
import { createKeyStore } from './keyStore.ts'

test('of two nodes that add a key of the same name, both get the one that was first', async () => {
  const database = await createDatabase('embedded')
  const pool = createPool(database.gateway.config, { max: 4 })
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

test('whoever is behind stores no key: of an earlier generation, or locked with what goes', async () => {
  const database = await createDatabase('embedded')
  const pool = createPool(database.gateway.config, { max: 4 })
  const owner = new pg.Client(database.config)
  await owner.connect()
  const keys = createKeyStore(pool)
  const wrapped = (keyId: string) => ({ keyId, wrapped: randomBytes(60) })
  expect(await keys.keyState()).toEqual({ generation: 1, oldest: 1 })
  expect(await keys.add('secret/password-pepper', wrapped('old'))).toMatchObject({ keyId: 'old' })
  expect(await keys.keyState()).toEqual({ generation: 1, oldest: 1, lockedWith: 'old' })
  expect(await keys.add('card/M1/1', wrapped('new'))).toBeUndefined()
  expect(await keys.add('card/M1/1', wrapped('old'))).toMatchObject({ keyId: 'old' })
  await owner.query("update keys set key_id = 'new' where name = 'secret/password-pepper'")
  await owner.query('insert into generations (number) values (2)')
  expect(await keys.keyState()).toEqual({ generation: 2, oldest: 1, lockedWith: 'new' })
  expect(await keys.add('card/M2/2', wrapped('old'))).toBeUndefined()
  expect(await keys.add('card/M2/1', wrapped('new'))).toBeUndefined()
  expect(await keys.add('card/M2/2', wrapped('new'))).toMatchObject({ keyId: 'new' })
  expect(await keys.add('secret/other', wrapped('old'))).toBeUndefined()
  expect([await keys.isUsed('old'), await keys.isUsed('older')]).toEqual([true, false])
  await owner.query('update generations set retired_at = now() where number = 1')
  expect(await keys.keyState()).toMatchObject({ oldest: 2 })
  await owner.end()
  await pool.end()
  await database.drop()
})
