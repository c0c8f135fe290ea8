import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createDatabase, type TestDatabase } from '../../test/database/database.ts'
import type { AdministrationStore, NewMerchant } from '../administration/port.ts'
import { ordinaryProfile, type Profile, sandboxProfile } from '../orders/merchant.ts'
import { StoreUnavailable } from '../platform/errors.ts'
import { createAdministrationStore } from './administration/administration.ts'
import { createPool } from './connection/pool.ts'
import { createMerchantReader } from './merchants.ts'

let database: TestDatabase
let pool: pg.Pool
let administration: AdministrationStore
beforeAll(async () => {
  database = await createDatabase('embedded')
  pool = createPool(database.gateway.config, { max: 2 })
  const digest = () => Buffer.alloc(32)
  administration = createAdministrationStore(pool, { digest, usual: ordinaryProfile })
})
afterAll(async () => {
  await pool?.end()
  await database?.drop()
})

const entry = { actor: 'test', action: 'merchant.add', details: {} } as const
const ensureMerchant = (merchant: NewMerchant) =>
  administration.ensureMerchant(merchant, { added: entry, password: entry })

test('a merchant that was ensured is found with its cell and its password', async () => {
  const merchants = createMerchantReader(pool)
  const passwordHash = randomBytes(32)
  await ensureMerchant({ merchantId: 'A', cell: 3, passwordHash })
  expect(await merchants.find('A')).toEqual({
    merchantId: 'A',
    cell: 3,
    passwordHashes: [passwordHash],
    profile: ordinaryProfile,
  })
})

test('ensured again, a merchant has the new password for its first and stays in its cell', async () => {
  const merchants = createMerchantReader(pool)
  const [first, second, other] = [randomBytes(32), randomBytes(32), randomBytes(32)]
  await ensureMerchant({ merchantId: 'B', cell: 1, passwordHash: first })
  const owner = new pg.Client(database.config)
  await owner.connect()
  await owner.query("insert into merchant_passwords values (1, 'B', 2, $1)", [other])
  await owner.end()
  await ensureMerchant({ merchantId: 'B', cell: 2, passwordHash: second })
  expect(await merchants.find('B')).toEqual({
    merchantId: 'B',
    cell: 1,
    passwordHashes: [second, other],
    profile: ordinaryProfile,
  })
})

test('the database is asked once for many at the same moment, and again after a second', async () => {
  const merchants = createMerchantReader(pool)
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

test('all who need what holds now share a look, and none of them sees an older one', async () => {
  const merchants = createMerchantReader(pool)
  const connect = vi.spyOn(pool, 'connect')
  try {
    const before = merchants.find('E')
    const wanted = Array.from({ length: 50 }, () => merchants.find('E', performance.now() + 0.001))
    await ensureMerchant({ merchantId: 'E', cell: 1, passwordHash: randomBytes(32) })
    await before
    const asked = connect.mock.calls.length
    expect(asked).toBeLessThanOrEqual(3)
    await Promise.all(wanted)
    expect(await merchants.find('E', performance.now())).toMatchObject({ merchantId: 'E' })
  } finally {
    connect.mockRestore()
  }
})

test('a profile is read as it is stored, and what is not in it is usual', async () => {
  await ensureMerchant({ merchantId: 'C', cell: 1, passwordHash: randomBytes(32) })
  const owner = new pg.Client(database.config)
  await owner.connect()
  const write = (text: string) =>
    owner.query("update merchants set profile = $1 where merchant_id = 'C'", [text])
  const found = async (usual?: Profile) => (await createMerchantReader(pool, usual).find('C'))?.profile
  expect(await found(sandboxProfile)).toEqual(sandboxProfile)
  await write('{"refundExcessPercent":7,"notifications":false,"fromANewerRelease":[]}')
  const profile = { ...ordinaryProfile, refundExcessPercent: 7 }
  expect(await found()).toEqual(profile)
  expect(profile.standaloneRefunds).toEqual([])
  expect(await found({ ...sandboxProfile, debugInformation: true })).toEqual({
    ...profile,
    standaloneRefunds: sandboxProfile.standaloneRefunds,
    debugInformation: true,
  })
  await write('{"refundExcessPercent":"7"}')
  await expect(found()).rejects.toThrow('whole number')
  await expect(write('[]')).rejects.toMatchObject({ code: '23514' })
  await expect(write('{')).rejects.toMatchObject({ code: '22P02' })
  await owner.end()
})

test('what was remembered of a merchant can be forgotten', async () => {
  const merchants = createMerchantReader(pool)
  expect(await merchants.find('D')).toBeUndefined()
  await ensureMerchant({ merchantId: 'D', cell: 1, passwordHash: randomBytes(32) })
  expect(await merchants.find('D')).toBeUndefined()
  merchants.forget('D')
  expect(await merchants.find('D')).toMatchObject({ merchantId: 'D', cell: 1 })
})

test('a failure is not remembered', async () => {
  const nowhere = createPool({ host: '127.0.0.1', port: 1 }, { max: 1 })
  const merchants = createMerchantReader(nowhere)
  await expect(merchants.find('A')).rejects.toBeInstanceOf(StoreUnavailable)
  const connect = vi.spyOn(nowhere, 'connect')
  await expect(merchants.find('A')).rejects.toBeInstanceOf(StoreUnavailable)
  expect(connect).toHaveBeenCalledTimes(1)
  await nowhere.end()
})
