import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createDatabase, type TestDatabase } from '../../../test/database/database.ts'
import { createEntryDigest, verifyChain } from '../../administration/auditLog.ts'
import type { AdministrationStore } from '../../administration/port.ts'
import { ordinaryProfile } from '../../orders/merchant.ts'
import { createPool } from '../connection/pool.ts'
import { createAdministrationStore } from './administration.ts'

let database: TestDatabase
let pool: pg.Pool
let superuser: pg.Client
let store: AdministrationStore
const digest = createEntryDigest(randomBytes(32))
const verify = () => verifyChain(store.chain(), digest)
const count = 12

/** Entries as operators write them, and a copy to begin again from. */
beforeAll(async () => {
  database = await createDatabase('external')
  pool = createPool(database.gateway.config, { max: 2 })
  superuser = new pg.Client(database.config)
  await superuser.connect()
  store = createAdministrationStore(pool, { digest, usual: ordinaryProfile })
  for (let index = 1; index <= count; index++) {
    const merchant = index % 3 === 0 ? {} : { merchantId: `SHOP${index % 2}` }
    const details = { index, text: 'before → after' }
    await store.note({ actor: `operator ${index}`, action: 'profile.change', ...merchant, details })
  }
  await superuser.query('create table kept as select * from audit')
  await superuser.query('alter table audit drop constraint audit_pkey, drop constraint audit_entry_no_check')
})
afterAll(async () => {
  await superuser?.end()
  await pool?.end()
  await database?.drop()
})
const restore = () => superuser.query('truncate audit; insert into audit select * from kept')
afterEach(restore)

const entry = fc.integer({ min: 1, max: count })
const byte = fc.nat({ max: 10_000 })

/** Another byte in one place, whatever that makes of the character it belongs to. */
const bent = (column: string) => {
  const [bytes, at] = [`convert_to(${column}, 'UTF8')`, `$2 % octet_length(${column})`]
  const other = `case get_byte(${bytes}, ${at}) when 65 then 66 else 65 end`
  return `convert_from(set_byte(${bytes}, ${at}, ${other}), 'LATIN1')`
}

const updates: Readonly<Record<string, string>> = {
  'a byte of who did it': `actor = ${bent('actor')}`,
  'a byte of what was done': `action = ${bent('action')}`,
  'a byte of the details': `details = ${bent('details')}`,
  'a bit of the digest': 'digest = set_bit(digest, $2 % 256, 1 - get_bit(digest, $2 % 256))',
  'the time, by the least there is': "at = at + (1 + $2) * interval '1 microsecond'",
  'the time, by two thousand years and more':
    "at = at - interval '1 microsecond' * $2 - interval '4051 years'",
  'the time, to none': "at = case $2 % 2 when 0 then timestamptz 'infinity' else '-infinity' end",
  'the merchant': "merchant_id = coalesce(merchant_id, '') || ($2 % 10)",
  'that there is a merchant': "merchant_id = case when merchant_id is null then 'null' || $2 * 0 end",
  'the number, to one that is free': 'entry_no = 1000 + $2',
  'the number, to nothing': 'entry_no = 0 * $2',
}

test('what nobody touched is intact, and its end is told', async () => {
  const verdict = await verify()
  const { rows } = await superuser.query(
    "select encode(digest, 'hex') as digest from audit order by entry_no",
  )
  expect(verdict).toEqual({ isIntact: true, entries: count, last: { entryNo: count, ...rows.at(-1) } })
})

test.each(Object.keys(updates))('whoever changes %s of any entry is found out', async what => {
  await fc.assert(
    fc
      .asyncProperty(entry, byte, async (entryNo, at) => {
        const { rowCount } = await superuser.query(`update audit set ${updates[what]} where entry_no = $1`, [
          entryNo,
          at,
        ])
        expect(rowCount).toBe(1)
        const found = what === 'the number, to nothing' ? 0 : entryNo
        expect(await verify()).toMatchObject({ isIntact: false, entryNo: found })
      })
      .afterEach(async () => void (await restore())),
    { numRuns: 12 },
  )
})

