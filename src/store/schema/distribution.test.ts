import pg from 'pg'
import { expect, test } from 'vitest'
import { createDatabase } from '../../../test/database/database.ts'
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
