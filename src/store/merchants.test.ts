import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createDatabase, type TestDatabase } from '../../test/database/database.ts'
import { StoreUnavailable } from '../platform/storeUnavailable.ts'
import { createPool } from './connection.ts'
import { createMerchants } from './merchants.ts'

let database: TestDatabase
let pool: pg.Pool
beforeAll(async () => {
  database = await createDatabase('embedded')
  pool = createPool(database.config, { max: 2 })
})
afterAll(async () => {
  await pool?.end()
  await database?.drop()
})

test('a merchant that was ensured is found with its cell and its password', async () => {
  const merchants = createMerchants(pool)
  const passwordHash = randomBytes(32)
  await merchants.ensureMerchant({ merchantId: 'A', cell: 3, passwordHash })
  expect(await merchants.find('A')).toEqual({ merchantId: 'A', cell: 3, passwordHashes: [passwordHash] })
})

test('ensured again, a merchant has only the new password and stays in its cell', async () => {
  const merchants = createMerchants(pool)
  const [first, second] = [randomBytes(32), randomBytes(32)]
  await merchants.ensureMerchant({ merchantId: 'B', cell: 1, passwordHash: first })
  const owner = new pg.Client(database.config)
  await owner.connect()
  await owner.query("insert into merchant_passwords values (1, 'B', 2, $1)", [randomBytes(32)])
  await owner.end()
  await merchants.ensureMerchant({ merchantId: 'B', cell: 2, passwordHash: second })
  expect(await merchants.find('B')).toEqual({ merchantId: 'B', cell: 1, passwordHashes: [second] })
})

test('the database is asked once for many at the same moment, and again after a second', async () => {
  const merchants = createMerchants(pool)
  const connect = vi.spyOn(pool, 'connect')
  vi.useFakeTimers({ toFake: ['performance'] })
  try {
    await Promise.all(Array.from({ length: 50 }, () => merchants.find('UNKNOWN')))
    await merchants.find('UNKNOWN')
    expect(connect).toHaveBeenCalledTimes(1)
    vi.advanceTimersByTime(1_001)
    await merchants.find('UNKNOWN')
    expect(connect).toHaveBeenCalledTimes(2)
    expect(await merchants.find('no\0thing')).toBeUndefined()
    expect(await merchants.find('x'.repeat(41))).toBeUndefined()
    expect(connect).toHaveBeenCalledTimes(2)
  } finally {
    vi.useRealTimers()
    connect.mockRestore()
  }
})

test('a failure is not remembered', async () => {
  const nowhere = createPool({ host: '127.0.0.1', port: 1 }, { max: 1 })
  const merchants = createMerchants(nowhere)
  await expect(merchants.find('A')).rejects.toBeInstanceOf(StoreUnavailable)
  const connect = vi.spyOn(nowhere, 'connect')
  await expect(merchants.find('A')).rejects.toBeInstanceOf(StoreUnavailable)
  expect(connect).toHaveBeenCalledTimes(1)
  await nowhere.end()
})
