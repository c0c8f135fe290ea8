// Which requests are meant for this gateway, which come from a web page of another origin, and which come
// from this machine.

import type { IncomingMessage } from 'node:http'
import { isIPv4 } from 'node:net'
import type { Rejection } from '../../orders/rejection.ts'
import { isLoopbackHost, readUrl } from '../../standards/url.ts'
import { plainAddress } from '../transport/connections.ts'
import { type HttpRefusal, refuse, rejectUnexplained } from '../transport/refusals.ts'
import { isEncrypted } from '../transport/tls.ts'

/** The host names of the gateway, besides those of loopback and the address that a connection came to. */
export type OwnHostNames = {
  /** Where browsers reach it, if not where it listens. */
  readonly publicUrl?: string | undefined
  readonly hosts?: readonly string[]
  /**
   * Refuses requests for other names: the author of a web page may let a name of their own resolve to this
   * gateway.
   */
  readonly isStrict?: boolean
  /** Whether requests from pages of other origins are always refused. */
  readonly isWithoutPages?: boolean
}

export type HostNames = {
  /** Refuses a request whose request line or Host header names another host. */
  readonly check: (request: IncomingMessage) => HttpRefusal | undefined
  /** Whether a web page of another origin sent it. */
  readonly isOfForeignPage: (request: IncomingMessage) => boolean
}

export function createHostNames(own: OwnHostNames = {}): HostNames {
  const { publicUrl, hosts = [], isStrict = false, isWithoutPages = false } = own
  const known = new Set(hosts.map(host => host.toLowerCase()))
  if (publicUrl !== undefined) known.add(nameIn(new URL(publicUrl).host))
  const isOwn = ({ socket, headers: { host } }: IncomingMessage): boolean => {
    const name = nameIn(host)
    return isLoopbackName(host) || known.has(name) || name === plainAddress(socket.localAddress ?? ' ')
  }
  const isForUs = (request: IncomingMessage): boolean => {
    const authority = absoluteForm.exec(request.url ?? '')?.[1]
    if (authority === undefined && !isStrict) return true
    const isForHost = authority === undefined || isSameHost(authority, request.headers.host)
    return isForHost && isOwn(request)
  }
  const isOfForeignPage = (request: IncomingMessage): boolean => {
    if (!isOfPage(request)) return false
    const origins = isOwn(request) ? [originOf(request)] : []
    return isOfAnotherPage(request, publicUrl === undefined ? origins : [...origins, publicUrl])
  }
  return {
    check(request) {
      if (!isForUs(request)) return refuse('misdirected')
      return isWithoutPages && isOfForeignPage(request) ? refuse('foreignPage') : undefined
    },
    isOfForeignPage,
  }
}

/** Whether a Host header can only mean the machine itself. */
const isLoopbackName = (host = ''): boolean => isLoopbackHost(withoutPort(host))

/** The origin of a page that was loaded from the address this request goes to. */
const originOf = ({ socket, headers: { host = '' } }: IncomingMessage): string =>
  `${isEncrypted(socket) ? 'https' : 'http'}://${host.toLowerCase()}`

/** Whether the browser's headers say that a page of none of these origins sent the request. */
function isOfAnotherPage({ headers }: IncomingMessage, origins: readonly string[]): boolean {
  const { origin, 'sec-fetch-site': site } = headers
  const isForeign = origin !== undefined && !origins.includes(origin.toLowerCase())
  return isForeign || (site !== undefined && !ownSites.includes(String(site)))
}

/**
 * Whether the browser's headers say that the sending page has the origin this request goes to, by whatever
 * name.
 */
export function isOfOwnPage({ headers }: IncomingMessage): boolean {
  const { origin, host, 'sec-fetch-site': site } = headers
  // Browsers send no Origin with what only reads.
  if (origin === undefined) return site === 'same-origin'
  return site === undefined ? readUrl(origin)?.host === host?.toLowerCase() : site === 'same-origin'
}

const isOfPage = ({ headers }: IncomingMessage): boolean =>
  headers.origin !== undefined || headers['sec-fetch-site'] !== undefined

/** Our own page, or none: an address typed into the address bar. Another port of this machine is neither. */
const ownSites = ['same-origin', 'none']

const withoutPort = (host: string): string => host.toLowerCase().replace(/:\d{1,5}$/, '')

/** An IPv6 address as sockets write it, without brackets. */
const nameIn = (host = ''): string => withoutPort(host).replace(/^\[(.*)\]$/, '$1')

const isSameHost = (one: string, other = ''): boolean => one.toLowerCase() === other.toLowerCase()

const absoluteForm = /^[a-z][a-z0-9+.-]*:\/\/([^/?]*)/i

/**
 * Admits a caller without credentials only if it is a user of this machine, and not a web page that is open
 * on it: a page's browser is on loopback too, and its author may let a name of their own resolve to loopback
 * at any moment.
 */
export function checkLocal(request: IncomingMessage): Rejection | undefined {
  const { socket, headers, url = '' } = request
  if (!isLoopback(plainAddress(socket.remoteAddress ?? '')))
    return rejectUnexplained('The caller is not on loopback.')
  if (proxyHeaders.some(name => headers[name] !== undefined))
    return rejectUnexplained('A proxy passed the call on.')
  if (!isLoopbackName(headers.host) || !url.startsWith('/'))
    return rejectUnexplained('The host is not a name of loopback.')
  return isOfAnotherPage(request, [originOf(request)])
    ? rejectUnexplained('A page of another origin sent it.')
    : undefined
}

export function isLoopback(address: string): boolean {
  return address === '::1' || (isIPv4(address) && address.startsWith('127.'))
}

/** A request that came through a proxy came from another machine, whichever proxy it was. */
const proxyHeaders = [
  ...['x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'forwarded', 'via'],
  ...['cf-connecting-ip', 'true-client-ip', 'x-client-ip'],
]
