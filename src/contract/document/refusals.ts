// The statuses with which requests are refused, as documents list them.

import { versions } from '../kit/versions.ts'

export type DocumentedRefusal = {
  readonly status: number
  readonly title: string
  readonly cause: 'INVALID_REQUEST' | 'REQUEST_REJECTED' | 'SERVER_BUSY' | 'SERVER_FAILED'
  readonly doc: string
  readonly header?: { readonly name: string; readonly doc: string; readonly type: 'integer' | 'string' }
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
  },
  {
    status: 401,
    title: 'InvalidCredentials',
    cause: 'INVALID_REQUEST',
    doc: "Credentials are missing or wrong, or the path is another merchant's.",
    header: { name: 'WWW-Authenticate', doc: 'Basic.', type: 'string' },
  },
  {
    status: 403,
    title: 'RequestRejected',
    cause: 'REQUEST_REJECTED',
    doc: 'The certificate is unknown or has expired, or the source address is not allowed.',
  },
  {
    status: 404,
    title: 'NotFound',
    cause: 'INVALID_REQUEST',
    doc: `No such path, or a version outside ${versions.first} to ${versions.last}.`,
  },
  {
    status: 405,
    title: 'MethodNotAllowed',
    cause: 'INVALID_REQUEST',
    doc: 'The path knows other methods only.',
    header: { name: 'Allow', doc: 'The methods the path knows.', type: 'string' },
  },
  {
    status: 413,
    title: 'BodyTooLarge',
    cause: 'INVALID_REQUEST',
    doc: 'The body is larger than 256 KiB, from a browser 64 KiB.',
  },
  {
    status: 415,
    title: 'UnsupportedContent',
    cause: 'INVALID_REQUEST',
    doc: 'The body is neither JSON nor plain text in UTF-8.',
  },
  {
    status: 429,
    title: 'TooManyRequests',
    cause: 'SERVER_BUSY',
    doc: 'More requests a second than your profile allows, or too many wrong passwords.',
    header: retryAfter,
  },
  {
    status: 500,
    title: 'ServerFailed',
    cause: 'SERVER_FAILED',
    doc: 'A fault of the gateway. Retrieve the transaction before you try again.',
  },
  {
    status: 501,
    title: 'NotAvailable',
    cause: 'SERVER_FAILED',
    doc: 'The request is right, but this release does not carry out the operation yet.',
  },
  {
    status: 503,
    title: 'ServerBusy',
    cause: 'SERVER_BUSY',
    doc: 'The gateway cannot take the request now; nothing was sent to anyone.',
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
