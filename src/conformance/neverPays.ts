// What the read-only profile may send: nothing that could create or change anything, whatever the host makes
// of it. A request may read; or it may be a write that names nobody who pays, on an order that only this run
// could have made. Every operation that begins an order needs a source of funds, so no such order ever comes
// to be, and there is nothing that the others could act on.

import { type HostRequest, merchantPath } from './check.ts'

/** Why a request must not be sent to a host where money moves; undefined where it may. */
export function whyItMayWrite(
  { method, path, body = '' }: HostRequest,
  { merchantId, orderIds }: { readonly merchantId: string; readonly orderIds: readonly string[] },
): string | undefined {
  if (readingMethods.has(method)) return undefined
  const [, version = '', rest = ''] =
    /^\/api\/rest\/version\/([^/]+)\/merchant\/[^/]+(\/.*)$/.exec(path) ?? []
  if (!path.startsWith(merchantPath(version, merchantId))) return `${method} ${path} is of another merchant`
  const [, orderId = ''] = /^\/order\/([^/]+)(?:\/transaction\/[^/]+)?\/?$/.exec(rest) ?? []
  if (!orderIds.includes(orderId)) return `${method} ${path} is no transaction of an order of this run`
  const text = unescaped(body.toString())
  const word = waysToPay.find(each => text.toLowerCase().includes(each.toLowerCase()))
  return word === undefined ? undefined : `${method} ${path} names ${word}`
}

const readingMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Where funds come from: a card, a wallet, a session, a token, an earlier order, a page of a provider. */
export const waysToPay = [
  ...['sourceOfFunds', 'session', 'token', 'referenceOrderId', 'browserPayment', '3DSecureId'],
] as const

/** A name may be written with escapes. */
const unescaped = (text: string): string =>
  text.replace(/\\u([0-9a-fA-F]{4})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
