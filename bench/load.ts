import { randomBytes } from 'node:crypto'
import { createInterface } from 'node:readline'
import { publishedPassword } from '../src/config/settings.ts'
import { systemClock } from '../src/platform/clock.ts'
import { receiveArrivals } from './arrivals.ts'
import { LoadConnection } from './connection.ts'
import { merchantId } from './payment.ts'
import { cpuMs, familyCpuMs } from './processFacts.ts'
import { type Step, type Story, type StoryName, stories } from './stories.ts'

/** How much load: until the time is over, or until so many have been answered. */
export type LoadOrder = {
  readonly port: number
  readonly connections: number
  /** Which requests are sent; authorizations by default. */
  readonly story?: StoryName
  readonly durationMs?: number
  readonly requests?: number
  /** Then requests arrive by themselves, so many a second, whether or not those before were answered. */
  readonly arrivalsPerSecond?: number
  /** Whether requests may be refused with 503: they are counted by themselves. */
  readonly mayBeBusy?: boolean
  /** The process whose processor time is told, and the server process of its database. */
  readonly pid?: number
  readonly databasePid?: number
  /** Whether the time of its workers is told too. */
  readonly hasWorkers?: boolean
  /** The API password of the merchant; without it, the published one. */
  readonly password?: string
}

export type LoadReport = {
  readonly answered: number
  readonly perSecond: number
  readonly medianMs: number
  readonly slowestPercentMs: number
  readonly slowestPerMilleMs: number
  readonly slowestMs: number
  readonly refused: number
  readonly refusedSlowestPercentMs: number
  /** Processor time for each request: of the process alone, and with its database. */
  readonly cpuMicroseconds: number
  readonly wholeCpuMicroseconds: number
  readonly failure?: string
}

/** Every connection sends its next request when its last was answered. */
async function load(order: LoadOrder): Promise<LoadReport> {
  const { port, connections, durationMs = Number.POSITIVE_INFINITY } = order
  const story: Story = stories[order.story ?? 'authorize']
  const open = await Promise.all(Array.from({ length: connections }, () => LoadConnection.open(port)))
  const sum: Sum = { latencies: [], refused: [], ms: 0, ownMs: 0, databaseMs: 0 }
  const left = () => (order.requests ?? Number.POSITIVE_INFINITY) - sum.latencies.length
  try {
    const { arrivalsPerSecond: perSecond, mayBeBusy = false } = order
    if (perSecond !== undefined)
      await timed(order, sum, async endsAtMs => {
        const arrive = (connection: LoadConnection) => actOnce(connection, story, mayBeBusy)
        const isOver = () => systemClock.monotonicMs() >= endsAtMs
        const { served, refused } = await receiveArrivals(open, { perSecond, isOver, arrive })
        for (const ms of served) sum.latencies.push(ms)
        for (const ms of refused) sum.refused.push(ms)
      })
    while (sum.ms < durationMs && left() > 0) {
      const orders = await Promise.all(open.map(connection => preparedOrders(connection, story)))
      if (story.before) await untilIdle(order)
      await timed(order, sum, endsAtMs => act(open, orders, { story, sum, left, endsAtMs }))
    }
  } finally {
    for (const connection of open) connection.close()
  }
  return reportOf(sum)
}

/** Of the measured parts alone. */
type Sum = {
  readonly latencies: number[]
  readonly refused: number[]
  ms: number
  ownMs: number
  databaseMs: number
}

async function timed(
  { pid, databasePid, hasWorkers, durationMs = Number.POSITIVE_INFINITY }: LoadOrder,
  sum: Sum,
  work: (endsAtMs: number) => Promise<unknown>,
): Promise<void> {
  const spent = (id: number | undefined, read: typeof cpuMs) =>
    id === undefined ? 0 : (read(id) ?? Number.NaN)
  const own = () => spent(pid, hasWorkers ? familyCpuMs : cpuMs)
  const database = () => spent(databasePid, familyCpuMs)
  const [startedAtMs, ownBefore, databaseBefore] = [systemClock.monotonicMs(), own(), database()]
  await work(startedAtMs + durationMs - sum.ms)
  sum.ms += systemClock.monotonicMs() - startedAtMs
  sum.ownMs += own() - ownBefore
  sum.databaseMs += database() - databaseBefore
}

/** What is prepared causes work that goes on after its answers, and is not what is measured. */
async function untilIdle({ pid, databasePid }: LoadOrder): Promise<void> {
  if (pid === undefined || databasePid === undefined) return
  const spentMs = () => (cpuMs(pid) ?? Number.NaN) + (familyCpuMs(databasePid) ?? Number.NaN)
  for (let look = 0; look < looksMax; look += 1) {
    const before = spentMs()
    await systemClock.sleep(lookMs)
    if (spentMs() - before < lookMs / 5) return
  }
}

