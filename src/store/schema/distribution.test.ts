import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import { createDatabase } from '../../../test/database/database.ts'
import { statementsIn } from '../../../test/support/store/statementsIn.ts'
import { tablesByCell, tablesOfCoordinator } from './distribution.ts'

/** What a server can tell of the tables, without the extension. */
const query = <Row extends object>(text: string): Promise<readonly Row[]> =>
  withOwner(async client => (await client.query<Row>(text)).rows)

async function withOwner<Result>(work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const database = await createDatabase('embedded')
  const client = new pg.Client(database.config)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
    await database.drop()
  }
}

test('each table is declared once: spread over servers by its cell, or on the coordinator', async () => {
  const tables = await query<{ name: string }>(
    "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'",
  )
  const declared: readonly string[] = [...tablesByCell, ...tablesOfCoordinator]
  expect(declared.toSorted()).toEqual(tables.map(({ name }) => name).toSorted())
})

test('a spread table has its cell in each key, and no foreign key leads to it or from it', async () => {
  const spread = tablesByCell.map(name => `'public.${name}'::regclass`).join(', ')
  const keys = await query(`
    select i.indexrelid::regclass as index from pg_index i
    where i.indrelid in (${spread}) and i.indisunique and not exists (
      select from pg_attribute a
      where a.attrelid = i.indrelid and a.attname = 'cell' and a.attnum = any (i.indkey)
    )`)
  expect(keys).toEqual([])
  const references = await query(`
    select conname from pg_constraint
    where contype = 'f' and (conrelid in (${spread}) or confrelid in (${spread}))`)
  expect(references).toEqual([])
  const keyed = await query<{ name: string }>(`
    select c.relname as name from pg_index i join pg_class c on c.oid = i.indrelid
    where i.indisprimary and c.oid in (${spread})`)
  expect(keyed.map(({ name }) => name).toSorted()).toEqual([...tablesByCell].toSorted())
})

/** Up to the end of the statement, or of the brackets that it stands in. */
const returnedForm = new RegExp(`\\breturning\\b${withBrackets(5)}`, 'g')
function withBrackets(depth: number): string {
  return depth === 0 ? '[^()]*' : `[^()]*(?:\\(${withBrackets(depth - 1)}\\)[^()]*)*`
}

/**
 * Where the extension is, a change is refused whose RETURNING or CASE has a function that depends on the time
 * zone, such as the epoch of a time with one: each server might reckon it otherwise.
 */
function refusedForms(statement: string): readonly string[] {
  const changes = [...statement.matchAll(/\b(?:update|insert into|delete from) (\w+)/g)]
  if (!tablesByCell.some(spread => changes.some(([, table]) => table === spread))) return []
  const returned = [...statement.matchAll(returnedForm)].map(([text]) => text)
  const decided = [...statement.matchAll(/\bcase\b.*?\bend\b/gs)].map(([text]) => text)
  return [
    ...returned.filter(text => /extract\(epoch from (?![^)]* at time zone )|tollgate_now\(\)/.test(text)),
    ...decided.filter(text => text.includes('tollgate_now()')),
  ]
}

test('no change of a spread table returns or decides by what depends on the time zone', () => {
  const folder = join(import.meta.dirname, '..')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(name =>
    /(?<!\.test)\.ts$/.test(name),
  )
  const statements = files.flatMap(name => statementsIn(join(folder, name)))
  expect(statements.filter(text => /\breturning\b/.test(text)).length).toBeGreaterThan(50)
  expect(statements.flatMap(refusedForms)).toEqual([])
})

const claimStuck = `
const isQuiet = \`coalesce(last_attempt_at, owed_at) <= tollgate_now() - $7::int8 * interval '1 ms'\`
const claimStuckStatement = {
  name: 'claim stuck',
  text: \`
update obligations set attempts = attempts + 1,
  next_at = tollgate_now() + case when \${isQuiet} then 0 else $7::int8 end * interval '1 ms'
where cell = $1::int2 \${isOne ? \`and transaction_id = $2 returning \${isQuiet} as is_quiet\` : ''}\`,
}`

test.each([
  'update receipts r set tries = 1 returning floor(extract(epoch from r.promised_at) * 1000) as promised_ms',
  'update obligations set next_at = case when owed_at < tollgate_now() then owed_at end',
])('which is noticed in: %s', statement => {
  expect(refusedForms(statement)).toHaveLength(1)
  expect(refusedForms(statement.replace(/receipts|obligations/, 'reconciliations'))).toEqual([])
})

test('which is noticed in what is put into a statement, too', () => {
  const [built = ''] = statementsIn('sample.ts', claimStuck).filter(text => text.includes('update'))
  expect(built).toContain('case when coalesce(')
  expect(built).toContain('returning coalesce(')
  expect(refusedForms(built)).toHaveLength(2)
})
