import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withDatabase } from '../../../test/database/address.ts'
import { createDatabase, type TestDatabase } from '../../../test/database/database.ts'
import { StartRefusal } from '../../platform/errors.ts'
import { appRole, loginSettings } from '../connection/pool.ts'
import { openStore } from '../open.ts'
import { migrate, withClient } from './migrate.ts'

/** Over TCP, where a password counts; as a superuser, who makes whomever a story needs. */
let database: TestDatabase
let hosted: TestDatabase
const made: string[] = []
beforeAll(async () => {
  database = await createDatabase('embedded')
  hosted = await createDatabase('external')
})
afterAll(async () => {
  await hosted?.drop()
  for (const name of made) await asAdministrator(`drop owned by ${name}; drop role ${name}`)
  await database?.drop()
})

const asAdministrator = (sql: string) => withClient(database.config, client => client.query(sql))
const roleName = () => {
  const name = `tollgate_role_${randomBytes(5).toString('hex')}`
  made.push(name)
  return name
}
/** The address of the hosted database under another login. */
const as = (user: string, password: string, name?: string) => {
  const address = new URL(name === undefined ? hosted.url : withDatabase(hosted, name).url)
  Object.assign(address, { username: user, password })
  return { connectionString: address.toString() }
}
const settingsOf = (user: string) =>
  withClient(database.config, async client => {
    const { rows } = await client.query('select rolconfig from pg_roles where rolname = $1', [user])
    return rows[0]?.rolconfig
  })
const allSettings = expect.arrayContaining(
  Object.entries(loginSettings).map(([name, value]) => `${name}=${value}`),
)

async function refusalOf(attempt: Promise<unknown>): Promise<string> {
  const error = await attempt.catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(StartRefusal)
  return error instanceof Error ? error.message : ''
}

test('an owner who may make roles makes the login that the gateway is told, with its password', async () => {
  const user = roleName()
  const gateway = as(user, 'of its ówn')
  await migrate({ owner: hosted.config, gateway })
  expect(await settingsOf(user)).toEqual(allSettings)
  await (await openStore({ gateway })).close()
  expect(await refusalOf(openStore({ gateway: as(user, 'another') }))).toMatch(/authentication failed/)
})

test('what is there already is left as it is, and a second time nothing is done', async () => {
  const user = roleName()
  await migrate({ owner: hosted.config, gateway: as(user, 'first') })
  await asAdministrator(`alter role ${user} set work_mem = '5MB'`)
  expect((await migrate({ owner: hosted.config, gateway: as(user, 'first') })).applied).toEqual([])
  expect(await settingsOf(user)).toContain('work_mem=5MB')
  // Whoever has another password for it has the wrong one; it is not made the right one.
  const wrong = await refusalOf(migrate({ owner: hosted.config, gateway: as(user, 'second') }))
  expect(wrong).toMatch(/authentication failed/)
})

test('an owner who may make no roles is told what an administrator has to do, and that is all', async () => {
  const [owner, user, name] = [roleName(), roleName(), `tollgate_limited_${randomBytes(5).toString('hex')}`]
  await asAdministrator(`create role ${owner} login password 'x'`)
  await asAdministrator(`create database ${name} owner ${owner}`)
  const logins = { owner: as(owner, 'x', name), gateway: as(user, 'y', name) }
  const refusal = await refusalOf(migrate(logins))
  const [, ...statements] = refusal.split(/An administrator can: |(?<=;) /)
  expect(statements.join(' ')).toContain(`CREATE ROLE "${user}" LOGIN PASSWORD '…'; GRANT ${appRole}`)
  const missing = statements.filter(text => !text.startsWith(`CREATE ROLE ${appRole};`))
  for (const text of missing) await asAdministrator(text.replace('…', 'y'))
  await migrate(logins)
  // The owner may not say how that login's sessions begin; the login itself may.
  expect(await settingsOf(user)).toEqual(allSettings)
  await (await openStore({ gateway: logins.gateway })).close()
  await asAdministrator(`drop database ${name} with (force)`)
})

test('the owner is no login of a gateway, nor is a superuser, and neither is changed', async () => {
  for (const owner of [hosted.config, database.config]) {
    const refusal = await refusalOf(openStore({ owner, gateway: owner }))
    expect(refusal).toMatch(/logs in as tollgate(_hosted)?, who owns the database or may change its roles/)
    expect(refusal).toContain('TOLLGATE_OWNER_DATABASE_URL')
  }
  expect([await settingsOf('tollgate'), await settingsOf('tollgate_hosted')]).toEqual([null, null])
})

