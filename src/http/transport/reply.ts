// What handlers answer, and its form on the wire with the headers every response carries.

import { testHeader } from '../../platform/environment.ts'

/** The answer to a request. An object is serialised; text and bytes are sent as they are. */
export type HttpReply = {
  readonly status: number
  readonly body: string | Buffer | object
  readonly headers?: Readonly<Record<string, string>>
  /** Follows the body, as it is made; whoever makes it limits how many are under way. */
  readonly stream?: AsyncIterable<string>
  /** Ends the stream in the middle, also while its client reads nothing of it. */
  readonly cutOff?: AbortSignal
  /** For an internal failure: the code that finds it in the log. */
  readonly supportCode?: string
  /** Of a route that waits for news: there was some. */
  readonly bringsNews?: true
}
/** A reply ready for the wire: headers as a flat list of names and values, the form Node writes fastest. */
export type WireReply = {
  readonly status: number
  readonly headers: string[]
  readonly body: string | Buffer
  readonly stream?: AsyncIterable<string>
  readonly cutOff?: AbortSignal
  readonly closes: boolean
}

/** Browser code calls the API from other origins; no cookie is ever used there. */
export function wireReplyOf(reply: HttpReply, isApi: boolean, closes = false): WireReply {
  const { status, headers } = reply
  const body = textOf(reply.body)
  const usual = isApi ? apiHeaders : pageHeaders[body.length === 0 ? 'empty' : 'json']
  const own = headers === undefined ? usual : withOwn(usual, isApi ? exposed(headers) : headers)
  const { stream, cutOff } = reply
  if (stream) return { status, headers: [...own], body, stream, ...(cutOff && { cutOff }), closes }
  if (status === 204) return { status, headers: [...own], body, closes }
  return { status, headers: [...own, 'Content-Length', String(Buffer.byteLength(body))], body, closes }
}

const jsonType = ['Content-Type', 'application/json;charset=utf-8']
const protectiveHeaders = ['Cache-Control', 'no-store', 'X-Content-Type-Options', 'nosniff']
const anyOrigin = ['Access-Control-Allow-Origin', '*']

/** Every API response is declared as JSON; elsewhere an empty body has no content type. */
const pageHeaders = { json: [...jsonType, ...protectiveHeaders], empty: protectiveHeaders }
const apiHeaders = [...jsonType, ...protectiveHeaders, ...anyOrigin]

/** Browser code may read only the headers that are named here. */
function exposed(own: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return { ...own, 'Access-Control-Expose-Headers': Object.keys(own).join(', ') }
}

/** A reply may set its own content type and cache lifetime; all other usual headers are added. */
function withOwn(usual: readonly string[], own: Readonly<Record<string, string>>): readonly string[] {
  const names = new Set(Object.keys(own).map(name => name.toLowerCase()))
  const kept: string[] = []
  for (let index = 0; index < usual.length; index += 2) {
    const [name = '', value = ''] = usual.slice(index, index + 2)
    if (!names.has(name.toLowerCase())) kept.push(name, value)
  }
  return [...kept, ...Object.entries(own).flat()]
}

/** What every response says of the gateway: that only TLS is to be used, and that no money moves. */
export function siteHeaders({ isSecure, isTest }: ResponseSite): readonly string[] {
  return [...(isSecure ? strictTransport : []), ...(isTest ? [testHeader.name, testHeader.value] : [])]
}

type ResponseSite = {
  readonly isSecure?: boolean | undefined
  readonly isTest?: boolean | undefined
}

/** For a year, and for this host name only: its subdomains are not ours to decide about. */
const strictTransport = ['Strict-Transport-Security', 'max-age=31536000']

/** Whether gzip is among the accepted codings, and not excluded by q=0. */
export function acceptsGzip(accepted: string | undefined): boolean {
  if (accepted === undefined || !accepted.includes('gzip')) return false
  return accepted.split(',').some(coding => gzipForm.test(coding) && !unwantedForm.test(coding))
}

const gzipForm = /^[ \t]*gzip[ \t]*(?:;|$)/
const unwantedForm = /;[ \t]*q=0(?:\.0{0,3})?[ \t]*$/i

function textOf(body: HttpReply['body']): string | Buffer {
  if (typeof body === 'string' || Buffer.isBuffer(body)) return body
  return keptTexts.get(body) ?? JSON.stringify(body)
}

/** For a body that is answered again and again, and never changes: from now on it is written once. */
export function keepText(body: object): void {
  if (!keptTexts.has(body)) keptTexts.set(body, JSON.stringify(body))
}

const keptTexts = new WeakMap<object, string>()
