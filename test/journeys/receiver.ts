import { createServer, type IncomingHttpHeaders } from 'node:http'
import { text } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'
import { expect } from 'vitest'
import type { Body } from './client.ts'

/** One notification as it arrived. */
export type Heard = {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  /** The names of the headers, as they were written on the wire. */
  readonly names: readonly string[]
  readonly text: string
  readonly body: Body
  readonly sequence: number
  readonly attempt: number
}

/** A merchant's own server. */
export type Receiver = {
  /** Everything that arrived, in order. */
  readonly heard: readonly Heard[]
  address(path?: string): string
  /** Answers like this from now on; undefined sends no response. */
  answer(reply: (heard: Heard) => Reply | undefined): void
  /** Waits until so many arrived, and gives them. */
  until(count: number): Promise<readonly Heard[]>
  forget(): void
  close(): Promise<void>
}

export type Reply = { readonly status: number; readonly headers?: Readonly<Record<string, string>> }

export async function openReceiver(): Promise<Receiver> {
  const heard: Heard[] = []
  let reply: (heard: Heard) => Reply | undefined = () => ({ status: 200 })
  const server = createServer(async (request, response) => {
    const content = await text(request)
    const one: Heard = {
      path: request.url ?? '',
      headers: request.headers,
      names: request.rawHeaders.filter((_, index) => index % 2 === 0),
      text: content,
      body: JSON.parse(content),
      sequence: Number(request.headers['x-notification-sequence']),
      attempt: Number(request.headers['x-notification-attempt']),
    }
    heard.push(one)
    const { status, headers = {} } = reply(one) ?? { status: 0 }
    if (status > 0) response.writeHead(status, headers).end('{}')
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('A listening server has a port')
  return {
    heard,
    address: (path = '/hook') => `http://127.0.0.1:${address.port}${path}`,
    answer(next) {
      reply = next
    },
    async until(count) {
      await expect.poll(() => heard.length, { timeout: 10_000 }).toBeGreaterThanOrEqual(count)
      return heard
    },
    forget: () => void heard.splice(0),
    async close() {
      await new Promise(resolve => server.close(resolve).closeAllConnections())
    },
  }
}

/** Verifies a signature as merchants do, with the usual library; throws when it is wrong. */
export function verify(key: string, { text, headers }: Pick<Heard, 'text' | 'headers'>): void {
  const of = (name: string) => String(headers[name])
  new Webhook(key).verify(text, {
    'webhook-id': of('webhook-id'),
    'webhook-timestamp': of('webhook-timestamp'),
    'webhook-signature': of('webhook-signature'),
  })
}
