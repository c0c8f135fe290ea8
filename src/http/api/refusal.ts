import { busy, isRejection, type Rejection } from '../../orders/rejection.ts'

/** The door's own refusal: a rejection with the status HTTP has for it. */
export type HttpRefusal = {
  readonly kind: 'refusal'
  readonly status: number
  readonly rejection: Rejection
  readonly headers?: Readonly<Record<string, string>>
  /** What only the log is told. */
  readonly reason?: string
  /** Framing can no longer be trusted, or more would have to be read than we are willing to. */
  readonly closes?: boolean
}

const refusals = {
  malformedRequest: { status: 400, explanation: 'The request is not valid HTTP.', closes: true },
  hostHeader: { status: 400, explanation: 'Exactly one valid Host header is needed.', closes: true },
  transferEncoding: { status: 400, explanation: 'Transfer-Encoding may only be chunked.', closes: true },
  malformedPath: { status: 400, explanation: 'The path is not valid percent-encoded UTF-8.' },
  unexpectedQuery: { status: 400, explanation: 'The query string is not valid here.' },
  credentials: {
    status: 401,
    explanation: 'Invalid credentials.',
    headers: { 'WWW-Authenticate': 'Basic realm="tollgate"' },
  },
  foreignPage: { status: 403, explanation: 'A page of another origin sent it.' },
  notFound: { status: 404, explanation: 'There is nothing at this path.' },
  requestTimeout: { status: 408, explanation: 'The request did not arrive in time.', closes: true },
  bodyTooLarge: { status: 413, explanation: 'The body is too large.', closes: true },
  pathTooLong: { status: 414, explanation: 'The address is too long.', closes: true },
  mediaType: { status: 415, explanation: 'The body must be JSON in UTF-8, not compressed.' },
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
  const rejection = unreadable(`The method is not allowed here. Allowed: ${allow}.`)
  return { kind: 'refusal', status: 405, rejection, headers: { Allow: allow } }
}

/** 429: this caller asks too much. 503: everybody does. */
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

export function isRefusal(thing: object): thing is HttpRefusal {
  return 'kind' in thing && thing.kind === 'refusal'
}

/** Where the caller is told a support code only, or nothing, whoever reads the log needs the reason. */
export function logReasonOf(error: Rejection | HttpRefusal): string | undefined {
  if (!isRejection(error)) return error.reason
  return error.cause === 'REQUEST_REJECTED' ? error.explanation : undefined
}