test('a login that may become the owner is the owner', async () => {
  const user = roleName()
  await asAdministrator(`create role ${user} login password 'x' in role ${appRole}, tollgate_hosted`)
  expect(await refusalOf(openStore({ gateway: as(user, 'x') }))).toContain('who owns the database')
})

test('the owner is no login of a gateway either when its sessions go on as one', async () => {
  const [owner, name] = [roleName(), `tollgate_owned_${randomBytes(5).toString('hex')}`]
  await asAdministrator(`create role ${owner} login password 'x' in role ${appRole}`)
  await asAdministrator(`create database ${name} owner ${owner}`)
  const gateway = as(owner, 'x', name)
  await migrate({ owner: gateway, gateway })
  for (const address of [gateway.connectionString, withDatabase(database, name).url]) {
    const connectionString = `${address}${address.includes('?') ? '&' : '?'}options=-c%20role%3D${appRole}`
    expect(await refusalOf(openStore({ gateway: { connectionString } }))).toContain('who owns the database')
  }
  await asAdministrator(`alter role ${owner} set role = '${appRole}'`)
  expect(await refusalOf(openStore({ gateway }))).toContain(`logs in as ${owner}, who owns the database`)
  await asAdministrator(`drop database ${name} with (force)`)
})

test('nor is a gateway another one by its sessions', async () => {
  const user = roleName()
  const gateway = as(user, 'x')
  await migrate({ owner: hosted.config, gateway })
  await asAdministrator(`alter role ${user} set role = '${appRole}'`)
  expect(await refusalOf(openStore({ gateway }))).toContain(`ALTER ROLE "${user}" RESET role;`)
  await asAdministrator(`alter role ${user} reset role`)
  await (await openStore({ gateway })).close()
})

test.each([
  ['writes every table', 'grant pg_write_all_data to', 'revoke pg_write_all_data from'],
  ['may become one that does', 'grant pg_write_all_data to', 'revoke pg_write_all_data from', 'noinherit'],
  ['may delete transactions', 'grant delete on transactions to', 'revoke delete on transactions from'],
  ['may empty the audit log', 'grant truncate on audit to', 'revoke truncate on audit from'],
  ['may rewrite outcomes', 'grant update on outcomes to', 'revoke update on outcomes from'],
  [
    'may rewrite amounts',
    'grant update (amount) on transactions to',
    'revoke update (amount) on transactions from',
  ],
])('a login that %s is refused until that is taken from it', async (_, give, take, trait = 'inherit') => {
  const user = roleName()
  const gateway = as(user, 'x')
  await migrate({ owner: hosted.config, gateway })
  const change = (sql: string) =>
    withClient({ ...database.config, database: new URL(hosted.url).pathname.slice(1) }, client =>
      client.query(sql),
    )
  await change(`alter role ${user} ${trait}`)
  await change(`${give} ${user}`)
  expect(await refusalOf(openStore({ gateway }))).toContain('may rewrite or delete what was recorded')
  await change(`${take} ${user}; alter role ${user} inherit`)
  await (await openStore({ gateway })).close()
})

test('a login outside the role of gateways is refused, and told how to get in', async () => {
  const user = roleName()
  await asAdministrator(`create role ${user} login password 'x'`)
  await asAdministrator(`grant usage on schema public to ${user}`)
  await withClient(hosted.config, client => client.query(`grant select on schema_migrations to ${user}`))
  const refusal = await refusalOf(openStore({ gateway: as(user, 'x') }))
  expect(refusal).toContain(`GRANT ${appRole} TO "${user}";`)
  await withClient(hosted.config, client => client.query(`revoke select on schema_migrations from ${user}`))
})

test.each(['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'])(
  'a login without %s is refused, and so is one with a longer one; a shorter one is good',
  async limit => {
    const user = roleName()
    const gateway = as(user, 'x')
    await migrate({ owner: hosted.config, gateway })
    for (const change of [`reset ${limit}`, `set ${limit} = '1h'`]) {
      await asAdministrator(`alter role ${user} ${change}`)
      const refusal = await refusalOf(openStore({ gateway }))
      expect(refusal).toContain(`lack what the gateway relies on (${limit})`)
      expect(refusal).toContain(`ALTER ROLE "${user}" SET ${limit} = `)
    }
    await asAdministrator(`alter role ${user} set ${limit} = '1s'`)
    await (await openStore({ gateway })).close()
  },
)
