import fc from 'fast-check'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createDatabase, type TestDatabase } from '../../../test/database/database.ts'
import { startPooler } from '../../../test/database/pooler.ts'
import { createPool } from './pool.ts'
import { askPrepared, keepColumns, type Prepared } from './preparedQuery.ts'
import { failureOf } from './statement.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createDatabase('embedded')
})
afterAll(async () => await database?.drop())

let client: pg.Client
beforeEach(async () => {
  client = new pg.Client(database.config)
  await client.connect()
  await keepColumns(client)
})
afterEach(async () => await client.end())

const ask = (name: string, text: string, values: readonly unknown[] = []) =>
  askPrepared(client, { name, text, values })

test('rows are those that the driver gives, whatever the types and values', async () => {
  const text = `select $1::text as "text", $2::int4 as number, $3::int8 as big, $4::boolean as yes,
    $5::timestamptz as moment, $6::jsonb as json,
    $7::text[] as texts, $8::bytea as bytes, null::int4 as nothing, now() as "two words"
    from generate_series(1, $9::int4)`
  const storable = fc.string({ unit: 'grapheme' }).map(one => one.replaceAll('\0', ''))
  const values = fc.tuple(
    fc.option(storable),
    fc.option(fc.integer()),
    fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String),
    fc.option(fc.boolean()),
    fc.date({ min: new Date('1900-01-01'), max: new Date('2900-01-01'), noInvalidDate: true }),
    fc.dictionary(storable, fc.option(storable)).map(one => ({ ...one })),
    fc.option(fc.array(fc.option(storable))),
    fc.uint8Array().map(one => Buffer.from(one)),
    fc.integer({ min: 0, max: 3 }),
  )
  await client.query('begin')
  await fc.assert(
    fc.asyncProperty(values, async given => {
      const { rows } = await client.query({ name: 'of the driver', text, values: given })
      expect(await ask('ours', text, given)).toEqual(rows)
    }),
    { numRuns: 100 },
  )
})

test('the columns of a statement are asked for once in a session of the gateway', async () => {
  const pool = createPool(database.config, { max: 1 })
  const session = await pool.connect()
  const { connection } = session as unknown as { readonly connection: pg.Connection }
  let descriptions = 0
  connection.on('rowDescription', () => (descriptions += 1))
  const one = (value: string) =>
    askPrepared(session, { name: 'one', text: 'select $1 as one', values: [value] })
  for (const value of ['a', 'b', 'c']) expect(await one(value)).toEqual([{ one: value }])
  const two = { name: 'two', text: 'select 2 as two', values: [] }
  expect(await askPrepared(session, two)).toEqual([{ two: 2 }])
  expect(descriptions).toBe(2)
  session.release()
  await pool.end()
})

test('a statement that gives nothing has no rows, the first time and later', async () => {
  await client.query('create temporary table things (name text)')
  for (const name of ['a', 'b'])
    expect(await ask('add', 'insert into things values ($1)', [name])).toEqual([])
  expect(await ask('all', 'select name from things')).toEqual([{ name: 'a' }, { name: 'b' }])
})

test('what the server refuses is told with its code and who asked; the session goes on', async () => {
  const divide = (by: number): Prepared => ({
    name: 'divide',
    text: 'select 1 / $1::int4 as part',
    values: [by],
  })
  const tried = await askPrepared(client, divide(0)).catch(error => error)
  expect(tried).toBeInstanceOf(pg.DatabaseError)
  expect(tried).toMatchObject({ code: '22012', stack: expect.stringContaining('preparedQuery.test.ts') })
  expect(await askPrepared(client, divide(1))).toEqual([{ part: 1 }])
  await expect(ask('wrong', 'selec 1')).rejects.toMatchObject({ code: '42601' })
  expect(await ask('wrong', 'select 1 as one')).toEqual([{ one: 1 }])
})

test('of a value that cannot be written nothing is sent', async () => {
  const circle: Record<string, unknown> = {}
  circle.self = circle
  await expect(ask('echo', 'select $1 as echo', [circle])).rejects.toThrow(TypeError)
  expect(await ask('echo', 'select $1 as echo', ['a'])).toEqual([{ echo: 'a' }])
})

test('what an answer cannot be read by ends this statement alone', async () => {
  const unreadable = new pg.Client({
    ...database.config,
    types: {
      getTypeParser: () => () => {
        throw new RangeError('unreadable')
      },
    },
  })
  await unreadable.connect()
  const twice = { name: 'twice', text: 'select 1 as one from generate_series(1, 2)', values: [] }
  for (const _ of ['first', 'second'])
    await expect(askPrepared(unreadable, twice)).rejects.toThrow('unreadable')
  await unreadable.end()
})

test('a name stands for one statement', async () => {
  expect(await ask('one', 'select 1 as one')).toEqual([{ one: 1 }])
  const other = await ask('one', 'select 2 as one').catch(error => error)
  expect(other.message).toBe('Two statements have the name one')
  expect(failureOf(other)).toBe('fault')
  expect(await ask('one', 'select 1 as one')).toEqual([{ one: 1 }])
})

test('statements without a name are other ones each time', async () => {
  for (const text of ['select 1 as one', 'select 2 as two', 'select 1 as one', 'select 3 as a, 4 as b'])
    expect(await ask('', text)).toEqual((await client.query(text)).rows)
})

test('columns that changed are refused by the server, and never read as others', async () => {
  await client.query("create temporary table things as select 'a' as name, 1 as number")
  const all = () => ask('all', 'select * from things')
  expect(await all()).toEqual([{ name: 'a', number: 1 }])
  await client.query('alter table things drop column name')
  await expect(all()).rejects.toMatchObject({ code: '0A000' })
})

test('where a pooler prepares a statement again, its columns are those that it has now', async () => {
  await client.query('create table pooled (removed text, kept text)')
  await client.query("insert into pooled values ('a', 'b')")
  const pooler = await startPooler(database.config, { sessions: 1 })
  const pooled = new pg.Client(pooler.config)
  await pooled.connect()
  await keepColumns(pooled)
  const all = () => askPrepared(pooled, { name: 'all', text: 'select * from pooled', values: [] })
  expect(await all()).toEqual([{ removed: 'a', kept: 'b' }])
  await client.query('alter table pooled drop column removed')
  await client.query("alter table pooled add column added text default 'c'")
  // It takes other sessions, as after RECONNECT: in the one before, the server refuses the statement.
  await pooler.keep(true)
  expect(await all()).toEqual([{ kept: 'b', added: 'c' }])
  await pooled.end()
  await pooler.stop()
})

test('an answer that does not come in time, or a session that is lost, ends it', async () => {
  const hasty = new pg.Client({ ...database.config, query_timeout: 100 })
  hasty.on('error', () => undefined)
  await hasty.connect()
  const sleep = { name: 'sleep', text: 'select pg_sleep(30)', values: [] }
  await expect(askPrepared(hasty, sleep)).rejects.toThrow('Query read timeout')
  const pid = (hasty as unknown as { readonly processID: number }).processID
  const second = askPrepared(hasty, { name: 'one', text: 'select 1 as one', values: [] })
  await Promise.all([
    expect(second).rejects.toThrow(),
    client.query('select pg_terminate_backend($1::int)', [pid]),
  ])
  await hasty.end().catch(() => undefined)
})
