import { randomBytes } from 'node:crypto'
import { chmod, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { publishedPassword } from '../../src/config/settings.ts'
import { parseNamedKeys } from '../../src/platform/secretBox.ts'
import { withClient } from '../../src/store/schema/migrate.ts'
import { createDatabase, type TestDatabase } from '../database/database.ts'
import { granted, openAdministrator } from '../journeys/administrator.ts'
import { authorization } from '../journeys/requests.ts'
import { reachableFolder } from '../reachableFolder.ts'
import { endAll, runToEnd, startProcess } from './gatewayProcess.ts'
import { tollgate } from './tollgateProcess.ts'

vi.setConfig({ testTimeout: 120_000 })

let root = ''
let database: TestDatabase
const keys = `first:${randomBytes(32).toString('base64')}`

beforeAll(async () => {
  root = await reachableFolder('refused')
  database = await createDatabase('external')
})
afterAll(async () => {
  await endAll()
  await database.drop()
  await rm(root, { recursive: true, force: true })
})

/** Nothing but one line on the standard error, and code 1: it was tried; or 2: it was used wrongly. */
async function refusal(environment: NodeJS.ProcessEnv, wanted: 1 | 2 = 1): Promise<string> {
  const { code, output, errors } = await runToEnd({ TOLLGATE_DATA_DIR: join(root, 'data'), ...environment })
  expect({ code, output }, errors).toEqual({ code: wanted, output: '' })
  expect(errors).toMatch(/^tollgate: [^\n]+\n$/)
  return errors
}

const url = 'postgres://gateway:a-secret@127.0.0.1:1/tollgate'

const production = {
  TOLLGATE_MODE: 'production',
  TOLLGATE_ACQUIRER: 'simulated',
  TOLLGATE_PUBLIC_URL: 'https://pay.example',
  TOLLGATE_KEYS: keys,
}

test('settings that make no sense', async () => {
  const refusals = await Promise.all([
    refusal({ TOLLGATE_PROT: '8080' }, 2),
    refusal({ TOLLGATE_PORT: '80a' }, 2),
    refusal({ TOLLGATE_HOST: '0.0.0.0' }, 2),
    refusal({ ...production, TOLLGATE_KEYS: '', TOLLGATE_DATABASE_URL: url }, 2),
    refusal({ ...production, TOLLGATE_DATABASE_URL: '' }, 2),
    refusal({ TOLLGATE_KEYS: 'a-secret' }, 2),
  ])
  expect(
    refusals.map(
      line => /TOLLGATE_PORT|TOLLGATE_SANDBOX_PASSWORD|TOLLGATE_KEYS|TOLLGATE_DATABASE_URL/.exec(line)?.[0],
    ),
  ).toEqual([
    'TOLLGATE_PORT',
    'TOLLGATE_PORT',
    'TOLLGATE_SANDBOX_PASSWORD',
    'TOLLGATE_KEYS',
    'TOLLGATE_DATABASE_URL',
    'TOLLGATE_KEYS',
  ])
  expect(refusals.join()).not.toContain('a-secret')
})

test('a key file that others can read, before any database is waited for', async () => {
  const path = join(root, 'open-keys')
  await writeFile(path, keys)
  await chmod(path, 0o644)
  const settings = { ...production, TOLLGATE_KEYS: '', TOLLGATE_KEYS_FILE: path, TOLLGATE_DATABASE_URL: url }
  expect(await refusal(settings, 2)).toContain(`${path} is open to others (mode 0644): chmod 600 '${path}'`)
  const tls = { TOLLGATE_TLS: 'files', TOLLGATE_TLS_CERTIFICATE: path, TOLLGATE_TLS_KEY: path }
  const served = { ...production, ...tls, TOLLGATE_DATABASE_URL: url }
  expect(await refusal(served, 2)).toContain(`chmod 600 '${path}'`)
})

test('a database that has a password that is not ours', async () => {
  for (const [name, address] of Object.entries(database.settings)) {
    const wrong = new URL(address)
    wrong.password = 'wrong-secret'
    const other = await refusal({ ...database.settings, [name]: wrong.toString() })
    expect(other).toContain('authentication failed')
    expect(other).not.toContain('wrong-secret')
  }
})

test('production without an acquirer, on whatever database', async () => {
  const fresh = await createDatabase('external')
  const line = await refusal({ ...production, ...fresh.settings, TOLLGATE_ACQUIRER: '' }, 2)
  expect(line).toMatch(/needs an acquirer: .*TOLLGATE_ACQUIRER_LINKS.*TOLLGATE_ACQUIRER=simulated$/m)
  const { rows } = await withClient(fresh.config, client => client.query('select from stamp'))
  expect(rows).toEqual([])
  await fresh.drop()
})

test('production on what was a sandbox, with its merchant and a clock 400 days ahead', async () => {
  const settings = { ...database.settings, TOLLGATE_KEYS: keys, TOLLGATE_DATA_DIR: root }
  const sandbox = await startProcess(settings)
  expect(await sandbox.authorize('o', authorization())).toMatchObject({ status: 201 })
  expect(await sandbox.call('POST', '/sandbox/clock', { advance: 'P400D' })).toMatchObject({ status: 200 })
  expect((await sandbox.end('SIGTERM')).code).toBe(0)
  const line = await refusal({ ...production, ...database.settings })
  expect(line).toContain(' is for a sandbox and stays so: ')
  const commands = await tollgate('merchants list', { ...production, ...database.settings })
  expect(commands).toEqual({ code: 1, output: '', errors: line })
})

test('a sandbox on what is production’s; which lets nobody in by what everybody knows', async () => {
  const other = await createDatabase('external')
  const ours = { keys: parseNamedKeys(keys) ?? [], origin: 'the test' }
  const settings = { ...production, ...other.settings }
  const gateway = await startProcess(settings)
  const administrator = await openAdministrator(other.logins, { keys: ours })
  await administrator.merchants.ensure({ merchantId: 'TESTMERCHANT', cell: 0, password: publishedPassword })
  const { password } = granted(await administrator.passwords.add('TESTMERCHANT'))
  await administrator.close()
  expect(gateway.output()).not.toMatch(/password|curl|TESTMERCHANT/i)
  expect(await gateway.authorize('o', authorization())).toMatchObject({ status: 401 })
  expect(await gateway.authorize('p', authorization(), { password })).toMatchObject({ status: 201 })
  expect(await gateway.authorize('o', authorization())).toMatchObject({ status: 401 })
  expect((await gateway.end('SIGTERM')).code).toBe(0)
  expect((await tollgate('merchants list', settings)).code).toBe(0)
  const line = await refusal({ ...other.settings, TOLLGATE_KEYS: keys })
  expect(line).toContain(' is for rehearsing production and stays so: TOLLGATE_MODE=sandbox needs')
  await other.drop()
})

test("a password of one's own replaces the published one, and is not printed", async () => {
  const password = randomBytes(16).toString('hex')
  const gateway = await startProcess({
    ...{ ...database.settings, TOLLGATE_KEYS: keys, TOLLGATE_DATA_DIR: root },
    TOLLGATE_SANDBOX_PASSWORD: password,
  })
  expect(await gateway.authorize('o', authorization())).toMatchObject({ status: 401 })
  expect(await gateway.authorize('o', authorization(), { password })).toMatchObject({ status: 200 })
  const { code, output } = await gateway.end('SIGTERM')
  expect([code, output.includes(password), output.includes('TOLLGATE_SANDBOX_PASSWORD')]).toEqual([
    0,
    false,
    true,
  ])
})

test('keys that do not open the database', async () => {
  const settings = { ...database.settings, TOLLGATE_DATA_DIR: root }
  const stranger = `other:${randomBytes(32).toString('base64')}`
  const impostor = `first:${randomBytes(32).toString('base64')}`
  expect(await refusal({ ...settings, TOLLGATE_KEYS: stranger })).toContain("key 'first'")
  expect(await refusal({ ...settings, TOLLGATE_KEYS: impostor })).toContain(
    "Key 'first' of TOLLGATE_KEYS does not open",
  )
})

test('the keys may change while the old ones are still given', async () => {
  const added = `second:${randomBytes(32).toString('base64')},${keys}`
  const settings = { ...database.settings, TOLLGATE_KEYS: added, TOLLGATE_DATA_DIR: root }
  const gateway = await startProcess(settings)
  expect(await gateway.authorize('o', authorization())).toMatchObject({ status: 200 })
  await gateway.end('SIGTERM')
})

test('a database that a newer release has migrated', async () => {
  const client = new Client(database.config)
  await client.connect()
  await client.query(
    "insert into schema_migrations (number, name, checksum) values (9999, 'from-the-future', 'x')",
  )
  await client.end()
  const line = await refusal({ ...database.settings, TOLLGATE_KEYS: keys })
  expect(line).toContain('newer Tollgate')
})
