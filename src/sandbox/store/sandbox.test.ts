import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { TestDatabase } from '../../../test/database/database.ts'
import { createFaultyWire } from '../../../test/support/store/faultyWire.ts'
import { sampleClosing, sampleIntent } from '../../../test/support/store/sampleIntent.ts'
import { addSampleMerchant } from '../../../test/support/store/sampleMerchant.ts'
import { createSandboxDatabase } from '../../../test/support/store/sandboxDatabase.ts'
import { openStore, type Store } from '../../store/open.ts'
import { withClient } from '../../store/schema/migrate.ts'
import { openBooks } from './books.ts'
import { openSandboxStore, type SandboxStore } from './sandbox.ts'

let database: TestDatabase
let store: Store
let sandbox: SandboxStore
let owner: Client

beforeAll(async () => {
  database = await createSandboxDatabase('external')
  store = await openStore(database.logins)
  sandbox = openSandboxStore(database.config)
  owner = new Client(database.config)
  await owner.connect()
})

afterAll(async () => {
  await owner.end()
  await sandbox.close()
  await store.close()
  await database.drop()
})

const step = { months: 0, days: 0, ms: 0 }
const dayMs = 86_400_000

beforeEach(() => sandbox.reset([]))

test('the clock begins at no shift and is moved by exactly what was asked for', async () => {
  expect((await sandbox.clock()).shiftMs).toBe(0)
  const before = await sandbox.clock()
  const moved = await sandbox.advance({ ...step, days: 8, ms: 1 })
  expect(moved?.shiftMs).toBe(8 * dayMs + 1)
  expect(moved?.nowMs).toBeGreaterThanOrEqual(before.nowMs + 8 * dayMs + 1)
  const { rows } = await owner.query(
    'select tollgate_now() - clock_timestamp() > interval $$7 days$$ as is_ahead',
  )
  expect(rows).toEqual([{ is_ahead: true }])
})

test('steps add up, also when they are made at once, and none moves it back', async () => {
  await Promise.all(Array.from({ length: 20 }, () => sandbox.advance({ ...step, ms: 500 })))
  expect((await sandbox.clock()).shiftMs).toBe(10_000)
  expect((await sandbox.advance(step))?.shiftMs).toBe(10_000)
})

test('a month is as long as the calendar says, and is kept as seconds', async () => {
  const { nowMs } = await sandbox.clock()
  const later = new Date(nowMs)
  const moved = await sandbox.advance({ ...step, months: 12 })
  const days = Math.round((moved?.shiftMs ?? 0) / dayMs)
  expect([365, 366]).toContain(days)
  expect(new Date(moved?.nowMs ?? 0).getUTCFullYear()).toBe(later.getUTCFullYear() + 1)
  const { rows } = await owner.query<{ text: string }>('select shift::text as text from clock')
  expect(rows[0]?.text).not.toMatch(/day|mon|year/)
})

test('the clock does not run further ahead than half a century', async () => {
  for (const far of [{ months: 999_999_999 }, { days: 999_999_999 }, { ms: 999_999_999 * 1000 * 3600 }])
    expect(await sandbox.advance({ ...step, ...far })).toBeUndefined()
  for (let decade = 0; decade < 5; decade++)
    expect(await sandbox.advance({ ...step, months: 120 })).toBeDefined()
  expect(await sandbox.advance({ ...step, months: 12 })).toBeUndefined()
})

test('the clock goes back only while there is no order', async () => {
  const past = Date.UTC(2026, 0, 31, 3, 12)
  const set = await sandbox.setClock(past)
  expect(Math.abs((set?.nowMs ?? 0) - past)).toBeLessThan(5_000)
  expect(set?.shiftMs).toBeLessThan(0)
  await store.journal.begin(sampleIntent())
  expect(await sandbox.setClock(past - 1_000)).toBeUndefined()
  expect((await sandbox.setClock(past + dayMs))?.nowMs).toBeGreaterThanOrEqual(past + dayMs)
  expect(await sandbox.setClock(Date.UTC(2126, 0, 1))).toBeUndefined()
  await sandbox.reset([])
})

