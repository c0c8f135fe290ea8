import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { reachableFolder } from '../reachableFolder.ts'
import { canaryNumbers, canaryRequests, marks, parkedFundsOf, refusedPassword } from './canaries.ts'
import { everyRow } from './everyRow.ts'
import { databasePid, endAll, type GatewayProcess, startProcess } from './gatewayProcess.ts'
import { createScan, scanFolder } from './scanner.ts'

let root = ''
let dataDirectory = ''
let gateway: GatewayProcess
const numbers = canaryNumbers(330)
const scan = createScan({ numbers, marks })
const answers: string[] = []

beforeAll(async () => {
  root = await reachableFolder('canaries')
  dataDirectory = join(root, 'data')
  gateway = await startProcess({
    TOLLGATE_DATA_DIR: dataDirectory,
    TOLLGATE_LOG_LEVEL: 'trace',
    TOLLGATE_ACQUIRER_PATIENCE_MS: '50',
  })
})
afterAll(async () => {
  await endAll()
  await rm(root, { recursive: true, force: true })
})

test('three hundred card numbers come in by every way there is', async () => {
  const statuses = new Map<number, number>()
  const requests = canaryRequests(numbers.slice(0, 300))
  for (let at = 0; at < requests.length; at += 20) {
    const some = requests
      .slice(at, at + 20)
      .map(({ method, path, body, options }) => gateway.call(method, path, body, options))
    for (const { status, text } of await Promise.all(some)) {
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      answers.push(text)
    }
    // Half of them lie in the log of a server that did not end well.
    if (at === 160) await killDatabase()
  }
  expect([...statuses.keys()].sort()).toEqual([200, 201, 400, 401, 404, 413, 415])
  expect(statuses.get(201)).toBeGreaterThan(45)
})

test('thirty more lie in sessions: filled, updated, shown, paid with, and some never used', async () => {
  for (const [index, number] of numbers.slice(300).entries()) {
    const made = await gateway.call('POST', 'session', { order: { amount: '10.00', currency: 'USD' } })
    const id = Reflect.get(Object(made.body.session), 'id')
    const filled = await gateway.call('PUT', `session/${id}`, { sourceOfFunds: parkedFundsOf(number) })
    expect([made.status, filled.status]).toEqual([201, 200])
    answers.push(made.text, filled.text, (await gateway.call('GET', `session/${id}`)).text)
    if (index % 3 === 0) continue
    const body = { apiOperation: 'AUTHORIZE', session: { id } }
    const paid = await gateway.authorize(`session-${index}`, body)
    expect(paid.status).toBe(201)
    const shown = await gateway.call('GET', `session/${id}`)
    expect(shown.text).not.toContain('securityCode')
    answers.push(paid.text, shown.text)
    const story = await gateway.call('GET', `order/session-${index}/transaction/1/explain`)
    answers.push(story.text)
  }
})

test('no answer shows one', () => {
  expect(scan(Buffer.from(answers.join('\n')))).toEqual([])
  expect(answers.join().replaceAll('"securityCode":"xxx"', '')).not.toContain('"securityCode"')
})

test('no table holds one', async () => {
  const { text, rows } = await everyRow(dataDirectory)
  expect(rows).toBeGreaterThan(190)
  expect(text).toContain('TESTMERCHANT')
  expect(scan(Buffer.from(text))).toEqual([])
  for (const name of ['securityCode', 'track', 'onlinePaymentCryptogram', 'payload'])
    expect(text, name).not.toContain(`"${name}`)
})

test('of a PIN not even its key is written down', async () => {
  expect((await everyRow(dataDirectory)).text).not.toContain('"pin"')
})

test('no file holds one: tables, write-ahead log, server log, keys', async () => {
  const { output } = await gateway.end('SIGINT')
  const { finds, bytes } = await scanFolder(dataDirectory, scan)
  expect(bytes).toBeGreaterThan(10_000_000)
  expect(finds).toEqual([])
  // A code of three digits is found everywhere; its name is not.
  const named = createScan({ numbers: [], marks: [Buffer.from('"securityCode"')] })
  expect((await scanFolder(dataDirectory, named)).finds).toEqual([])
  const lines = output.split('\n').filter(line => line.startsWith('{'))
  expect(named(Buffer.from(lines.join('\n')))).toEqual([])
  expect(scan(Buffer.from(output))).toEqual([])
  expect(output).not.toContain(refusedPassword)
  expect(lines.filter(line => line.includes('"answered"')).length).toBeGreaterThan(380)
})

test('and if there were one, it would be found', async () => {
  const [number = ''] = numbers
  await writeFile(
    join(dataDirectory, 'postgres', 'pg_wal', 'planted'),
    `x${Buffer.from(`ab${number}`).toString('base64')}`,
  )
  const { finds } = await scanFolder(dataDirectory, scan)
  expect(finds.map(find => find.split(' ')[0])).toEqual([number])
})

/** As hard as can be, and waits until the gateway has it back. */
async function killDatabase(): Promise<void> {
  const killed = await databasePid(dataDirectory)
  process.kill(killed ?? 0, 'SIGKILL')
  for (let pid = killed; pid === undefined || pid === killed; pid = await databasePid(dataDirectory))
    await sleep(20)
  while ((await gateway.call('GET', '/ready')).status !== 200) await sleep(20)
}
