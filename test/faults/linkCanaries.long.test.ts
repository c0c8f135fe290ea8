import { once } from 'node:events'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openReceiver, type Receiver } from '../journeys/receiver.ts'
import { reachableFolder } from '../reachableFolder.ts'
import { canaryNumbers, marks } from './canaries.ts'
import { everyRow } from './everyRow.ts'
import { type Ended, endAll, type GatewayProcess, startProcess } from './gatewayProcess.ts'
import {
  crashScript,
  type LinkedHosts,
  openLinkedHosts,
  proof,
  requestsOverLinks,
  writeClearingFiles,
} from './linkCanaries.ts'
import { createScan, type Scan, scanFolder } from './scanner.ts'
import { secrets } from './terminalCanaries.ts'
import { tollgate } from './tollgateProcess.ts'

const patienceMs = 400
const numbers = canaryNumbers(200)
const [plain = '', inFlight = ''] = numbers.slice(-2)
/** Of a card whose number fits where the id of a shop stands. */
const shortNumber = '371881634498004'
const answers: string[] = []
const paths: string[] = []
const outputs: string[] = []
/** Of all hosts: they are in the time zone of their links. */
const date = new Date(Date.now() + 3_600_000).toISOString().slice(0, 10)
/** The gateway asks for totals only now and then, so others are looked at meanwhile. */
let totals: Promise<readonly Ended[]>
let root = ''
let settings: NodeJS.ProcessEnv = {}
let hosts: LinkedHosts
let receiver: Receiver
let gateway: GatewayProcess
/** Base keys, what terminals sealed, PIN blocks: all of them are known only when all were sent. */
let scan: Scan
/** Where not even a proof belongs that merchants may see. */
let scanStrictly: Scan

beforeAll(async () => {
  root = await reachableFolder('links')
  receiver = await openReceiver()
  hosts = await openLinkedHosts(root, patienceMs + 200)
  await writeFile(join(root, 'crash.cjs'), crashScript(hosts.hostile.map(({ port }) => port)))
  settings = {
    TOLLGATE_DATA_DIR: join(root, 'data'),
    TOLLGATE_LOG_LEVEL: 'trace',
    TOLLGATE_ACQUIRER_PATIENCE_MS: String(patienceMs),
    TOLLGATE_ORDER_WAIT_MS: '50',
    TOLLGATE_ACQUIRER_LINKS: hosts.linksFile,
  }
  gateway = await startProcess({ ...settings, NODE_OPTIONS: `--require ${join(root, 'crash.cjs')}` })
})
afterAll(async () => {
  await endAll()
  await hosts?.close()
  await receiver?.close()
  await rm(root, { recursive: true, force: true })
})

async function send(method: string, path: string, body?: unknown, options?: object): Promise<number> {
  const { status, text } = await gateway.call(method, path, body, options)
  answers.push(text)
  return status
}

/** As many at a time as a shop with many tills has. */
async function inParts<Thing>(things: readonly Thing[], act: (thing: Thing) => Promise<unknown>) {
  for (let at = 0; at < things.length; at += 20) await Promise.all(things.slice(at, at + 20).map(act))
}

const money = { amount: '1.00', currency: 'USD' }
const followUps = [
  { apiOperation: 'UPDATE_AUTHORIZATION', transaction: { amount: '20.00', currency: 'USD' } },
  { apiOperation: 'CAPTURE', transaction: money },
  { apiOperation: 'REFUND', transaction: money },
  { apiOperation: 'VOID', transaction: { targetTransactionId: '3' } },
]

test('cards come in by every way there is, and hosts repeat them in every way they can', async () => {
  await inParts(
    requestsOverLinks(numbers.slice(0, -2), receiver.address()),
    async ({ method, path, body, options }) => {
      const status = await send(method, path, body, options)
      if (status === 201 && path.startsWith('order/')) paths.push(path)
    },
  )
  await inParts(
    paths.filter(path => path.includes('/web-')),
    async path => {
      const order = path.slice(0, path.indexOf('/transaction'))
      for (const [at, body] of followUps.entries()) await send('PUT', `${order}/transaction/${at + 2}`, body)
      await send('GET', order)
    },
  )
  await inParts(paths, path => send('GET', `${path}/explain`))
  const all = { numbers: [...numbers, shortNumber], marks: [...marks, ...secrets] }
  scan = createScan(all)
  scanStrictly = createScan({ ...all, marks: [...all.marks, proof] })
  expect(paths.length).toBeGreaterThan(80)
  for (const { received } of hosts.hostile) expect(received.length).toBeGreaterThan(15)
  expect(hosts.said.length).toBeGreaterThan(40)
})

