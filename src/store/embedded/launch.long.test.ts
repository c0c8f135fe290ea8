import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, mkdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client, type ClientConfig } from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { prepareGateways, type StartGateway } from '../../../test/database/doomedGateway.ts'
import { reachableFolder } from '../../../test/reachableFolder.ts'
import { StartRefusal } from '../../platform/errors.ts'
import { type EmbeddedDatabase, type LaunchOptions, launchEmbedded } from './launch.ts'

const isRoot = process.getuid?.() === 0
let root = ''
/** Most stories happen in one data directory, one after the other; making a cluster takes a second. */
let dataDirectory = ''
const running: EmbeddedDatabase[] = []
const killable: ChildProcess[] = []
let start: StartGateway

beforeAll(async () => {
  root = await reachableFolder('launch')
  dataDirectory = join(root, 'data')
  start = await prepareGateways(root)
})

afterEach(async () => {
  for (const process of killable.splice(0)) process.kill('SIGKILL')
  for (const database of running.splice(0)) await database.stop()
})

afterAll(() => rm(root, { recursive: true, force: true }))

test('a first start makes a database; what was written is there after stop and start', async () => {
  const first = await launch()
  expect(first.attached).toBe(false)
  await query(first.connection, 'create table notes (text text check (length(text) < 20))')
  await query(first.connection, "insert into notes values ('kept')")
  await first.stop()
  expect(await readFile(postmasterFile(), 'utf8').catch(error => error.code)).toBe('ENOENT')

  const second = await launch()
  expect(second.attached).toBe(false)
  expect(await query(second.connection, 'select text from notes')).toEqual([{ text: 'kept' }])
})

test('the server is durable, sorts by code point, checks its pages and hears only its socket', async () => {
  const { connection } = await launch()
  const names = ['fsync', 'synchronous_commit', 'full_page_writes', 'data_checksums', 'server_encoding']
  const settings = await query(
    connection,
    'select current_setting(name) as value from unnest($1::text[]) as name',
    [names],
  )
  expect(settings.map(row => row.value)).toEqual(['on', 'on', 'on', 'on', 'UTF8'])
  const [locale] = await query(
    connection,
    "select datlocprovider as provider, datlocale as name from pg_database where datname = 'tollgate'",
  )
  expect(locale).toEqual({ provider: 'b', name: 'C.UTF-8' })
  expect(await query(connection, "select current_setting('listen_addresses') as value")).toEqual([
    { value: '' },
  ])
  for (const folder of [join(dataDirectory, 'postgres'), connection.host]) {
    expect((await stat(folder)).mode & 0o777).toBe(0o700)
  }
  expect((await stat(join(dataDirectory, 'postgres.log'))).mode & 0o777).toBe(0o600)
})

test('neither a violated constraint nor a broken statement writes its values into the log', async () => {
  const { connection } = await launch()
  const value = 'a secret of more than twenty characters'
  await expect(query(connection, 'insert into notes values ($1)', [value])).rejects.toThrow('notes')
  await expect(query(connection, `select '${value}' from nowhere`)).rejects.toThrow('nowhere')
  await expect(
    query(connection, "do $$ begin raise exception 'a secret' using detail = 'a secret'; end $$"),
  ).rejects.toThrow()
  expect(await readFile(join(dataDirectory, 'postgres.log'), 'utf8')).not.toContain('secret')
})

test('a second start on the same data directory is refused and names the first', async () => {
  await launch()
  const refusal = await launch().catch(error => error)
  expect(refusal).toBeInstanceOf(StartRefusal)
  expect(refusal.message).toBe(`${dataDirectory} is in use by another Tollgate (process ${process.pid}).`)
})

test('after kill -9 of the gateway the next start takes over the running database', async () => {
  const gateway = await startGateway(dataDirectory, { TOLLGATE_KEYS: 'never the business of the database' })
  const pid = await serverPid()
  if (process.platform === 'linux') {
    expect(await readFile(`/proc/${pid}/environ`, 'utf8')).not.toContain('TOLLGATE')
  }
  gateway.kill('SIGKILL')
  await once(gateway, 'exit')

  const next = await launch()
  expect(next.attached).toBe(true)
  expect(await serverPid()).toBe(pid)
  expect(await query(next.connection, 'select text from notes')).toEqual([{ text: 'kept' }])
  await next.stop()
  expect(await readFile(postmasterFile(), 'utf8').catch(error => error.code)).toBe('ENOENT')
})

