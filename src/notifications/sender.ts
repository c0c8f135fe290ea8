// Sending one notification over HTTP within limits of time and bytes, on connections of our own.

import type { Socket } from 'node:net'
import type { Client, Dispatcher } from 'undici'
import type { Clock, TimedClock } from '../platform/clock.ts'
import { errorCode } from '../platform/errors.ts'
import { type ConnectorDependencies, createConnector } from './connector.ts'
import type { NotificationEnvelope } from './envelope.ts'
import { type DeliveryOutcome, readRetryAfter, reasonOf } from './outcome.ts'

/**
 * Sends one notification to one receiver. Any failure is an outcome, and none takes longer than the limit.
 */
export interface Sender {
  /** Aborted by `stop`. */
  send(target: string, envelope: NotificationEnvelope, stop?: AbortSignal): Promise<DeliveryOutcome>
  close(): Promise<void>
}

export type SenderDependencies = Omit<ConnectorDependencies, 'timeoutMs'> & {
  readonly clock: TimedClock
  /** From resolving the name to the end of the response. */
  readonly timeoutMs?: number
}

export function createSender(dependencies: SenderDependencies): Sender {
  const { clock, timeoutMs = standardTimeoutMs } = dependencies
  let opened: Promise<ReceiverConnections> | undefined
  return {
    async send(target, envelope, stop) {
      opened ??= openConnections({ ...dependencies, timeoutMs })
      const connections = await opened
      const limit = createLimit(timeoutMs, stop)
      const connection = connections.take(new URL(target).origin)
      let isAnswerComplete = false
      connection.counter.begin(answerBytesMax, limit.tooLong)
      try {
        const answer = await connection.client.request(requestTo(target, envelope, limit))
        isAnswerComplete = await drained(answer.body, limit.signal)
        return outcomeOf(answer, clock)
      } catch (error) {
        if (stop?.aborted) return { reason: 'The gateway stopped before it answered.', isBrokenOff: true }
        return { reason: limit.reason() ?? reasonFor(error) }
      } finally {
        limit.end()
        if (isAnswerComplete) connections.giveBack(connection)
        else connections.drop(connection)
      }
    },
    async close() {
      await (await opened)?.close()
    },
  }
}

const standardTimeoutMs = 10_000

/**
 * The HTTP client is loaded on first use: it is large, and a gateway without notifications starts without it.
 */
async function openConnections(
  dependencies: SenderDependencies & ConnectorDependencies,
): Promise<ReceiverConnections> {
  const { buildConnector, Client } = await import('undici')
  const connect = createConnector(buildConnector, dependencies)
  const options = {
    ...{ headersTimeout: dependencies.timeoutMs, bodyTimeout: dependencies.timeoutMs },
    ...{ maxHeaderSize: headerBytesMax, keepAliveTimeout: idleMs, keepAliveMaxTimeout: idleMs },
  }
  const make = (origin: string) =>
    countedClient(own => new Client(origin, { ...options, connect: own }), connect)
  return createReceiverConnections({ clock: dependencies.clock, make })
}

/** Counts the bytes of every socket of the client as soon as the client itself reads from it. */
function countedClient(make: (connect: Connector) => Client, connect: Connector): ReceiverClient {
  const counter = createByteCounter()
  let latest: Socket | undefined
  const client = make((options, callback) =>
    connect(options, (...[error, socket]) => {
      if (error) return callback(error, null)
      latest = socket
      callback(null, socket)
    }),
  )
  client.on('connect', () => latest && counter.watch(latest))
  return { client, counter }
}

type Connector = ReturnType<typeof createConnector>

const headerBytesMax = 16 * 1_024
/** All bytes on the wire. */
const answerBytesMax = 256 * 1_024
const announcementsMax = 4

function requestTo(target: string, { headers, body }: NotificationEnvelope, limit: Limit) {
  const { pathname, search } = new URL(target)
  let announcements = 0
  const onInfo = () => {
    announcements += 1
    if (announcements > announcementsMax) limit.tooLong()
  }
  const { signal } = limit
  return { path: pathname + search, method: 'POST' as const, headers, body, signal, onInfo }
}

type Limit = ReturnType<typeof createLimit>

/** One abort signal for all reasons: a timeout, a response that is too long, and a gateway that stops. */
function createLimit(timeoutMs: number, stop: AbortSignal | undefined) {
  const controller = new AbortController()
  const { signal } = controller
  let reason = 'It did not answer in time.'
  const abort = () => controller.abort()
  const timer = setTimeout(abort, timeoutMs)
  if (stop?.aborted) abort()
  else stop?.addEventListener('abort', abort)
  return {
    signal,
    /** Why it was aborted, if it was. */
    reason: () => (signal.aborted ? reason : undefined),
    tooLong() {
      if (!signal.aborted) reason = 'Its answer was too long.'
      abort()
    },
    end() {
      clearTimeout(timer)
      stop?.removeEventListener('abort', abort)
    },
  }
}

/**
 * Reads the response body to its end, because a connection can be reused only then; returns whether it was.
 * The content is ignored. The status is known by now, and a body that is too long, too slow or broken does
 * not change it.
 */
async function drained(body: Dispatcher.ResponseData['body'], signal: AbortSignal): Promise<boolean> {
  const timeout = setTimeout(() => body.destroy(), drainTimeoutMs)
  body.on('error', () => undefined)
  await body.dump({ limit: bodyBytesMax, signal }).catch(() => undefined)
  clearTimeout(timeout)
  return body.readableEnded
}

