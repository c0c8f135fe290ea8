import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createDatabase, type TestDatabase } from '../../../test/database/database.ts'
import { createEntryDigest, verifyChain } from '../../administration/auditLog.ts'
import type { AdministrationStore, AuditAction, NewAuditEntry } from '../../administration/port.ts'
import { ordinaryProfile, sandboxProfile } from '../../orders/merchant.ts'
import { createPool } from '../connection/pool.ts'
import { createCertificateKeys, createMerchantReader } from '../merchants.ts'
import { createAdministrationStore } from './administration.ts'

let database: TestDatabase
let pool: pg.Pool
let owner: pg.Client
let store: AdministrationStore
const digest = createEntryDigest(randomBytes(32))

beforeAll(async () => {
  database = await createDatabase('external')
  pool = createPool(database.gateway.config, { max: 4 })
  store = createAdministrationStore(pool, { digest, usual: sandboxProfile })
  owner = new pg.Client(database.config)
  await owner.connect()
})
afterAll(async () => {
  await owner?.end()
  await pool?.end()
  await database?.drop()
})
beforeEach(async () => {
  await owner.query('truncate audit, merchant_passwords, merchant_certificates, merchant_secrets')
  await owner.query('delete from merchants')
})

const shop = { merchantId: 'SHOP', cell: 3 }
const hash = (byte: number) => Buffer.alloc(32, byte)
const entry = (action: AuditAction, details = {}): NewAuditEntry => ({
  actor: 'tester',
  action,
  merchantId: 'SHOP',
  details,
})
const addShop = () => store.addMerchant({ ...shop, passwordHash: hash(1) }, [entry('merchant.add')])
const verify = () => verifyChain(store.chain(), digest)
const actions = async () => (await store.audit({ limit: 100 })).map(({ action }) => action).reverse()

