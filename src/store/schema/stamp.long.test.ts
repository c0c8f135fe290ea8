import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createDatabase, type TestDatabase } from '../../../test/database/database.ts'
import {
  type GatewayEnvironment,
  gatewayEnvironments,
  sandboxMerchantId,
} from '../../platform/environment.ts'
import { StartRefusal } from '../../platform/errors.ts'
import { openSandboxStore } from '../../sandbox/store/sandbox.ts'
import { openStore } from '../open.ts'
import { migrate, requireMigrated, withClient } from './migrate.ts'

/** Migrated, and used by nobody yet. */
let database: TestDatabase
beforeEach(async () => {
  database = await createDatabase('external')
})
afterEach(() => database?.drop())

const query = (text: string, values: unknown[] = []) =>
  withClient(database.config, client => client.query(text, values))
const stamps = async () => (await query('select stage from stamp')).rows.map(({ stage }) => stage)
const start = (stage: GatewayEnvironment) => migrate(database.logins, stage)
const purposes = { sandbox: 'a sandbox', simulated: 'rehearsing production', live: 'live payments' }
const oneLine = /^The database at \S+ is for .* needs a database of its own\.$/
const refusalOf = async (attempt: Promise<unknown>): Promise<string> => {
  const error = await attempt.catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(StartRefusal)
  return error instanceof Error ? error.message : ''
}

test.each(gatewayEnvironments)(
  'the first start stamps it %s, and no other kind of start gets in any more',
  async stage => {
    await Promise.all([start(stage), start(stage)])
    await start(stage)
    await requireMigrated(database.gateway.config, stage)
    for (const other of gatewayEnvironments.filter(each => each !== stage)) {
      for (const attempt of [
        start,
        (wanted: GatewayEnvironment) => requireMigrated(database.gateway.config, wanted),
      ]) {
        const line = await refusalOf(attempt(other))
        expect(line).toMatch(oneLine)
        expect(line).toContain(` is for ${purposes[stage]} and stays so: `)
      }
    }
    expect(await stamps()).toEqual([stage])
  },
)

test('whoever is not the owner stamps nothing: it says who has to come first', async () => {
  expect(await refusalOf(requireMigrated(database.gateway.config, 'simulated'))).toContain(
    'npx tollgate migrate does that',
  )
  expect(await stamps()).toEqual([])
})

test('a copy of the database is another one, also where both are for the same', async () => {
  const copy = await createDatabase('external')
  try {
    for (const { logins } of [database, copy]) await (await openStore(logins, { stage: 'live' })).close()
    const crossed = { owner: database.config, gateway: copy.gateway.config }
    expect(await refusalOf(openStore(crossed, { stage: 'live' }))).toContain('lead to different databases')
  } finally {
    await copy.drop()
  }
})

test.each([
  { from: 'a node', isGuest: false },
  { from: 'a command', isGuest: true },
])("an owner's address with another database is no way around it, for $from", async ({ isGuest }) => {
  const others = await createDatabase('external')
  try {
    await migrate(others.logins, 'sandbox')
    if (isGuest) await start('simulated')
    const logins = { owner: database.config, gateway: others.gateway.config }
    const line = await refusalOf(openStore(logins, { stage: 'simulated', isCommand: isGuest }))
    expect(line).toMatch(
      /^TOLLGATE_OWNER_DATABASE_URL \(\S+\) and TOLLGATE_DATABASE_URL \(\S+\) lead to diff/,
    )
    expect(await stamps()).toEqual(isGuest ? ['simulated'] : [])
  } finally {
    await others.drop()
  }
})

/** Under a login that this story alone has. */
const asStranger = ({ url }: TestDatabase) => {
  const user = `tollgate_role_${randomBytes(5).toString('hex')}`
  const address = Object.assign(new URL(url), { username: user, password: 'of its own' })
  return { user, gateway: { connectionString: address.toString() } }
}
const loginsNamed = async (user: string) =>
  (
    await query(
      `select rolcanlogin, rolconfig, pg_has_role(oid, 'tollgate_app', 'member') as is_app
       from pg_roles where rolname = $1`,
      [user],
    )
  ).rows

test('a start that is refused for two databases has made no login', async () => {
  const others = await createDatabase('external')
  try {
    const { user, gateway } = asStranger(others)
    const line = await refusalOf(migrate({ owner: database.config, gateway }))
    expect(line).toContain('lead to different databases')
    expect(await loginsNamed(user)).toEqual([])
  } finally {
    await others.drop()
  }
})

