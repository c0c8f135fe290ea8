import { isLoopbackHost, readUrl } from '../../standards/url.ts'

/** Whether an origin is the gateway's own: a laptop has several names for itself. */
export function isOwnOrigin(origin: string, own: string): boolean {
  if (origin === own) return true
  const [one, other] = [readUrl(origin), readUrl(own)]
  if (one === undefined || other === undefined) return false
  const isHere = isLoopbackHost(one.hostname) && isLoopbackHost(other.hostname)
  return isHere && one.origin === origin && one.protocol === other.protocol && one.port === other.port
}
