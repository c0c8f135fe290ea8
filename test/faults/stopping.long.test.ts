import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { projectPath } from '../../src/platform/files.ts'
import { createDatabase, type TestDatabase } from '../database/database.ts'
import { freePort } from '../freePorts.ts'
import { reachableFolder } from '../reachableFolder.ts'
import { databasePid, endAll, isAlive, launch, runToEnd } from './gatewayProcess.ts'
import { type } from './tollgateProcess.ts'

vi.setConfig({ testTimeout: 90_000 })

let root = ''
let database: TestDatabase
beforeAll(async () => {
  root = await reachableFolder('stopping')
  database = await createDatabase('external')
})
afterAll(async () => {
  await endAll()
  await database.drop()
  await rm(root, { recursive: true, force: true })
})

const until = async (isTrue: () => unknown) => {
  while (!(await isTrue())) await sleep(20)
}

/** As a supervisor runs it: in a group of its own, which is signalled as a whole. */
function npmStart(dataDirectory: string): { readonly npm: ChildProcess; readonly output: () => string } {
  const settings = { TOLLGATE_DATA_DIR: dataDirectory, TOLLGATE_PORT: '0' }
  const npm = spawn('npm', ['start'], {
    ...{ cwd: projectPath(), detached: true, stdio: ['ignore', 'pipe', 'pipe'] as const },
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...settings },
  })
  let output = ''
  for (const stream of [npm.stdout, npm.stderr])
    stream.setEncoding('utf8').on('data', text => (output += text))
  return { npm, output: () => output }
}

test('npm start, and SIGTERM to the whole group: it stops once and leaves no database', async () => {
  const dataDirectory = join(root, 'group')
  const { npm, output } = npmStart(dataDirectory)
  await until(() => output().includes('Data  '))
  const pid = await databasePid(dataDirectory)
  expect(pid).toBeDefined()
  const ended = once(npm, 'exit')
  process.kill(-(npm.pid ?? 0), 'SIGTERM')
  await ended
  await until(() => pid !== undefined && !isAlive(pid))
  expect(await databasePid(dataDirectory)).toBeUndefined()
  expect(output().match(/"msg":"stopping"/g)).toHaveLength(1)
  // What listens beside it, through npx: told twice as well.
  const typed = type('merchants list', { TOLLGATE_DATA_DIR: dataDirectory })
  await until(async () => (await databasePid(dataDirectory)) !== undefined)
  for (const signal of ['SIGTERM', 'SIGTERM'] as const) typed.child.kill(signal)
  await typed.ended
  expect(await databasePid(dataDirectory)).toBeUndefined()
})

/** Stands where the database will be: first nothing does. */
async function openWay(port: number): Promise<Server> {
  const { hostname, port: real } = new URL(database.url)
  const sockets = new Set<Socket>()
  const server = createServer(near => {
    const far = connect(Number(real), hostname)
    for (const socket of [near, far]) sockets.add(socket.on('error', () => undefined))
    near.pipe(far).pipe(near)
  })
  await once(server.listen(port, '127.0.0.1'), 'listening')
  server.once('close', () => {
    for (const socket of sockets) socket.destroy()
  })
  return server
}

const through = (port: number, address: string): string => {
  const url = new URL(address)
  url.host = `127.0.0.1:${port}`
  return url.toString()
}

const nodeSettings = (port: number) => {
  const { TOLLGATE_DATABASE_URL, TOLLGATE_OWNER_DATABASE_URL } = database.settings
  return {
    ...{ TOLLGATE_MODE: 'production', TOLLGATE_ACQUIRER: 'simulated', TOLLGATE_PORT: '0' },
    TOLLGATE_PUBLIC_URL: 'https://pay.example',
    TOLLGATE_DATABASE_URL: through(port, TOLLGATE_DATABASE_URL),
    TOLLGATE_OWNER_DATABASE_URL: through(port, TOLLGATE_OWNER_DATABASE_URL),
    TOLLGATE_KEYS: `k1:${Buffer.alloc(32, 7).toString('base64')}`,
  }
}

test('a node that starts before its database waits, says so, and starts when it is there', async () => {
  const port = await freePort()
  const node = launch(nodeSettings(port))
  await until(() => node.output().includes('waiting for it'))
  expect(node.output()).toMatch(
    /"reason":"The database at 127\.0\.0\.1:\d+\/\w+ cannot be reached \(ECONNREFUSED\): waiting for it\."/,
  )
  const way = await openWay(port)
  await until(() => node.output().includes('Data  '))
  expect(node.output().match(/waiting for it/g)).toHaveLength(1)
  node.child.kill('SIGTERM')
  expect(await node.ended).toMatchObject({ code: 0, errors: '' })
  way.close()
})