test('nor has it changed one that was there', async () => {
  const others = await createDatabase('external')
  const { user, gateway } = asStranger(others)
  try {
    const settings = ['search_path="$user", other', 'lock_timeout=9s']
    await query(`create role ${user} nologin`)
    await query(`alter role ${user} set search_path = "$user", other`)
    await query(`alter role ${user} set lock_timeout = '9s'`)
    const untouched = [{ rolcanlogin: false, rolconfig: settings, is_app: false }]
    expect(await loginsNamed(user)).toEqual(untouched)
    const crossed = { owner: database.config, gateway }
    expect(await refusalOf(migrate(crossed))).toContain('lead to different databases')
    expect(await loginsNamed(user)).toEqual(untouched)
    await query(`alter role ${user} login password 'of its own'`)
    expect(await refusalOf(migrate(crossed))).toContain('lead to different databases')
    expect(await loginsNamed(user)).toEqual([{ ...untouched[0], rolcanlogin: true }])
  } finally {
    await query(`drop role if exists ${user}`)
    await others.drop()
  }
})

test('a start that is refused for its stage has made no login either; one that is not has', async () => {
  await start('live')
  const { user, gateway } = asStranger(database)
  const logins = { owner: database.config, gateway }
  expect(await refusalOf(migrate(logins, 'sandbox'))).toMatch(oneLine)
  expect(await loginsNamed(user)).toEqual([])
  await migrate(logins, 'live')
  expect(await loginsNamed(user)).toMatchObject([{ rolcanlogin: true, is_app: true }])
  await query(`drop role ${user}`)
})

test('nor has one that finds something else in the database', async () => {
  await query("update schema_migrations set checksum = 'other' where number = 1")
  const { user, gateway } = asStranger(database)
  expect(await refusalOf(migrate({ owner: database.config, gateway }))).toContain('in another form')
  await query('drop table schema_migrations')
  const line = await refusalOf(migrate({ owner: database.config, gateway }))
  expect(line).toContain('already exists')
  expect(await loginsNamed(user)).toEqual([])
})

test('a sandbox that is set back to its beginning stays a sandbox', async () => {
  await start('sandbox')
  const store = openSandboxStore(database.config)
  await store.reset([])
  await store.close()
  expect(await stamps()).toEqual(['sandbox'])
})

const sandboxTraces: [trace: string, statement: string][] = [
  ['its merchant', `insert into merchants (merchant_id, cell) values ('${sandboxMerchantId}', 0)`],
  ['a clock 400 days ahead', "update clock set shift = interval '400 days'"],
  [
    'keys that everybody knows',
    `insert into base_keys (base_key_id, algorithm, key_set_id, check_value, is_test)
     values ('0123456789ab', 'TDES', 'FFFF9876', '08D7B4', true)`,
  ],
]
test.each(sandboxTraces)(
  'from before there were stamps: %s is what a sandbox leaves',
  async (_, statement) => {
    await query(statement)
    for (const stage of ['simulated', 'live'] as const)
      expect(await refusalOf(start(stage))).toContain('is for a sandbox')
    expect(await stamps()).toEqual([])
    await start('sandbox')
    expect(await stamps()).toEqual(['sandbox'])
  },
)

test.each(['simulated', 'live'] as const)('a clock that somebody moved in one stamped %s', async stage => {
  await start(stage)
  await query("update clock set shift = interval '1 second'")
  for (const attempt of [
    start,
    (wanted: GatewayEnvironment) => requireMigrated(database.gateway.config, wanted),
  ])
    expect(await refusalOf(attempt(stage))).toMatch(/^The clock of the database at \S+ was moved, .*$/)
  await query("update clock set shift = '0'")
  await start(stage)
})

test('from before there were stamps: production knew only the simulator, and never was live', async () => {
  await query("insert into merchants (merchant_id, cell) values ('SHOP', 0)")
  for (const stage of ['sandbox', 'live'] as const)
    expect(await refusalOf(start(stage))).toContain('is for rehearsing production')
  await start('simulated')
  expect(await stamps()).toEqual(['simulated'])
})

test('the gateway itself cannot change what it was stamped with', async () => {
  await start('sandbox')
  const { rows } = await query(
    `select string_agg(lower(privilege), ', ') as rights
     from unnest('{SELECT, INSERT, UPDATE, DELETE, TRUNCATE}'::text[]) as privilege
     where has_table_privilege('tollgate_app', 'stamp', privilege)`,
  )
  expect(rows).toEqual([{ rights: 'select' }])
})
