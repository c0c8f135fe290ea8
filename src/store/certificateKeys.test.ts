import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createDatabase, type TestDatabase } from '../../test/database/database.ts'
import { overhearPrepared } from '../../test/database/prepared.ts'
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
  const hash = await bound()
  expect(await keys.bindingOf(hash, 'A')).toBe('bound')
  for (const stranger of ['B', 'NOBODY']) expect(await keys.bindingOf(hash, stranger)).toBe('ofOthers')
  expect(await keys.bindingOf(randomBytes(32), 'A')).toBe('unknown')
})

test('of a key that very many merchants have bound, one is read', async () => {
  const hash = await bound()
  await owner.query(
    "insert into merchants (cell, merchant_id) select 3, 'M' || n from generate_series(1, 5000) n",
  )
  await owner.query(
    `insert into merchant_certificates (cell, merchant_id, key_hash, subject, not_after)
     select 3, 'M' || n, $1, 'CN=A', now() from generate_series(1, 5000) n`,
    [hash],
  )
  const { heard, stop } = overhearPrepared()
  const keys = createCertificateKeys(pool)
  expect(await Promise.all(['A', 'M7', 'B'].map(id => keys.bindingOf(hash, id)))).toEqual([
    ...['bound', 'bound', 'ofOthers'],
  ])
  stop()
  expect(heard.length).toBeGreaterThan(0)
  expect(heard.filter(({ rows }) => rows.length > 1)).toEqual([])
})

test('that nobody has bound a key is asked once, under however many names it is presented', async () => {
  const { heard, stop } = overhearPrepared()
  const keys = createCertificateKeys(pool)
  const names = Array.from({ length: 50 }, (_, index) => `M${index}`)
  const strange = randomBytes(32)
  const asked = () => Promise.all(names.map(name => keys.bindingOf(strange, name)))
  expect(new Set([...(await asked()), ...(await asked())])).toEqual(new Set(['unknown']))
  const count = () => heard.filter(({ name }) => name === 'binding of key').length
  expect(count()).toBe(1)
  // Of one that somebody has bound, each name is asked for, and what is known of it stays.
  const hash = await bound()
  const before = count()
  const all = () => Promise.all(['A', ...names.slice(0, 3), 'A'].map(name => keys.bindingOf(hash, name)))
  const told = ['bound', 'ofOthers', 'ofOthers', 'ofOthers', 'bound']
  expect([await all(), await all()]).toEqual([told, told])
  expect(count() - before).toBe(4)
  stop()
})

test('the database is asked once for many; what is revoked is known within a second', async () => {
  const { heard, stop } = overhearPrepared()
  const keys = createCertificateKeys(pool)
  const hash = await bound()
  const asked = await Promise.all(Array.from({ length: 50 }, () => keys.bindingOf(Buffer.from(hash), 'A')))
  expect(new Set(asked)).toEqual(new Set(['bound']))
  await owner.query('update merchant_certificates set revoked_at = now() where key_hash = $1', [hash])
  const binding = () => keys.bindingOf(hash, 'A')
  await expect.poll(binding, { timeout: 1_500, interval: 50 }).toBe('revoked')
  stop()
  expect(heard.length).toBeGreaterThan(0)
  expect(heard.length).toBeLessThanOrEqual(3)
})

test('a failure is not remembered', async () => {
  const away = createPool({ ...database.gateway.config, port: 1 }, { max: 1 })
  const keys = createCertificateKeys(away)
  await expect(keys.bindingOf(randomBytes(32), 'A')).rejects.toThrow(StoreUnavailable)
  await expect(keys.bindingOf(randomBytes(32), 'A')).rejects.toThrow(StoreUnavailable)
  await away.end()
})

test('a key that nobody has bound keeps the database no busier under many names, however long', async () => {
  const { heard, stop } = overhearPrepared()
  vi.useFakeTimers({ toFake: ['performance'] })
  try {
    const keys = createCertificateKeys(pool)
    const strange = randomBytes(32)
    for (let tenth = 0; tenth < 100; tenth += 1) {
      vi.advanceTimersByTime(100)
      await Promise.all(Array.from({ length: 20 }, (_, index) => keys.bindingOf(strange, `M${index}`)))
      await pause(5)
    }
    expect(heard.filter(({ name }) => name === 'binding of key').length).toBeLessThanOrEqual(20)
  } finally {
    vi.useRealTimers()
    stop()
  }
})