test('a gateway that crashes with a message in flight does not say what was in it', async () => {
  const before = hosts.hostile.map(({ received }) => received.length)
  for (const host of hosts.hostile) host.isMute = true
  const card = { number: inFlight, expiry: { month: '1', year: '39' }, securityCode: '7351' }
  const body = { apiOperation: 'PAY', order: money, sourceOfFunds: { type: 'CARD', provided: { card } } }
  const isInFlight = () => hosts.hostile.some(({ received }, at) => received.length > (before[at] ?? 0))
  while (!isInFlight()) {
    gateway.call('PUT', `order/crash-${Math.random()}/transaction/1`, body).catch(() => undefined)
    await sleep(20)
  }
  const ended = once(gateway.child, 'close')
  gateway.child.kill('SIGUSR2')
  await ended
  const { code, output, errors } = await gateway.end('SIGUSR2')
  expect(code).toBe(1)
  expect(output).toContain('"msg":"crashed"')
  expect(scanStrictly(Buffer.from(output + errors))).toEqual([])
  outputs.push(output, errors)
  for (const host of hosts.hostile) host.isMute = false
  gateway = await startProcess(settings)
  // What it left is reversed, and so is what was silent; hosts have a say in that, too.
  await expect.poll(async () => (await gateway.call('GET', '/ready')).status, { timeout: 20_000 }).toBe(200)
  await sleep(3_000)
})

test('no answer, explanation, metric or notification shows one, nor does a shipped host', async () => {
  for (const path of ['notifications', '/ready']) await send('GET', path)
  const metrics = await (await fetch(`http://127.0.0.1:${gateway.port}/metrics`)).text()
  const controls = ['messages', 'entries', 'totals', 'clearing', 'comparisons', 'counters', 'faults']
  const told = await Promise.all(
    hosts.shipped.flatMap(({ controlPort }) =>
      controls.map(async path => (await fetch(`http://127.0.0.1:${controlPort}/${path}`)).text()),
    ),
  )
  const text = answers.join('\n')
  expect(/"2":"\d{6}x+\d{4}"/.test(text)).toBe(true)
  expect(metrics.includes('tollgate_link_')).toBe(true)
  expect(receiver.heard.length).toBeGreaterThan(20)
  const heard = receiver.heard.map(({ text: body, headers }) => body + JSON.stringify(headers))
  expect(scan(Buffer.from([text, ...heard].join('\n')))).toEqual([])
  expect(scanStrictly(Buffer.from([metrics, ...told, ...hosts.said].join('\n')))).toEqual([])
})

test('no command shows one', async () => {
  totals = Promise.all(
    hosts.shipped.map(({ dialect }) =>
      tollgate(`reconcile --link hostile-${dialect.name} --date ${date} --send`, settings),
    ),
  )
  for (const host of hosts.hostile)
    host.networkFields = { 2: plain, 44: plain, 48: plain, 60: plain, 127: plain }
  const lines = [
    'link trace --limit 1000',
    'link trace --limit 1000 --json',
    'link trace web-1 1',
    'explain web-1 1',
    'link status',
    'link status --json',
    ...hosts.hostile.map(
      ({ port }, at) => `link probe 127.0.0.1:${port} --dialect ${hosts.shipped[at]?.dialect.name}`,
    ),
  ]
  for (const line of lines) {
    const { output, errors } = await tollgate(line, settings)
    expect(output.length, `${line}: ${errors}`).toBeGreaterThan(100)
    const look = line.startsWith('explain') ? scan : scanStrictly
    expect(look(Buffer.from(output + errors)), line).toEqual([])
    if (!line.startsWith('explain')) outputs.push(output)
  }
  const traced = outputs.join()
  for (const what of ['unmatched', 'contradictory', 'unreadable', 'late', 'doubled', 'unknownType'])
    expect(traced.includes(what), what).toBe(true)
})

test('no reconciliation shows one, whatever hosts answer and clearing files hold', async () => {
  for (const { output, errors } of await totals) {
    expect(output, errors).toMatch(/host +USD/)
    expect(scanStrictly(Buffer.from(output + errors))).toEqual([])
  }
  const folder = await reachableFolder('clearing')
  const written = await writeClearingFiles(folder, date.replaceAll('-', ''), [plain, shortNumber])
  const [firstFile] = written
  for (const files of [...written, `${firstFile} --json`]) {
    const line = `reconcile --link shipped-iso1987-ascii --date ${date} ${files}`
    const { code, output, errors } = await tollgate(line, settings)
    expect(code, line).toBe(files.startsWith(firstFile ?? '') ? 1 : 2)
    expect(scanStrictly(Buffer.from(output + errors)), line).toEqual([])
  }
  await rm(folder, { recursive: true })
})

test('no table holds one', async () => {
  const { text, rows } = await everyRow(join(root, 'data'))
  expect(rows).toBeGreaterThan(500)
  expect(text.includes('unmatched')).toBe(true)
  expect(scan(Buffer.from(text))).toEqual([])
})

test('no file holds one: tables, write-ahead log, books of the hosts; nor does the log', async () => {
  const { output, errors } = await gateway.end('SIGINT')
  expect(scanStrictly(Buffer.from(output + errors + outputs.join()))).toEqual([])
  const logged = output + outputs.join()
  for (const part of ['of an answer holds card data', '"direction":"received","messageType":"0110"'])
    expect(logged.includes(part), part).toBe(true)
  const { finds, bytes } = await scanFolder(root, scan)
  expect(bytes).toBeGreaterThan(10_000_000)
  expect(finds).toEqual([])
})

test('and if there were one, it would be found', async () => {
  const folder = join(root, 'planted')
  await mkdir(folder)
  await writeFile(join(folder, 'packed'), Buffer.from(inFlight, 'hex'))
  await writeFile(join(folder, 'text'), `{"2":"${plain}"}`)
  expect((await scanFolder(folder, scan)).finds.map(find => find.split(' ')[0]).sort()).toEqual(
    [inFlight, plain].sort(),
  )
})
