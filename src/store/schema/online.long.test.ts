import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabase, type TestDatabase } from '../../../test/database/database.ts'
import { type OwnedLogins, withEmptyDatabase } from '../../../test/support/store/emptyDatabase.ts'
import { applyEverything } from './applying.ts'
import { withClient } from './migrate.ts'
import { type Migration, storeSchema } from './migrations.ts'
import { applyOnline } from './online.ts'

let server: TestDatabase
beforeAll(async () => {
  server = await createDatabase('external')
})
afterAll(async () => {
  await server?.drop()
})

const newest = storeSchema.migrations().length

const later = (...texts: readonly string[]): readonly Migration[] =>
  texts.map((text, index) => ({
    number: newest + index + 1,
    name: `later-${index + 1}`,
    text,
    checksum: `later ${index + 1}`,
  }))

/** What `npx tollgate migrate` does, of a release that has these migrations besides. */
const migrateTo = ({ owner }: OwnedLogins, added: readonly Migration[]) =>
  withClient(owner, client =>
    applyEverything(
      { client, withSession: work => withClient(owner, work), check: async () => undefined },
      {
        store: { schema: 'public', migrations: () => [...storeSchema.migrations(), ...added] },
        stage: 'live',
        plugIns: [],
        place: 'here',
        isRestored: false,
      },
    ),
  )

const applied = async (client: pg.Client): Promise<readonly string[]> => {
  const { rows } = await client.query<{ name: string }>(
    'select name from schema_migrations where number > $1 order by number',
    [newest],
  )
  return rows.map(({ name }) => name)
}

async function withDatabaseInUse(
  work: (client: pg.Client, logins: OwnedLogins) => Promise<void>,
): Promise<void> {
  const database = await createDatabase('external')
  try {
    await withClient(database.config, client => work(client, database.logins))
  } finally {
    await database.drop()
  }
}

test('a database in use is migrated one by one: what was done before a failure stays', () =>
  withDatabaseInUse(async (client, logins) => {
    const added = later(
      'create table one ()',
      'create table two (); select no_such_column',
      'create table three ()',
    )
    await expect(migrateTo(logins, added)).rejects.toThrow('no_such_column')
    expect(await applied(client)).toEqual(['later-1'])
    const mended = later('create table one ()', 'create table two ()', 'create table three ()')
    expect(await migrateTo(logins, mended)).toEqual(['later-2', 'later-3'])
    expect(await migrateTo(logins, mended)).toEqual([])
  }))

test('a new database gets all of it at once or nothing, steps too', () =>
  withEmptyDatabase(server, async logins => {
    const index = '-- steps\ncreate index concurrently later_index on orders (order_id)'
    await expect(migrateTo(logins, later(index, 'select no_such_column'))).rejects.toThrow('no_such_column')
    await withClient(logins.owner, async client => {
      const { rows } = await client.query("select to_regclass('orders') as found")
      expect(rows).toEqual([{ found: null }])
      expect((await migrateTo(logins, later(index))).at(-1)).toBe('later-1')
      expect(await indexes(client)).toEqual([{ indexrelid: 'later_index', indisvalid: true }])
    })
  }))

test('several at once: one does it', () =>
  withDatabaseInUse(async (client, logins) => {
    const added = later('create table one ()', 'create table two ()')
    const done = await Promise.all(Array.from({ length: 4 }, () => migrateTo(logins, added)))
    expect(done.flat()).toEqual(['later-1', 'later-2'])
    expect(await applied(client)).toEqual(['later-1', 'later-2'])
  }))

test('who holds a table for long keeps a migration waiting, and that keeps no payment waiting', () =>
  withDatabaseInUse(async (client, { owner }) => {
    const [migration] = later('alter table orders add column later int4')
    await client.query('begin; select from orders')
    const longest = await withClient(owner, guard =>
      withClient(owner, async worker => {
        const done = applyOnline({ client: worker, guard }, need(migration), { pauseMs: 100, triesMax: 60 })
        const waited = await longestInsert(owner, 1_500)
        expect(await applied(guard)).toEqual([])
        await client.query('commit')
        await done
        return waited
      }),
    )
    expect(longest).toBeLessThan(1_000)
    expect(await applied(client)).toEqual(['later-1'])
  }))

test('a migration that works for long is cut off, and refused in the end', () =>
  withDatabaseInUse(async (client, { owner }) => {
    const long = ['select pg_sleep(5)', 'select pg_sleep(0.6); select pg_sleep(0.6)']
    for (const work of long) {
      const [migration] = later(`lock table orders; ${work}`)
      const { refusal, waited } = await withClient(owner, guard =>
        withClient(owner, async worker => {
          const tried = applyOnline({ client: worker, guard }, need(migration), { pauseMs: 100, triesMax: 2 })
          const [reason, longest] = await Promise.all([tried.catch(String), longestInsert(owner, 2_000)])
          return { refusal: reason, waited: longest }
        }),
      )
      expect(refusal).toContain(`Migration ${newest + 1} (later-1) was given up after 2 tries`)
      expect(waited).toBeLessThan(1_100)
    }
    expect(await applied(client)).toEqual([])
  }))

test('an index is built while rows are written, and again where a crash left half of one', () =>
  withDatabaseInUse(async (client, logins) => {
    const text =
      '-- steps\ndrop index concurrently if exists later_index\n-- then\n' +
      'create index concurrently later_index on orders (order_id)'
    // Half of one: the build was cut off while it waited for a transaction that was older.
    await withClient(logins.owner, async older => {
      await older.query('begin; lock table orders in row exclusive mode')
      await client.query("set statement_timeout = '300ms'")
      await client.query('create index concurrently later_index on orders (order_id)').catch(() => undefined)
      await client.query('reset statement_timeout')
    })
    expect(await indexes(client)).toEqual([{ indexrelid: 'later_index', indisvalid: false }])
    expect(await migrateTo(logins, later(text))).toEqual(['later-1'])
    expect(await indexes(client)).toEqual([{ indexrelid: 'later_index', indisvalid: true }])
  }))

const indexes = async (client: pg.Client) => {
  const { rows } = await client.query(
    `select indexrelid::regclass::text, indisvalid from pg_index
    where indexrelid = to_regclass('later_index')`,
  )
  return rows
}

/** How long a payment waits at most, in milliseconds, of payments that are begun one after the other. */
async function longestInsert(owner: OwnedLogins['owner'], forMs: number): Promise<number> {
  return withClient(owner, async payer => {
    const untilMs = performance.now() + forMs
    let longest = 0
    while (performance.now() < untilMs) {
      const beganMs = performance.now()
      await payer.query('begin; lock table orders in row exclusive mode; commit')
      longest = Math.max(longest, performance.now() - beganMs)
    }
    return longest
  })
}

function need<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('Nothing there')
  return value
}
