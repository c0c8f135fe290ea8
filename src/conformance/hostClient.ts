// Sends requests to a host one after another, as they are, and says what came back. Bounded: each request has
// its time, answers their size, and the rate a limit.

import { Agent, type IncomingMessage, request as plainRequest } from 'node:http'
import { Agent as TlsAgent, request as tlsRequest } from 'node:https'
import { rootCertificates } from 'node:tls'
import { type Content, isObject } from '../contract/kit/content.ts'
import type { TimedClock } from '../platform/clock.ts'
import { errorCode } from '../platform/errors.ts'
import { readUpTo } from '../platform/files.ts'
import { agentOf } from '../platform/toolAgent.ts'
import type { HostAnswer, HostRequest } from './check.ts'

export type ConformanceHost = {
  /** Without a slash at its end. */
  readonly address: string
  readonly merchantId: string
  readonly password: string
  /** PEM of a certificate to be trusted there, besides the usual ones. */
  readonly trusted?: string | undefined
}

export type HostLimits = {
  readonly patienceMs: number
  /** 0: as fast as it answers. */
  readonly requestsPerSecond: number
}

/** A request and what came of it. */
export type HostExchange = {
  readonly request: HostRequest
  /** Undefined where the caller hung up, or nothing came. */
  readonly answer: HostAnswer | undefined
  /** Why nothing came, where something should have. */
  readonly fault?: string
}

export type HostClient = {
  readonly host: ConformanceHost
  /** Never throws for what the host does. */
  send(request: HostRequest): Promise<HostExchange>
  close(): void
}

export function openHostClient(
  host: ConformanceHost,
  { patienceMs, requestsPerSecond }: HostLimits,
  clock: Pick<TimedClock, 'monotonicMs' | 'sleep'>,
): HostClient {
  const isTls = host.address.startsWith('https:')
  const ca = [...rootCertificates, ...(host.trusted === undefined ? [] : [host.trusted])]
  const agent = isTls ? new TlsAgent({ keepAlive: true, ca }) : new Agent({ keepAlive: true })
  let freeAtMs = 0
  const turn = async () => {
    const nowMs = clock.monotonicMs()
    if (freeAtMs > nowMs) await clock.sleep(freeAtMs - nowMs)
    if (requestsPerSecond > 0) freeAtMs = Math.max(freeAtMs, nowMs) + 1_000 / requestsPerSecond
  }
  return {
    host,
    async send(request) {
      for (let attempt = 1; ; attempt++) {
        await turn()
        const exchange = await exchanged(host, request, { agent, patienceMs })
        const waitMs = busyMs(exchange.answer)
        // Who is busy has done nothing.
        if (waitMs === undefined || attempt >= attemptsMax) return exchange
        await clock.sleep(waitMs)
      }
    },
    close: () => agent.destroy(),
  }
}

const attemptsMax = 4
const busyMsMax = 15_000
/** All answers of a run are kept until its end. */
const answerBytesMax = 256 * 1_024
/** Deeper than any answer of this API; what is deeper is no answer. */
const depthMax = 50

/** How long a host asks to be left alone. */
function busyMs(answer: HostAnswer | undefined): number | undefined {
  if (answer?.status !== 429 && answer?.status !== 503) return undefined
  const seconds = Number(answer.headers['retry-after'])
  return Math.min(busyMsMax, seconds >= 0 ? seconds * 1_000 : 1_000)
}

type Means = { readonly agent: Agent | TlsAgent; readonly patienceMs: number }

async function exchanged(
  host: ConformanceHost,
  request: HostRequest,
  { agent, patienceMs }: Means,
): Promise<HostExchange> {
  const { method, path, body, hangsUpAfterMs } = request
  const signal = AbortSignal.timeout(hangsUpAfterMs ?? patienceMs)
  const send = agent instanceof TlsAgent ? tlsRequest : plainRequest
  const { hostname, port } = new URL(host.address)
  try {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      // This sends a path as it is given, where fetch would tidy it up first.
      const outgoing = send({
        ...{ agent, method, path: `${basePathOf(host.address)}${path}`, signal },
        ...{ host: hostname.replace(/^\[|\]$/g, ''), port, headers: headersOf(host, request) },
      })
      outgoing.once('response', resolve)
      // A host may answer, and close, before it has read a body that is too large.
      outgoing.once('error', reject)
      outgoing.end(body)
    })
    const bytes = await readUpTo(response, answerBytesMax)
    if (bytes.length > answerBytesMax)
      return { request, answer: undefined, fault: `an answer of more than ${answerBytesMax / 1_024} KiB` }
    const text = bytes.toString()
    const { statusCode = 0, headers } = response
    return { request, answer: { status: statusCode, headers, text, body: contentOf(text) } }
  } catch (error) {
    if (hangsUpAfterMs !== undefined) return { request, answer: undefined }
    const fault = signal.aborted ? `no answer within ${patienceMs / 1_000} s` : errorCode(error)
    return { request, answer: undefined, fault }
  }
}

const basePathOf = (address: string): string => new URL(address).pathname.replace(/\/$/, '')

function headersOf(host: ConformanceHost, { as, contentType, body }: HostRequest) {
  const { merchantId, password = host.password } = as === undefined || as === 'nobody' ? host : as
  const login = Buffer.from(`merchant.${merchantId}:${password}`).toString('base64')
  return {
    'User-Agent': agentOf('conformance'),
    ...(as !== 'nobody' && { Authorization: `Basic ${login}` }),
    ...(body !== undefined && contentType !== null && { 'Content-Type': contentType ?? 'application/json' }),
    ...(body !== undefined && { 'Content-Length': Buffer.byteLength(body) }),
  }
}

/** The body, where it is a JSON object. */
function contentOf(text: string): Content {
  try {
    const content: unknown = JSON.parse(text)
    return isObject(content) && !isDeeper(content, depthMax) ? content : {}
  } catch {
    return {}
  }
}

const isDeeper = (value: unknown, depth: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (depth === 0 || Object.values(value).some(inner => isDeeper(inner, depth - 1)))
