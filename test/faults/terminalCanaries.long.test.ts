import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { reachableFolder } from '../reachableFolder.ts'
import { inEachTier } from '../tier.ts'
import { canaryNumbers } from './canaries.ts'
import { everyRow } from './everyRow.ts'
import { endAll, type GatewayProcess, startProcess } from './gatewayProcess.ts'
import { createScan, type Scan, scanFolder } from './scanner.ts'
import { refusedPassword, type Sent, secrets, terminalRequests, terminalStories } from './terminalCanaries.ts'

// Thousands of requests, and a look into every file.
vi.setConfig({ testTimeout: 240_000 })

let root = ''
let dataDirectory = ''
let gateway: GatewayProcess
const cards = inEachTier({ short: 250, long: 1_000 })
const numbers = canaryNumbers(cards + 60)
const answers: string[] = []
const statuses = new Map<number, number>()
const paths: string[] = []
/** All of them are known only when all were sent. */
let scan: Scan

beforeAll(async () => {
  root = await reachableFolder('readings')
  dataDirectory = join(root, 'data')
  gateway = await startProcess({
    TOLLGATE_DATA_DIR: dataDirectory,
    TOLLGATE_LOG_LEVEL: 'trace',
    TOLLGATE_ACQUIRER_PATIENCE_MS: '250',
  })
})
afterAll(async () => {
  await endAll()
  await rm(root, { recursive: true, force: true })
})

async function send({ method, path, body, options }: Sent): Promise<void> {
  const { status, text } = await gateway.call(method, path, body, options)
  statuses.set(status, (statuses.get(status) ?? 0) + 1)
  answers.push(text)
  if (status === 201 && path.startsWith('order/')) paths.push(path)
}

/** As many at a time as a shop with many tills has. */
async function inParts<Thing>(things: readonly Thing[], act: (thing: Thing) => Promise<unknown>) {
  for (let at = 0; at < things.length; at += 25) await Promise.all(things.slice(at, at + 25).map(act))
}

test(`${cards} cards are read by terminals, in every way there is`, async () => {
  await inParts(terminalRequests(numbers.slice(0, cards)), send)
  await inParts(terminalStories(numbers.slice(cards)), async story => {
    for (const one of story) await send(one)
  })
  expect([...statuses.keys()].sort()).toEqual([200, 201, 400, 401])
  expect(statuses.get(201)).toBeGreaterThan(cards * 0.5)
  expect(statuses.get(400)).toBeGreaterThan(cards * 0.4)
  const whole = new Set(paths.map(path => path.replace(/\/transaction\/.*/, '')))
  await inParts(
    [...paths.map(path => `${path}/explain`), ...whole].map(path => ({
      method: 'GET',
      path,
      body: undefined,
    })),
    send,
  )
  scan = createScan({ numbers, marks: secrets })
})

test('no answer and no explanation shows a card, a track, a block, a payload or a key', () => {
  expect(answers.length).toBeGreaterThan(cards * 2)
  const text = answers.join('\n')
  expect(scan(Buffer.from(text))).toEqual([])
  for (const name of ['track1', 'track2', 'pin', 'payload']) expect(text, name).not.toContain(`"${name}"`)
  // What is not secret is there, so that silence is not all there is.
  for (const name of ['emvRequest', 'emvResponse', 'keySerialNumber']) expect(text).toContain(`"${name}"`)
})

test('no table holds one', async () => {
  const { text, rows } = await everyRow(dataDirectory)
  expect(rows).toBeGreaterThan(cards)
  expect(scan(Buffer.from(text))).toEqual([])
  for (const name of ['track1', 'track2', 'pin', 'payload', 'onlinePaymentCryptogram'])
    expect(text, name).not.toContain(`"${name}"`)
})

test('no file holds one: tables, write-ahead log, the log in all its detail', async () => {
  const { output, errors } = await gateway.end('SIGINT')
  expect(scan(Buffer.from(output + errors))).toEqual([])
  expect(output).not.toContain(refusedPassword)
  expect(output.split('"answered"').length).toBeGreaterThan(cards * 2)
  const { finds, bytes } = await scanFolder(dataDirectory, scan)
  expect(bytes).toBeGreaterThan(10_000_000)
  expect(finds).toEqual([])
})

test('and if there were one of each, all would be found', async () => {
  const [number = ''] = numbers
  const [name, cryptogram, , baseKey] = secrets
  const planted = [name, cryptogram, baseKey, secrets.at(-1), Buffer.from(number, 'hex'), Buffer.from(number)]
  const folder = join(dataDirectory, 'planted')
  await mkdir(folder)
  for (const [index, secret] of planted.entries())
    await writeFile(join(folder, String(index)), Buffer.concat([noise, secret ?? noise, noise]))
  await writeFile(join(folder, 'none'), noise)
  const { finds } = await scanFolder(folder, scan)
  expect(new Set(finds.map(find => /[^/]+$/.exec(find)?.[0]))).toEqual(
    new Set(planted.map((_, at) => String(at))),
  )
})

const noise = Buffer.from('nothing to be seen here')
