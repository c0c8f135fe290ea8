// Connecting to a receiver's host: resolving its name, and refusing addresses that are not on the public
// internet.

import { lookup, Resolver } from 'node:dns/promises'
import { BlockList, isIP, isIPv6, type LookupFunction } from 'node:net'
import type { buildConnector } from 'undici'

/** The addresses of a name. */
type ResolveName = (name: string) => Promise<readonly string[]>

export type ConnectorDependencies = {
  readonly resolve: ResolveName
  /** Whether a target may have this address. */
  readonly isAllowed: (address: string) => boolean
  readonly timeoutMs: number
  /** For tests: an authority to trust besides the public ones. */
  readonly ca?: string | undefined
}

/**
 * Connects to checked addresses only. A name is resolved here, once for each connection, and the connection
 * goes to one of these addresses, so that no second look-up can give another one. The certificate, if there
 * is one, must still match the name.
 */
export function createConnector(
  build: typeof buildConnector,
  { resolve, isAllowed, timeoutMs, ca }: ConnectorDependencies,
): buildConnector.connector {
  const connect = build({
    ...{ timeout: timeoutMs, maxCachedSessions: sessionsMax, minVersion: 'TLSv1.2' as const },
    ...(ca !== undefined && { ca }),
    lookup: checkedLookup(resolve, isAllowed),
    autoSelectFamily: true,
  })
  return (options, callback) => {
    // An address needs no look-up.
    if (isIP(options.hostname) !== 0 && !isAllowed(options.hostname)) {
      return callback(new TargetRefused(), null)
    }
    connect(options, (...[error, socket]) => {
      if (error) return callback(error, null)
      // The connected address must be one of the allowed ones too: otherwise the check above had no effect.
      if (isAllowed(socket.remoteAddress ?? '')) return callback(null, socket)
      socket.destroy()
      callback(new TargetRefused(), null)
    })
  }
}

const sessionsMax = 100

/**
 * One refused address is enough to refuse the name: a name that also resolves to an internal address is not
 * used at all.
 */
function checkedLookup(resolve: ResolveName, isAllowed: (address: string) => boolean): LookupFunction {
  const resolveAllowed = async (name: string) => {
    const addresses = await resolve(name)
    if (!addresses.every(isAllowed)) throw new TargetRefused()
    return addresses.map(address => ({ address, family: isIPv6(address) ? 6 : 4 }))
  }
  return (name, { all }, callback) => {
    resolveAllowed(name).then(
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

/** The target is not on the public internet. */
class TargetRefused extends Error {
  readonly code = 'TARGET_REFUSED'
}

class NameUnknown extends Error {
  readonly code = 'ENOTFOUND'
}

/**
 * Queries the name servers directly: the system's look-up occupies one of few threads while it lasts, and a
 * name server that does not answer would block the whole gateway.
 */
export const publicNames: ResolveName = async name => {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 })
  const found = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
  const addresses = found.flatMap(each => (each.status === 'fulfilled' ? each.value : []))
  const [failure] = found.flatMap(each => (each.status === 'rejected' ? [each.reason] : []))
  if (addresses.length === 0 && failure) throw failure
  return addresses.slice(0, addressesMax)
}

/** Uses the system's look-up, so that local names can be used too. */
export const systemNames: ResolveName = async name =>
  (await lookup(name, { all: true, verbatim: true })).map(({ address }) => address).slice(0, addressesMax)

const addressesMax = 16

/**
 * Whether an address is on the public internet. Every other address is refused as a target: it belongs to the
 * network of the gateway's operator, or to no one.
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0) return false
  if (!isIPv6(address)) return !notPublic4.check(address, 'ipv4')
  const bytes = bytesOf(address)
  const carried = bytes && embeddedIpv4(bytes)
  if (carried !== undefined) return isPublicAddress(carried)
  return bytes !== undefined && global6.check(address, 'ipv6') && !notPublic6.check(address, 'ipv6')
}

type Subnets = readonly (readonly [network: string, bits: number])[]

function listOf(subnets: Subnets, family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList()
  for (const [network, bits] of subnets) list.addSubnet(network, bits, family)
  return list
}

const notPublic4 = listOf(
  [
    ['0.0.0.0', 8], // this network
    ['10.0.0.0', 8], // private
    ['100.64.0.0', 10], // shared by providers, and some clouds' own services
    ['127.0.0.0', 8], // loopback
    ['168.63.129.16', 32], // a cloud's own service for its machines
    ['169.254.0.0', 16], // link-local, and what clouds tell their machines
    ['172.16.0.0', 12], // private
    ['192.0.0.0', 24], // protocol assignments
    ['192.0.2.0', 24], // documentation
    ['192.88.99.0', 24], // 6to4 relays
    ['192.168.0.0', 16], // private
    ['198.18.0.0', 15], // benchmarks
    ['198.51.100.0', 24], // documentation
    ['203.0.113.0', 24], // documentation
    ['224.0.0.0', 4], // multicast
    ['240.0.0.0', 4], // reserved, broadcast
  ],
  'ipv4',
)

/**
 * Only these are assigned globally; loopback, link-local, unique local and multicast addresses are all
 * outside.
 */
const global6 = listOf([['2000::', 3]], 'ipv6')

const notPublic6 = listOf(
  [
    ['2001::', 23], // protocol assignments, tunnels among them
    ['2001:db8::', 32], // documentation
    ['2002::', 16], // 6to4: an IPv4 address in another form, and out of use
    ['3fff::', 20], // documentation
  ],
  'ipv6',
)

/** The IPv4 address that an IPv6 address represents: mapped, or through a translator (NAT64). */
function embeddedIpv4(bytes: readonly number[]): string | undefined {
  const isCarrier = ipv4Prefixes.some(prefix => prefix.every((byte, index) => bytes[index] === byte))
  return isCarrier ? bytes.slice(12).join('.') : undefined
}

const ipv4Prefixes: readonly (readonly number[])[] = [
  [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 255, 255],
  [0, 0x64, 0xff, 0x9b, 0, 0, 0, 0, 0, 0, 0, 0],
]

/** All sixteen bytes. An address with a zone is link-local, and so never public. */
function bytesOf(address: string): readonly number[] | undefined {
  const [before = '', after] = address.split('::')
  const first = groupsOf(before)
  const last = groupsOf(after ?? '')
  const zeros = Array.from({ length: Math.max(0, 8 - first.length - last.length) }, () => 0)
  const groups = [...first, ...(after === undefined ? [] : zeros), ...last]
  const isWhole = groups.length === 8 && groups.every(group => group >= 0 && group <= 0xffff)
  return isWhole ? groups.flatMap(group => [group >> 8, group & 255]) : undefined
}

function groupsOf(text: string): readonly number[] {
  if (text === '') return []
  return text.split(':').flatMap(group => (group.includes('.') ? pairsOf(group) : [hexadecimal(group)]))
}

const hexadecimal = (group: string): number =>
  /^[0-9a-f]{1,4}$/i.test(group) ? Number.parseInt(group, 16) : Number.NaN

/** The last 32 bits may be written as an IPv4 address. */
function pairsOf(text: string): readonly number[] {
  const [a = 0, b = 0, c = 0, d = 0] = text.split('.').map(Number)
  return [a * 256 + b, c * 256 + d]
}
