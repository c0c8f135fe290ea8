import { randomBytes } from 'node:crypto'
import { createInterface } from 'node:readline'
import { publishedPassword } from '../src/config/settings.ts'
import { systemClock } from '../src/platform/clock.ts'
import { LoadConnection } from './connection.ts'
import { merchantId } from './payment.ts'
import { type Step, type Story, type StoryName, stories } from './stories.ts'

/** How much load: until the time is over, or until so many have been answered. */
export type LoadOrder = {
  readonly port: number
  readonly connections: number
  /** Which requests are sent; authorizations by default. */
  readonly story?: StoryName
  readonly durationMs?: number
  readonly requests?: number
}

export type LoadReport = {
  readonly answered: number
  readonly perSecond: number
  readonly medianMs: number
  readonly slowestPercentMs: number
  readonly failure?: string
}

/** Every connection sends its next request when its last was answered. */
async function load(order: LoadOrder): Promise<LoadReport> {
  const { port, connections, durationMs, requests } = order
  const story: Story = stories[order.story ?? 'authorize']
  const open = await Promise.all(Array.from({ length: connections }, () => LoadConnection.open(port)))
  const orderIds = await Promise.all(open.map(connection => preparedOrder(connection, story)))
  const startedAtMs = systemClock.monotonicMs()
  const endsAtMs = startedAtMs + (durationMs ?? Number.POSITIVE_INFINITY)
  const latencies: number[] = []
  let left = requests ?? Number.POSITIVE_INFINITY
  const act = async (connection: LoadConnection, index: number) => {
    while (left > 0 && systemClock.monotonicMs() < endsAtMs) {
      const orderId = orderIds[index] ?? randomId()
      for (const step of story.reads ?? story.steps) {
        left -= 1
        latencies.push(await send(connection, step, orderId))
      }
    }
  }
  try {
    await Promise.all(open.map(act))
  } finally {
    for (const connection of open) connection.close()
  }
  const seconds = (systemClock.monotonicMs() - startedAtMs) / 1_000
  latencies.sort((left, right) => left - right)
  const at = (share: number) => latencies[Math.floor(latencies.length * share)] ?? 0
  return {
    answered: latencies.length,
    perSecond: latencies.length / seconds,
    medianMs: at(0.5),
    slowestPercentMs: at(0.99),
  }
}

/** The order that a connection retrieves repeatedly; none where each turn has a new one. */
async function preparedOrder(
  connection: LoadConnection,
  { steps, reads }: Story,
): Promise<string | undefined> {
  if (!reads) return undefined
  const orderId = randomId()
  for (const step of steps) await send(connection, step, orderId)
  return orderId
}

const send = (connection: LoadConnection, step: Step, orderId: string): Promise<number> =>
  connection.send(`${step.method} ${step.path(orderId)}${restOf(step)}`, step.method === 'PUT' ? 201 : 200)

const password = Buffer.from(`merchant.${merchantId}:${publishedPassword}`).toString('base64')
const rests = new Map<Step, string>()

/** The same for every order, so it is written once. */
function restOf(step: Step): string {
  const known = rests.get(step)
  if (known !== undefined) return known
  const { body = '' } = step
  const rest = [
    ' HTTP/1.1',
    'Host: 127.0.0.1',
    `Authorization: Basic ${password}`,
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
  // Not hexadecimal: of so many ids one would read as a card number, and be refused.
  const id = random.toString('base64url', 0, idBytes)
  random = random.subarray(idBytes)
  return id
}

const nothing: LoadReport = { answered: 0, perSecond: 0, medianMs: 0, slowestPercentMs: 0 }

for await (const line of createInterface(process.stdin)) {
  const order: LoadOrder = JSON.parse(line)
  const report = await load(order).catch(error => ({ ...nothing, failure: String(error) }))
  console.log(JSON.stringify(report))
}
