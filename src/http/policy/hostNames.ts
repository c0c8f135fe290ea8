import type { IncomingMessage } from 'node:http'
import { isIPv4 } from 'node:net'
import type { Rejection } from '../../orders/rejection.ts'
import { isLoopbackHost, readUrl } from '../../standards/url.ts'
import { plainAddress } from '../transport/connections.ts'
import { type HttpRefusal, refuse, rejectUnexplained } from '../transport/refusals.ts'
import { isEncrypted } from '../transport/tls.ts'

/** What a gateway is called, besides the names of loopback and the address that a connection came to. */
export type OwnHostNames = {
  /** Where browsers reach it, if not where it listens. */
  readonly publicUrl?: string | undefined
  readonly hosts?: readonly string[]
  /** Refuses requests for other names: the author of a web page may point a name of theirs here. */
  readonly isStrict?: boolean
  /** Whether no page of another origin has anything to ask here, whoever looks at it. */
  readonly isWithoutPages?: boolean
}

export type HostNames = {
  /** Whether a request is for this gateway, as its first line and its Host header say. */
  readonly check: (request: IncomingMessage) => HttpRefusal | undefined
  /** Whether a web page sent it that is not the gateway's own. */
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

/** Where a page is that was loaded from where this request goes. */
const originOf = ({ socket, headers: { host = '' } }: IncomingMessage): string =>
  `${isEncrypted(socket) ? 'https' : 'http'}://${host.toLowerCase()}`

/** Whether a browser says of a request that a page sent it which is of none of these origins. */
function isOfAnotherPage({ headers }: IncomingMessage, origins: readonly string[]): boolean {
  const { origin, 'sec-fetch-site': site } = headers
  const isForeign = origin !== undefined && !origins.includes(origin.toLowerCase())
  return isForeign || (site !== undefined && !ownSites.includes(String(site)))
}

/** Whether a browser says that the page which sent it came from where this request goes, however called. */
export function isOfOwnPage({ headers }: IncomingMessage): boolean {
  const { origin, host, 'sec-fetch-site': site } = headers
  if (origin === undefined) return false
  return site === undefined ? readUrl(origin)?.host === host?.toLowerCase() : site === 'same-origin'
}

const isOfPage = ({ headers }: IncomingMessage): boolean =>
  headers.origin !== undefined || headers['sec-fetch-site'] !== undefined

/** A page of ours, or nobody's: typed into the address bar. Another port of this machine is neither. */
const ownSites = ['same-origin', 'none']

const withoutPort = (host: string): string => host.toLowerCase().replace(/:\d{1,5}$/, '')

/** An address of version 6 as sockets write it. */
const nameIn = (host = ''): string => withoutPort(host).replace(/^\[(.*)\]$/, '$1')

const isSameHost = (one: string, other = ''): boolean => one.toLowerCase() === other.toLowerCase()

const absoluteForm = /^[a-z][a-z0-9+.-]*:\/\/([^/?]*)/i

/**
 * Whether a caller without credentials is somebody at this machine, and not a web page that is open on it: a
 * page's browser sits on loopback too, and a name its author owns may be pointed there at any moment.
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

/** Whatever came through a proxy came from somewhere else, whoever the proxy is. */
const proxyHeaders = ['x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'forwarded', 'via'] as const
