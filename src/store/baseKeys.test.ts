import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createDatabase, type TestDatabase } from '../../test/database/database.ts'
import { addSampleMerchant } from '../../test/support/store/sampleMerchant.ts'
import { createEntryDigest } from '../administration/auditLog.ts'
import type { BaseKeyRecords, NewAuditEntry, NewBaseKey } from '../administration/port.ts'
import { StoreUnavailable } from '../platform/errors.ts'
import { createBaseKeys } from '../terminals/baseKeys.ts'
import type { BaseKeys } from '../terminals/port.ts'
import { baseKeyName } from '../terminals/port.ts'
import { configuredKeys, newKey } from '../vault/keyEncryptionKeys.ts'
import { type Keyring, openKeyring } from '../vault/keyring.ts'
import { KeyDoesNotOpen } from '../vault/wrapping.ts'
import { type OpenBaseKeyRecords, openBaseKeyRecords } from './administration/baseKeys.ts'
import { openStore, type Store } from './open.ts'
import { withClient } from './schema/migrate.ts'

let database: TestDatabase
let store: Store
let keyring: Keyring
let owner: OpenBaseKeyRecords
let records: BaseKeyRecords
let keys: BaseKeys

beforeAll(async () => {
  database = await createDatabase('external')
  store = await openStore(database.logins)
  keyring = await openKeyring({ keys: configuredKeys([newKey('first')]), store: store.keys })
  owner = openBaseKeyRecords(database.config)
  records = owner.records(createEntryDigest(keyring.secrets.audit))
  for (const merchantId of ['X', 'Y']) await addSampleMerchant(store, { merchantId, cell: 0 })
})
afterAll(async () => {
  await owner?.close()
  await store?.close()
  await database?.drop()
})

const sql = (text: string, values: readonly unknown[] = []) =>
  withClient(database.config, async client => (await client.query(text, [...values])).rows)

beforeEach(async () => {
  await sql("delete from base_keys; delete from keys where name like 'bdk/%'")
  keys = createBaseKeys({ store: store.baseKeys, wrapping: keyring.wrapping })
})

const serial = 'FFFF9876543210E00001'
const entry: NewAuditEntry = { actor: 'ada', action: 'bdk.import', details: {} }
const value = (id: string, key: Buffer) => keyring.wrapping.wrap(baseKeyName(id), key, 'first')

/** The key that was imported. */
async function imported(changes: Partial<NewBaseKey> & { readonly bytes?: number } = {}) {
  const { bytes = 16, ...rest } = changes
  const key = randomBytes(bytes)
  const id = randomBytes(6).toString('hex')
  const wanted = {
    id,
    algorithm: 'TDES',
    keySetId: 'FFFF987654',
    checkValue: 'ABCDEF',
    isTest: false,
  } as const
  expect(await records.add({ ...wanted, ...rest }, await value(id, key), entry)).toBe('added')
  return { id, key }
}

const retire = (id: string) => records.retire(id, () => ({ ...entry, action: 'bdk.retire' }))

test('a key is found by what a key serial number begins with, in either case of letters', async () => {
  const { key } = await imported({ keySetId: 'FFFF98' })
  expect(await keys.find('X', serial)).toEqual({
    ...{ algorithm: 'TDES', keySetId: 'FFFF98', key, isTest: false },
  })
  expect(await keys.find('X', serial.toLowerCase())).toMatchObject({ key })
  for (const other of ['FFFE9876543210E00001', '', 'FFFF98', 'no serial number at all', `${serial}00`])
    expect(await keys.find('X', other)).toBe('unknown')
})

