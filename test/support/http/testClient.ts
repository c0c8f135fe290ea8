import { connect, type Socket } from 'node:net'
import { type ListenerOptions, openListener } from '../../../src/http/api/listener.ts'
import type { Route, RouteCall, RouteHandler } from '../../../src/http/api/routes.ts'
import { hashPassword } from '../../../src/http/authentication/credentials.ts'
import { ordinaryProfile } from '../../../src/orders/merchant.ts'
import { createLog } from '../../../src/platform/log.ts'

/** A listener that knows one merchant, and a client that sends whatever bytes a test wants. */
export async function openTestListener(
  options: Partial<ListenerOptions> = {},
  handler: RouteHandler = echo,
  password = merchant.password,
) {
  const access = accessWith(password)
  const calls: RouteCall[] = []
  const lines: string[] = []
  const record: RouteHandler = call => {
    calls.push(call)
    return handler(call)
  }
  const listener = openListener({
    routes: testRoutes(record),
    directory: { find: async id => (id === merchant.id ? access : undefined) },
    pepper,
    log: createLog({ level: 'info', pretty: false, destination: { write: line => void lines.push(line) } }),
    ready: async () => [],
    gatewayVersion: '0.0.0',
    ...options,
  })
  const { port } = await listener.listen('127.0.0.1', 0)
  return {
    listener,
    port,
    calls,
    lines,
    sendRaw: (bytes: Bytes, timeoutMs?: number) => sendBytes(port, bytes, timeoutMs),
  }
}

export const merchant = { id: 'TESTMERCHANT', password: '0123456789abcdef0123456789abcdef' }
const pepper = Buffer.alloc(32, 7)
const accessWith = (password: string) => ({
  merchantId: merchant.id,
  cell: 1,
  passwordHashes: [hashPassword(pepper, password)],
  profile: ordinaryProfile,
})

export const transactionPath = `/api/rest/version/55/merchant/${merchant.id}/order/O1/transaction/T1`

const echo: RouteHandler = async ({ params }) => ({ status: 201, body: { result: 'SUCCESS', ...params } })

function testRoutes(handler: RouteHandler): readonly Route[] {
  const path = '/merchant/{merchantId}/order/{orderid}/transaction/{transactionid}'
  return [
    { method: 'PUT', path, access: 'merchant', handler },
    { method: 'GET', path, access: 'merchant', handler },
    { method: 'POST', path: '/merchant/{merchantId}/session', access: 'merchant', handler },
    { method: 'DELETE', path: '/merchant/{merchantId}/token/{tokenid}', access: 'merchant', handler },
    { method: 'GET', path: '/public', access: 'public', query: ['page', 'size'], handler },
  ]
}

export function basic(user = `merchant.${merchant.id}`, password = merchant.password): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
}

/** A whole request as bytes, with correct credentials and lengths unless others are given. */
export function put(body: string | Buffer, headers: readonly string[] = [], path = transactionPath): Buffer {
  const lines = [`PUT ${path} HTTP/1.1`, 'Host: localhost', `Authorization: ${basic()}`, ...headers]
  const length = `Content-Length: ${Buffer.byteLength(body)}`
  return Buffer.concat([Buffer.from(`${[...lines, length].join('\r\n')}\r\n\r\n`), Buffer.from(body)])
}

export function get(path: string, headers: readonly string[] = [`Authorization: ${basic()}`]): string {
  return `${[`GET ${path} HTTP/1.1`, 'Host: localhost', ...headers].join('\r\n')}\r\n\r\n`
}

type Bytes = string | Buffer | readonly (string | Buffer | number)[]

export type ReceivedAnswer = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
  readonly json: Record<string, unknown>
}

/**
 * Sends the parts (a number is a pause in ms), then reads until the server closes or the time is over;
 * where none is given, until it has answered and then been silent for a while.
 */
