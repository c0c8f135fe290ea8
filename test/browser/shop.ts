import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect } from 'vitest'

/** A merchant's own server: another port and another name than the gateway's, so another site. */
export type Shop = {
  readonly origin: string
  /** Serves a page under a path, and says its whole address. The markup is what goes into the body. */
  serve(path: string, markup: string): string
  /** Everything that was asked of the shop, in order. */
  readonly calls: readonly ShopCall[]
  /** Waits until somebody has come to a path, and says how the last one came. */
  called(path: string): Promise<ShopCall>
  close(): Promise<void>
}

export type ShopCall = {
  readonly method: string
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  readonly body: string
  /** What the browser told about where it came from. */
  readonly referrer: string | undefined
}

export async function openShop(): Promise<Shop> {
  const pages = new Map<string, string>()
  const calls: ShopCall[] = []
  const server = createServer(async (request, response) => {
    const call = await readCall(request)
    const markup = pages.get(call.path)
    if (markup === undefined) {
      response.writeHead(204).end()
      return
    }
    calls.push(call)
    response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(document(markup))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://localhost:${portOf(server.address())}`
  return {
    origin,
    calls,
    serve(path, markup) {
      pages.set(path, markup)
      return origin + path
    },
    async called(path) {
      const last = () => calls.findLast(call => call.path === path)
      await expect.poll(last, { timeout: 30_000 }).toBeDefined()
      return last() ?? expect.unreachable()
    },
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function readCall(request: IncomingMessage): Promise<ShopCall> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
  return {
    method: request.method ?? '',
    path: pathname,
    query: Object.fromEntries(searchParams),
    body: await text(request),
    referrer: request.headers.referer,
  }
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('The shop has no port.')
  return address.port
}

const document = (markup: string) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Shop</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,"></head><body>${markup}</body></html>`
