import { isLoopbackHost } from '../../standards/loopback.ts'

/** Whether an origin is the gateway's own: a laptop has several names for itself. */
export function isOwnOrigin(origin: string, own: string): boolean {
  if (origin === own) return true
  if (!URL.canParse(origin) || !URL.canParse(own)) return false
  const [one, other] = [new URL(origin), new URL(own)]
  const isHere = isLoopbackHost(one.hostname) && isLoopbackHost(other.hostname)
  return isHere && one.origin === origin && one.protocol === other.protocol && one.port === other.port
}