test("a merchant's own key beats the common one, and the longest key set id wins", async () => {
  const common = await imported({ keySetId: 'FFFF9876' })
  const longest = await imported({ keySetId: 'FFFF987654' })
  expect(await keys.find('X', serial)).toMatchObject({ key: longest.key })
  const own = await imported({ keySetId: 'FFFF98', merchantId: 'X' })
  const ownLonger = await imported({ keySetId: 'FFFF987', merchantId: 'X' })
  expect(await keys.find('X', serial)).toMatchObject({ key: ownLonger.key })
  expect(await keys.find('X', 'FFFF9800000000E00001')).toMatchObject({ key: own.key })
  expect(await keys.find('Y', serial)).toMatchObject({ key: longest.key })
  expect(await keys.find('Y', 'FFFF9876FFFFFFE00001')).toMatchObject({ key: common.key })
})

test("another merchant's key is as unknown as one that never was, retired or not", async () => {
  const { id, key } = await imported({ merchantId: 'X' })
  expect(await keys.find('Y', serial)).toBe('unknown')
  expect(await keys.find('X', serial)).toMatchObject({ key })
  await retire(id)
  expect(await keys.find('Y', serial)).toBe('unknown')
  expect(await keys.find('X', serial)).toBe('retired')
})

test('a retired short one hides a longer common one, until that is imported for the merchant', async () => {
  const common = await imported({ keySetId: 'FFFF987654' })
  const { id } = await imported({ keySetId: 'FFFF98', merchantId: 'X' })
  await retire(id)
  expect(await keys.find('X', serial)).toBe('retired')
  expect(await keys.find('Y', serial)).toMatchObject({ key: common.key })
  const own = await imported({ keySetId: 'FFFF987654', merchantId: 'X' })
  expect(await keys.find('X', serial)).toMatchObject({ key: own.key })
})

test('the length of a key serial number says which algorithm it is for', async () => {
  const aes = await imported({ algorithm: 'AES-256', keySetId: '12345678', bytes: 32 })
  const tdes = await imported({ keySetId: '123456' })
  expect(await keys.find('X', `12345678${'0'.repeat(16)}`)).toMatchObject({
    algorithm: 'AES-256',
    key: aes.key,
  })
  expect(await keys.find('X', `12345678${'0'.repeat(12)}`)).toMatchObject({
    algorithm: 'TDES',
    key: tdes.key,
  })
  expect(await keys.find('X', `12345699${'0'.repeat(16)}`)).toBe('unknown')
})

test('a retired key is told apart, at once, and its value is gone with the same commit', async () => {
  const { id, key } = await imported()
  const wider = await imported({ keySetId: 'FFFF98' })
  expect(await keys.find('X', serial)).toMatchObject({ key })
  expect(await retire(id)).toMatchObject({ id, retiredAtMs: expect.any(Number) })
  // Under the wider key its payloads would open to nothing that was ever read.
  expect(await keys.find('X', serial)).toBe('retired')
  expect(await keys.find('X', 'FFFF98000000000E00001'.slice(0, 20))).toMatchObject({ key: wider.key })
  expect(await sql("select name from keys where name like 'bdk/%'")).toEqual([{ name: `bdk/${wider.id}` }])
  expect([await retire(id), await retire('000000000000')]).toEqual(['before', 'unknown'])
  const again = await imported()
  expect(await keys.find('X', serial)).toMatchObject({ key: again.key })
})

test('of one key set there is one active key for a merchant, and one for all', async () => {
  await imported()
  await imported({ merchantId: 'X' })
  await imported({ merchantId: 'Y' })
  for (const whose of [{}, { merchantId: 'X' }]) {
    const another = { id: 'abcdefabcdef', algorithm: 'TDES', keySetId: 'FFFF987654', isTest: false } as const
    const wrapped = await value(another.id, randomBytes(16))
    expect(await records.add({ ...another, checkValue: 'ABCDEF', ...whose }, wrapped, entry)).toBe('taken')
  }
  expect(await sql("select count(*)::int from keys where name like 'bdk/%'")).toEqual([{ count: 3 }])
})

test('imported at the same time, one of two is taken', async () => {
  const attempt = async (id: string) => {
    const key = { id, algorithm: 'TDES', keySetId: 'AAAAAA', checkValue: 'ABCDEF', isTest: false } as const
    return records.add(key, await value(id, randomBytes(16)), entry)
  }
  const outcomes = await Promise.all(['aaaaaaaaaaaa', 'bbbbbbbbbbbb', 'cccccccccccc'].map(attempt))
  expect(outcomes.sort()).toEqual(['added', 'taken', 'taken'])
})

