import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'

export type Fields = Readonly<Record<string, string>>
/** A form on a page: its target, and its initial fields. */
export type Form = { readonly address: string; readonly fields: Fields }
export type Page = {
  readonly status: number
  readonly text: string
  /** The target of a redirect, or of a page that submits itself. */
  readonly leadsTo?: string
  readonly form?: Form
}

/** One step of a browser that runs no scripts: nothing is followed, so that each step can be looked at. */
export const visit = (address: string): Promise<Page> => load(address, {})

/** From a page of any origin, as a frame within a frame would. */
export const submit = ({ address, fields }: Form, chosen: Fields = {}): Promise<Page> =>
  load(address, {
    method: 'POST',
    body: new URLSearchParams({ ...fields, ...chosen }),
    headers: { Origin: 'null' },
  })

/** Like a browser with scripts: forms are sent on, until a page has none or asks something. */
export async function submitOn(form: Form): Promise<Page> {
  let page = await submit(form)
  for (let steps = 0; page.form && page.status === 200 && steps < 5; steps++) page = await submit(page.form)
  return page
}

async function load(address: string, options: RequestInit): Promise<Page> {
  const response = await fetch(address, { ...options, redirect: 'manual' })
  const page = await response.text()
  const next = response.headers.get('location') ?? /http-equiv="refresh"[^>]*url=([^"]+)"/.exec(page)?.[1]
  const form = formOn(page, address)
  return {
    status: response.status,
    text: page,
    ...(next != null && { leadsTo: plain(next) }),
    ...(form && { form }),
  }
}

/** The first form of a page, or of the excerpt that a merchant puts into its own. */
export function formOn(page: string, base: string): Form | undefined {
  const [, attributes = '', content = ''] = /<form\b([^>]*)>([\s\S]*?)<\/form>/i.exec(page) ?? []
  const action = attribute(attributes, 'action')
  if (action === undefined) return undefined
  const inputs = [...content.matchAll(/<input\b([^>]*)>/gi)].map(([, input = '']) => [
    attribute(input, 'name') ?? '',
    attribute(input, 'value') ?? '',
  ])
  return { address: new URL(action, base).href, fields: Object.fromEntries(inputs) }
}

function attribute(tag: string, name: string): string | undefined {
  const value = new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1]
  return value === undefined ? undefined : plain(value)
}

const plain = (markup: string): string =>
  markup.replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => characters[name] ?? '')
const characters: Fields = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }

export type Shop = {
  readonly address: string
  /** What browsers sent, in order. */
  readonly brought: readonly Fields[]
  close(): Promise<void>
}

/** The merchant's own page, to which payers come back. */
export async function openShop(): Promise<Shop> {
  const brought: Fields[] = []
  const server = createServer(async (request, response) => {
    brought.push(Object.fromEntries(new URLSearchParams(await text(request))))
    response.end('Welcome back')
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const place = server.address()
  const port = typeof place === 'object' && place !== null ? place.port : 0
  return {
    address: `http://127.0.0.1:${port}/back`,
    brought,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