describe('what is changed', () => {
  test('a merchant is added once, with a password, and found by the gateway', async () => {
    const settings = { captureExcessPercent: 5 }
    const merchant = { ...shop, passwordHash: hash(1), settings }
    expect(await store.addMerchant(merchant, [entry('merchant.add'), entry('password.add')])).toBe(true)
    expect(await store.addMerchant(merchant, [entry('merchant.add')])).toBe(false)
    const profile = { ...sandboxProfile, captureExcessPercent: 5 }
    expect(await store.merchant('SHOP')).toMatchObject({ ...shop, profile })
    expect(await createMerchantReader(pool).find('SHOP')).toMatchObject({
      ...shop,
      passwordHashes: [hash(1)],
      profile: { ...ordinaryProfile, captureExcessPercent: 5 },
    })
    expect(await actions()).toEqual(['merchant.add', 'password.add'])
  })

  test('merchants are listed by name, a page at a time', async () => {
    for (const merchantId of ['C', 'a', 'B', 'A'])
      await store.addMerchant({ merchantId, cell: 0, passwordHash: hash(1) }, [entry('merchant.add')])
    const [, second] = await store.merchants({ limit: 2 })
    expect(second).toMatchObject({ merchantId: 'B', cell: 0, passwords: 1, certificates: 0 })
    expect((await store.merchants({ after: 'B', limit: 9 })).map(({ merchantId }) => merchantId)).toEqual([
      'C',
      'a',
    ])
  })

  test('what the settings of a sandbox say is noted only when it changes something', async () => {
    const entries = { added: entry('merchant.add'), password: entry('password.add') }
    await store.ensureMerchant({ ...shop, passwordHash: hash(1) }, entries)
    await store.ensureMerchant({ ...shop, passwordHash: hash(1) }, entries)
    expect(await actions()).toEqual(['merchant.add', 'password.add'])
    await store.addPassword(shop, hash(2), () => entry('password.add'))
    await store.ensureMerchant({ ...shop, passwordHash: hash(1) }, entries)
    await store.ensureMerchant({ ...shop, cell: 9, passwordHash: hash(3) }, entries)
    expect(await actions()).toEqual(['merchant.add', ...Array(3).fill('password.add')])
    const found = await createMerchantReader(pool).find('SHOP')
    expect(found).toMatchObject({ cell: 3, passwordHashes: [hash(3), hash(2)] })
  })

  test('a profile is decided on as it is, and keeps what a newer release said', async () => {
    await addShop()
    await owner.query(`update merchants set profile = '{"fromANewerRelease":[1],"refundExcessPercent":1}'`)
    const seen: number[] = []
    const raise = () =>
      store.changeProfile('SHOP', ({ refundExcessPercent }) => {
        seen.push(refundExcessPercent)
        return { settings: { refundExcessPercent: refundExcessPercent + 1 }, entry: entry('profile.change') }
      })
    expect(await Promise.all(Array.from({ length: 8 }, raise))).toEqual(Array(8).fill(true))
    expect(seen.sort()).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
    const { rows } = await owner.query('select profile from merchants')
    expect(rows).toEqual([{ profile: '{"fromANewerRelease":[1],"refundExcessPercent":9}' }])
    expect(await store.changeProfile('SHOP', () => undefined)).toBe(true)
    expect(await store.changeProfile('NOBODY', () => undefined)).toBe(false)
    expect(await actions()).toHaveLength(9)
  })

  test('what makes no sense is not stored, and neither is its entry', async () => {
    await addShop()
    const decide = () => ({ settings: { refundExcessPercent: 101 }, entry: entry('profile.change') })
    await expect(store.changeProfile('SHOP', decide)).rejects.toThrow('whole number')
    expect(await actions()).toEqual(['merchant.add'])
  })

  test('there are two passwords at most, and a retired one makes room', async () => {
    await addShop()
    const add = (byte: number) => store.addPassword(shop, hash(byte), slot => entry('password.add', { slot }))
    expect([await add(2), await add(3)]).toEqual([2, undefined])
    expect(await store.retirePassword(shop, 1, entry('password.retire'))).toBe(true)
    expect(await store.retirePassword(shop, 1, entry('password.retire'))).toBe(false)
    expect(await add(4)).toBe(1)
    expect((await store.passwords(shop)).map(({ slot }) => slot)).toEqual([1, 2])
    expect((await createMerchantReader(pool).find('SHOP'))?.passwordHashes).toEqual([hash(4), hash(2)])
    expect(
      await store.addPassword({ ...shop, merchantId: 'NOBODY' }, hash(1), () => entry('password.add')),
    ).toBe(undefined)
    expect(await actions()).toEqual(['merchant.add', 'password.add', 'password.retire', 'password.add'])
  })

  test('of many who add a password at once, one gets the free slot', async () => {
    await addShop()
    const add = (byte: number) => store.addPassword(shop, hash(byte), () => entry('password.add'))
    const slots = await Promise.all([2, 3, 4, 5, 6, 7].map(add))
    expect(slots.filter(slot => slot !== undefined)).toEqual([2])
    expect(await actions()).toEqual(['merchant.add', 'password.add'])
  })

  test('a key is bound to a merchant, is renewed, and once revoked never comes back', async () => {
    await addShop()
    await store.addMerchant({ merchantId: 'OTHER', cell: 0, passwordHash: hash(2) }, [entry('merchant.add')])
    const certificate = { keyHash: hash(7), subject: 'CN=shop', notAfterMs: 2_000_000_000_123 }
    const bind = (who: typeof shop, notAfterMs: number) =>
      store.bindCertificate(who, { ...certificate, notAfterMs }, entry('certificate.bind'))
    expect(await bind(shop, 1)).toBe('bound')
    expect(await bind(shop, 2_000_000_000_123)).toBe('renewed')
    expect(await store.certificates(shop)).toEqual([{ ...certificate, createdAtMs: expect.any(Number) }])
    const revoke = (byte: number) => store.revokeCertificate(shop, hash(byte), entry('certificate.revoke'))
    expect(await revoke(8)).toBeUndefined()
    expect(await revoke(7)).toEqual(expect.any(Number))
    expect(await revoke(7)).toBeUndefined()
    expect(await bind(shop, 1)).toBe('revoked')
    expect(await store.certificates(shop)).toMatchObject([{ revokedAtMs: expect.any(Number) }])
    expect((await actions()).slice(2)).toEqual(['certificate.bind', 'certificate.bind', 'certificate.revoke'])
  })

  test('whoever binds the public certificate of another merchant first keeps nobody from it', async () => {
    await addShop()
    const thief = { merchantId: 'OTHER', cell: 0 }
    await store.addMerchant({ ...thief, passwordHash: hash(2) }, [entry('merchant.add')])
    const certificate = { keyHash: hash(7), subject: 'CN=shop', notAfterMs: 2_000_000_000_123 }
    const bind = (who: typeof shop) => store.bindCertificate(who, certificate, entry('certificate.bind'))
    expect(await bind(thief)).toBe('bound')
    expect(await bind(shop)).toBe('bound')
    const revoked = await store.revokeCertificate(thief, hash(7), entry('certificate.revoke'))
    expect(revoked).toEqual(expect.any(Number))
    expect(await bind(thief)).toBe('revoked')
    expect(await bind(shop)).toBe('renewed')
    const keys = createCertificateKeys(pool)
    expect(await keys.bindingOf(hash(7), thief.merchantId)).toBe('revoked')
    expect(await keys.bindingOf(hash(7), shop.merchantId)).toBe('bound')
  })

  test('of secrets the newest and the one before it are kept, and the first is made once', async () => {
    await addShop()
    const secret = (byte: number) => ({ kind: 'signing' as const, sealed: hash(byte) })
    const ensure = (byte: number) => store.ensureSecret(shop, secret(byte), entry('secret.add'))
    await Promise.all([1, 2, 3].map(ensure))
    expect(await actions()).toEqual(['merchant.add', 'secret.add'])
    expect(await store.retireSecret(shop, 'signing', entry('secret.retire'))).toBe(false)
    await store.addSecret(shop, secret(4), entry('secret.add'))
    await store.addSecret(shop, secret(5), entry('secret.add'))
    await store.addSecret(shop, { kind: 'shared', sealed: hash(6) }, entry('secret.add'))
    const kept = async () =>
      (await owner.query('select kind, slot, sealed from merchant_secrets order by kind, slot')).rows
    expect(await kept()).toEqual([
      { kind: 'shared', slot: 1, sealed: hash(6) },
      { kind: 'signing', slot: 1, sealed: hash(5) },
      { kind: 'signing', slot: 2, sealed: hash(4) },
    ])
    expect((await store.secrets(shop)).map(({ kind }) => kind)).toEqual(['signing', 'signing', 'shared'])
    expect(await store.retireSecret(shop, 'signing', entry('secret.retire'))).toBe(true)
    expect((await kept()).map(({ sealed }) => sealed)).toEqual([hash(6), hash(5)])
  })
})