test('whoever takes an entry out is found out, unless it was the last', async () => {
  for (let entryNo = 1; entryNo < count; entryNo++) {
    await superuser.query('delete from audit where entry_no = $1', [entryNo])
    expect(await verify()).toMatchObject({ isIntact: false, entryNo, why: `Entry ${entryNo} is missing.` })
    await superuser.query('update audit set entry_no = entry_no - 1 where entry_no > $1', [entryNo])
    expect(await verify()).toMatchObject({ isIntact: false, entryNo })
    await restore()
  }
})

test('whoever puts an entry in is found out', async () => {
  await fc.assert(
    fc
      .asyncProperty(entry, entry, async (at, like) => {
        await superuser.query('update audit set entry_no = entry_no + 1 where entry_no >= $1', [at])
        const copy = `insert into audit select $1, at, actor, action, merchant_id, details, digest from kept`
        await superuser.query(`${copy} where entry_no = $2`, [at, like])
        const expected = at === like ? at + 1 : at
        expect(await verify()).toMatchObject({ isIntact: false, entryNo: expected })
      })
      .afterEach(async () => void (await restore())),
    { numRuns: 20 },
  )
  await superuser.query('insert into audit select * from kept where entry_no = 5')
  expect(await verify()).toMatchObject({ isIntact: false, entryNo: 5 })
})

test('whoever lets two entries change places is found out', async () => {
  await fc.assert(
    fc
      .asyncProperty(fc.uniqueArray(entry, { minLength: 2, maxLength: 2 }), async pair => {
        const swap = `update audit set entry_no = case entry_no when $1 then $2 else $1 end
          where entry_no in ($1, $2)`
        await superuser.query(swap.replaceAll('$1', '$1::int8').replaceAll('$2', '$2::int8'), pair)
        expect(await verify()).toMatchObject({ isIntact: false, entryNo: Math.min(...pair) })
      })
      .afterEach(async () => void (await restore())),
    { numRuns: 20 },
  )
})

test('what is cut off behind shows only to who noted the end, also when the log went on', async () => {
  const before = await verify()
  const noted = before.isIntact ? before.last : undefined
  if (noted === undefined) throw new Error('no end')
  await superuser.query('delete from audit where entry_no > 9')
  expect(await verify()).toMatchObject({ isIntact: true, entries: 9 })
  expect(await verifyChain(store.chain(), digest, { noted: [noted] })).toMatchObject({
    isIntact: false,
    entryNo: 10,
  })
  for (let index = 0; index < 5; index++) await store.note({ actor: 'a', action: 'keys.rotate', details: {} })
  expect(await verify()).toMatchObject({ isIntact: true, entries: 14 })
  expect(await verifyChain(store.chain(), digest, { noted: [noted] })).toMatchObject({
    isIntact: false,
    entryNo: 12,
    why: expect.stringContaining('not the one that was noted'),
  })
})

test('an entry of before the cut is found among those written since', async () => {
  await superuser.query('delete from audit where entry_no > 9')
  for (let index = 0; index < 3; index++) await store.note({ actor: 'a', action: 'keys.rotate', details: {} })
  await superuser.query('delete from audit where entry_no = 11')
  await superuser.query('insert into audit select * from kept where entry_no = 11')
  expect(await verify()).toMatchObject({ isIntact: false, entryNo: 11 })
})

test('a long log is read a page at a time, and each row once', async () => {
  await superuser.query(`insert into audit select n, at, actor, action, merchant_id, details, digest
    from kept, generate_series(13, 2500) n where entry_no = 1`)
  const pages: number[] = []
  for await (const page of store.chain()) pages.push(page.length)
  expect(pages.reduce((sum, length) => sum + length)).toBe(2_500)
  expect(Math.max(...pages)).toBeLessThanOrEqual(1_000)
})
