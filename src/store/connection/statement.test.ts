import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabase, type TestDatabase } from '../../../test/database/database.ts'
import { createFaultyWire, type FaultyWire } from '../../../test/support/store/faultyWire.ts'
import { StoreUnavailable, WriteUnsure } from '../../platform/errors.ts'
import { createPool } from './pool.ts'
import {
  failureOf,
  read,
  repeatable,
  run,
  runOnce,
  type SqlStatement,
  transact,
  transactAgain,
} from './statement.ts'

let database: TestDatabase
let wire: FaultyWire
let pool: ReturnType<typeof createPool>
beforeAll(async () => {
  database = await createDatabase('external')
  wire = await createFaultyWire(database.gateway.config)
  pool = createPool(wire.config, { max: 1 })
})
afterAll(async () => {
  await pool?.end()
  await wire?.down()
  await database?.drop()
})

const failing = (code: string): SqlStatement => ({
  name: `fails with ${code}`,
  text: `do $$ begin raise exception 'scripted' using errcode = '${code}'; end $$`,
})
const one = { name: 'one', text: 'select 1 as one' }

const thrownBy = async (work: Promise<unknown>): Promise<unknown> =>
  await work.then(
    () => expect.unreachable(),
    error => error,
  )

test.each([
  ['XX000', 'unsure'], // an internal error: a file that could not be extended, a worker that was lost
  ['XX001', 'unsure'],
  ['53100', 'unavailable'],
  ['57014', 'unavailable'],
  ['23505', 'culprit'],
  ['42703', 'fault'],
] as const)('an error %s of the server leaves it %s', async (code, failure) => {
  expect(failureOf(await thrownBy(run(pool, failing(code), [])))).toBe(failure)
})

test.each([
  ['read', read],
  ['runOnce', runOnce],
] as const)('whoever uses %s hears of a database in trouble, and of bugs as bugs', async (_, use) => {
  for (const code of ['XX000', '53100', '40001'])
    expect(await thrownBy(use(pool, failing(code), []))).toBeInstanceOf(StoreUnavailable)
  expect(await thrownBy(use(pool, failing('42703'), []))).toMatchObject({ code: '42703' })
})

test('what may be run again is, when its session is lost; what may not is told as unavailable', async () => {
  await read(pool, one, [])
  wire.lose('answer')
  expect(await read(pool, one, [])).toEqual([{ one: 1 }])
  wire.lose('answer')
  expect(await thrownBy(runOnce(pool, one, []))).toBeInstanceOf(WriteUnsure)
})

test('what a statement writes may be there when its session is lost; a reading leaves no doubt', async () => {
  const lost = failing('57P01')
  expect(await thrownBy(repeatable(pool, lost, []))).toBeInstanceOf(WriteUnsure)
  expect(await thrownBy(repeatable(pool, failing('53100'), []))).not.toBeInstanceOf(WriteUnsure)
  expect(await thrownBy(read(pool, lost, []))).not.toBeInstanceOf(WriteUnsure)
})

test('a transaction lost before its commit wrote nothing; of a lost commit nobody knows', async () => {
  const serverAway = failing('08006')
  const before = thrownBy(transact(pool, ask => ask(serverAway.text, [])))
  expect(failureOf(await before)).toBe('lost')
  const inCommit = thrownBy(transact(pool, async () => wire.lose('answer')))
  expect(failureOf(await inCommit)).toBe('unsure')
})

test('a transaction that was lost is tried again; only a lost commit leaves a doubt', async () => {
  let tries = 0
  const lostOnce = transactAgain(pool, async ask => {
    tries += 1
    if (tries === 1) wire.lose('request')
    return await ask('select 1 as one', [])
  })
  expect(await lostOnce).toEqual([{ one: 1 }])
  const serverAway = transactAgain(pool, ask => ask(failing('08006').text, []))
  expect(await thrownBy(serverAway)).not.toBeInstanceOf(WriteUnsure)
  const inCommit = transactAgain(pool, async () => wire.lose('answer'))
  expect(await thrownBy(inCommit)).toBeInstanceOf(WriteUnsure)
})

test('what may be there from the first try is told of, where the second is refused', async () => {
  await pool.query('create temporary table in_first_session ()')
  const lostThenRefused = {
    name: 'lost, then refused',
    text: `do $$ begin
      raise exception 'scripted' using errcode =
        case when to_regclass('in_first_session') is null then '53100' else '57P01' end;
    end $$`,
  }
  expect(await thrownBy(repeatable(pool, lostThenRefused, []))).toBeInstanceOf(WriteUnsure)
})