test('two first starts at once make one database, and one of them owns it', async () => {
  const folder = join(root, 'twice')
  const results = await Promise.allSettled([startGateway(folder), startGateway(folder)])
  expect(results.map(result => result.status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(String(results.find(result => result.status === 'rejected')?.reason)).toContain(
    `${folder} is in use`,
  )
  for (const gateway of killable.splice(0)) gateway.kill('SIGKILL')
  expect((await launch({ dataDirectory: folder })).attached).toBe(true)
})

test('what a dead server left behind keeps nobody from starting', async () => {
  const socketLock = join(dataDirectory, 'socket', '.s.PGSQL.5432.lock')
  const foreign = process.pid
  const socket = join(dataDirectory, 'socket')
  const cluster = join(dataDirectory, 'postgres')
  const zombie = await makeZombie()
  const leftovers = [
    '',
    `${foreign}\n`,
    `${foreign}\n${cluster}\n1700000000\n5432\n`,
    `${foreign}\n${cluster}\n1700000000\n5432\n${socket}\n\n  1 2\nready   \n`,
    `${foreign}\n${cluster}\n1700000000\n5432\n${socket}\n\n  1 2\nstarting\n`,
    `${zombie}\n${cluster}\n1700000000\n5432\n${socket}\n\n  1 2\nready   \n`,
  ]
  for (const leftover of leftovers) {
    await writeFile(postmasterFile(), leftover, { mode: 0o600 })
    await writeFile(socketLock, `${foreign}\n`, { mode: 0o600 })
    const database = await launch()
    expect(database.attached).toBe(false)
    expect(await query(database.connection, 'select text from notes')).toEqual([{ text: 'kept' }])
    await database.stop()
  }
})

test('kill -9 of the database loses no acknowledged row, and it is started again by itself', async () => {
  const news: string[] = []
  const { connection } = await launch({ report: line => news.push(line) })
  await query(connection, 'create table counted (n int)')
  let acknowledged = 0
  const writer = (async () => {
    for (;;) {
      await query(connection, 'insert into counted values ($1)', [acknowledged + 1])
      acknowledged += 1
    }
  })().catch(() => undefined)
  await sleep(150)
  const killed = await serverPid()
  process.kill(killed, 'SIGKILL')
  await writer
  await until(() => news.length === 2)
  expect(news.at(-1)).toBe('The embedded database is back.')
  expect(await serverPid()).not.toBe(killed)
  const [count] = await query(connection, 'select count(*)::int as n from counted')
  expect(acknowledged).toBeGreaterThan(0)
  expect([acknowledged, acknowledged + 1]).toContain(count?.n)
  await expect(launch()).rejects.toThrow('in use')
})

test('a data directory with a long path is served from a short socket path', async () => {
  const folder = join(root, 'long'.repeat(20), 'långt'.repeat(8))
  const { connection } = await launch({ dataDirectory: folder })
  expect(Buffer.byteLength(join(connection.host, '.s.PGSQL.5432'))).toBeLessThanOrEqual(103)
  expect((await stat(connection.host)).mode & 0o777).toBe(0o700)
  expect(await query(connection, 'select 1 as one')).toEqual([{ one: 1 }])
  await rm(connection.host, { recursive: true })
})

test('a data directory out of reach is refused in one line that names it', async () => {
  const parent = join(root, 'closed')
  await mkdir(parent)
  await chown(parent, 12_345, 12_345).catch(() => undefined)
  await chmod(parent, isRoot ? 0o700 : 0)
  const folder = join(parent, 'data')
  const refusal = await launch({ dataDirectory: folder }).catch(error => error)
  expect(refusal).toBeInstanceOf(StartRefusal)
  expect(refusal.message).toContain(folder)
  expect(refusal.message).toContain('set TOLLGATE_DATA_DIR')
  expect(refusal.message).not.toContain('\n')
})

test('a cluster of a missing version is refused, and so is a folder that is no cluster', async () => {
  const folder = join(root, 'older')
  await mkdir(join(folder, 'postgres'), { recursive: true })
  await writeFile(join(folder, 'postgres', 'PG_VERSION'), '9\n')
  await expect(launch({ dataDirectory: folder })).rejects.toThrow('made by PostgreSQL 9, which was not found')
  await rm(join(folder, 'postgres', 'PG_VERSION'))
  await writeFile(join(folder, 'postgres', 'letter.txt'), 'not a database')
  await expect(launch({ dataDirectory: folder })).rejects.toThrow('holds something else than a database')
})

test('why the server does not start is said in one line', async () => {
  const settings = join(dataDirectory, 'postgres', 'postgresql.conf')
  const before = await readFile(settings, 'utf8')
  await writeFile(settings, `${before}\nno_such_setting = 1\n`)
  const refusal = await launch().catch(error => error)
  await writeFile(settings, before)
  expect(refusal).toBeInstanceOf(StartRefusal)
  expect(refusal.message).toMatch(
    /^The embedded database did not start: .*contains errors.*postgres\.log\)\.$/,
  )
})

test.runIf(isRoot && process.platform === 'linux')(
  'root without user namespaces runs the database as nobody, and root attaches to it later',
  async () => {
    const folder = join(root, 'nobody')
    const gateway = await startGateway(folder, { PATH: await pathWithoutUnshare() })
    expect((await stat(join(folder, 'postgres'))).uid).toBe(65_534)
    gateway.kill('SIGKILL')
    await once(gateway, 'exit')
    const next = await launch({ dataDirectory: folder })
    expect(next.attached).toBe(true)
    await next.stop()
    const restarted = await launch({ dataDirectory: folder })
    expect(await query(restarted.connection, 'select 1 as one')).toEqual([{ one: 1 }])
  },
)

async function launch(options: Partial<LaunchOptions> = {}): Promise<EmbeddedDatabase> {
  const database = await launchEmbedded({ dataDirectory, ...options })
  running.push(database)
  return database
}

async function query(config: ClientConfig, sql: string, values: unknown[] = []) {
  const client = new Client(config)
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query(sql, values)).rows
  } finally {
    await client.end()
  }
}

async function startGateway(folder: string, environment?: NodeJS.ProcessEnv): Promise<ChildProcess> {
  const gateway = await start(folder, environment)
  killable.push(gateway)
  return gateway
}

async function pathWithoutUnshare(): Promise<string> {
  const folder = join(root, 'programs')
  await mkdir(folder)
  await symlink('/usr/bin/id', join(folder, 'id'))
  return folder
}

/** Its parent never asks how it ended, so it keeps its number although it is dead. */
async function makeZombie(): Promise<number> {
  const parent = spawn('sh', ['-c', 'true & echo $!; exec sleep 600'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  killable.push(parent)
  const [chunk] = await once(parent.stdout, 'data')
  return Number.parseInt(String(chunk), 10)
}

async function serverPid(): Promise<number> {
  return Number.parseInt(await readFile(postmasterFile(), 'utf8'), 10)
}

function postmasterFile(): string {
  return join(dataDirectory, 'postgres', 'postmaster.pid')
}

async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await sleep(10)
}
