import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabase, type TestDatabase } from '../../test/database/database.ts'
import { type Administrator, granted, openAdministrator } from '../../test/journeys/administrator.ts'
import { keyEncryptionKeys } from '../../test/journeys/gateway.ts'
import { openBaseKeyAdministration } from '../composition/baseKeys.ts'
import { testKeys } from '../sandbox/terminal/testKeys.ts'
import { type OpenBaseKeyRecords, openBaseKeyRecords } from '../store/administration/baseKeys.ts'
import { openStore, type Store } from '../store/open.ts'
import { createBaseKeys } from '../terminals/baseKeys.ts'
import { checkValueOf } from '../terminals/keyImport.ts'
import { type Keyring, openKeyring } from '../vault/keyring.ts'
import type { BaseKeyAdministration } from './baseKeys.ts'

let database: TestDatabase
let administrator: Administrator
let store: Store
let keyring: Keyring
let owner: OpenBaseKeyRecords
let baseKeys: BaseKeyAdministration

beforeAll(async () => {
  database = await createDatabase('embedded')
  administrator = await openAdministrator(database.logins)
  store = await openStore(database.logins)
  keyring = await openKeyring({ keys: keyEncryptionKeys, store: store.keys })
  owner = openBaseKeyRecords(database.config)
  baseKeys = baseKeysOf(false)
  granted(await administrator.merchants.add({ merchantId: 'SHOP' }))
})
afterAll(async () => {
  await owner?.close()
  await store?.close()
  await administrator?.close()
  await database?.drop()
})

const baseKeysOf = (isSandbox: boolean) =>
  openBaseKeyAdministration({ store, keyring, records: owner.records, isSandbox, actor: 'alice@office' })
const digits = '23456789ABCDEF01DCBA9876543210FE'
const checkValue = checkValueOf('TDES', Buffer.from(digits, 'hex'))
const wish = { keySetId: 'ABCDEF', checkValue, components: [{ key: digits }] }
const rejected = (field: string, words: string) => ({
  kind: 'rejection',
  field,
  explanation: expect.stringContaining(words),
})

test('a key is imported, listed and retired, and the audit log tells of it without the key', async () => {
  const imported = granted(await baseKeys.import({ ...wish, merchantId: 'SHOP' }))
  const about = { keySetId: 'ABCDEF', algorithm: 'TDES', checkValue }
  expect(imported).toEqual({
    ...about,
    id: expect.stringMatching(/^[0-9a-f]{12}$/),
    merchantId: 'SHOP',
    isTest: false,
  })
  const { id } = imported
  const keys = createBaseKeys({ store: store.baseKeys, wrapping: keyring.wrapping })
  expect(await keys.find('SHOP', 'ABCDEF00000000000001')).toMatchObject({ key: Buffer.from(digits, 'hex') })
  expect(await baseKeys.list()).toEqual({
    baseKeys: [{ ...imported, createdAtMs: expect.any(Number) }],
    isCut: false,
  })
  expect(granted(await baseKeys.retire(id))).toMatchObject({ id, retiredAtMs: expect.any(Number) })
  expect(await keys.find('SHOP', 'ABCDEF00000000000001')).toBe('retired')
  const entries = granted(await administrator.audit.list({ merchantId: 'SHOP', limit: 2 }))
  const details = { id, ...about, merchant: 'SHOP' }
  expect(entries).toMatchObject([
    { action: 'bdk.retire', actor: 'alice@office', details },
    { action: 'bdk.import', actor: 'alice@office', details },
  ])
  expect(JSON.stringify(entries).toUpperCase()).not.toContain(digits)
  expect(await administrator.audit.verify()).toMatchObject({ isIntact: true })
})

test('what cannot be done is refused, leaves nothing behind, and tells nothing of the key', async () => {
  const before = await baseKeys.list()
  const log = granted(await administrator.audit.list())
  const refusals = [
    [{ ...wish, checkValue: '000000' }, rejected('checkValue', 'is not that of this key')],
    [{ ...wish, keySetId: 'ABC' }, rejected('keySetId', '6 to 10')],
    [{ ...wish, merchantId: 'SHPO' }, rejected('merchantId', 'The nearest is SHOP.')],
    [{ ...wish, components: [{ key: 'no key' }] }, rejected('key', 'hexadecimal')],
  ] as const
  for (const [wanted, expected] of refusals) {
    const refusal = await baseKeys.import(wanted)
    expect(refusal).toMatchObject(expected)
    expect(JSON.stringify(refusal)).not.toMatch(new RegExp(`${digits}|${checkValue}`, 'i'))
  }
  expect(await baseKeys.retire('0123456789ab')).toMatchObject(rejected('id', 'no such base key'))
  expect(await baseKeys.list()).toEqual(before)
  expect(granted(await administrator.audit.list())).toEqual(log)
})

test('a key set that is in use is taken; retired, it is free again', async () => {
  const { id } = granted(await baseKeys.import(wish))
  expect(await baseKeys.import(wish)).toMatchObject(rejected('keySetId', 'It is taken'))
  granted(await baseKeys.import({ ...wish, merchantId: 'SHOP' }))
  granted(await baseKeys.retire(id))
  expect(await baseKeys.retire(id)).toMatchObject(rejected('id', 'was retired before'))
  granted(await baseKeys.import(wish))
})

test('the keys of sandboxes, which everybody knows, are not imported where cards are real', async () => {
  for (const { algorithm, keySetId, key } of testKeys) {
    const given = { algorithm, keySetId, components: [{ key }] }
    const known = { ...given, checkValue: checkValueOf(algorithm, Buffer.from(key, 'hex')) }
    expect(await baseKeys.import(known)).toMatchObject(rejected('key', 'everybody knows it'))
    granted(await baseKeysOf(true).import(known))
  }
})

test('nor are they without their parity bits: to TDES it is the same key', async () => {
  const key = '0022446688AACCEEFFDDBB9977553311'
  const twin = { keySetId: 'ABCDE0', checkValue: '08D7B4', components: [{ key }] }
  expect(await baseKeys.import(twin)).toMatchObject(rejected('key', 'everybody knows it'))
})

test('a sandbox takes them under any key set, and production sees them under none', async () => {
  const parts = { store: store.baseKeys, wrapping: keyring.wrapping }
  const inSandbox = createBaseKeys({ ...parts, withTestKeys: true })
  const whole = '0123456789ABCDEFFEDCBA9876543210'
  const bare = '0022446688AACCEEFFDDBB9977553311'
  for (const [at, key] of [whole, bare].entries()) {
    const keySetId = `ABCDE${at + 1}`
    const known = { keySetId, checkValue: '08D7B4', components: [{ key }] }
    const { id } = granted(await baseKeysOf(true).import(known))
    const serial = `${keySetId}00000000000001`
    expect(await inSandbox.find('SHOP', serial)).toMatchObject({ isTest: true })
    expect(await createBaseKeys(parts).find('SHOP', serial)).toBe('unknown')
    // It is the operator's own wish: retired, it may come again.
    granted(await baseKeys.retire(id))
    granted(await baseKeysOf(true).import({ ...known, merchantId: 'SHOP' }))
    granted(await baseKeysOf(true).import(known))
  }
})
