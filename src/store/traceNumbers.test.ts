import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createDatabase, type TestDatabase } from '../../test/database/database.ts'
import { createFaultyWire } from '../../test/support/store/faultyWire.ts'
import { reuseAfterMs } from '../acquirers/iso8583/messages/leases.ts'
import { openStore, type Store } from './open.ts'
import { withClient } from './schema/migrate.ts'

let database: TestDatabase
let store: Store
let sibling: Store

beforeAll(async () => {
  database = await createDatabase('external')
  store = await openStore(database.logins)
  sibling = await openStore({ gateway: database.gateway.config })
})
afterAll(async () => {
  await store?.close()
  await sibling?.close()
  await database?.drop()
})
beforeEach(() => sql("delete from trace_number_blocks; update clock set shift = '0'"))

const sql = (text: string) =>
  withClient(database.config, async client => (await client.query(text)).rows ?? [])
const shift = (by: string) => sql(`update clock set shift = '${by}'`)
const lease = (scope = 'first/123456', from = store) =>
  from.traceNumbers.lease({ scope, reuseAfterMs: reuseAfterMs.link })
/** As if all blocks had been leased, one millisecond after the other, the last one just now. */
const leaseAll = (scope = 'first/123456') =>
  sql(`insert into trace_number_blocks
    select '${scope}', n, tollgate_now() - (999 - n) * interval '1 millisecond'
    from generate_series(0, 999) n`)

const blockIn = (leased: Awaited<ReturnType<typeof lease>>): number =>
  leased === 'exhausted' ? -1 : (leased.last + 1) / 1_000 - 1
const leaseBlock = async (scope?: string, from = store) => blockIn(await lease(scope, from))
const after = (block: number, by = 1) => (block + by) % 1_000

test('a block is a thousand numbers, the first one without zero', async () => {
  await leaseAll()
  await sql('delete from trace_number_blocks where block in (0, 1, 999)')
  const blocks = [await lease(), await lease(), await lease()]
  expect(blocks.sort((one, other) => blockIn(one) - blockIn(other))).toEqual([
    { first: 1, last: 999 },
    { first: 1_000, last: 1_999 },
    { first: 999_000, last: 999_999 },
  ])
})

test('what could be leased now is told: after seconds of a link, after a day of a terminal', async () => {
  expect(await store.freeTraceNumbers()).toEqual([])
  await leaseAll()
  for (const scope of ['first/123456/TERM0001', 'second/1']) await lease(scope)
  const free = async () =>
    Object.fromEntries((await store.freeTraceNumbers()).map(({ scope, blocks }) => [scope, blocks]))
  expect(await free()).toEqual({ 'first/123456': 0, 'first/123456/TERM0001': 999, 'second/1': 999 })
  await shift('2 min')
  expect(await free()).toEqual({ 'first/123456': 1_000, 'first/123456/TERM0001': 999, 'second/1': 1_000 })
  await shift('26 h')
  expect(await free()).toMatchObject({ 'first/123456/TERM0001': 1_000 })
})

test('blocks follow each other and go round, until none is left that was never leased', async () => {
  const first = await leaseBlock()
  expect(await leaseBlock()).toBe(after(first))
  await sql(`insert into trace_number_blocks select 'first/123456', n, tollgate_now()
    from generate_series(0, 999) n where n not in (${first}, ${after(first)}, ${after(first, 999)})`)
  expect(await leaseBlock()).toBe(after(first, 999))
  expect(await lease()).toBe('exhausted')
})

test('each scope has its own, and begins elsewhere: two terminals rarely have the same number', async () => {
  const terminals = Array.from({ length: 40 }, (_, at) => `first/123456/TERM${String(at).padStart(4, '0')}`)
  const blocks = await Promise.all(terminals.map(terminal => leaseBlock(terminal)))
  expect(new Set(blocks).size).toBeGreaterThan(30)
  expect(Math.max(...blocks) - Math.min(...blocks)).toBeGreaterThan(500)
})

test('a scope that the release before counted from 0 goes on with blocks that it never had', async () => {
  await sql(`insert into trace_number_blocks select 'first/123456', n, tollgate_now() - interval '1 year'
    from generate_series(0, 989) n`)
  const blocks = await Promise.all(Array.from({ length: 10 }, () => leaseBlock()))
  expect(blocks.sort()).toEqual(Array.from({ length: 10 }, (_, at) => 990 + at))
  expect(await leaseBlock()).toBe(0)
})

test('two nodes never get the same block, however many ask at once', async () => {
  const blocks = await Promise.all(
    Array.from({ length: 60 }, (_, at) => lease('first/1', at % 2 === 0 ? store : sibling)),
  )
  const firsts = blocks.map(block => (block === 'exhausted' ? block : block.first))
  expect(new Set(firsts).size).toBe(60)
})

test('after the last block the oldest comes again once its time is over, for one node', async () => {
  await leaseAll()
  expect(await lease()).toBe('exhausted')
  await shift('80 seconds')
  expect(await lease()).toBe('exhausted')
  await shift('90 seconds')
  const blocks = await Promise.all([lease(), lease('first/123456', sibling)])
  expect(new Set(blocks.map(block => block !== 'exhausted' && block.first))).toEqual(new Set([1, 1_000]))
})

test('numbers of a terminal are used again after more than a day', async () => {
  await leaseAll('terminal')
  const again = () => store.traceNumbers.lease({ scope: 'terminal', reuseAfterMs: reuseAfterMs.terminal })
  await shift('25 hours')
  expect(await again()).toBe('exhausted')
  await shift('25 hours 30 seconds')
  expect(await again()).toEqual({ first: 1, last: 999 })
})

test('a clock that was a day fast and is set back gives out nothing twice', async () => {
  await shift('1 day')
  await leaseAll()
  await shift('0')
  expect(await lease()).toBe('exhausted')
  await shift('1 day 2 minutes')
  expect(await lease()).toEqual({ first: 1, last: 999 })
})

test('blocks of a wrong clock are left alone while others are free', async () => {
  await leaseAll()
  await sql("update trace_number_blocks set leased_at = leased_at + interval '1 day' where block < 500")
  await shift('2 minutes')
  for (const first of [500_000, 501_000]) expect(await lease()).toMatchObject({ first })
})

test('a lease whose answer is lost is a gap', async () => {
  const wire = await createFaultyWire(database.gateway.config)
  const far = await openStore({ gateway: wire.config })
  const first = await leaseBlock('first/123456', far)
  wire.lose('answer')
  expect(await leaseBlock('first/123456', far)).toBe(after(first, 2))
  await far.close()
  await wire.down()
})

test('a gateway can lease, and not take a lease back', async () => {
  await lease()
  for (const text of ['delete from trace_number_blocks', 'update trace_number_blocks set block = 7'])
    await expect(withClient(database.gateway.config, client => client.query(text))).rejects.toThrow(
      /permission denied for/,
    )
})
