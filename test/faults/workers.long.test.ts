import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabase, type TestDatabase } from '../database/database.ts'
import { basic } from '../journeys/client.ts'
import { authorization } from '../journeys/requests.ts'
import { endAll, type GatewayProcess, isAlive, runToEnd, startProcess } from './gatewayProcess.ts'
import { inProduction } from './nodeSettings.ts'
import { asked, tollgate } from './tollgateProcess.ts'

let folder: string
let database: TestDatabase
let settings: NodeJS.ProcessEnv
const passwords: Record<string, string> = {}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tollgate-workers-'))
  database = await createDatabase('external')
  settings = {
    ...inProduction(folder, database),
    ...{ TOLLGATE_WORKERS: '2', TOLLGATE_DRAIN_MS: '1500', TOLLGATE_LOG_LEVEL: 'warn' },
  }
  await asked('migrate', { ...settings, ...database.settings })
  for (const merchant of ['SHOP', 'RATED'])
    passwords[merchant] = String((await asked(`merchants add ${merchant}`, settings)).password)
  await tollgate('merchants profile RATED requestsPerSecond=5', settings)
})
afterAll(async () => {
  await endAll()
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

test('two workers are one node: they greet once, count together, and are replaced', async () => {
  const node = await startProcess(settings)
  const first = workersOf(node)
  expect(first).toHaveLength(2)
  if (process.platform === 'linux')
    for (const pid of [node.child.pid, ...first])
      expect(readFileSync(`/proc/${pid}/coredump_filter`, 'latin1'), 'what a dump may hold').toBe(
        '00000000\n',
      )
  expect(node.output().match(/Base address/g)).toHaveLength(1)
  expect(await readiness(node)).toEqual({
    status: 200,
    body: { status: 'READY', mode: 'TEST', warnings: [] },
  })

  // A rate holds over both, whether a merchant has one connection or many.
  const before = performance.now()
  const calls = await Promise.all(Array.from({ length: 40 }, () => paid(node, 'RATED', freshAgent())))
  const allowed = 5 + ((performance.now() - before) / 1_000) * 5
  expect(calls.filter(status => status === 201).length).toBeLessThanOrEqual(Math.ceil(allowed))
  await sleep(1_100)
  const agent = freshAgent()
  for (let call = 0; call < 5; call++) expect(await paid(node, 'RATED', agent)).toBe(201)

  // Any of them goes on with what another began, and what is sent to several at once is executed once.
  const order = randomUUID()
  const same = await Promise.all(Array.from({ length: 8 }, () => sent(node.port, { order })))
  expect(same.sort()).toEqual([200, 200, 200, 200, 200, 200, 200, 201])
  for (let call = 0; call < 4; call++) expect(await retrieved(node, order)).toBe(200)

  // One that is killed under load fails what was on its connections, and loses nothing that was answered.
  const load = startLoad(node)
  await load.atLeast(100)
  const measured = await metrics(node)
  expect(measured.get('tollgate_workers')).toBe(2)
  expect([...measured.keys()].filter(name => name.startsWith('process_cpu_seconds_total')).sort()).toEqual([
    ...['process_cpu_seconds_total{worker="1"}', 'process_cpu_seconds_total{worker="2"}'],
  ])
  process.kill(first[1] ?? 0, 'SIGKILL')
  // Either: process ids begin anew some day, and the second to start may have the smaller one.
  await expect.poll(() => node.output()).toMatch(/Worker [12] ended \(SIGKILL\)/)
  await load.atLeast(50)
  await expect.poll(() => workersOf(node).filter(pid => !first.includes(pid))).toHaveLength(1)
  await expect.poll(async () => (await readiness(node)).body.warnings).toEqual([])
  await load.atLeast(100)
  const { orders, failures } = await load.stop()
  expect(failures.filter(failure => !/ECONNRESET|socket hang up|EPIPE/.test(failure))).toEqual([])
  const shown = await metrics(node)
  expect(shown.get('tollgate_workers')).toBe(2)
  expect(sumOf(shown)).toBeGreaterThanOrEqual(sumOf(measured))
  for (const order of orders.slice(-40)) expect(await retrieved(node, order)).toBe(200)

  // A supervisor signals the whole group: what was begun is answered, and all of them end.
  const last = startLoad(node, { stopsWhenNotReady: true })
  await last.atLeast(50)
  for (const pid of workersOf(node)) process.kill(pid, 'SIGTERM')
  const ended = node.end('SIGTERM')
  expect((await last.stop()).failures).toEqual([])
  expect(await ended).toMatchObject({ code: 0, errors: '' })
}, 120_000)

test('one that hangs is killed after 15 s and replaced, and the others serve on', async () => {
  const node = await startProcess(settings)
  const [, hanging = 0] = workersOf(node)
  process.kill(hanging, 'SIGSTOP')
  const named = { code: 'WORKERS_MISSING', details: ['worker 2 does not answer'] }
  const asBalancersAsk = () => heardWithin(node, 4_000)
  await expect.poll(asBalancersAsk, { timeout: 12_000 }).toMatchObject({ status: 'READY', warnings: [named] })
  await expect.poll(() => node.output(), { timeout: 30_000 }).toContain('Worker 2 has not moved for 15 s')
  await expect.poll(() => workersOf(node).filter(pid => pid !== hanging)).toHaveLength(2)
  await expect.poll(async () => (await readiness(node)).body).toMatchObject({ status: 'READY', warnings: [] })
  for (let call = 0; call < 6; call++) expect(await paid(node, 'SHOP', freshAgent())).toBe(201)
  expect(await node.end('SIGTERM')).toMatchObject({ code: 0 })
})

test('workers do not outlive their primary, and leave its port to the next', async () => {
  const node = await startProcess(settings)
  const workers = workersOf(node)
  await node.end('SIGKILL')
  await expect.poll(() => workers.filter(isAlive)).toEqual([])
  const next = await startProcess({ ...settings, TOLLGATE_PORT: String(node.port) })
  expect(next.port).toBe(node.port)
  next.child.kill('SIGINT')
  expect(await next.end('SIGINT')).toMatchObject({ code: 0, errors: '' })
})

test('what is wrong with a start is said once, with the exit code of a process that is alone', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  await new Promise(resolve => taken.once('listening', resolve))
  const address = taken.address()
  const port = typeof address === 'object' ? String(address?.port) : ''
  const refused = await runToEnd({ ...settings, TOLLGATE_PORT: port })
  taken.close()
  expect(refused).toMatchObject({
    ...{ code: 1, output: '' },
    errors: `tollgate: Port ${port} of 127.0.0.1 is taken; choose another with TOLLGATE_PORT.\n`,
  })
  const misled = await runToEnd({ ...settings, TOLLGATE_KEYS: '', TOLLGATE_KEYS_FILE: join(folder, 'none') })
  expect(misled.code).toBe(2)
  expect(misled.errors.match(/^tollgate: /gm)).toHaveLength(1)
})

/** The processes that a node has started. */
function workersOf({ child }: GatewayProcess): readonly number[] {
  const rows = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n')
  const pairs = rows.map(row => row.trim().split(/\s+/).map(Number))
  return pairs.flatMap(([pid = 0, parent]) => (parent === child.pid ? [pid] : []))
}

async function readiness(node: GatewayProcess) {
  const { status, body } = await node.call('GET', '/ready', undefined, { authorization: null })
  return { status, body }
}

/** What the one connection hears that was dealt to a worker that hangs, is nothing. */
async function heardWithin({ port }: GatewayProcess, ms: number): Promise<unknown> {
  const asked = fetch(`http://127.0.0.1:${port}/ready`, { signal: AbortSignal.timeout(ms) })
  return asked.then(
    answer => answer.json(),
    () => undefined,
  )
}

const freshAgent = () => new Agent({ keepAlive: true, maxSockets: 1 })

function sent(port: number, { method = 'PUT', merchant = 'SHOP', order = '', agent = freshAgent() }) {
  const path = `/api/rest/version/100/merchant/${merchant}/order/${order}/transaction/1`
  return new Promise<number>((resolve, reject) => {
    const headers = {
      Authorization: basic(`merchant.${merchant}`, passwords[merchant] ?? ''),
      'Content-Type': 'application/json',
    }
    const call = request({ host: '127.0.0.1', port, path, method, headers, agent }, answer => {
      answer.resume().once('end', () => resolve(answer.statusCode ?? 0))
    })
    call.once('error', reject).end(method === 'PUT' ? JSON.stringify(authorization()) : undefined)
  })
}

const paid = ({ port }: GatewayProcess, merchant: string, agent: Agent) =>
  sent(port, { merchant, order: randomUUID(), agent })
const retrieved = ({ port }: GatewayProcess, order: string) => sent(port, { method: 'GET', order })

async function metrics({ port }: GatewayProcess): Promise<ReadonlyMap<string, number>> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  const lines = text.split('\n').filter(line => line !== '' && !line.startsWith('#'))
  return new Map(lines.map(line => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]))
}