describe('the log', () => {
  test('is listed newest first, of one merchant or before a number', async () => {
    await addShop()
    await store.note({ actor: 'a', action: 'keys.rotate', details: { generation: 2 } })
    await store.note(entry('notification.resend', { count: 3 }))
    const [newest, second] = await store.audit({ limit: 2 })
    expect(newest).toMatchObject({ entryNo: 3, action: 'notification.resend', details: { count: 3 } })
    expect(second).toEqual({
      entryNo: 2,
      atMs: expect.any(Number),
      actor: 'a',
      action: 'keys.rotate',
      details: { generation: 2 },
      digest: expect.any(Buffer),
    })
    const numbers = async (wanted: object) =>
      (await store.audit({ limit: 10, ...wanted })).map(({ entryNo }) => entryNo)
    expect(await numbers({ merchantId: 'SHOP' })).toEqual([3, 1])
    expect(await numbers({ before: 3 })).toEqual([2, 1])
    expect(await numbers({ merchantId: 'OTHER' })).toEqual([])
  })

  test('has no gap and no fork, however many write at once, from several nodes', async () => {
    const other = createPool(database.gateway.config, { max: 4 })
    const stores = [store, createAdministrationStore(other, { digest, usual: ordinaryProfile })]
    const notes = Array.from({ length: 60 }, (_, index) =>
      stores[index % 2]?.note(entry('keys.rotate', { index })),
    )
    await Promise.all(notes)
    await other.end()
    expect(await verify()).toMatchObject({ isIntact: true, entries: 60 })
  })

  test('keeps times and words as they are, to the last bit', async () => {
    const details = { text: '\u0000 \ud800 💶 "\\', number: 1e21, nothing: null }
    for (let index = 0; index < 50; index++)
      await store.note({ ...entry('keys.rotate', details), actor: '💶\t"' })
    expect(await verify()).toMatchObject({ isIntact: true, entries: 50 })
    expect((await store.audit({ limit: 1 }))[0]?.details).toEqual(details)
  })
})
