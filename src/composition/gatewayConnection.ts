// The HTTP clients of commands: calling a running gateway, and forwarding notifications to a developer's
// program.

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { rootCertificates } from 'node:tls'
import { Agent, request } from 'undici'
import type {
  ForwardAnswer,
  ForwardedMessage,
  GatewayConnection,
  WantedGateway,
} from '../commands/context.ts'
import { GatewayUnreachable } from '../commands/gatewayConnection.ts'
import type { Config } from '../config/settings.ts'
import { type Content, isObject } from '../contract/kit/content.ts'
import { systemClock } from '../platform/clock.ts'
import { errorCode, StartRefusal, UseRefusal } from '../platform/errors.ts'
import { agentOf } from '../platform/toolAgent.ts'
import { isLoopbackHost, readUrl } from '../standards/url.ts'
import { originOf, reachableHost } from './announcement.ts'

export type ConnectionLifetime = { readonly halt: AbortSignal; readonly closers: (() => Promise<unknown>)[] }

const connectMs = 5_000
const standardTimeoutMs = 30_000

/** Connects to the gateway of these settings, or to the given one. */
export async function openGatewayConnection(
  config: Config,
  { gateway, cacert }: WantedGateway,
  { halt, closers }: ConnectionLifetime,
): Promise<GatewayConnection> {
  const address = gateway === undefined ? ownAddress(config) : originIn(gateway)
  const agent = new Agent({ connect: { timeout: connectMs, ca: await trusted(config, cacert) } })
  closers.push(() => agent.destroy())
  return {
    address,
    async call(method, path, { body, credentials, timeoutMs = standardTimeoutMs } = {}) {
      try {
        const answer = await request(`${address}${path}`, {
          ...{ method, dispatcher: agent, headersTimeout: timeoutMs, bodyTimeout: timeoutMs, signal: halt },
          headers: {
            ...{ 'content-type': 'application/json', 'user-agent': agentOf('commands') },
            ...(credentials && authorization(credentials)),
          },
          ...(body !== undefined && { body: JSON.stringify(body) }),
        })
        return { status: answer.statusCode, body: contentOf(await answer.body.text()) }
      } catch (error) {
        throw connectionRefusal(address, errorCode(error))
      }
    },
  }
}

function ownAddress({ host, port, tls }: Config): string {
  if (port === 0)
    throw new UseRefusal('TOLLGATE_PORT=0 does not tell where it listens: say so with --gateway.')
  return originOf(reachableHost(host), port, tls !== 'off')
}

/** The origin of an address. */
function originIn(text: string): string {
  const url = readUrl(text)
  if (url && (url.protocol === 'http:' || url.protocol === 'https:')) return url.origin
  throw new UseRefusal('--gateway must be an address like http://127.0.0.1:8080.')
}

/**
 * The usual authorities, and the given certificate, or else the one that the gateway of these settings
 * presents.
 */
async function trusted({ tls, tlsCertificate, dataDirectory }: Config, cacert?: string): Promise<string[]> {
  if (cacert !== undefined) return [...rootCertificates, await readCertificates(cacert)]
  const own = tlsCertificate ?? join(dataDirectory, 'tls', 'server.pem')
  const pem = tls === 'off' ? '' : await readFile(own, 'utf8').catch(() => '')
  return [...rootCertificates, ...(pem === '' ? [] : [pem])]
}

async function readCertificates(file: string): Promise<string> {
  const pem = await readFile(file, 'utf8').catch(error => {
    throw new UseRefusal(`--cacert ${file} cannot be read (${errorCode(error)}).`)
  })
  if (pem.includes('-----BEGIN CERTIFICATE-----')) return pem
  throw new UseRefusal(`--cacert ${file} must hold a certificate in PEM form.`)
}

function authorization({ merchantId, password }: { readonly merchantId: string; readonly password: string }) {
  return { authorization: `Basic ${Buffer.from(`merchant.${merchantId}:${password}`).toString('base64')}` }
}

function contentOf(text: string): Content {
  try {
    const content: unknown = JSON.parse(text)
    return isObject(content) ? content : {}
  } catch {
    return {}
  }
}

function connectionRefusal(address: string, code: string): StartRefusal {
  if (/SSL|CERT|SELF_SIGNED/.test(code))
    return new StartRefusal(
      `The gateway at ${address} is not trusted (${code}): name its certificate with --cacert.`,
    )
  if (code === 'ECONNREFUSED')
    return new GatewayUnreachable(
      `No gateway answers at ${address}: start one with npx tollgate start, or say where with --gateway.`,
    )
  const isCut = code === 'UND_ERR_SOCKET' || code === 'ECONNRESET'
  return new GatewayUnreachable(
    `The gateway at ${address} ${isCut ? 'hung up' : `did not answer (${code})`}.`,
  )
}

const deliveryMs = 10_000
const answerLengthMax = 64 * 1_024
/** With these codes nothing was delivered: nothing listens there, or not yet. */
const awayCodes: ReadonlySet<string> = new Set([
  ...['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT'],
])

/**
 * Sends as the gateway does: ten seconds in all, no redirects. On this machine any certificate is accepted.
 */
export function openForwarding({
  halt,
  closers,
}: ConnectionLifetime): (target: URL, message: ForwardedMessage) => Promise<ForwardAnswer> {
  const agents = new Map<string, Agent>()
  const agentOf = ({ origin, hostname }: URL): Agent => {
    const agent =
      agents.get(origin) ?? new Agent({ connect: { rejectUnauthorized: !isLoopbackHost(hostname) } })
    if (!agents.has(origin)) closers.push(() => agent.destroy())
    agents.set(origin, agent)
    return agent
  }
  return async (target, { headers, body }) => {
    const startedMs = systemClock.monotonicMs()
    const tookMs = () => Math.round(systemClock.monotonicMs() - startedMs)
    try {
      const signal = AbortSignal.any([halt, AbortSignal.timeout(deliveryMs)])
      const options = {
        method: 'POST',
        dispatcher: agentOf(target),
        headers: { ...headers },
        body,
        signal,
      } as const
      const answer = await request(target, options)
      const text = await beginningOf(answer.body)
      return { kind: 'answered', status: answer.statusCode, tookMs: tookMs(), text }
    } catch (error) {
      const code = errorCode(error)
      if (awayCodes.has(code)) return { kind: 'away', why: `Nothing answers at ${target.href} (${code}).` }
      const isLate = error instanceof Error && error.name === 'TimeoutError'
      const why = isLate ? 'no answer' : `the connection broke (${code})`
      return { kind: 'failed', why, tookMs: tookMs() }
    }
  }
}

/** Only the beginning of a response is shown, however long it is. */
async function beginningOf(body: AsyncIterable<Buffer>): Promise<string> {
  const parts: Buffer[] = []
  let length = 0
  for await (const part of body) {
    parts.push(part)
    length += part.length
    if (length > answerLengthMax) break
  }
  return Buffer.concat(parts).toString().trim().split('\n', 1)[0] ?? ''
}
