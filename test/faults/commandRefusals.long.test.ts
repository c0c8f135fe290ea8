import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { readdir, rm, stat, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { projectPath } from '../../src/platform/files.ts'
import { withClient } from '../../src/store/schema/migrate.ts'
import { createDatabase, type TestDatabase } from '../database/database.ts'
import { reachableFolder } from '../reachableFolder.ts'
import { databasePid, endAll, launch, startProcess } from './gatewayProcess.ts'
import { asked, tollgate, type } from './tollgateProcess.ts'

vi.setConfig({ testTimeout: 120_000 })

let root = ''
let database: TestDatabase
const { version } = JSON.parse(readFileSync(projectPath('package.json'), 'utf8'))
const keys = `first:${randomBytes(32).toString('base64')}`

beforeAll(async () => {
  root = await reachableFolder('refusals')
  database = await createDatabase('external')
  expect(await asked('migrate', database.settings)).toMatchObject({ code: 0 })
})
afterAll(async () => {
  await endAll()
  await database.drop()
  await rm(root, { recursive: true, force: true })
})

/** One line, on the stream that is not for results. */
async function refusal(line: string, environment: NodeJS.ProcessEnv = {}, code = 1): Promise<string> {
  const ended = await tollgate(line, { TOLLGATE_DATA_DIR: join(root, 'nowhere'), ...environment })
  expect([ended.code, ended.output], ended.errors).toEqual([code, ''])
  expect(ended.errors).toMatch(/^tollgate[: ][^\n]+\n$/)
  return ended.errors
}

test('a line that cannot be understood ends with 2, before anything is opened', async () => {
  expect(await refusal('merchants list --jsno', {}, 2)).toBe(
    'tollgate merchants list has no --jsno; the nearest is --json. See tollgate merchants list --help.\n',
  )
  expect(await refusal('merchants lits', {}, 2)).toContain('the nearest is list.')
  expect((await tollgate('passwords add --help')).output).toMatch(/^Usage: tollgate passwords add/)
  expect(await tollgate('--version')).toEqual({ code: 0, output: `${version}\n`, errors: '' })
})

test('where no database is, none is made; where none answers, its password is not told', async () => {
  const nowhere = join(root, 'nowhere')
  expect(await refusal('merchants list')).toBe(
    `tollgate: There is no database in ${nowhere}: start the gateway once, or set TOLLGATE_DATA_DIR.\n`,
  )
  const url = 'postgres://gateway:a-secret@127.0.0.1:1/tollgate'
  const unreachable = await refusal('explain order-1 1', {
    ...{ TOLLGATE_DATABASE_URL: url, TOLLGATE_OWNER_DATABASE_URL: url, TOLLGATE_KEYS: keys },
  })
  expect(unreachable).toMatch(
    /^tollgate: The database at 127\.0\.0\.1:1\/tollgate cannot be used: .*ECONNREFUSED/,
  )
  expect(unreachable).not.toContain('a-secret')
  expect(await refusal('audit list', { TOLLGATE_PROT: '1' }, 2)).toContain('the nearest is TOLLGATE_PORT')
})

test('it can be called from any folder, also by a link', async () => {
  const link = join(root, 'tollgate')
  await symlink(projectPath('tollgate.mjs'), link)
  const { stdout } = await promisify(execFile)(link, ['--version'], { cwd: root })
  expect(stdout).toBe(`${version}\n`)
  expect((await readdir(root)).includes('data')).toBe(false)
})

test('programs are refused in JSON', async () => {
  const ended = await tollgate('merchants list --json', { TOLLGATE_DATA_DIR: join(root, 'nowhere') })
  expect(ended.code).toBe(1)
  expect(JSON.parse(ended.output)).toEqual({
    error: { explanation: expect.stringMatching(/^There is no database in/) },
  })
  const unknown = await tollgate('nosuch --json')
  expect([unknown.code, JSON.parse(unknown.output)]).toEqual([
    2,
    { error: { explanation: 'tollgate has no command nosuch. See tollgate --help.' } },
  ])
})

test('a database of another release is left as it is', async () => {
  const settings = { ...database.settings, TOLLGATE_KEYS: keys }
  const last = await withClient(database.config, async client => {
    const { rows } = await client.query('select * from schema_migrations order by number desc limit 1')
    await client.query('delete from schema_migrations where number = $1', [rows[0].number])
    return rows[0]
  })
  expect(await refusal('merchants list', settings)).toContain('is not that of this release yet')
  await withClient(database.config, client =>
    client.query('insert into schema_migrations (number, name, checksum) values ($1, $2, $3)', [
      ...[last.number, last.name, last.checksum],
    ]),
  )
  expect(await asked('merchants list', settings)).toMatchObject({ code: 0, merchants: [] })
})

test('with other keys than the gateway has, nothing is read or written', async () => {
  const settings = { ...database.settings }
  expect(await asked('merchants add SHOP', { ...settings, TOLLGATE_KEYS: keys })).toMatchObject({ code: 0 })
  const other = `other:${randomBytes(32).toString('base64')}`
  const refused = await refusal('merchants add ANOTHER', { ...settings, TOLLGATE_KEYS: other })
  expect(refused).toMatch(/^tollgate: .*locked with key 'first'/)
  expect(refused).not.toContain(other.slice(6))
})

test('where the keys are not, none are made', async () => {
  const elsewhere = join(root, 'elsewhere')
  const environment = { ...database.settings, TOLLGATE_DATA_DIR: elsewhere }
  for (const line of ['merchants list', 'keys list', 'notifications list', 'audit verify', 'keys new'])
    expect(await refusal(line, environment, 2)).toContain(`There are no keys in ${join(elsewhere, 'keys')}: `)
  await expect(stat(elsewhere)).rejects.toThrow('ENOENT')
})

test('Ctrl-C ends a command that takes long, and no database is left behind', async () => {
  const settings = { TOLLGATE_DATA_DIR: join(root, 'data') }
  await (await startProcess(settings)).end('SIGTERM')
  const { child, ended } = type('keys rotate', settings)
  while ((await databasePid(settings.TOLLGATE_DATA_DIR)) === undefined) await sleep(10)
  // Now it waits for gateways that might be running.
  await sleep(2_000)
  child.kill('SIGINT')
  expect(await ended).toMatchObject({ code: 130, output: '' })
  expect(await databasePid(settings.TOLLGATE_DATA_DIR)).toBeUndefined()
})

test('whoever has read enough may go', async () => {
  const settings = { TOLLGATE_DATA_DIR: join(root, 'data') }
  const { child, ended } = type('audit list --json', settings)
  child.stdout?.destroy()
  expect(await ended).toMatchObject({ code: 0, errors: '' })
  expect(await databasePid(settings.TOLLGATE_DATA_DIR)).toBeUndefined()
})

test('tollgate start is the gateway', async () => {
  const settings = { TOLLGATE_DATA_DIR: join(root, 'data'), TOLLGATE_PORT: '0' }
  const started = type('start', settings)
  while (!started.output().includes('Base address')) {
    if (started.child.exitCode !== null) throw new Error(started.errors())
    await sleep(10)
  }
  const second = await launch(settings).ended
  expect(second.errors).toContain(`in use by another Tollgate (process ${started.child.pid})`)
  started.child.kill('SIGINT')
  expect(await started.ended).toMatchObject({ code: 0, errors: '' })
})
