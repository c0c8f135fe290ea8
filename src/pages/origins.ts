import type { Profile } from '../orders/merchant.ts'
import { isLoopbackHost, readUrl } from '../standards/url.ts'

/** Whose pages may show the gateway's pages in frames, as a content security policy names them. */
export function frameAncestors({ allowedOrigins }: Profile, isSandbox: boolean): readonly string[] {
  return isSandbox ? [...allowedOrigins, ...anyLocal, "'self'"] : allowedOrigins
}

/** Whether a page of this origin may work with the merchant's sessions. */
export function isAllowedOrigin({ allowedOrigins }: Profile, isSandbox: boolean, origin: string): boolean {
  return allowedOrigins.includes(origin) || (isSandbox && localForm.test(origin))
}

/** In a sandbox: a shop under development runs on this machine, on any port. */
const anyLocal = ['http:', 'https:'].flatMap(scheme => [`${scheme}//localhost:*`, `${scheme}//127.0.0.1:*`])
const localForm = /^https?:\/\/(?:localhost|127\.0\.0\.1)(?::\d{1,5})?$/

/** Whether an origin is the gateway's own; all loopback names of one machine, with the same port, are. */
export function isOwnOrigin(origin: string, own: string): boolean {
  if (origin === own) return true
  const [one, other] = [readUrl(origin), readUrl(own)]
  if (one === undefined || other === undefined) return false
  const isHere = isLoopbackHost(one.hostname) && isLoopbackHost(other.hostname)
  return isHere && one.origin === origin && one.protocol === other.protocol && one.port === other.port
}
