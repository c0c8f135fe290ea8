import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createDatabase, type TestDatabase } from '../../../test/database/database.ts'
import { createFaultyWire, type FaultyWire } from '../../../test/support/store/faultyWire.ts'
import { createEntryDigest, verifyChain } from '../../administration/auditLog.ts'
import type { AdministrationStore, NewAuditEntry } from '../../administration/port.ts'
import { ordinaryProfile } from '../../orders/merchant.ts'
import { StoreUnavailable } from '../../platform/errors.ts'
import { createPool } from '../connection/pool.ts'
import { createAdministrationStore } from './administration.ts'

let database: TestDatabase
let wire: FaultyWire
let pool: pg.Pool
let owner: pg.Client
let store: AdministrationStore
const digest = createEntryDigest(randomBytes(32))

beforeAll(async () => {
  database = await createDatabase('external')
  wire = await createFaultyWire(database.gateway.config)
  pool = createPool(wire.config, { max: 2 })
  store = createAdministrationStore(pool, { digest, usual: ordinaryProfile })
  owner = new pg.Client(database.config)
  await owner.connect()
})
afterAll(async () => {
  await pool?.end()
  await wire?.down()
  await owner?.end()
  await database?.drop()
})
beforeEach(async () => {
  await owner.query('truncate audit, merchant_passwords, merchant_certificates, merchant_secrets')
  await owner.query('delete from merchants')
  await store.addMerchant({ ...shop, passwordHash: Buffer.alloc(32, 1) }, [entry])
})

const shop = { merchantId: 'SHOP', cell: 0 }
const entry: NewAuditEntry = { actor: 'tester', action: 'password.add', merchantId: 'SHOP', details: {} }
const add = () => store.addPassword(shop, Buffer.alloc(32, 2), () => entry)
const standing = async () => ({
  slots: (await store.passwords(shop)).map(({ slot }) => slot),
  log: await verifyChain(store.chain(), digest),
})
const done = { slots: [1, 2], log: { isIntact: true, entries: 2 } }
const undone = { slots: [1], log: { isIntact: true, entries: 1 } }

/** Loses what belongs to the first statement of that kind. */
async function losing(what: 'request' | 'answer', first: string, work: () => Promise<unknown>) {
  const query = pg.Client.prototype.query
  let isLost = false
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...given: unknown[]
  ) {
    const [statement] = given
    const text = typeof statement === 'string' ? statement : String(Reflect.get(Object(statement), 'text'))
    if (!isLost && text.trim().startsWith(first)) {
      isLost = true
      wire.lose(what)
    }
    return Reflect.apply(query, this, given)
  })
  try {
    return await work()
  } finally {
    spy.mockRestore()
    expect(isLost).toBe(true)
  }
}

test('a commit whose answer was lost is looked up: it was done, once', async () => {
  expect(await losing('answer', 'commit', add)).toBe(2)
  expect(await standing()).toMatchObject(done)
})

test('a commit that never arrived is looked up: it was not done, and the operator hears so', async () => {
  await expect(losing('request', 'commit', add)).rejects.toBeInstanceOf(StoreUnavailable)
  expect(await standing()).toMatchObject(undone)
  expect(await add()).toBe(2)
})

test.each(['begin', 'select pg_advisory_xact_lock', 'insert into merchant_passwords', 'insert into audit'])(
  'a session that is lost at %s is replaced, and it is done once',
  async statement => {
    expect(await losing('request', statement, add)).toBe(2)
    expect(await standing()).toMatchObject(done)
  },
)

test('a change whose entry cannot be written is not made', async () => {
  const details = { text: 'x'.repeat(70_000) }
  await expect(
    store.addPassword(shop, Buffer.alloc(32, 2), () => ({ ...entry, details })),
  ).rejects.toMatchObject({ code: '23514', detail: undefined })
  expect(await standing()).toMatchObject(undone)
})

test('a change waits for the one before it, but not for ever', async () => {
  await owner.query('begin; select pg_advisory_xact_lock(86554284)')
  const waiting = add()
  await expect
    .poll(async () => {
      const { rows } = await owner.query("select from pg_locks where locktype = 'advisory' and not granted")
      return rows.length
    })
    .toBe(1)
  await owner.query('rollback')
  expect(await waiting).toBe(2)
  await owner.query('begin; select pg_advisory_xact_lock(86554284)')
  await expect(store.note(entry)).rejects.toBeInstanceOf(StoreUnavailable)
  await owner.query('rollback')
})

test('without a database nothing is done, and it is said', async () => {
  await wire.down()
  await expect(add()).rejects.toBeInstanceOf(StoreUnavailable)
  await expect(store.passwords(shop)).rejects.toBeInstanceOf(StoreUnavailable)
  await wire.up()
  expect(await add()).toBe(2)
})

test('whoever administers can rewrite the log no more than the gateway can', async () => {
  const session = createPool(database.gateway.config, { max: 1 })
  for (const sql of ["update audit set actor = 'somebody'", 'delete from audit', 'truncate audit'])
    await expect(session.query(sql), sql).rejects.toMatchObject({ code: '42501' })
  for (const sql of [
    'update merchant_certificates set key_hash = key_hash',
    "update merchant_certificates set merchant_id = 'OTHER'",
    'delete from merchant_certificates',
  ])
    await expect(session.query(sql), sql).rejects.toMatchObject({ code: '42501' })
  await session.end()
})
