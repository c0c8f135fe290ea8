// Which origins may frame the gateway's pages and use a merchant's sessions.

import type { Profile } from '../orders/merchant.ts'
import { isLoopbackHost, readUrl } from '../standards/url.ts'

/** The origins whose pages may frame the gateway's pages, in the syntax of a content security policy. */
export function frameAncestors({ allowedOrigins }: Profile, isSandbox: boolean): readonly string[] {
  return isSandbox ? [...allowedOrigins, ...anyLocal, "'self'"] : allowedOrigins
}

/** Whether a page of this origin may use the merchant's sessions. */
export function isAllowedOrigin({ allowedOrigins }: Profile, isSandbox: boolean, origin: string): boolean {
  return allowedOrigins.includes(origin) || (isSandbox && localForm.test(origin))
}

/** In a sandbox, the shop under development may run on this machine, on any port. */
const anyLocal = ['http:', 'https:'].flatMap(scheme => [`${scheme}//localhost:*`, `${scheme}//127.0.0.1:*`])
const localForm = /^https?:\/\/(?:localhost|127\.0\.0\.1)(?::\d{1,5})?$/

/**
 * Whether an origin is the gateway's own. In a sandbox a browser may use another loopback name of this
 * machine, with the same scheme and port.
 */
export function isOwnOrigin(origin: string, own: string, isSandbox: boolean): boolean {
  if (origin === own) return true
  const [one, other] = [readUrl(origin), readUrl(own)]
  if (!isSandbox || one === undefined || other === undefined || one.origin !== origin) return false
  const isHere = isLoopbackHost(one.hostname) && isLoopbackHost(other.hostname)
  return isHere && one.protocol === other.protocol && one.port === other.port
}
