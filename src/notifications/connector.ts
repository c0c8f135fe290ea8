import { lookup, Resolver } from 'node:dns/promises'
import { isIP, isIPv6, type LookupFunction } from 'node:net'
import type { buildConnector } from 'undici'

/** The addresses of a name. */
export type Resolve = (name: string) => Promise<readonly string[]>

export type ConnectorParts = {
  readonly resolve: Resolve
  /** Whether a target may have this address. */
  readonly isAllowed: (address: string) => boolean
  readonly patienceMs: number
  /** For tests: whom to trust besides everybody's authorities. */
  readonly ca?: string | undefined
}

/**
 * Connects to judged addresses only. A name is resolved here, once for each connection, and the connection
 * goes to one of these addresses: no second look-up can say otherwise. The certificate, if there is one, must
 * still be the name's.
 */
export function createConnector(
  build: typeof buildConnector,
  { resolve, isAllowed, patienceMs, ca }: ConnectorParts,
): buildConnector.connector {
  const connect = build({
    ...{ timeout: patienceMs, maxCachedSessions: sessionsMax, minVersion: 'TLSv1.2' as const },
    ...(ca !== undefined && { ca }),
    lookup: judgedLookup(resolve, isAllowed),
    autoSelectFamily: true,
  })
  return (options, callback) => {
    // What is an address already is connected to without any look-up.
    if (isIP(options.hostname) !== 0 && !isAllowed(options.hostname)) {
      return callback(new TargetRefused(), null)
    }
    connect(options, (...[error, socket]) => {
      if (error) return callback(error, null)
      // Never different from the above, or all of it was in vain.
      if (isAllowed(socket.remoteAddress ?? '')) return callback(null, socket)
      socket.destroy()
      callback(new TargetRefused(), null)
    })
  }
}

const sessionsMax = 100

/** One address that is refused is enough: a name that also points inside is not asked which it means. */
function judgedLookup(resolve: Resolve, isAllowed: (address: string) => boolean): LookupFunction {
  const judged = async (name: string) => {
    const addresses = await resolve(name)
    if (!addresses.every(isAllowed)) throw new TargetRefused()
    return addresses.map(address => ({ address, family: isIPv6(address) ? 6 : 4 }))
  }
  return (name, { all }, callback) => {
    judged(name).then(
      found => {
        const [first] = found
        if (!first) callback(new NameUnknown(), '')
        else if (all) callback(null, found)
        else callback(null, first.address, first.family)
      },
      error => callback(error, ''),
    )
  }
}

/** It is not on the public internet. */
export class TargetRefused extends Error {
  readonly code = 'TARGET_REFUSED'
}

class NameUnknown extends Error {
  readonly code = 'ENOTFOUND'
}

/**
 * Asks the name servers itself: the system's own look-up takes one of few threads for as long as it lasts,
 * and a name server that does not answer would keep the whole gateway waiting.
 */
export const publicNames: Resolve = async name => {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 })
  const found = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
  const addresses = found.flatMap(each => (each.status === 'fulfilled' ? each.value : []))
  const [failure] = found.flatMap(each => (each.status === 'rejected' ? [each.reason] : []))
  if (addresses.length === 0 && failure) throw failure
  return addresses.slice(0, addressesMax)
}

/** As every other program on this machine does, so that names only it knows can be used too. */
export const systemNames: Resolve = async name =>
  (await lookup(name, { all: true, verbatim: true })).map(({ address }) => address).slice(0, addressesMax)

const addressesMax = 16
