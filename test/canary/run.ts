// Card numbers, tracks, PIN blocks and codes go in by every way there is; then everything that is left of
// them is searched.

import { execFile } from 'node:child_process'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { exportCalls } from '../../src/console/api/exports.ts'
import { type CanaryRequest, canaryNumbers, canaryRequests, marks } from '../faults/canaries.ts'
import { everyRow } from '../faults/everyRow.ts'
import { endAll, type GatewayProcess, startProcess } from '../faults/gatewayProcess.ts'
import { createScan, type Scan, scanFile, scanFolder } from '../faults/scanner.ts'
import { secrets, terminalRequests, terminalStories } from '../faults/terminalCanaries.ts'
import { tollgate } from '../faults/tollgateProcess.ts'
import { reachableFolder } from '../reachableFolder.ts'
import { callConsole, signInAs } from '../support/console/consoleLogin.ts'
import { consolePlaces, fieldPlaces, pagePlaces, spellings } from './ways.ts'

export type CanaryReport = {
  /** What was sent, by way; what was answered, by status. */
  readonly sent: ReadonlyMap<string, number>
  readonly statuses: ReadonlyMap<number, number>
  /** Bytes that were searched, by place. */
  readonly searched: ReadonlyMap<string, number>
  readonly finds: readonly string[]
  /** Forms in which a planted secret was not found. */
  readonly missed: readonly string[]
  readonly planted: number
  /** Different secrets in the memory of the running process; undefined where no dump was searched. */
  readonly inMemory: number | undefined
}

export type CanaryOptions = {
  /** Numbers: a third each by hand-written ways, by terminals, and by fields, pages and the console. */
  readonly count: number
  readonly seed: number
  /** Also searches core dumps of the running process: one as it is, and one with all its memory. */
  readonly memory: boolean
  readonly tell: (progress: string) => void
}

export async function runCanaries({ count, seed, memory, tell }: CanaryOptions): Promise<CanaryReport> {
  const root = await reachableFolder('canary')
  const dataDirectory = join(root, 'data')
  const settings = {
    ...{
      TOLLGATE_DATA_DIR: dataDirectory,
      TOLLGATE_LOG_LEVEL: 'trace',
      TOLLGATE_ACQUIRER_PATIENCE_MS: '100',
    },
  }
  const numbers = canaryNumbers(count, seed)
  const gateway = await startProcess(settings)
  try {
    const traffic = await sendAll({ gateway, dataDirectory, numbers, tell })
    const scan = createScan({ numbers, marks: [...marks, ...secrets] })
    tell('searching')
    const texts = { ...traffic.texts, ...(await whatIsTold(gateway, settings)) }
    const rows = await everyRow(dataDirectory)
    const dumps = memory ? await searchDumps(gateway, root, scan) : undefined
    const { output, errors } = await gateway.end('SIGINT')
    const found = await searchAll({ ...texts, tables: rows.text, log: output + errors }, dataDirectory, scan)
    const plants = await plantAll(join(root, 'planted'), scan, numbers[0] ?? '')
    if (dumps) found.searched.set('core dump', dumps.bytes)
    const finds = [...found.finds, ...(dumps?.finds ?? [])]
    return { ...traffic, ...found, finds, ...plants, inMemory: dumps?.inMemory }
  } finally {
    await endAll()
    await rm(root, { recursive: true, force: true })
  }
}

/** As requests of the canaries are; what is absent may also be undefined. */
type Sent = { readonly [Name in keyof CanaryRequest]: CanaryRequest[Name] | undefined } & {
  readonly method: string
  readonly path: string
}

type Traffic = {
  readonly gateway: GatewayProcess
  readonly dataDirectory: string
  readonly numbers: readonly string[]
  readonly tell: (progress: string) => void
}

async function sendAll({ gateway, dataDirectory, numbers, tell }: Traffic) {
  const statuses = new Map<number, number>()
  const sent = new Map<string, number>()
  const answers: string[] = []
  const paths: string[] = []
  const third = Math.ceil(numbers.length / 3)
  const note = (way: string, status: number, text: string) => {
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
    sent.set(way, (sent.get(way) ?? 0) + 1)
    answers.push(text)
  }
  const send = async (way: string, { method, path, body, options }: Sent) => {
    // Whole addresses are those of pages, and of requests of which the client would ask more.
    const { status, text } = path.startsWith('/')
      ? await fetched(gateway, { method, path, body, options })
      : await gateway.call(method, path, body, options)
    note(way, status, text)
    if (status === 201 && path.startsWith('order/')) paths.push(path)
  }
  const numberAt = (index: number) =>
    numbers[third * 2 + (index % Math.max(1, numbers.length - third * 2))] ?? ''
  const spelt = (index: number) => spellings[index % spellings.length]?.(numberAt(index)) ?? ''
  tell('hand-written ways')
  await inParts(canaryRequests(numbers.slice(0, third)), each => send('by hand', each))
  tell('terminals')
  await inParts(terminalRequests(numbers.slice(third, third * 2)), each => send('terminals', each))
  await inParts(terminalStories(numbers.slice(third, third + 20)), async story => {
    for (const each of story) await send('terminals', each)
  })
  tell('fields, pages, console')
  await inParts([...fieldPlaces.entries()], ([index, place]) =>
    send('fields', place.request(spelt(index), index)),
  )
  await inParts([...pagePlaces.entries()], ([index, place]) =>
    send('pages', place.request(spelt(index), index)),
  )
  const config = { host: join(dataDirectory, 'socket'), port: 5432, user: 'tollgate', database: 'tollgate' }
  const operator = await signInAs({ config }, { role: 'OPERATOR' })
  const administrator = await signInAs({ config }, { role: 'ADMINISTRATOR' })
  const origin = `http://127.0.0.1:${gateway.port}`
  await inParts([...consolePlaces.entries()], async ([index, { call, field }]) => {
    const { token } = index % 2 === 0 ? operator : administrator
    const input = { merchantId: 'TESTMERCHANT', [field]: spelt(index) }
    const { status, body } = await callConsole({ origin }, call, input, { token })
    note('console', status, JSON.stringify(body))
  })
  await inParts(paths, path => send('explained', { method: 'GET', path: `${path}/explain` }))
  return { statuses, sent, texts: { answers: answers.join('\n') } }
}

