import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createDatabase, type TestDatabase } from '../../test/database/database.ts'
import { createRangeStore } from './cardRanges.ts'
import { createPool } from './connection/pool.ts'

let database: TestDatabase
let pool: ReturnType<typeof createPool>
beforeAll(async () => {
  database = await createDatabase('external')
  pool = createPool(database.logins.gateway, { max: 4, warn: () => undefined })
})
afterAll(async () => {
  await pool?.end()
  await database?.drop()
})
let name = ''
beforeEach(async () => {
  name = `ds-${randomUUID()}`.slice(0, 20)
  await store().announce([name])
})

const store = () => createRangeStore(pool, randomUUID())
const inAnHour = { inMs: 3_600_000, isWhole: false }
const leaseMs = 60_000

async function claimed() {
  const claim = await store().claim(name, leaseMs)
  if (!claim) throw new Error('not claimed')
  return claim
}

async function state() {
  const found = (await store().states()).find(({ directoryServer }) => directoryServer === name)
  if (!found) throw new Error('no state')
  return found
}

const bytesOf = (length: number) => Uint8Array.from({ length }, (_, index) => index % 251)
const generationOf = (bytes: Uint8Array, isWhole = true) => ({ bytes, ranges: 3, serialNumber: '7', isWhole })
const parts = async () =>
  (
    await pool.query('select count(*)::int4 as count from card_range_parts where directory_server = $1', [
      name,
    ])
  ).rows[0]?.count

test('what one node publishes is what another loads, in as many parts as it needs', async () => {
  const bytes = bytesOf(1_300_000)
  const generation = await store().publish(await claimed(), generationOf(bytes), inAnHour)
  const { current, ...rest } = await state()
  expect(current).toMatchObject({ generation, serialNumber: '7', ranges: 3, bytes: 1_300_000 })
  expect(current?.ageMs).toBeLessThan(60_000)
  expect(rest).toMatchObject({ failures: 0, isWholeNext: false })
  expect(await parts()).toBe(3)
  const loaded = current && (await store().load(current))
  expect(loaded && Buffer.compare(loaded, bytes)).toBe(0)
})

test('one node at a time asks, and only when it is due', async () => {
  const claims = await Promise.all(Array.from({ length: 4 }, () => store().claim(name, leaseMs)))
  const [claim] = claims.flatMap(each => each ?? [])
  expect(claims.filter(each => each !== undefined)).toHaveLength(1)
  if (!claim) return
  await store().confirm(claim, inAnHour)
  expect(await store().claim(name, leaseMs)).toBeUndefined()
  expect(await store().request({ directoryServer: name, by: 'me', isWhole: true })).toBe(true)
  expect(await store().claim(name, leaseMs)).toMatchObject({ isWholeNext: true, requestedBy: 'me' })
})

test('a claim ends by itself; whoever had it publishes and concludes nothing any more', async () => {
  const old = await store().claim(name, 1)
  if (!old) throw new Error('not claimed')
  await new Promise(resolve => setTimeout(resolve, 20))
  const claim = await claimed()
  expect(await store().extend(old, leaseMs)).toBe(false)
  expect(await store().publish(old, generationOf(bytesOf(10)), inAnHour)).toBeUndefined()
  await store().fail(old, { code: '205', hasRefusedWhole: false }, inAnHour)
  expect(await state()).toMatchObject({ failures: 0 })
  expect((await state()).current).toBeUndefined()
  expect(await store().extend(claim, leaseMs)).toBe(true)
})

test('a node that crashes between two parts leaves nothing that counts, and nothing for ever', async () => {
  const first = await store().publish(await claimed(), generationOf(bytesOf(100)), {
    inMs: 0,
    isWhole: false,
  })
  await claimed()
  for (const number of [0, 1])
    await pool.query('insert into card_range_parts values ($1, 999999, $2, $3)', [
      name,
      number,
      Buffer.from('x'),
    ])
  expect((await state()).current).toMatchObject({ generation: first, bytes: 100 })
  await pool.query('update card_ranges set claimed_until = now() where directory_server = $1', [name])
  const second = await store().publish(await claimed(), generationOf(bytesOf(200)), inAnHour)
  expect((await state()).current).toMatchObject({ generation: second, bytes: 200 })
  // The one that counts, and the one before, which others may be reading.
  expect(await parts()).toBe(2)
})

test('a part that is missing or was changed is never taken for ranges', async () => {
  await store().publish(await claimed(), generationOf(bytesOf(600_000)), inAnHour)
  const { current } = await state()
  if (!current) throw new Error('nothing there')
  const owner = createPool(database.logins.owner ?? database.logins.gateway, {
    max: 1,
    warn: () => undefined,
  })
  await owner.query(
    `update card_range_parts set content = set_byte(content, 5, 255)
     where directory_server = $1 and number = 1`,
    [name],
  )
  expect(await store().load(current)).toBeUndefined()
  await owner.query('delete from card_range_parts where directory_server = $1 and number = 1', [name])
  expect(await store().load(current)).toBeUndefined()
  await owner.end()
})

test('failures are counted in a row, with the last code', async () => {
  for (const code of ['unreachable', '205'])
    await store().fail(await claimed(), { code, hasRefusedWhole: code === '205' }, { inMs: 0, isWhole: true })
  expect(await state()).toMatchObject({ failures: 2, failure: '205', isWholeNext: true })
  const claim = await claimed()
  expect(claim.wholeAgeMs).toBeLessThan(60_000)
  await store().confirm(claim, inAnHour)
  expect(await state()).toMatchObject({ failures: 0 })
  expect((await state()).failure).toBeUndefined()
})

test('a directory server that was just asked is asked again only if somebody insists', async () => {
  const wanted = { directoryServer: name, by: 'gateway', isWhole: false }
  await store().confirm(await claimed(), inAnHour)
  expect(await store().request({ ...wanted, unlessAskedWithinMs: 60_000 })).toBe(false)
  expect(await store().claim(name, leaseMs)).toBeUndefined()
  expect(await store().request(wanted)).toBe(true)
  expect(await store().claim(name, leaseMs)).toBeDefined()
  expect(await store().request({ ...wanted, directoryServer: 'nobody' })).toBe(false)
})

test('what is requested while the directory server is being asked is asked afterwards', async () => {
  for (const conclude of ['publish', 'confirm'] as const) {
    const claim = await claimed()
    await store().request({ directoryServer: name, by: 'me', isWhole: true })
    if (conclude === 'publish') await store().publish(claim, generationOf(bytesOf(10)), inAnHour)
    else await store().confirm(claim, inAnHour)
    expect(await state()).toMatchObject({ requestedBy: 'me', isWholeNext: true })
    const next = await claimed()
    expect(next).toMatchObject({ requestedBy: 'me', isWholeNext: true })
    await store().confirm(next, { inMs: 0, isWhole: false })
    const after = await state()
    expect([after.requestedBy, after.isWholeNext]).toEqual([undefined, false])
  }
})
