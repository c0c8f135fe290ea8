// The control of a running host over HTTP, for another process on the same machine: it speaks JSON.

import { createServer, type IncomingMessage } from 'node:http'
import { readUpTo } from './files.ts'
import { closeServer, listenOn } from './listening.ts'

/** By method and path, such as `GET /counters`; a path may have one more part, which is a value. */
export type ControlRoutes<Control> = Readonly<
  Record<string, (control: Control, asked: ControlRequest) => unknown>
>

export type ControlRequest = {
  readonly query: URLSearchParams
  /** Without members where none was sent. */
  readonly body: Readonly<Record<string, unknown>>
  readonly rest: string
}

/** What a route answers where it is not JSON. */
export class ControlFile {
  readonly type: string
  readonly text: string

  constructor(type: string, text: string) {
    this.type = type
    this.text = text
  }
}

export type ControlServer = { readonly port: number; close(): Promise<void> }

type ControlServerOptions<Control> = {
  readonly control: Control
  /** A RangeError that one of them throws is told to the caller. */
  readonly routes: ControlRoutes<Control>
  readonly port: number
  readonly bytesMax?: number
}

export async function openControlServer<Control>(
  options: ControlServerOptions<Control>,
): Promise<ControlServer> {
  const server = createServer((request, response) => {
    const { socket } = request
    replyTo(options, request)
      .then(({ status, content }) => {
        const { type, text } = content instanceof ControlFile ? content : inJson(content)
        response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(text)
      })
      // The caller has left in the middle of its request.
      .catch(() => socket.destroy())
  })
  const port = await listenOn(server, '127.0.0.1', options.port)
  return { port, close: () => closeServer(server) }
}

type ControlReply = { readonly status: number; readonly content: unknown }

async function replyTo<Control>(
  { control, routes, bytesMax = usualBytesMax }: ControlServerOptions<Control>,
  request: IncomingMessage,
): Promise<ControlReply> {
  // A browser says where a page came from: pages of others must not steer the host.
  if (request.headers.origin !== undefined) return refusal(403, 'It is not for pages in a browser.')
  const { pathname, searchParams: query } = new URL(request.url ?? '/', 'http://localhost')
  const [, name = '', rest = ''] = pathname.split('/')
  const route = routes[`${request.method} /${name}`]
  if (route === undefined) return refusal(404, `There are ${Object.keys(routes).join(', ')}.`)
  const body = parsed((await readUpTo(request, bytesMax)).toString())
  if (!isObject(body)) return refusal(400, 'The body must be a JSON object.')
  try {
    return { status: 200, content: (await route(control, { query, body, rest })) ?? { done: true } }
  } catch (error) {
    return refusal(400, error instanceof RangeError ? error.message : 'It cannot be done.')
  }
}

const usualBytesMax = 1_000_000

const refusal = (status: number, explanation: string): ControlReply => ({
  status,
  content: { error: { explanation } },
})

function parsed(text: string): unknown {
  try {
    return text === '' ? {} : JSON.parse(text)
  } catch {
    return undefined
  }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Amounts in minor units are written as texts. */
function inJson(content: unknown): ControlFile {
  const plain = (_: string, member: unknown) => (typeof member === 'bigint' ? String(member) : member)
  return new ControlFile('application/json', `${JSON.stringify(content, plain, 2)}\n`)
}