const bodyBytesMax = 64 * 1_024
const drainTimeoutMs = 1_000

function outcomeOf({ statusCode, headers }: Dispatcher.ResponseData, clock: TimedClock): DeliveryOutcome {
  const asked = headers['retry-after']
  const text = Array.isArray(asked) ? asked[0] : asked
  const retryAfterMs = readRetryAfter(text, clock.now().getTime())
  const reason = reasonOf(statusCode)
  return {
    status: statusCode,
    ...(reason !== undefined && { reason }),
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  }
}

function reasonFor(error: unknown): string {
  const code = errorCode(error)
  const known = reasons.find(([form]) => form.test(code))?.[1] ?? 'It could not be told.'
  return plainCode.test(code) ? `${known} (${code})` : known
}

const plainCode = /^[A-Z][A-Z0-9_]{1,60}$/

const reasons: readonly (readonly [form: RegExp, reason: string])[] = [
  [/^TARGET_REFUSED$/, 'Its address is not on the public internet.'],
  [/^(?:ENOTFOUND|ENODATA|ESERVFAIL|EAI_|EBADNAME|EREFUSED|ENONAME)/, 'Its name could not be resolved.'],
  [/CERT|SELF_SIGNED|UNABLE_TO|ALTNAME|HOSTNAME/, 'Its certificate was not accepted.'],
  [/^(?:ERR_SSL|ERR_TLS|EPROTO)/, 'No secure connection came about.'],
  [/^(?:UND_ERR_CONNECT_TIMEOUT|ETIMEDOUT|ETIMEOUT)$/, 'It could not be reached in time.'],
  [/^(?:ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL)$/, 'It could not be reached.'],
  [/^(?:ECONNRESET|EPIPE|UND_ERR_SOCKET)$/, 'It closed the connection without an answer.'],
  [/^UND_ERR_HEADERS_OVERFLOW$/, 'Its answer had too large headers.'],
  [/^HPE_|^Response does not match/, 'Its answer was not HTTP.'],
]

/**
 * Connections to receivers: each serves one attempt at a time, and is kept a moment for the next one to the
 * same origin. We do not use the library's pool: when an attempt is aborted, it connects again to the very
 * receiver that hung.
 */
interface ReceiverConnections {
  take(origin: string): ReceiverConnection
  /** The response was read to the end: the connection may be reused. */
  giveBack(connection: ReceiverConnection): void
  drop(connection: ReceiverConnection): void
  close(): Promise<void>
}

type ReceiverClient = { readonly client: Client; readonly counter: ByteCounter }
type ReceiverConnection = ReceiverClient & {
  readonly origin: string
  /** Not later than the look-up of the receiver's address. */
  readonly sinceMs: number
}

type ReceiverConnectionsDependencies = {
  readonly make: (origin: string) => ReceiverClient
  readonly clock: Clock
}

function createReceiverConnections({ make, clock }: ReceiverConnectionsDependencies): ReceiverConnections {
  const idle = new Map<ReceiverConnection, NodeJS.Timeout>()
  const all = new Set<ReceiverConnection>()

  function drop(connection: ReceiverConnection): void {
    clearTimeout(idle.get(connection))
    idle.delete(connection)
    all.delete(connection)
    void connection.client.destroy().catch(() => undefined)
  }

  return {
    take(origin) {
      const kept = [...idle.keys()].find(one => one.origin === origin)
      if (kept) {
        clearTimeout(idle.get(kept))
        idle.delete(kept)
        return kept
      }
      const made = { origin, ...make(origin), sinceMs: clock.monotonicMs() }
      all.add(made)
      return made
    },
    giveBack(connection) {
      const [oldest] = idle.keys()
      if (idle.size >= idleMax && oldest) drop(oldest)
      if (clock.monotonicMs() - connection.sinceMs > lifeMaxMs) drop(connection)
      else idle.set(connection, setTimeout(() => drop(connection), idleMs).unref())
    },
    drop,
    async close() {
      for (const connection of all) drop(connection)
    },
  }
}

/** Shorter than receivers keep connections, so that none is closed while a request is on its way. */
const idleMs = 1_000
const idleMax = 64
/** After this time the name is resolved again, however busy the connection is. */
const lifeMaxMs = 60_000

/**
 * Counts the bytes a receiver sends as they come off the wire. Limits on headers and bodies do not cover
 * everything: empty lines before a response and chunk extensions in a body belong to neither.
 */
interface ByteCounter {
  /**
   * Begins when the client itself listens: our listener must not be the one that receives the first bytes.
   */
  watch(socket: Socket): void
  /** Calls `tooMuch` when more than `bytesMax` bytes arrive from now on, until the next `begin`. */
  begin(bytesMax: number, tooMuch: () => void): void
}

function createByteCounter(): ByteCounter {
  let watched: Socket | undefined
  let request: { readonly upTo: number; readonly tooMuch: () => void } | undefined
  const look = () => {
    if (watched && request && watched.bytesRead > request.upTo) request.tooMuch()
  }
  return {
    watch(socket) {
      watched?.removeListener('readable', look)
      watched = socket
      socket.on('readable', look)
    },
    begin(bytesMax, tooMuch) {
      request = { upTo: (watched?.bytesRead ?? 0) + bytesMax, tooMuch }
    },
  }
}
