import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createDatabase, type TestDatabase } from '../../test/database/database.ts'
import { ordinaryProfile } from '../orders/profile.ts'
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
  expect(await merchants.find('A')).toEqual({
    merchantId: 'A',
    cell: 3,
    passwordHashes: [passwordHash],
    profile: ordinaryProfile,
  })
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
  expect(await merchants.find('B')).toEqual({
    merchantId: 'B',
    cell: 1,
    passwordHashes: [second],
    profile: ordinaryProfile,
  })
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

test('a profile is read as it was set, and what is not in it is ordinary', async () => {
  const merchants = createMerchants(pool)
  await merchants.ensureMerchant({ merchantId: 'C', cell: 1, passwordHash: randomBytes(32) })
  const allowedOrigins = ['https://shop.example']
  const profile = { ...ordinaryProfile, captureExcessPercent: 15, debugInformation: true, allowedOrigins }
  await merchants.find('C')
  await merchants.setProfile('C', profile)
  expect(await merchants.find('C')).toMatchObject({ profile })
  const owner = new pg.Client(database.config)
  await owner.connect()
  const write = (text: string) =>
    owner.query("update merchants set profile = $1 where merchant_id = 'C'", [text])
  await write('{"refundExcessPercent":7,"fromANewerRelease":[]}')
  expect(await createMerchants(pool).find('C')).toMatchObject({
    profile: { ...ordinaryProfile, refundExcessPercent: 7 },
  })
  await write('{"refundExcessPercent":"7"}')
  await expect(createMerchants(pool).find('C')).rejects.toThrow('whole number')
  await expect(write('[]')).rejects.toMatchObject({ code: '23514' })
  await expect(write('{')).rejects.toMatchObject({ code: '22P02' })
  await owner.end()
})

test('a profile that makes no sense, or of a merchant that is not there, is not set', async () => {
  const merchants = createMerchants(pool)
  await merchants.ensureMerchant({ merchantId: 'D', cell: 1, passwordHash: randomBytes(32) })
  for (const captureExcessPercent of [-1, 0.5, 101, Number.NaN])
    await expect(merchants.setProfile('D', { ...ordinaryProfile, captureExcessPercent })).rejects.toThrow()
  for (const allowedOrigins of [['*'], ['https://a.example/'], Array(21).fill('https://a.example')])
    await expect(merchants.setProfile('D', { ...ordinaryProfile, allowedOrigins })).rejects.toThrow('origins')
  await expect(merchants.setProfile('NOBODY', ordinaryProfile)).rejects.toThrow('no merchant NOBODY')
  expect(await merchants.find('D')).toMatchObject({ profile: ordinaryProfile })
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
