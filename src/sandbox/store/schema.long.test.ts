import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabase, type TestDatabase } from '../../../test/database/database.ts'
import {
  migrateAsBefore,
  type OwnedLogins,
  withEmptyDatabase,
} from '../../../test/support/store/emptyDatabase.ts'
import { createSandboxDatabase } from '../../../test/support/store/sandboxDatabase.ts'
import { describeSchema } from '../../../test/support/store/schema.ts'
import type { GatewayEnvironment } from '../../platform/environment.ts'
import { StartRefusal } from '../../platform/errors.ts'
import { openStore } from '../../store/open.ts'
import { migrate, requireMigrated, withClient } from '../../store/schema/migrate.ts'
import { storeSchema } from '../../store/schema/migrations.ts'
import { openBooks } from './books.ts'
import { sandboxSchema } from './schema.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createDatabase('external')
})
afterAll(async () => {
  await database?.drop()
})

const plugIns = [sandboxSchema]
const open = async (logins: OwnedLogins, stage: GatewayEnvironment) =>
  (await openStore(logins, { stage, plugIns })).close()

const schemasSeen = async (login: pg.ClientConfig): Promise<readonly string[]> => {
  const { rows } = await withClient(login, client =>
    client.query<{ nspname: string }>(
      "select nspname from pg_namespace where nspname !~ '^(pg_|information_)'",
    ),
  )
  return rows.map(({ nspname }) => nspname).sort()
}

async function refusalOf(attempt: Promise<unknown>): Promise<string> {
  const error = await attempt.catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(StartRefusal)
  return error instanceof Error ? error.message : ''
}

/** As the last release made it, in which every database had the simulators' tables. */
const before = storeSchema.migrations().slice(0, 15)

const entry = `
  insert into simulator.entries (order_key, merchant_id, order_id, transaction_id, kind, amount, currency,
    posted_at_ms)
  select substr(sha256(convert_to('M' || chr(10) || 'O', 'UTF8')), 1, 16), 'M', 'O', '1', 'hold', 100,
    'USD', 7`
const interaction = `
  insert into simulator.interactions (interaction_id, kind, asked, created_at)
  values ('I', 'payment', '{}', now())`
const stamped = (stage: GatewayEnvironment) => `insert into stamp (stage) values ('${stage}')`

async function asBefore({ owner, gateway }: OwnedLogins, ...statements: readonly string[]): Promise<void> {
  await migrateAsBefore({ owner, gateway }, before)
  await withClient(owner, async client => {
    for (const statement of statements) await client.query(statement)
  })
}

test('a live database has no schema of simulators, and the login of its gateway sees none', async () => {
  await withEmptyDatabase(database, async logins => {
    const { applied } = await migrate(logins, 'live', plugIns)
    expect(applied).toEqual(storeSchema.migrations().map(({ name }) => name))
    await open(logins, 'live')
    for (const login of [logins.gateway, logins.owner]) expect(await schemasSeen(login)).toEqual(['public'])
  })
})

test.each(['sandbox', 'simulated'] as const)(
  'one that is %s has it, and a second start does nothing',
  async stage => {
    await withEmptyDatabase(database, async logins => {
      const { applied } = await migrate(logins, stage, plugIns)
      const simulators = sandboxSchema.migrations().map(({ name }) => `simulator/${name}`)
      expect(applied.slice(-simulators.length)).toEqual(simulators)
      expect(await migrate(logins, stage, plugIns)).toMatchObject({ applied: [] })
      await open({ ...logins }, stage)
      expect(await schemasSeen(logins.gateway)).toEqual(['public', 'simulator'])
    })
  },
)

test.each([
  ['stamped as a sandbox', 'sandbox', [stamped('sandbox')]],
  ['stamped as simulated', 'simulated', [stamped('simulated')]],
  [
    'used before there were stamps',
    'simulated',
    ["insert into merchants (merchant_id, cell) values ('M', 0)"],
  ],
] as const)('a database of the release before, %s, opens with its books', async (_, stage, statements) => {
  await withEmptyDatabase(database, async logins => {
    await asBefore(logins, ...statements, entry, interaction)
    await open(logins, stage)
    const kept = openBooks(logins.gateway)
    const [found] = await kept.books.entries({ merchantId: 'M', orderId: 'O', limit: 10 })
    expect(found).toMatchObject({ entryNo: 1, kind: 'hold', amount: 100n, state: 'posted', postedAtMs: 7 })
    expect(await kept.interactions.find('I')).toEqual({ kind: 'payment', asked: '{}' })
    const posting = { merchantId: 'M', orderId: 'P', transactionId: '1', kind: 'hold' as const }
    await kept.books.post({ ...posting, amount: 1n, currency: 'USD', postedAtMs: 8 })
    expect(await kept.books.entries({ limit: 10 })).toHaveLength(2)
    await kept.close()
    expect(await migrate(logins, stage, plugIns)).toMatchObject({ applied: [] })
  })
})

test('one that was emptied goes on counting where it was', async () => {
  await withEmptyDatabase(database, async logins => {
    await asBefore(logins, stamped('sandbox'), entry, 'truncate simulator.entries')
    await open(logins, 'sandbox')
    const { rows } = await withClient(logins.owner, client => client.query(`${entry} returning entry_no`))
    expect(rows).toEqual([{ entry_no: '2' }])
  })
})

test('a live one of the release before loses what it never used', async () => {
  await withEmptyDatabase(database, async logins => {
    await asBefore(logins, stamped('live'))
    await open(logins, 'live')
    expect(await schemasSeen(logins.owner)).toEqual(['public'])
  })
})

test('one that says it is live and has entries all the same is refused, and left alone', async () => {
  await withEmptyDatabase(database, async logins => {
    await asBefore(logins, stamped('live'), entry)
    expect(await refusalOf(open(logins, 'live'))).toContain('stamped live and has entries')
    const { rows } = await withClient(logins.owner, client => client.query('select from simulator.entries'))
    expect(rows).toHaveLength(1)
  })
})

test('the schema beside live payments is refused, whoever made it', async () => {
  await withEmptyDatabase(database, async logins => {
    await open(logins, 'live')
    await withClient(logins.owner, client => client.query('create schema simulator'))
    expect(await refusalOf(open(logins, 'live'))).toContain('has the schema simulator')
    expect(await refusalOf(requireMigrated(logins.gateway, 'live', plugIns))).toContain('drop it')
  })
})

test('a gateway that does not know the owner waits for the tables of its simulators too', async () => {
  await withEmptyDatabase(database, async logins => {
    await migrate(logins, 'sandbox')
    expect(await refusalOf(requireMigrated(logins.gateway, 'sandbox', plugIns))).toContain(
      'npx tollgate migrate',
    )
    await migrate(logins, 'sandbox', plugIns)
    await requireMigrated(logins.gateway, 'sandbox', plugIns)
  })
})

test('the schema is the golden one, made anew or taken over', async () => {
  const fresh = await createSandboxDatabase('embedded')
  const golden = 'golden-schema.txt'
  await withClient(fresh.config, async client => {
    await expect(await describeSchema(client, 'simulator')).toMatchFileSnapshot(golden)
  })
  await fresh.drop()
  await withEmptyDatabase(database, async logins => {
    await asBefore(logins, stamped('sandbox'))
    await open(logins, 'sandbox')
    await withClient(logins.owner, async client => {
      await expect(await describeSchema(client, 'simulator')).toMatchFileSnapshot(golden)
    })
  })
})
