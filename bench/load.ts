import { randomBytes } from 'node:crypto'
import { createInterface } from 'node:readline'
import { publishedPassword } from '../src/config.ts'
import { systemClock } from '../src/platform/clock.ts'
import { LoadConnection } from './connection.ts'
import { merchantId, paymentBody, paymentPath } from './payment.ts'

/** How much load: until the time is over, or until so many have been answered. */
export type LoadOrder = {
  readonly port: number
  readonly connections: number
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

/** Every connection sends its next request when its last was answered; each request pays a new order. */
async function load({ port, connections, durationMs, requests }: LoadOrder): Promise<LoadReport> {
  const open = await Promise.all(Array.from({ length: connections }, () => LoadConnection.open(port)))
  const startedAtMs = systemClock.monotonicMs()
  const endsAtMs = startedAtMs + (durationMs ?? Number.POSITIVE_INFINITY)
  const latencies: number[] = []
  let left = requests ?? Number.POSITIVE_INFINITY
  const pay = async (connection: LoadConnection) => {
    while (left > 0 && systemClock.monotonicMs() < endsAtMs) {
      left -= 1
      latencies.push(await connection.send(nextRequest()))
    }
  }
  try {
    await Promise.all(open.map(pay))
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

const password = Buffer.from(`merchant.${merchantId}:${publishedPassword}`).toString('base64')
const rest = [
  ' HTTP/1.1',
  'Host: 127.0.0.1',
  `Authorization: Basic ${password}`,
  'Content-Type: application/json',
  `Content-Length: ${Buffer.byteLength(paymentBody)}`,
  '',
  paymentBody,
].join('\r\n')

function nextRequest(): string {
  return `PUT ${paymentPath(randomId())}${rest}`
}

/** Random throughout: ids that rise would spare every index. */
const idBytes = 16
let random: Buffer = Buffer.alloc(0)

function randomId(): string {
  if (random.length === 0) random = randomBytes(idBytes * 1_024)
  const id = random.toString('hex', 0, idBytes)
  random = random.subarray(idBytes)
  return id
}

const nothing: LoadReport = { answered: 0, perSecond: 0, medianMs: 0, slowestPercentMs: 0 }

for await (const line of createInterface(process.stdin)) {
  const order: LoadOrder = JSON.parse(line)
  const report = await load(order).catch(error => ({ ...nothing, failure: String(error) }))
  console.log(JSON.stringify(report))
}
