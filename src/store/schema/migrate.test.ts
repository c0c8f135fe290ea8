import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabase, type TestDatabase } from '../../../test/database/database.ts'
import {
  migrateAsBefore,
  type OwnedLogins,
  withEmptyDatabase,
} from '../../../test/support/store/emptyDatabase.ts'
import { createFaultyWire } from '../../../test/support/store/faultyWire.ts'
import { StartRefusal, StoreUnavailable } from '../../platform/errors.ts'
import { migrate, withClient } from './migrate.ts'
import { checkApplied, storeSchema } from './migrations.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createDatabase('embedded')
})
afterAll(async () => {
  await database?.drop()
})

async function refusalOf(attempt: Promise<unknown>): Promise<string> {
  const error = await attempt.catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(StartRefusal)
  return error instanceof Error ? error.message : ''
}

const withEmpty = (work: (logins: OwnedLogins) => Promise<unknown>) => withEmptyDatabase(database, work)

test('a session that is lost midway is told as a database that is away, not as a bug', async () => {
  const wire = await createFaultyWire(database.config)
  const lost = withClient(wire.config, async client => {
    await client.query('select')
    wire.lose('answer')
    await client.query('select')
  })
  await expect(lost).rejects.toThrow(StoreUnavailable)
  const ended = withClient(database.config, client =>
    client.query('select pg_terminate_backend(pg_backend_pid())'),
  )
  await expect(ended).rejects.toThrow(StoreUnavailable)
  const ours = withClient(database.config, client => client.query('select nothing_there'))
  await expect(ours).rejects.toThrow('nothing_there')
  await wire.down()
})

test('several starts at once migrate an empty database once', async () => {
  await withEmpty(async logins => {
    const done = await Promise.all(Array.from({ length: 4 }, () => migrate(logins)))
    const names = storeSchema.migrations().map(({ name }) => name)
    expect(done.filter(({ applied }) => applied.length > 0)).toEqual([
      { applied: names, newest: names.length },
    ])
    const { rows } = await withClient(logins.owner, client =>
      client.query('select number, name from schema_migrations order by number'),
    )
    expect(rows).toEqual(storeSchema.migrations().map(({ number, name }) => ({ number, name })))
  })
})

test('what happened before anybody could be told is kept, in its order, and nobody is told', async () => {
  await withEmpty(async logins => {
    await migrateAsBefore(logins, storeSchema.migrations().slice(0, 5))
    const { rows } = await withClient(logins.owner, async client => {
      await client.query(`
        insert into outbox (cell, merchant_id, order_no, sequence, order_id, transaction_id, due)
        select 1, 'M', n % 2 + 1, n, 'O' || n % 2, n, timestamptz '2026-01-01' + n * interval '1 s'
        from generate_series(1, 4) n`)
      await migrate(logins)
      return client.query(`select order_id || ' ' || sequence as change, state, next_at, (
          select count(*)::int4 from outbox
        ) as left from notifications order by feed_no`)
    })
    const kept = { state: 'OFF', next_at: null, left: 0 }
    expect(rows).toEqual(['O1 1', 'O0 2', 'O1 3', 'O0 4'].map(change => ({ change, ...kept })))
  })
})

test('a database of a newer release is refused, and left alone', async () => {
  const change = (query: string) => withClient(database.config, client => client.query(query))
  await change("insert into schema_migrations values (9999, 'future', 'x')")
  expect(await refusalOf(migrate(database.logins))).toMatch(/newer Tollgate \(9999 > \d+\)/)
  await change('delete from schema_migrations where number = 9999')
  await migrate(database.logins)
})

test('a migration that was changed after it was applied is refused', () => {
  const known = storeSchema.migrations()
  const applied = known.map(({ number, checksum }) => ({ number, checksum }))
  expect(() => checkApplied(applied, known)).not.toThrow()
  expect(() => checkApplied([], known)).not.toThrow()
  expect(() => checkApplied([{ number: 1, checksum: 'other' }], known)).toThrow(StartRefusal)
})

const awayAt = (owner: OwnedLogins['owner']): OwnedLogins => ({ owner, gateway: owner })

test('a server that is not there is one clear line: where and why, without the password', async () => {
  const refusal = await refusalOf(
    migrate(awayAt({ host: '127.0.0.1', port: 1, user: 'u', password: 'hush', database: 'd' })),
  )
  expect(refusal).toMatch(/^The database at 127\.0\.0\.1:1\/d cannot be used: .*ECONNREFUSED/)
  expect(refusal).not.toContain('hush')
  const byUrl = await refusalOf(migrate(awayAt({ connectionString: 'postgres://u:hush@localhost:1/d' })))
  expect(byUrl).toMatch(/^The database at localhost:1\/d cannot be used: .*ECONNREFUSED/)
  expect(byUrl).not.toContain('hush')
})

test('an address that cannot be read is refused without quoting it', async () => {
  const refusal = await refusalOf(migrate(awayAt({ connectionString: 'postgres://u:hush@[::1/d' })))
  expect(refusal).toBe('The address of the database cannot be read.')
})

test('a database that is in use by something else is refused, and left alone', async () => {
  await withEmpty(async logins => {
    await withClient(logins.owner, client => client.query('create table orders (id int)'))
    expect(await refusalOf(migrate(logins))).toContain('relation "orders" already exists')
    const { rows } = await withClient(logins.owner, client =>
      client.query("select to_regclass('transactions') as found"),
    )
    expect(rows).toEqual([{ found: null }])
  })
})
