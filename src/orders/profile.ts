import { isLoopbackHost } from '../standards/loopback.ts'
import { isWebOrigin } from '../standards/webOrigin.ts'

/** What a merchant may do beyond the ordinary, as its provider configured it. */
export type Profile = {
  /** Per cent of the authorized amount that captures may exceed it by. */
  readonly captureExcessPercent: number
  /** Per cent of the captured amount that refunds may exceed it by. */
  readonly refundExcessPercent: number
  /** Whether the issuer is asked before a refund when the request does not say. */
  readonly refundAuthorization: boolean
  /** Whether answers carry response.debugInformation. */
  readonly debugInformation: boolean
  /** Where the merchant's own pages are: only they may show the gateway's pages and fields in frames. */
  readonly allowedOrigins: readonly string[]
}

export const ordinaryProfile: Profile = {
  captureExcessPercent: 0,
  refundExcessPercent: 0,
  refundAuthorization: false,
  debugInformation: false,
  allowedOrigins: [],
}

export const allowedOriginsMax = 20

/** As browsers write it, without a path; in the open only on the machine itself. */
export function isOrigin(value: unknown): value is string {
  if (typeof value !== 'string' || !isWebOrigin(value)) return false
  return value.startsWith('https:') || isLoopbackHost(new URL(value).hostname)
}
