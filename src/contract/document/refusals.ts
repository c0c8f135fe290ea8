// The statuses with which requests are refused, as documents list them: when, what to do, and an example.

import { versions } from '../kit/versions.ts'

export type DocumentedRefusal = {
  readonly status: number
  readonly title: string
  readonly cause: 'INVALID_REQUEST' | 'REQUEST_REJECTED' | 'SERVER_BUSY' | 'SERVER_FAILED'
  readonly doc: string
  /** What the caller does about it. */
  readonly fix: string
  /** `error` of an answer, without its cause. */
  readonly example: RefusalExample
  readonly header?: { readonly name: string; readonly doc: string; readonly type: 'integer' | 'string' }
}

export type RefusalExample = {
  readonly explanation?: string
  readonly field?: string
  readonly validationType?: 'INVALID' | 'MISSING' | 'UNSUPPORTED'
  readonly supportCode?: string
}

const retryAfter = {
  name: 'Retry-After',
  doc: 'Seconds to wait before trying again.',
  type: 'integer',
} as const

/** The statuses of refusals, each with the error.cause of its body. */
export const refusals: readonly DocumentedRefusal[] = [
  {
    status: 400,
    title: 'InvalidRequest',
    cause: 'INVALID_REQUEST',
    doc:
      'A field is wrong, the JSON cannot be read, the state of the order does not allow it, ' +
      'or an order, transaction, session or token is unknown.',
    fix:
      'Read `error.field` and `error.explanation`, change the request and send it again. Nothing was ' +
      'recorded, so its ids are still free.',
    example: {
      explanation: "Missing parameter 'order.amount'.",
      field: 'order.amount',
      validationType: 'MISSING',
    },
  },
  {
    status: 401,
    title: 'InvalidCredentials',
    cause: 'INVALID_REQUEST',
    doc: "Credentials are missing or wrong, or the path is another merchant's.",
    fix:
      'Send HTTP Basic credentials: user `merchant.<merchantId>` with the id that is in the path, password ' +
      'an API password of that merchant.',
    example: {
      explanation:
        'Invalid credentials. Use Basic authentication with user merchant.<merchant id> and an API password.',
    },
    header: { name: 'WWW-Authenticate', doc: 'Basic.', type: 'string' },
  },
  {
    status: 403,
    title: 'RequestRejected',
    cause: 'REQUEST_REJECTED',
    doc: 'The certificate is unknown or has expired, or the source address is not allowed.',
    fix:
      'Send the certificate that is registered for you, or call from an allowed address. Tell your ' +
      'operator the support code; the log has the reason.',
    example: { supportCode: 'K7Q2M9X4B1ZT' },
  },
  {
    status: 404,
    title: 'NotFound',
    cause: 'INVALID_REQUEST',
    doc: `No such path, or a version outside ${versions.first} to ${versions.last}.`,
    fix: 'Compare the path with the reference, and the version in it with those that are served.',
    example: { explanation: 'There is nothing at this path.' },
  },
  {
    status: 405,
    title: 'MethodNotAllowed',
    cause: 'INVALID_REQUEST',
    doc: 'The path knows other methods only.',
    fix: 'Use one of the methods in the Allow header: PUT for transactions, GET to retrieve.',
    example: { explanation: 'The method is not allowed here. Use GET.' },
    header: { name: 'Allow', doc: 'The methods the path knows.', type: 'string' },
  },
  {
    status: 413,
    title: 'BodyTooLarge',
    cause: 'INVALID_REQUEST',
    doc: 'The body is larger than 256 KiB, from a browser 64 KiB.',
    fix: 'Send less. Ordinary requests are a few kilobytes.',
    example: { explanation: 'The body is too large.' },
  },
  {
    status: 415,
    title: 'UnsupportedContent',
    cause: 'INVALID_REQUEST',
    doc: 'The body is neither JSON nor plain text in UTF-8.',
    fix: 'Send `Content-Type: application/json`, in UTF-8 and not compressed.',
    example: { explanation: 'Send JSON in UTF-8, not compressed, with Content-Type: application/json.' },
  },
  {
    status: 429,
    title: 'TooManyRequests',
    cause: 'SERVER_BUSY',
    doc: 'More requests a second than your profile allows, or too many wrong passwords.',
    fix: 'Wait as many seconds as Retry-After says, then send the same request under the same ids.',
    example: { explanation: 'This merchant sends more requests a second than it may.' },
    header: retryAfter,
  },
  {
    status: 500,
    title: 'ServerFailed',
    cause: 'SERVER_FAILED',
    doc: 'A fault of the gateway. Retrieve the transaction before you try again.',
    fix:
      'Retrieve the transaction: it may have been made. Then send the same request under the same ids, ' +
      'which is safe, and tell your operator the support code.',
    example: { supportCode: 'K7Q2M9X4B1ZT' },
  },
  {
    status: 501,
    title: 'NotAvailable',
    cause: 'SERVER_FAILED',
    doc: 'The request is right, but this release does not carry out the operation yet.',
    fix: 'Use another operation, or ask your operator for a release that has it.',
    example: { supportCode: 'NOT-AVAILABLE-OPERATION' },
  },
  {
    status: 503,
    title: 'ServerBusy',
    cause: 'SERVER_BUSY',
    doc: 'The gateway cannot take the request now; nothing was sent to anyone.',
    fix: 'Wait as many seconds as Retry-After says, then send the same request under the same ids.',
    example: { explanation: 'The database is not available just now; nothing was done.' },
    header: retryAfter,
  },
]

/** A documented call is never answered with 405; 413 and 415 are possible only if there is a body. */
export function refusalsOf({
  hasBody,
  isPublic,
}: {
  hasBody: boolean
  isPublic: boolean
}): readonly DocumentedRefusal[] {
  const bodily = [413, 415]
  const personal = [400, 401, 403, 501]
  return refusals.filter(
    ({ status }) =>
      status !== 405 && (hasBody || !bodily.includes(status)) && (!isPublic || !personal.includes(status)),
  )
}