test('a reset leaves the merchant of the beginning, the keys and the schema, and nothing else', async () => {
  await store.keys.add('data:1', { keyId: 'k', wrapped: Buffer.alloc(40) })
  for (const merchantId of ['KEPT', 'GONE']) {
    await addSampleMerchant(store, { merchantId, cell: 0 })
    const profile = '{"captureExcessPercent":15}'
    await owner.query('update merchants set profile = $2 where merchant_id = $1', [merchantId, profile])
  }
  const intent = sampleIntent()
  const began = await store.journal.begin(intent)
  expect(began.state).toBe('started')
  const { key, transactionId } = intent
  await store.callbacks.issue({ key, transactionId, kind: 'return', content: {}, lifeMs: 60_000 })
  const { interactions, close } = openBooks(database.gateway.config)
  await interactions.add({ id: 'I', kind: 'payment', asked: '{}' })
  await close()
  await owner.query(`
    insert into merchant_secrets (cell, merchant_id, kind, slot, sealed)
    select 0, merchant_id, 'signing', 1, '' from merchants`)
  await store.journal.close(sampleClosing(intent, 1))
  await owner.query("insert into merchants (cell, merchant_id) values (1, 'SAMPLE')")
  const notifications = store.notifications(() => ({ version: 1, record: {} }))
  expect(await notifications.takeIn(500)).toBe(1)
  const numberBefore = await notifications.newest(intent.key)
  const otherNode = randomUUID()
  await owner.query('insert into nodes (node_id, beats) values ($1, 1)', [otherNode])
  await sandbox.advance({ ...step, days: 8 })
  await sandbox.reset(['KEPT'])
  const { rows: tables } = await owner.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname in ('public', 'simulator')`,
  )
  const left: string[] = []
  // An open store writes its own heartbeat again within a second; that of another node must be gone.
  for (const { name } of tables.filter(({ name }) => name !== 'public.nodes')) {
    const { rows } = await owner.query(`select 1 from ${name} limit 1`)
    if (rows.length > 0) left.push(name)
  }
  const { rows: others } = await owner.query('select 1 from nodes where node_id = $1', [otherNode])
  expect(others).toEqual([])
  expect(left.sort()).toEqual([
    ...[
      'clock',
      'generations',
      'keys',
      'merchant_passwords',
      'merchant_secrets',
      'merchants',
      'schema_migrations',
      'stamp',
    ].map(name => `public.${name}`),
    'simulator.schema_migrations',
  ])
  const { rows: secrets } = await owner.query('select merchant_id from merchant_secrets')
  expect(secrets).toEqual([{ merchant_id: 'KEPT' }])
  const { rows: merchants } = await owner.query('select merchant_id, profile from merchants')
  expect(merchants).toEqual([{ merchant_id: 'KEPT', profile: '{}' }])
  expect((await sandbox.clock()).shiftMs).toBe(0)
  expect(await store.journal.load(intent.key)).toBeUndefined()
  expect((await store.journal.begin(intent)).state).toBe('started')
  // Whoever reads the feed has a number from before: what is new must come after it.
  await store.journal.close(sampleClosing(intent, 1))
  await owner.query("insert into merchants (cell, merchant_id) values (1, 'SAMPLE')")
  expect(await notifications.takeIn(500)).toBe(1)
  expect(await notifications.newest(intent.key)).toBeGreaterThan(numberBefore)
})

test('of base keys a reset leaves those of the beginning, and no value without its key', async () => {
  await owner.query("insert into merchants (cell, merchant_id) values (0, 'GONE')")
  await owner.query(`
    insert into base_keys (base_key_id, algorithm, key_set_id, merchant_id, check_value, is_test, retired_at)
    values ('aaaaaaaaaaaa', 'TDES', 'AAAAAA', null, 'ABCDEF', true, null),
      ('bbbbbbbbbbbb', 'TDES', 'BBBBBB', null, 'ABCDEF', true, now()),
      ('cccccccccccc', 'TDES', 'CCCCCC', null, 'ABCDEF', false, null),
      ('dddddddddddd', 'TDES', 'AAAAAA', 'GONE', 'ABCDEF', false, null),
      ('eeeeeeeeeeee', 'TDES', 'AAAAAAAA', 'GONE', 'ABCDEF', true, null),
      ('ffffffffffff', 'TDES', 'FFFFFF', null, 'ABCDEF', true, null)`)
  await owner.query(`
    insert into keys (name, key_id, wrapped)
    select 'bdk/' || base_key_id, 'k', '\\x00' from base_keys where retired_at is null`)
  await sandbox.reset(
    [],
    ['AAAAAA', 'AAAAAAAA', 'BBBBBB'].map(keySetId => ({ algorithm: 'TDES', keySetId })),
  )
  const { rows } = await owner.query('select base_key_id as id from base_keys')
  expect(rows).toEqual([{ id: 'aaaaaaaaaaaa' }])
  const { rows: names } = await owner.query("select name from keys where name like 'bdk/%'")
  expect(names).toEqual([{ name: 'bdk/aaaaaaaaaaaa' }])
  await owner.query("delete from base_keys; delete from keys where name like 'bdk/%'")
})

test('the gateway itself can neither move the clock nor empty a table', async () => {
  for (const sql of ["update clock set shift = '1 day'", 'truncate outcomes', 'delete from orders'])
    await expect(withClient(database.gateway.config, client => client.query(sql))).rejects.toThrow(
      /permission denied/,
    )
})

test('a session that is lost while it is used harms nobody but its user', async () => {
  const wire = await createFaultyWire(database.config)
  const far = openSandboxStore(wire.config)
  await owner.query('begin; lock table clock in access exclusive mode')
  const lost = expect(far.advance({ ...step, days: 1 })).rejects.toThrow(/terminated/)
  await expect
    .poll(
      async () =>
        (await owner.query("select from pg_locks where not granted and mode = 'RowShareLock'")).rowCount,
    )
    .toBe(1)
  wire.cutAll()
  await lost
  await owner.query('rollback')
  expect((await far.clock()).shiftMs).toBe(0)
  await far.close()
  await wire.down()
})
