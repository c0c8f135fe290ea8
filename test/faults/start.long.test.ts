import { spawnSync } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { versions } from '../../src/contract/kit/versions.ts'
import { createDatabase } from '../database/database.ts'
import { authorization } from '../journeys/requests.ts'
import { reachableFolder } from '../reachableFolder.ts'
import { databasePid, endAll, type GatewayProcess, launch, runToEnd, startProcess } from './gatewayProcess.ts'

/** One data directory from its first start to its last: each story goes on where the one before ended. */
let root = ''
let dataDirectory = ''
let gateway: GatewayProcess

beforeAll(async () => {
  root = await reachableFolder('start')
  dataDirectory = join(root, 'data')
  gateway = await startProcess({ TOLLGATE_DATA_DIR: dataDirectory })
})

afterAll(async () => {
  await endAll()
  await rm(root, { recursive: true, force: true })
})

test('the first start tells where it is, who may call, and a line to paste', () => {
  const output = gateway.output()
  expect(output).toMatch(/Tollgate \d+\.\d+\.\d+: sandbox ready in \d+\.\d s/)
  expect(output).toContain(
    `Base address   http://127.0.0.1:${gateway.port}/api/rest/version/${versions.last}\n`,
  )
  expect(output).toContain('Merchant       TESTMERCHANT\n')
  expect(output).toContain('API password   0123456789abcdef0123456789abcdef\n')
  expect(output).toContain(`Rehearse       http://127.0.0.1:${gateway.port}/docs/sandbox:`)
  expect(output.match(/^ *curl .*$/gm)).toHaveLength(1)
  expect(secondsToReady(gateway)).toBeLessThan(15)
})

test('the line works when pasted, is replayed when pasted again, and is refused with another amount', () => {
  const line = /^ *(curl .*)$/m.exec(gateway.output())?.[1] ?? ''
  const first = paste(line)
  expect(first).toMatchObject({ status: 201, body: { result: 'SUCCESS', transaction: { amount: 10 } } })
  expect(first.head).not.toContain('Replayed')
  expect(paste(line)).toEqual({
    ...{ status: 200, body: first.body },
    head: expect.stringMatching(/^HTTP\/1\.1 200 .*^idempotent-replayed: true\r$/ims),
  })
  expect(paste(line.replace('10.00', '10.01'))).toMatchObject({
    status: 400,
    body: { error: { field: 'transactionid', validationType: 'INVALID' } },
  })
  expect(paste(line.replace('"USD"', '"usd"'))).toMatchObject({
    status: 400,
    body: {
      error: {
        field: 'order.currency',
        validationType: 'INVALID',
        explanation: expect.stringMatching(/\.$/),
      },
    },
  })
})

test('it serves its docs, its reference and its contract', async () => {
  const origin = `http://127.0.0.1:${gateway.port}`
  for (const [path, text] of [
    ['/docs', 'Quick start'],
    ['/docs/reference', 'AUTHORIZE'],
  ] as const) {
    const page = await fetch(origin + path)
    expect([page.status, page.headers.get('content-type')]).toEqual([
      200,
      expect.stringContaining('text/html'),
    ])
    expect(await page.text()).toContain(text)
  }
  const contract = await fetch(`${origin}/api/rest/version/55/openapi.json`)
  expect(await contract.json()).toMatchObject({ openapi: '3.1.0', info: { version: '55' } })
})

test('a second start on the same data directory is refused in one line, and harms nobody', async () => {
  const second = await runToEnd({ TOLLGATE_DATA_DIR: dataDirectory })
  expect(second).toEqual({
    code: 1,
    output: '',
    errors: `tollgate: ${dataDirectory} is in use by another Tollgate (process ${gateway.child.pid}).\n`,
  })
  expect(await gateway.call('GET', '/ready')).toMatchObject({ status: 200 })
})

test('Ctrl-C ends it with code 0 after what is under way, and no database is left', async () => {
  const pid = await databasePid(dataDirectory)
  expect(pid).toBeDefined()
  const slow = gateway.authorize('slow', authorization({}, { expiry: '11/39' }))
  await sent(gateway)
  const ended = gateway.end('SIGINT')
  expect(await slow).toMatchObject({ status: 201, body: { response: { gatewayCode: 'TIMED_OUT' } } })
  const { code, output, errors } = await ended
  expect({ code, errors }).toEqual({ code: 0, errors: '' })
  expect(output).toMatch(/"reason":"SIGINT".*"msg":"stopping"/)
  expect(await databasePid(dataDirectory)).toBeUndefined()
})

