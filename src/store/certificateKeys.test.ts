import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createDatabase, type TestDatabase } from '../../test/database/database.ts'
import { StoreUnavailable } from '../platform/errors.ts'
import { createPool } from './connection/pool.ts'
import { createCertificateKeys } from './merchants.ts'

let database: TestDatabase
let pool: pg.Pool
let owner: pg.Client
beforeAll(async () => {
  database = await createDatabase('embedded')
  pool = createPool(database.gateway.config, { max: 2 })
  owner = new pg.Client(database.config)
  await owner.connect()
  await owner.query("insert into merchants (cell, merchant_id) values (3, 'A')")
})
afterAll(async () => {
  await owner?.end()
  await pool?.end()
  await database?.drop()
})

async function bound() {
  const hash = randomBytes(32)
  const columns = 'cell, merchant_id, key_hash, subject, not_after'
  await owner.query(`insert into merchant_certificates (${columns}) values (3, 'A', $1, 'CN=A', now())`, [
    hash,
  ])
  return hash
}

test('a key belongs to its merchant, a strange one to nobody', async () => {
  const keys = createCertificateKeys(pool)
  expect(await keys.ownersOfKey(await bound())).toEqual([{ merchantId: 'A', isRevoked: false }])
  expect(await keys.ownersOfKey(randomBytes(32))).toEqual([])
})

test('the database is asked once for many; what is revoked is known within a second', async () => {
  const query = vi.spyOn(pool, 'query')
  const keys = createCertificateKeys(pool)
  const hash = await bound()
  const asked = await Promise.all(Array.from({ length: 50 }, () => keys.ownersOfKey(Buffer.from(hash))))
  expect(asked.every(([found]) => found?.isRevoked === false)).toBe(true)
  await owner.query('update merchant_certificates set revoked_at = now() where key_hash = $1', [hash])
  const isRevoked = async () => (await keys.ownersOfKey(hash))[0]?.isRevoked
  await expect.poll(isRevoked, { timeout: 1_500, interval: 50 }).toBe(true)
  expect(query.mock.calls.length).toBeLessThanOrEqual(3)
  query.mockRestore()
})

test('a failure is not remembered', async () => {
  const away = createPool({ ...database.gateway.config, port: 1 }, { max: 1 })
  const keys = createCertificateKeys(away)
  await expect(keys.ownersOfKey(randomBytes(32))).rejects.toThrow(StoreUnavailable)
  await expect(keys.ownersOfKey(randomBytes(32))).rejects.toThrow(StoreUnavailable)
  await away.end()
})