/** How many payments the node has answered. */
const sumOf = (measured: ReadonlyMap<string, number>): number =>
  [...measured].reduce(
    (sum, [name, value]) => (name.startsWith('tollgate_transactions_total') ? sum + value : sum),
    0,
  )

/** Eight clients that pay all the time: half of them on kept connections, half on a new one each time. */
function startLoad(node: GatewayProcess, { stopsWhenNotReady = false } = {}) {
  const orders: string[] = []
  const failures: string[] = []
  let isOver = false
  const pay = async (keptAgent?: Agent) => {
    while (!isOver) {
      const [order, agent] = [randomUUID(), keptAgent ?? freshAgent()]
      await sent(node.port, { order, agent }).then(
        status => (status === 201 ? orders.push(order) : failures.push(`answered ${status}`)),
        error => failures.push(String(error)),
      )
      if (agent !== keptAgent) agent.destroy()
    }
    keptAgent?.destroy()
  }
  const look = async () => {
    while (stopsWhenNotReady && !isOver) {
      isOver = (await readiness(node)).status === 503
      await sleep(20)
    }
  }
  const clients = Array.from({ length: 4 }, () => [pay(freshAgent()), pay()]).flat()
  const done = Promise.all([look(), ...clients])
  return {
    async atLeast(more: number) {
      const goal = orders.length + more
      while (orders.length < goal) await sleep(10)
    },
    async stop() {
      if (!stopsWhenNotReady) isOver = true
      await done
      return { orders, failures }
    },
  }
}