test('a taken port is refused in one line, and no database is left', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await new Promise(resolve => other.once('listening', resolve))
  const address = other.address()
  const port = typeof address === 'object' && address !== null ? String(address.port) : ''
  const refused = await runToEnd({ TOLLGATE_DATA_DIR: dataDirectory, TOLLGATE_PORT: port })
  other.close()
  expect(refused).toEqual({
    code: 1,
    output: '',
    errors: `tollgate: Port ${port} of 127.0.0.1 is taken; choose another with TOLLGATE_PORT.\n`,
  })
  expect(await databasePid(dataDirectory)).toBeUndefined()
})

test('Ctrl-C while it starts leaves no database either', async () => {
  const started = launch({ TOLLGATE_DATA_DIR: dataDirectory, TOLLGATE_PORT: '0' })
  while ((await databasePid(dataDirectory)) === undefined)
    await new Promise(resolve => setTimeout(resolve, 2))
  started.child.kill('SIGINT')
  expect((await started.ended).code).toBe(0)
  expect(await databasePid(dataDirectory)).toBeUndefined()
})

test('the next start is quick, remembers everything and takes the next port', async () => {
  const line = /^ *(curl .*)$/m.exec(gateway.output())?.[1] ?? ''
  const former = gateway.port
  gateway = await startProcess({ TOLLGATE_DATA_DIR: dataDirectory })
  expect(secondsToReady(gateway)).toBeLessThan(10)
  const again = paste(line.replace(`:${former}/`, `:${gateway.port}/`))
  expect(again).toMatchObject({ status: 200, body: { result: 'SUCCESS' } })
  expect((await gateway.end('SIGTERM')).code).toBe(0)
})

test('in production there is nothing to rehearse with, and nobody known to everybody', async () => {
  const database = await createDatabase('external')
  const production = await startProcess({
    TOLLGATE_MODE: 'production',
    TOLLGATE_ACQUIRER: 'simulated',
    TOLLGATE_PUBLIC_URL: 'https://pay.example',
    ...database.settings,
    TOLLGATE_KEYS: `k1:${Buffer.alloc(32, 7).toString('base64')}`,
  })
  try {
    for (const path of ['clock', 'acquirer/books', 'acquirer/scripts', 'reconciliation', 'data', ''])
      expect(await production.call('GET', `/sandbox/${path}`)).toMatchObject({ status: 404 })
    expect(await production.call('DELETE', '/sandbox/data')).toMatchObject({ status: 404 })
    expect(await production.retrieve('any')).toMatchObject({ status: 401 })
    expect(production.output()).not.toContain('/sandbox')
    expect(production.output()).toMatch(/: production rehearsed as a TEST ready in/)
    expect(production.output()).toContain('Acquirer       simulated: a test, no money moves\n')
    expect((await production.call('GET', '/ready')).body).toMatchObject({ status: 'READY', mode: 'TEST' })
  } finally {
    await production.end('SIGTERM')
    await database.drop()
  }
})

const secondsToReady = ({ output }: GatewayProcess) => Number(/ready in ([\d.]+) s/.exec(output())?.[1])

/** In a shell, as a newcomer would; the status is asked for besides. */
function paste(line: string): { readonly status: number; readonly head: string; readonly body: object } {
  const { stdout, stderr } = spawnSync('sh', ['-c', `${line} -w '\\n%{http_code}'`], { encoding: 'utf8' })
  const [head = '', answer = ''] = stdout.split('\r\n\r\n')
  const [body = '', status] = answer.split('\n')
  if (body === '') throw new Error(stderr)
  return { status: Number(status), head: `${head}\r\n`, body: JSON.parse(body) }
}

/** Until the request lies with the acquirer: then the order is known. */
async function sent(asked: GatewayProcess): Promise<void> {
  while ((await asked.call('GET', 'order/slow')).status !== 200)
    await new Promise(resolve => setTimeout(resolve, 10))
}

test('where logs are JSON, standard output is JSON lines from the first byte to the last', async () => {
  const directory = join(root, 'json')
  const node = launch({ TOLLGATE_DATA_DIR: directory, TOLLGATE_LOG_FORMAT: 'json', TOLLGATE_PORT: '0' })
  while (!node.output().includes('"msg":"ready"')) await sleep(20)
  const port = Number(/"port":(\d+)/.exec(node.output())?.[1])
  expect((await fetch(`http://127.0.0.1:${port}/ready`)).status).toBe(200)
  node.child.kill('SIGTERM')
  const { code, output, errors } = await node.ended
  expect({ code, errors }).toEqual({ code: 0, errors: '' })
  const lines = output.trimEnd().split('\n')
  for (const line of lines) expect(() => JSON.parse(line), line).not.toThrow()
  expect(lines[0]).toMatch(/"msg":"ready"/)
})
