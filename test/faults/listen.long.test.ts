import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { Webhook } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { authorization } from '../journeys/requests.ts'
import { reachableFolder } from '../reachableFolder.ts'
import { endAll, type GatewayProcess, startProcess } from './gatewayProcess.ts'
import { asked, type Typed, tollgate, type } from './tollgateProcess.ts'

vi.setConfig({ testTimeout: 120_000 })

/** A developer beside a sandbox, with a program that takes notifications. */
let root = ''
let settings: NodeJS.ProcessEnv = {}
let gateway: GatewayProcess
const typed: Typed[] = []
const servers: Server[] = []

beforeAll(async () => {
  root = await reachableFolder('listen')
  gateway = await startProcess({ TOLLGATE_DATA_DIR: join(root, 'data') })
  settings = { TOLLGATE_DATA_DIR: join(root, 'data'), TOLLGATE_PORT: String(gateway.port) }
})
afterEach(async () => {
  for (const { child } of typed.splice(0)) child.kill('SIGKILL')
  for (const server of servers.splice(0)) server.close().closeAllConnections()
})
afterAll(async () => {
  await endAll()
  await rm(root, { recursive: true, force: true })
})

type Taken = { readonly order: string; readonly body: string; readonly headers: IncomingHttpHeaders }

/** The developer's program. */
async function startProgram(port = 0, status = 200) {
  const taken: Taken[] = []
  const server = createServer(async (request, response) => {
    const body = await text(request)
    taken.push({ order: JSON.parse(body).order.id, body, headers: request.headers })
    response.writeHead(status).end('as you say')
  })
  servers.push(server)
  await once(server.listen(port, '127.0.0.1'), 'listening')
  const address = server.address()
  const own = typeof address === 'object' && address !== null ? address.port : 0
  return {
    taken,
    port: own,
    target: `http://127.0.0.1:${own}/hook`,
    stop: () => server.close().closeAllConnections(),
  }
}

function listen(words: string): Typed {
  const started = type(`listen ${words}`, settings)
  typed.push(started)
  return started
}

async function until(isSo: () => boolean, what: () => string): Promise<void> {
  for (let tries = 0; !isSo(); tries++) {
    if (tries > 2_000) throw new Error(`It did not happen: ${what()}`)
    await sleep(25)
  }
}

/** The end of the feed: what happens from now on comes after it. */
async function end(): Promise<string> {
  const { body } = await gateway.call('GET', 'notifications?last=1')
  return `--after ${body.next}`
}

const pay = (orderId: string, card?: Parameters<typeof authorization>[1]) =>
  gateway.authorize(orderId, authorization({}, card))

test('a newcomer sees what just happened and what happens next, signed, with the answers', async () => {
  await pay('first')
  const program = await startProgram()
  const { output } = listen(program.target)
  await until(() => program.taken.length === 1, output)
  await pay('second', { expiry: '05/39' })
  await until(() => output().includes('second / 1') && output().split('your program').length === 3, output)
  expect(program.taken.map(({ order }) => order)).toEqual(['first', 'second'])
  expect(output()).toMatch(/^\d\d:\d\d:\d\d {2}first \/ 1 {2}AUTHORIZATION 10\.00 USD$/m)
  expect(output()).toContain('SUCCESS APPROVED, order AUTHORIZED, notification 1 of the order')
  expect(output()).toContain('FAILURE DECLINED, order FAILED')
  expect(output()).toMatch(/^ {10}your program: 200 in \d+ ms$/m)
  expect(
    output()
      .split('\n')
      .filter(line => line.length > 80),
  ).toEqual([])
  const { body: keys } = await gateway.call('GET', '/sandbox/merchants/TESTMERCHANT/notifications/keys')
  const secret = Array.isArray(keys.signing) ? String(keys.signing[0]) : ''
  expect(output()).toContain(`They are signed with ${secret}\n`)
  for (const { body, headers } of program.taken) {
    const flat = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
    expect(new Webhook(secret).verify(body, flat)).toMatchObject({ merchant: 'TESTMERCHANT' })
  }
})