test('while it waits, all its ports say so, and that it lives; then the same ones serve', async () => {
  const [port, own, operators] = [await freePort(), await freePort(), await freePort()]
  const ports = { TOLLGATE_PORT: String(own), TOLLGATE_METRICS_PORT: String(operators) }
  const node = launch({ ...nodeSettings(port), ...ports })
  await until(() => node.output().includes('waiting for it'))
  const asked = async (at: number, path: string, init?: RequestInit) => {
    const answer = await fetch(`http://127.0.0.1:${at}${path}`, init)
    return { status: answer.status, retry: answer.headers.get('retry-after'), body: await answer.json() }
  }
  const transaction = '/api/rest/version/100/merchant/SHOP/order/o/transaction/1'
  for (const at of [own, operators]) {
    expect(await asked(at, '/ready')).toMatchObject({
      ...{ status: 503, retry: '1' },
      body: { status: 'NOT_READY', reasons: [{ code: 'STARTING' }, { code: 'DATABASE_UNREACHABLE' }] },
    })
    expect(await asked(at, '/live')).toMatchObject({ status: 200, body: { status: 'LIVE' } })
    for (const [path, init] of [
      [transaction, { method: 'PUT', body: '{"apiOperation":"AUTHORIZE"}' }],
      ['/api/rest/version/100/information', {}],
      ['/metrics', {}],
      ['/nowhere', {}],
    ] as const)
      expect(await asked(at, path, init), path).toMatchObject({
        ...{ status: 503, retry: '1' },
        body: { result: 'ERROR', error: { cause: 'SERVER_BUSY', explanation: expect.any(String) } },
      })
  }
  const way = await openWay(port)
  await until(() => node.output().includes('Data  '))
  for (const at of [own, operators]) expect(await asked(at, '/ready')).toMatchObject({ status: 200 })
  expect(await asked(own, transaction)).toMatchObject({ status: 401 })
  expect(await asked(own, '/nowhere')).toMatchObject({ status: 404 })
  node.child.kill('SIGTERM')
  expect(await node.ended).toMatchObject({ code: 0, errors: '' })
  way.close()
})

test('whoever stops it while it waits is not kept waiting', async () => {
  const node = launch(nodeSettings(await freePort()))
  await until(() => node.output().includes('waiting for it'))
  node.child.kill('SIGTERM')
  expect(await node.ended).toMatchObject({ code: 0, errors: '' })
})

test('what waiting does not mend is refused at once', async () => {
  const way = await openWay(await freePort())
  const address = way.address()
  const settings = nodeSettings(typeof address === 'object' && address !== null ? address.port : 0)
  const owner = settings.TOLLGATE_OWNER_DATABASE_URL
  for (const url of [owner.replace(/\/\w+$/, '/nosuch'), owner.replace(/:[^:@/]+@/, ':wrong-secret@')]) {
    const { code, output, errors } = await runToEnd({ ...settings, TOLLGATE_OWNER_DATABASE_URL: url })
    expect({ code, output }, errors).toEqual({ code: 1, output: '' })
    expect(errors).toMatch(/^tollgate: The database at [^\n]+ cannot be used: [^\n]+\n$/)
    expect(errors).not.toContain('secret')
  }
  way.close()
})

test('with nobody left to read what it says it serves on, and a crash still ends it', async () => {
  const port = await freePort()
  const settings = { TOLLGATE_DATA_DIR: join(root, 'unheard'), TOLLGATE_PORT: String(port) }
  const crash = 'data:text/javascript,process.on("SIGUSR2",()=>{throw new Error("planted")})'
  const child = spawn(process.execPath, ['--import', crash, 'start.mjs'], {
    ...{ cwd: projectPath(), stdio: ['ignore', 'pipe', 'pipe'] as const },
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...settings },
  })
  child.stdout.destroy()
  child.stderr.destroy()
  const ended = once(child, 'exit')
  const status = async () => (await fetch(`http://127.0.0.1:${port}/ready`).catch(() => undefined))?.status
  await until(async () => (await status()) === 200)
  child.kill('SIGUSR2')
  expect(await ended).toEqual([1, null])
})