export async function sendBytes(place: number | (() => Socket), bytes: Bytes, timeoutMs?: number) {
  const socket = typeof place === 'number' ? connect(place, '127.0.0.1') : place()
  const heard: Buffer[] = []
  let isClosed = false
  socket.on('data', chunk => heard.push(chunk))
  socket.on('error', () => {})
  const closed = new Promise<void>(resolve => {
    socket.on('end', () => resolve()).on('close', () => resolve())
  }).then(() => {
    isClosed = true
  })
  await send(socket, typeof bytes === 'string' || Buffer.isBuffer(bytes) ? [bytes] : bytes)
  const satisfied = timeoutMs === undefined ? silence(socket, heard.length > 0) : pause(timeoutMs)
  await Promise.race([closed, satisfied])
  socket.destroy()
  const answers = readAnswers(Buffer.concat(heard).toString('utf8'))
  return { answers, first: answers[0], isClosed }
}

async function send(socket: Socket, parts: readonly (string | Buffer | number)[]): Promise<void> {
  for (const part of parts) {
    if (typeof part === 'number') await pause(part)
    else socket.write(typeof part === 'string' ? Buffer.from(part, 'latin1') : part)
  }
}

/** Waits for the first byte however busy the machine is; what comes after it comes soon or never. */
function silence(socket: Socket, hasAnswered: boolean): Promise<void> {
  return new Promise(resolve => {
    let timer = setTimeout(resolve, hasAnswered ? 150 : 10_000)
    socket.on('data', () => {
      clearTimeout(timer)
      timer = setTimeout(resolve, 150)
    })
  })
}

export function pause(ms: number): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, ms))
}

export function readAnswers(text: string): ReceivedAnswer[] {
  const answers: ReceivedAnswer[] = []
  let rest = text
  while (rest.startsWith('HTTP/1.1 ')) {
    const headEnd = rest.indexOf('\r\n\r\n')
    const [statusLine = '', ...lines] = rest.slice(0, headEnd).split('\r\n')
    const headers = Object.fromEntries(lines.map(line => [nameOf(line), line.slice(line.indexOf(':') + 2)]))
    const status = Number(statusLine.split(' ')[1])
    const length = Number(headers['content-length'] ?? 0)
    const body = Buffer.from(rest.slice(headEnd + 4))
      .subarray(0, length)
      .toString('utf8')
    answers.push({ status, headers, text: body, json: body.startsWith('{') ? JSON.parse(body) : {} })
    rest = Buffer.from(rest.slice(headEnd + 4))
      .subarray(length)
      .toString('utf8')
  }
  return answers
}

function nameOf(line: string): string {
  return line.slice(0, line.indexOf(':')).toLowerCase()
}

/** How an error answer breaks the rules of spec 7 and our own; empty when it keeps them all. */
export function flawsOf(answer: ReceivedAnswer | undefined): readonly string[] {
  if (answer === undefined) return ['no answer']
  const error = new Map(
    Object.entries(typeof answer.json.error === 'object' ? (answer.json.error ?? {}) : {}),
  )
  const cause = error.get('cause')
  const isExplained = cause === 'INVALID_REQUEST' || cause === 'SERVER_BUSY'
  const claims: readonly (readonly [string, boolean])[] = [
    ['result is ERROR', answer.json.result === 'ERROR'],
    ['type is JSON', answer.headers['content-type'] === 'application/json;charset=utf-8'],
    ['not cached', answer.headers['cache-control'] === 'no-store'],
    ['length is right', answer.headers['content-length'] === String(Buffer.byteLength(answer.text))],
    ['explanation by cause', error.has('explanation') === isExplained],
    ['explanation length', !isExplained || isWithin(error.get('explanation'), 1000)],
    ['field only with INVALID_REQUEST', !error.has('field') || cause === 'INVALID_REQUEST'],
    ['field and type together', error.has('field') === error.has('validationType')],
    ['field length', !error.has('field') || isWithin(error.get('field'), 100)],
    ['support code by cause', error.has('supportCode') === !isExplained],
    ['busy says when', cause !== 'SERVER_BUSY' || /^[1-9]\d*$/.test(answer.headers['retry-after'] ?? '')],
    ['nothing else', [...error.keys()].every(key => errorKeys.has(key))],
  ]
  return claims.filter(([, holds]) => !holds).map(([claim]) => claim)
}

const errorKeys = new Set(['cause', 'explanation', 'field', 'validationType', 'supportCode'])

function isWithin(text: unknown, lengthMax: number): boolean {
  return typeof text === 'string' && text.length > 0 && [...text].length <= lengthMax
}
