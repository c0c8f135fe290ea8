import { join } from 'node:path'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestDatabase } from '../../../test/database/database.ts'
import { createDatabaseOf, readRemains } from '../../../test/releaseBefore/remains.ts'
import { projectPath } from '../../platform/files.ts'
import { firstOnline } from './applying.ts'
import { withClient } from './migrate.ts'
import { applyMigration, stepsOf, storeSchema } from './migrations.ts'

/**
 * Migrations from `firstOnline` on are applied while payments are made, each with the locks that it takes
 * until its end. So none may look at every row of a table that grows with payments, or write it anew: with
 * ten million orders that takes minutes. An index is built in steps, a constraint is added NOT VALID and
 * validated in a step, a column is filled in batches by the gateway.
 */
let database: TestDatabase
beforeAll(async () => {
  database = await createDatabaseOf(readRemains(join(projectPath('test/releaseBefore'), 'schema16')))
  await withClient(database.config, async client => {
    const { rows } = await client.query('select from schema_migrations')
    const older = storeSchema.migrations().slice(rows.length, firstOnline - 1)
    for (const migration of older) await applyMigration(client, migration)
  })
})
afterAll(async () => {
  await database?.drop()
})

/** What payments would wait for, while these statements work in one transaction. */
async function waitedFor(client: pg.Client, text: string): Promise<readonly string[]> {
  await client.query('begin')
  const filesBefore = await growingTables(client)
  const usedBefore = await usedTables(client)
  await client.query(text)
  const filesAfter = await growingTables(client)
  const usedAfter = await usedTables(client)
  return [...filesBefore].flatMap(([table, file]) => {
    const [before, after] = [usedBefore.get(table), usedAfter.get(table)]
    return [
      ...((after?.reads ?? 0) > (before?.reads ?? 0) ? [`reads all of ${table}`] : []),
      ...((after?.changes ?? 0) > (before?.changes ?? 0) ? [`changes rows of ${table}`] : []),
      ...(filesAfter.get(table) === file ? [] : [`writes ${table} anew`]),
    ]
  })
}

/** What this session has done to tables lately: what its transactions just before did is among it. */
async function usedTables(client: pg.Client) {
  const { rows } = await client.query<{ table: string; reads: number; changes: number }>(`
    select relname::text as "table", seq_scan::int4 as reads, (n_tup_upd + n_tup_del)::int4 as changes
    from pg_stat_xact_user_tables where schemaname = 'public'`)
  return new Map(rows.map(({ table, ...used }) => [table, used]))
}

/** Tables with rows of orders, and the file of each. */
async function growingTables(client: pg.Client): Promise<ReadonlyMap<string, number>> {
  const { rows } = await client.query<{ name: string; file: number }>(`
    select c.relname::text as name, c.relfilenode as file from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attname in ('order_no', 'order_id') and not a.attisdropped
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace group by c.oid`)
  return new Map(rows.map(({ name, file }) => [name, file]))
}

test('none of them looks at every row of a table that grows with payments', async () => {
  await withClient(database.config, async client => {
    for (const migration of storeSchema.migrations().slice(firstOnline - 1)) {
      const steps = stepsOf(migration)
      // These let payments go on, however long they take.
      for (const step of steps ?? []) expect(step).toMatch(/\bconcurrently\b|\bvalidate constraint\b/i)
      if (steps) await applyMigration(client, migration)
      else expect([migration.name, await waitedFor(client, migration.text)]).toEqual([migration.name, []])
      await client.query('commit')
    }
  })
})

describe('what would be found', () => {
  test.each([
    ['create index later on transactions (merchant_id)', 'reads all of transactions'],
    ['alter table orders add check (order_no > 0)', 'reads all of orders'],
    ['alter table outcomes add column later text default gen_random_uuid()', 'writes outcomes anew'],
    ['update orders set version = version', 'changes rows of orders'],
  ])('%s', async (text, finding) => {
    await withClient(database.config, async client => {
      expect(await waitedFor(client, text)).toContain(finding)
    })
  })

  test.each([
    'alter table orders add column later int4 default 1',
    'alter table orders add constraint later check (order_no > 0) not valid',
    'create table later (cell int4, order_no int8); create index on later (order_no)',
  ])('but not: %s', async text => {
    await withClient(database.config, async client => {
      expect(await waitedFor(client, text)).toEqual([])
    })
  })
})
