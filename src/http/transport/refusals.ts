// Refusals of the HTTP layer, and how refusals, rejections and faults become error responses (spec 7).

import { type IncomingMessage, STATUS_CODES } from 'node:http'
import { busy, isRejection, type Rejection } from '../../orders/rejection.ts'
import type { Clock } from '../../platform/clock.ts'
import { testHeader } from '../../platform/environment.ts'
import { supportCode } from '../../platform/ids.ts'
import { type HttpReply, wireReplyOf } from './reply.ts'

/** A refusal by the HTTP layer: a rejection with the status HTTP has for it. */
export type HttpRefusal = {
  readonly kind: 'refusal'
  readonly status: number
  readonly rejection: Rejection
  readonly headers?: Readonly<Record<string, string>>
  /** Goes to the log only. */
  readonly reason?: string
  /** Framing can no longer be trusted, or more would have to be read than the limits allow. */
  readonly closes?: boolean
}

const refusals = {
  malformedRequest: { status: 400, explanation: 'The request is not valid HTTP.', closes: true },
  hostHeader: { status: 400, explanation: 'Exactly one valid Host header is needed.', closes: true },
  transferEncoding: { status: 400, explanation: 'Transfer-Encoding may only be chunked.', closes: true },
  malformedPath: { status: 400, explanation: 'The path is not valid percent-encoded UTF-8.' },
  unexpectedQuery: { status: 400, explanation: 'The query string is not valid here. Leave it out.' },
  credentials: {
    status: 401,
    explanation:
      'Invalid credentials. Use Basic authentication with user merchant.<merchant id> and an API password.',
    headers: { 'WWW-Authenticate': 'Basic realm="tollgate"' },
  },
  foreignPage: { status: 403, explanation: 'A page of another origin sent it.' },
  notFound: { status: 404, explanation: 'There is nothing at this path.' },
  requestTimeout: { status: 408, explanation: 'The request did not arrive in time.', closes: true },
  bodyTooLarge: { status: 413, explanation: 'The body is too large.', closes: true },
  pathTooLong: { status: 414, explanation: 'The address is too long.', closes: true },
  mediaType: {
    status: 415,
    explanation: 'Send JSON in UTF-8, not compressed, with Content-Type: application/json.',
  },
  formType: { status: 415, explanation: 'The body must be a form in UTF-8, not compressed.' },
  expectation: { status: 417, explanation: 'Only the expectation 100-continue is known.', closes: true },
  misdirected: {
    status: 421,
    explanation:
      'This gateway is not called so. TOLLGATE_ALLOWED_HOSTS tells a sandbox what else it is called.',
  },
  headersTooLarge: { status: 431, explanation: 'The header fields are too large or too many.', closes: true },
  httpVersion: { status: 505, explanation: 'Only HTTP/1.0 and HTTP/1.1 are spoken here.', closes: true },
} as const satisfies Record<
  string,
  { status: number; explanation: string; headers?: object; closes?: boolean }
>

export function refuse(name: keyof typeof refusals): HttpRefusal {
  const { explanation, ...rest } = refusals[name]
  return { kind: 'refusal', ...rest, rejection: unreadable(explanation) }
}

export function refuseMethod(allow: string): HttpRefusal {
  const useful = allow.split(', ').filter(method => method !== 'OPTIONS')
  const rejection = unreadable(`The method is not allowed here. Use ${useful.join(' or ')}.`)
  return { kind: 'refusal', status: 405, rejection, headers: { Allow: allow } }
}

/** An address below which nothing is; with what to do, where something like it is known. */
export function refuseAddress(advice: string): HttpRefusal {
  const { rejection, ...rest } = refuse('notFound')
  return { ...rest, rejection: unreadable(`${rejection.explanation} ${advice}`) }
}

/** 429: this caller sends too much. 503: all callers together do. */
export function refuseBusy(status: 429 | 503, why: string, retryAfterSeconds: number): HttpRefusal {
  return { kind: 'refusal', status, rejection: busy(why, retryAfterSeconds) }
}

export function refuseField(rejection: Rejection): HttpRefusal {
  return { kind: 'refusal', status: 400, rejection }
}

/** A rejection of the request as a whole: there is no field to name. */
export function unreadable(explanation: string): Rejection {
  return { kind: 'rejection', cause: 'INVALID_REQUEST', explanation }
}

/** A rejection whose caller gets only a support code; the explanation goes to the log. */
export function rejectUnexplained(explanation: string): Rejection {
  return { kind: 'rejection', cause: 'REQUEST_REJECTED', explanation }
}

export function isRefusal(thing: object): thing is HttpRefusal {
  return 'kind' in thing && thing.kind === 'refusal'
}

/** What the log says of it: the field and the reason, without anything that the caller sent as a value. */
export function loggedRefusal(error: Rejection | HttpRefusal): LoggedRefusal {
  const rejection = isRejection(error) ? error : error.rejection
  const { field, why, explanation } = rejection
  const reason = (isRejection(error) ? undefined : error.reason) ?? why ?? explanation
  return field === undefined ? { reason } : { field, reason }
}

type LoggedRefusal = { readonly field?: string; readonly reason: string }

/** The content of an error response besides its status; spec 7 defines which members go with which cause. */
type ErrorFacts =
  | {
      readonly cause: 'INVALID_REQUEST'
      readonly explanation: string
      readonly field?: string
      readonly validationType?: 'INVALID' | 'MISSING' | 'UNSUPPORTED'
    }
  | { readonly cause: 'SERVER_BUSY'; readonly explanation: string }
  | { readonly cause: 'REQUEST_REJECTED' | 'SERVER_FAILED'; readonly supportCode: string }