test('what is wrapped by a key that does not lock any more is not taken in', async () => {
  const key = { id: 'abcdefabcdef', algorithm: 'TDES', keySetId: 'BBBBBB', checkValue: 'ABCDEF' } as const
  const wrapped = { keyId: 'earlier', wrapped: Buffer.alloc(45) }
  expect(await records.add({ ...key, isTest: false }, wrapped, entry)).toBe('behind')
  expect(await records.list(10)).toEqual([])
})

test('test keys are seen by a sandbox only, and a retired one does not come back by itself', async () => {
  const { id, key } = await imported({ isTest: true })
  expect(await keys.find('X', serial)).toBe('unknown')
  const parts = { store: store.baseKeys, wrapping: keyring.wrapping }
  expect(await createBaseKeys({ ...parts, withTestKeys: true }).find('X', serial)).toMatchObject({ key })
  await retire(id)
  const wanted = { algorithm: 'TDES', keySetId: 'FFFF987654', checkValue: 'ABCDEF' } as const
  const again = { ...wanted, id: 'abcdefabcdef', isTest: true }
  const wrapped = await value(again.id, key)
  expect(await records.add(again, wrapped, entry, { staysRetired: true })).toBe('taken')
  expect(await records.add(again, wrapped, entry)).toBe('added')
})

test('a value that does not open, is missing or too short is a fault, and never an unknown key', async () => {
  const { id } = await imported()
  const other = await imported({ keySetId: 'EEEEEE' })
  const swap = 'update keys set wrapped = (select wrapped from keys where name = $2) where name = $1'
  await sql(swap, [`bdk/${id}`, `bdk/${other.id}`])
  await expect(keys.find('X', serial)).rejects.toThrow(KeyDoesNotOpen)
  await sql('delete from keys where name = $1', [`bdk/${id}`])
  await expect(keys.find('X', serial)).rejects.toThrow('has no value')
  await imported({ algorithm: 'AES-192', keySetId: '12345678', bytes: 16 })
  await expect(keys.find('X', `12345678${'0'.repeat(16)}`)).rejects.toThrow('has not the length')
})

test('values are remembered, as many as there is room for, and asked for no more than that', async () => {
  const unwrapped: string[] = []
  const wrapping = {
    unwrap(name: string, wrapped: Awaited<ReturnType<typeof value>>) {
      unwrapped.push(name)
      return keyring.wrapping.unwrap(name, wrapped)
    },
  }
  const few = createBaseKeys({ store: store.baseKeys, wrapping, openedMax: 2 })
  for (const keySetId of ['AAAAAA', 'BBBBBB', 'CCCCCC']) await imported({ keySetId })
  const find = (keySetId: string) => few.find('X', `${keySetId}${'0'.repeat(14)}`)
  for (const keySetId of ['AAAAAA', 'AAAAAA', 'BBBBBB', 'AAAAAA', 'CCCCCC', 'AAAAAA']) await find(keySetId)
  expect(unwrapped).toHaveLength(3)
  await find('BBBBBB')
  expect(unwrapped).toHaveLength(4)
})

test('the gateway itself may read them, and neither make, change nor retire one', async () => {
  for (const text of [
    'delete from base_keys',
    'update base_keys set retired_at = now()',
    "insert into base_keys values ('abcdefabcdef', 'TDES', 'FFFFFF', null, 'ABCDEF', false)",
  ])
    await expect(withClient(database.gateway.config, client => client.query(text))).rejects.toThrow(
      /permission denied for/,
    )
})

test('a database that is away is no unknown key', async () => {
  const far = await openStore(database.logins)
  await far.close()
  const lost = createBaseKeys({ store: far.baseKeys, wrapping: keyring.wrapping })
  await expect(lost.find('X', serial)).rejects.toThrow(StoreUnavailable)
})
