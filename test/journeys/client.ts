import { Agent, request } from 'node:http'
import { request as requestByTls, Agent as TlsAgent } from 'node:https'
import { connect } from 'node:net'
import { buffer, text } from 'node:stream/consumers'
import type { SecureContextOptions } from 'node:tls'
import type { Answer } from './answer.ts'
import { expectLawful } from './lawful.ts'

export type { Answer, Body } from './answer.ts'

export type CallOptions = {
  readonly version?: number | string
  readonly merchant?: string
  /** Instead of the merchant's own. */
  readonly password?: string
  /** The whole header; null sends none. */
  readonly authorization?: string | null
  readonly headers?: Readonly<Record<string, string | readonly string[]>>
  readonly transaction?: string
}

export type Client = {
  readonly port: number
  /**
   * One call. A path that starts with '/' is sent as it is; any other continues the merchant's own. Text and
   * bytes are sent as they are, all else as JSON. Every response is checked against the rules that all
   * responses obey.
   */
  call(method: string, path: string, body?: unknown, options?: CallOptions): Promise<Answer>
  /** AUTHORIZE on an order, as transaction 1 unless said otherwise. */
  authorize(orderId: string, body: object, options?: CallOptions): Promise<Answer>
  retrieve(orderId: string, options?: CallOptions): Promise<Answer>
  /** Bytes on a socket of their own, and all that comes back until it closes. */
  raw(bytes: string | Buffer): Promise<string>
  disconnect(): void
}

/** Every test gateway has two merchants. */
export const passwords: Readonly<Record<string, string>> = {
  TESTMERCHANT: '0123456789abcdef0123456789abcdef',
  OTHERMERCHANT: 'fedcba9876543210fedcba9876543210',
}

export function createClient(port: number, tls?: SecureContextOptions): Client {
  const reuse = { keepAlive: true, maxSockets: 100 }
  const agent = tls ? new TlsAgent({ ...reuse, ...tls }) : new Agent(reuse)
  const call: Client['call'] = async (method, path, body, options = {}) => {
    const { version = 100, merchant = 'TESTMERCHANT' } = options
    const whole = path.startsWith('/') ? path : `/api/rest/version/${version}/merchant/${merchant}/${path}`
    const sent = { method, path: whole, headers: headersOf(options, merchant), bytes: bytesOf(body) }
    const answer = await exchange({ port, agent }, sent)
    expectLawful({ method, path: whole, bytes: sent.bytes }, answer)
    return answer
  }
  return {
    port,
    call,
    authorize(orderId, body, options = {}) {
      const path = `order/${encodeURIComponent(orderId)}/transaction/${options.transaction ?? '1'}`
      return call('PUT', path, body, options)
    },
    retrieve(orderId, options = {}) {
      const path = `order/${encodeURIComponent(orderId)}`
      const { transaction } = options
      return call(
        'GET',
        transaction === undefined ? path : `${path}/transaction/${transaction}`,
        undefined,
        options,
      )
    },
    raw: bytes => rawExchange(port, bytes),
    disconnect: () => agent.destroy(),
  }
}

export const basic = (user: string, password: string): string =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`

function headersOf(options: CallOptions, merchant: string) {
  const { authorization, password = passwords[merchant] ?? 'none' } = options
  const header = authorization === undefined ? basic(`merchant.${merchant}`, password) : authorization
  return {
    'Content-Type': 'application/json',
    ...(header !== null && { Authorization: header }),
    ...options.headers,
  }
}

function bytesOf(body: unknown): Buffer | undefined {
  if (body === undefined || Buffer.isBuffer(body)) return body
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body))
}

type Sent = {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string | readonly string[]>>
  readonly bytes: Buffer | undefined
}

/** node:http sends a path as it is given, where fetch would tidy it up first. */
async function exchange(
  { port, agent }: { readonly port: number; readonly agent: Agent },
  { method, path, headers, bytes }: Sent,
): Promise<Answer> {
  const mutable = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, typeof value === 'string' ? value : [...value]]),
  )
  const send = agent instanceof TlsAgent ? requestByTls : request
  const outgoing = send({ host: '127.0.0.1', port, agent, method, path, headers: mutable })
  const incoming = new Promise<Answer>((resolve, reject) => {
    outgoing.once('error', reject)
    outgoing.once('response', async response => {
      const content = await text(response)
      const { statusCode = 0, headers } = response
      resolve({ status: statusCode, headers, text: content, body: content === '' ? {} : JSON.parse(content) })
    })
  })
  outgoing.end(bytes)
  return incoming
}

async function rawExchange(port: number, bytes: string | Buffer): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.write(bytes)
  return (await buffer(socket)).toString()
}
