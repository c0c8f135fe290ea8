import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { verify } from '../journeys/receiver.ts'
import { valueAt } from '../journeys/whole.ts'

/** One arrival at a receiver, and what it did about it. */
export type Arrival = {
  readonly orderId: string
  readonly sequence: number
  readonly attempt: number
  readonly text: string
  readonly isSigned: boolean
  readonly startedMs: number
  /** When it was answered, or its connection closed; never where it was left hanging. */
  endedMs: number
  /** Whether it was answered with success, be it too late. */
  isTaken: boolean
}

/** Receivers that fail half of the time, each in its own way. */
export type FlakyReceivers = {
  readonly arrivals: readonly Arrival[]
  /** How many requests followed a redirect. */
  followed(): number
  /** The address of one of several receivers. */
  address(index: number): string
  close(): Promise<void>
}

export type FlakyOptions = {
  readonly seed: number
  readonly count: number
  /** The keys that signatures may be made with. */
  readonly keys: () => readonly string[]
}

export async function openFlakyReceivers(options: FlakyOptions): Promise<FlakyReceivers> {
  const arrivals: Arrival[] = []
  let followed = 0
  const attend = async (request: IncomingMessage, response: ServerResponse) => {
    if (request.url === '/elsewhere') followed += 1
    const arrival = arrivalOf(request, await text(request), options.keys())
    arrivals.push(arrival)
    const { conduct, delayMs } = conductOf(options.seed, arrival)
    await sleep(delayMs)
    conduct({ request, response, arrival })
  }
  const servers = await Promise.all(Array.from({ length: options.count }, () => listen(attend)))
  return {
    arrivals,
    followed: () => followed,
    address: index => `http://127.0.0.1:${servers[index % servers.length]?.port}/hook`,
    async close() {
      await Promise.all(servers.map(({ close }) => close()))
    },
  }
}

function arrivalOf({ headers }: IncomingMessage, content: string, keys: readonly string[]): Arrival {
  return {
    orderId: String(valueAt(JSON.parse(content), 'order.id')),
    sequence: Number(headers['x-notification-sequence']),
    attempt: Number(headers['x-notification-attempt']),
    text: content,
    isSigned: keys.some(key => isSignedWith(key, { text: content, headers })),
    isTaken: false,
    startedMs: performance.now(),
    endedMs: Number.POSITIVE_INFINITY,
  }
}

function isSignedWith(key: string, heard: Parameters<typeof verify>[1]): boolean {
  try {
    verify(key, heard)
    return true
  } catch {
    return false
  }
}

type Exchange = {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly arrival: Arrival
}
type Conduct = (exchange: Exchange) => void

const end = (arrival: Arrival): void => {
  arrival.endedMs = performance.now()
}
const take: Conduct = ({ response, arrival }) => {
  end(arrival)
  response.writeHead(204).end()
  arrival.isTaken = true
}
const answering =
  (status: number, headers: Readonly<Record<string, string>> = {}): Conduct =>
  ({ response, arrival }) => {
    end(arrival)
    response.writeHead(status, headers).end('no')
  }
const hangUp: Conduct = ({ request, arrival }) => {
  end(arrival)
  request.socket.destroy()
}
const hang: Conduct = () => undefined
/** After the ten seconds within which a receiver has to answer. */
const takeLate: Conduct = exchange => {
  const timer = setTimeout(() => exchange.response.destroyed || take(exchange), 11_000)
  timer.unref()
}

/**
 * In percent. What is retried often enough is accepted, and only first attempts are left hanging: each costs
 * ten seconds.
 */
const conducts: readonly (readonly [share: number, conduct: Conduct])[] = [
  [50, take],
  [18, answering(500)],
  [10, answering(503, { 'Retry-After': '5' })],
  [10, answering(307, { Location: '/elsewhere' })],
  [6, hangUp],
  [4, hang],
  [2, takeLate],
]
const patientAttempts = 8

/** The same for the same notification and attempt, whoever sends it. */
function conductOf(seed: number, { orderId, sequence, attempt }: Arrival) {
  const hash = createHash('sha256').update(`${seed} ${orderId} ${sequence} ${attempt}`).digest()
  const delayMs = hash.readUInt8(2) % 50
  let rest = attempt > patientAttempts ? 0 : hash.readUInt16BE(0) % 100
  for (const [share, conduct] of conducts) {
    const isSlow = conduct === hang || conduct === takeLate
    if (rest < share) return { conduct: isSlow && attempt > 1 ? hangUp : conduct, delayMs }
    rest -= share
  }
  return { conduct: take, delayMs }
}

type Listening = { readonly port: number; readonly close: () => Promise<unknown> }

async function listen(
  attend: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
): Promise<Listening> {
  const server: Server = createServer((request, response) => {
    attend(request, response).catch(() => request.socket.destroy())
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('A listening server has a port')
  return {
    port: address.port,
    close: () => new Promise(resolve => server.close(resolve).closeAllConnections()),
  }
}