/** The status of a rejection; refusals carry their own. */
const statusOfCause = {
  INVALID_REQUEST: 400,
  REQUEST_REJECTED: 403,
  SERVER_BUSY: 503,
  SERVER_FAILED: 500,
} as const satisfies Record<ErrorFacts['cause'], number>

export function errorReply(error: Rejection | HttpRefusal, correlationId?: string): HttpReply {
  const rejection = isRejection(error) ? error : error.rejection
  const status = isRejection(error) ? statusOfCause[error.cause] : error.status
  const own = isRejection(error) ? undefined : error.headers
  const headers = rejection.cause === 'SERVER_BUSY' ? { ...own, ...retryAfter(rejection) } : own
  const facts = factsOf(rejection)
  return {
    status,
    body: errorBody(facts, correlationId),
    ...(headers === undefined ? {} : { headers }),
    ...('supportCode' in facts ? { supportCode: facts.supportCode } : {}),
  }
}

export function faultReply(code: string, correlationId?: string): HttpReply {
  return failure(statusOfCause.SERVER_FAILED, code, correlationId)
}

/** For an operation that the contract has but this release does not carry out. */
export function notAvailableReply(operation: string, correlationId?: string): HttpReply {
  return failure(501, `NOT-AVAILABLE-${operation}`, correlationId)
}

function errorBody(facts: ErrorFacts, correlationId?: string): string {
  const error =
    facts.cause === 'INVALID_REQUEST' || facts.cause === 'SERVER_BUSY'
      ? { cause: facts.cause, explanation: cut(facts.explanation, 1000), ...fieldOf(facts) }
      : { cause: facts.cause, supportCode: cut(facts.supportCode, 100) }
  return JSON.stringify(correlationId === undefined ? { error, result } : { correlationId, error, result })
}

const result = 'ERROR'

function failure(status: number, code: string, correlationId?: string): HttpReply {
  const body = errorBody({ cause: 'SERVER_FAILED', supportCode: code }, correlationId)
  return { status, body, supportCode: code }
}

function factsOf(rejection: Rejection): ErrorFacts {
  const { cause, explanation, field, validationType = 'INVALID' } = rejection
  if (cause === 'REQUEST_REJECTED') return { cause, supportCode: supportCode() }
  if (cause === 'SERVER_BUSY' || field === undefined) return { cause, explanation }
  return { cause, explanation, field, validationType }
}

function fieldOf(facts: ErrorFacts): object {
  if (facts.cause !== 'INVALID_REQUEST' || !facts.field) return {}
  return { field: cut(facts.field, 100), validationType: facts.validationType }
}

function retryAfter({ retryAfterSeconds = 1 }: Rejection): Readonly<Record<string, string>> {
  return { 'Retry-After': String(Math.max(1, Math.ceil(retryAfterSeconds))) }
}

/** At most lengthMax code points, never half of one; never empty, as spec 7 requires at least one. */
function cut(text: string, lengthMax: number): string {
  if (text === '') return '-'
  return text.length <= lengthMax ? text : [...text.slice(0, lengthMax * 2)].slice(0, lengthMax).join('')
}

/** For refusals of the parser, which happen before there is a response object to write with. */
export function rawErrorReply(refusal: HttpRefusal, clock: Clock, isTest = false): string {
  const { status, headers, body } = wireReplyOf(errorReply(refusal), false)
  if (isTest) headers.push(testHeader.name, testHeader.value)
  const lines = [`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`, `Date: ${clock.now().toUTCString()}`]
  for (let index = 0; index < headers.length; index += 2)
    lines.push(`${headers[index]}: ${headers[index + 1]}`)
  return `${lines.join('\r\n')}\r\nConnection: close\r\n\r\n${body}`
}

/** Renders as a page, for people, what programs get as JSON. */
export type RefusalPageRenderer = (refusal: RefusalSummary) => Promise<HttpReply>

type RefusalSummary = {
  readonly status: number
  /** What was wrong with the request. */
  readonly explanation?: string
  readonly supportCode?: string
  /** The languages that the browser prefers. */
  readonly acceptLanguage?: string | undefined
}

/** A browser that navigates accepts HTML; callers of the API get JSON, whatever they accept. */
export function wantsPage({ headers, url = '' }: IncomingMessage): boolean {
  return !url.startsWith('/api/') && (headers.accept?.includes('text/html') ?? false)
}

/** The same refusal as a page, with the same status and its other headers. */
export async function asRefusalPage(
  reply: HttpReply,
  error: Rejection | HttpRefusal | undefined,
  { render, acceptLanguage }: RefusalPageOptions,
): Promise<HttpReply> {
  const { status, supportCode, headers } = reply
  const rejection = error && (isRejection(error) ? error : error.rejection)
  const explanation = rejection?.cause === 'INVALID_REQUEST' ? rejection.explanation : undefined
  const summary = {
    status,
    ...(explanation !== undefined && { explanation }),
    ...(supportCode !== undefined && { supportCode }),
    acceptLanguage,
  }
  const page = await render(summary).catch(() => undefined)
  if (page === undefined) return reply
  const { body } = page
  return { ...reply, body, headers: { ...headers, ...page.headers } }
}

type RefusalPageOptions = {
  readonly render: RefusalPageRenderer
  readonly acceptLanguage: string | undefined
}