const lookMs = 200
const looksMax = 25

type Acting = {
  readonly story: Story
  readonly sum: Sum
  readonly left: () => number
  readonly endsAtMs: number
}

/** Until the time is up, or somebody has no order left: fewer connections would be another load. */
async function act(
  open: readonly LoadConnection[],
  orders: readonly (readonly string[] | undefined)[],
  { story, sum, left, endsAtMs }: Acting,
): Promise<void> {
  let isOver = false
  const actOn = async (connection: LoadConnection, own: readonly string[] | undefined) => {
    for (let turn = 0; !isOver && left() > 0 && systemClock.monotonicMs() < endsAtMs; turn += 1) {
      const orderId = own ? own[story.staysOnOrder ? 0 : turn] : randomId()
      if (orderId === undefined) break
      for (const step of story.steps) sum.latencies.push(await send(connection, step, orderId))
    }
    isOver = true
  }
  await Promise.all(open.map((connection, index) => actOn(connection, orders[index])))
}

async function actOnce(connection: LoadConnection, { steps }: Story, mayBeBusy: boolean): Promise<boolean> {
  const orderId = randomId()
  for (const step of steps) {
    await send(connection, step, orderId, mayBeBusy)
    if (connection.wasBusy) return false
  }
  return true
}

function reportOf({ latencies, refused, ms, ownMs, databaseMs }: Sum): LoadReport {
  for (const list of [latencies, refused]) list.sort((left, right) => left - right)
  const at = (share: number, of = latencies) => of[Math.floor(of.length * share)] ?? 0
  const each = (spentMs: number) => (spentMs / latencies.length) * 1_000
  return {
    answered: latencies.length,
    perSecond: latencies.length / (ms / 1_000),
    medianMs: at(0.5),
    slowestPercentMs: at(0.99),
    slowestPerMilleMs: at(0.999),
    slowestMs: latencies.at(-1) ?? 0,
    refused: refused.length,
    refusedSlowestPercentMs: at(0.99, refused),
    cpuMicroseconds: each(ownMs),
    wholeCpuMicroseconds: each(ownMs + databaseMs),
  }
}

/** The orders that a connection goes on with; undefined where each turn begins a new one. */
async function preparedOrders(
  connection: LoadConnection,
  { before, staysOnOrder }: Story,
): Promise<readonly string[] | undefined> {
  if (!before) return undefined
  const orderIds = Array.from({ length: staysOnOrder ? 1 : preparedEach }, randomId)
  for (const orderId of orderIds) for (const step of before) await send(connection, step, orderId)
  return orderIds
}

const preparedEach = 40

function send(connection: LoadConnection, step: Step, orderId: string, mayBeBusy = false): Promise<number> {
  const status = step.method === 'PUT' ? 201 : 200
  return connection.send(`${step.method} ${step.path(orderId)}${restOf(step)}`, status, mayBeBusy)
}

let login = ''
let rests = new Map<Step, string>()

/** The requests that follow are those of a merchant with this API password. */
function logIn(password: string): void {
  login = Buffer.from(`merchant.${merchantId}:${password}`).toString('base64')
  rests = new Map()
}

/** The same for every order, so it is written once. */
function restOf(step: Step): string {
  const known = rests.get(step)
  if (known !== undefined) return known
  const { body = '' } = step
  const rest = [
    ' HTTP/1.1',
    'Host: 127.0.0.1',
    `Authorization: Basic ${login}`,
    ...(body === '' ? [] : ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`]),
    '',
    body,
  ].join('\r\n')
  rests.set(step, rest)
  return rest
}

/** Fully random: ascending ids would make index writes unrealistically cheap. */
const idBytes = 16
let random: Buffer = Buffer.alloc(0)

function randomId(): string {
  if (random.length === 0) random = randomBytes(idBytes * 1_024)
  // Of so many ids one would be refused: as a card number if they were hexadecimal, as "cvc-123" with a c.
  const id = random.toString('base64url', 0, idBytes).replaceAll(/c/gi, 'k')
  random = random.subarray(idBytes)
  return id
}

const nothing = reportOf({ latencies: [], refused: [], ms: 0, ownMs: 0, databaseMs: 0 })

for await (const line of createInterface(process.stdin)) {
  const order: LoadOrder = JSON.parse(line)
  logIn(order.password ?? publishedPassword)
  const report = await load(order).catch(error => ({ ...nothing, failure: String(error) }))
  console.log(JSON.stringify(report))
}