async function fetched({ port }: GatewayProcess, { method, path, body, options }: Sent) {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    ...{ method, redirect: 'manual', headers: Object(options?.headers) },
    ...(body !== undefined && { body: String(body) }),
  })
  return { status: response.status, text: `${[...response.headers].join('\n')}\n${await response.text()}` }
}

async function inParts<Thing>(
  things: readonly Thing[],
  act: (thing: Thing) => Promise<unknown>,
): Promise<void> {
  for (let at = 0; at < things.length; at += 20) await Promise.all(things.slice(at, at + 20).map(act))
}

/** Metrics, downloads of the console, and what commands print. */
async function whatIsTold(gateway: GatewayProcess, settings: NodeJS.ProcessEnv) {
  const metrics = await fetched(gateway, { method: 'GET', path: '/metrics' })
  const config = {
    ...{ host: join(String(settings.TOLLGATE_DATA_DIR), 'socket'), port: 5432 },
    ...{ user: 'tollgate', database: 'tollgate' },
  }
  const { token } = await signInAs({ config }, { role: 'OPERATOR' })
  const exports: string[] = []
  for (const name of Object.keys(exportCalls)) {
    const path = `/console/export/${name}?merchantId=TESTMERCHANT`
    const headers = { Cookie: `tollgate-console=${token}`, 'Sec-Fetch-Site': 'same-origin' }
    exports.push((await fetched(gateway, { method: 'GET', path, options: { headers } })).text)
  }
  const commands: string[] = []
  for (const line of ['status', 'audit list', 'notifications list', 'merchants list']) {
    const { output, errors } = await tollgate(line, settings)
    commands.push(output, errors)
  }
  return { metrics: metrics.text, exports: exports.join('\n'), commands: commands.join('\n') }
}

async function searchAll(texts: Readonly<Record<string, string>>, dataDirectory: string, scan: Scan) {
  const searched = new Map<string, number>()
  const finds: string[] = []
  for (const [place, text] of Object.entries(texts)) {
    const bytes = Buffer.from(text)
    searched.set(place, bytes.length)
    finds.push(...scan(bytes).map(find => `${find} in ${place}`))
  }
  // A code of three digits is found everywhere; its name is not.
  const codes = createScan({ numbers: [], marks: [Buffer.from('"securityCode"')] })
  const files = await scanFolder(dataDirectory, bytes => [...scan(bytes), ...codes(bytes)])
  searched.set('files', files.bytes)
  return { searched, finds: [...finds, ...files.finds] }
}

/**
 * A core dump holds no memory of a gateway; gcore keeps to the same filter as the kernel does. That there was
 * something to find is shown by a second dump, without the filter.
 */
async function searchDumps({ child: { pid } }: GatewayProcess, root: string, scan: Scan) {
  const dumped = async (name: string) => {
    const path = join(root, name)
    await promisify(execFile)('gcore', ['-o', path, String(pid)], { timeout: 60_000 })
    return scanFile(`${path}.${pid}`, scan)
  }
  const { finds, bytes } = await dumped('core')
  await writeFile(`/proc/${pid}/coredump_filter`, allMemory)
  const whole = await dumped('whole')
  return {
    finds: finds.map(find => `${find} in the core dump`),
    bytes,
    inMemory: new Set(whole.finds.map(find => find.split(' ')[0])).size,
  }
}

const allMemory = '0x7f'

/** The scanner's own proof. */
async function plantAll(folder: string, scan: Scan, number: string) {
  await mkdir(folder)
  const [mark = Buffer.alloc(0)] = marks
  const plants: Readonly<Record<string, (secret: Buffer) => Buffer>> = {
    plain: secret => secret,
    hexadecimal: secret => Buffer.from(secret.toString('hex')),
    Base64: secret => Buffer.from(Buffer.concat([Buffer.from('x'), secret]).toString('base64')),
    'URL-encoded': secret => Buffer.from(secret.toString('hex').replace(/../g, '%$&')),
    'UTF-16': secret => Buffer.from(secret.toString('latin1'), 'utf16le'),
    reversed: secret => Buffer.from(secret).reverse(),
  }
  const cases: readonly (readonly [string, Buffer])[] = [
    ...Object.entries(plants).map(([form, spell]) => [`number ${form}`, spell(Buffer.from(number))] as const),
    ...Object.entries(plants).map(([form, spell]) => [`mark ${form}`, spell(mark)] as const),
    ['number packed', Buffer.from(number, 'hex')],
    ['number packed, reversed', Buffer.from([...number].reverse().join(''), 'hex')],
  ]
  const missed: string[] = []
  for (const [index, [name, bytes]] of cases.entries()) {
    const path = join(folder, String(index))
    await writeFile(path, Buffer.concat([Buffer.from('nothing\n'), bytes, Buffer.from('\nnothing')]))
    if ((await scanFile(path, scan)).finds.length === 0) missed.push(name)
  }
  return { missed, planted: cases.length }
}