test('a program that is away is waited for, that is said once, and nothing is lost', async () => {
  const program = await startProgram()
  const { output } = listen(`${program.target} ${await end()}`)
  await pay('away-1')
  await until(() => program.taken.length === 1, output)
  program.stop()
  for (const orderId of ['away-2', 'away-3', 'away-4']) await pay(orderId)
  await until(() => output().includes('Nothing answers at'), output)
  // Long enough to be tried several times.
  await sleep(1_500)
  const back = await startProgram(program.port)
  await until(() => back.taken.length === 3, output)
  await until(() => output().includes('away-4 / 1'), output)
  expect(back.taken.map(({ order }) => order)).toEqual(['away-2', 'away-3', 'away-4'])
  expect(output().split('Nothing answers at')).toHaveLength(2)
  expect(output()).toContain('Your program answers.')
})

test('away at the very beginning, what comes in does not push out what was to be told', async () => {
  await pay('older')
  const idle = await startProgram()
  idle.stop()
  const { output } = listen(`${idle.target} --last 1`)
  await until(() => output().includes('Nothing answers at'), output)
  await pay('newer')
  const program = await startProgram(idle.port)
  await until(() => program.taken.length === 2, output)
  expect(program.taken.map(({ order }) => order)).toEqual(['older', 'newer'])
})

test('what the program refuses is shown with what it said, and the next one comes', async () => {
  const program = await startProgram(0, 500)
  const { output } = listen(`${program.target} --last 2`)
  await until(() => program.taken.length === 2 && output().split('your program').length === 3, output)
  expect(output()).toMatch(/your program: 500 in \d+ ms as you say/)
})

test('a gateway that is started again is heard again, and nothing is told twice', async () => {
  const program = await startProgram()
  const { output } = listen(`${program.target} ${await end()}`)
  await pay('before')
  await until(() => program.taken.length === 1, output)
  await gateway.end('SIGTERM')
  await until(() => output().includes('Waiting for it'), output)
  gateway = await startProcess(settings)
  await pay('after')
  await until(() => program.taken.length === 2, output)
  expect(program.taken.map(({ order }) => order)).toEqual(['before', 'after'])
  expect(output().split('Waiting for it')).toHaveLength(2)
  expect(output()).toContain('The gateway answers.')
})

test('Ctrl-C ends it well and says where to go on; there it goes on, also for programs', async () => {
  const { output, child, ended } = listen('--print --last 1')
  await until(() => output().includes('after / 1'), output)
  child.kill('SIGINT')
  expect(await ended).toMatchObject({ code: 0, errors: '' })
  const after = /--after (\S+)$/m.exec(output())?.[1]
  await pay('later')
  const { code, output: lines } = await tollgate(`listen --print --after ${after} --count 1 --json`, settings)
  expect(code).toBe(0)
  expect(
    lines
      .trim()
      .split('\n')
      .map(line => JSON.parse(line)),
  ).toMatchObject([
    { orderId: 'later', body: { result: 'SUCCESS' }, headers: { 'X-Notification-Sequence': '1' } },
  ])
})

test('a wrong password, another merchant and a wrong cursor are refused in one line', async () => {
  const password = 'f'.repeat(32)
  const wrong = await tollgate(`listen --print --password ${password}`, settings)
  expect([wrong.code, wrong.errors]).toEqual([
    1,
    expect.stringMatching(/^tollgate: .*refused.*password\.\n$/),
  ])
  expect(wrong.errors + wrong.output).not.toContain(password)
  const other = await tollgate('listen --print --merchant SHOP', settings)
  expect([other.code, other.errors]).toEqual([
    2,
    expect.stringMatching(/^tollgate: Give the API password of SHOP/),
  ])
  const { password: own } = await asked('merchants add SHOP', settings)
  const cursor = await tollgate(
    `listen --print --merchant SHOP --password ${own} --after yesterday`,
    settings,
  )
  expect([cursor.code, cursor.errors]).toEqual([
    1,
    expect.stringMatching(/^tollgate: .*'yesterday' is invalid/),
  ])
})
