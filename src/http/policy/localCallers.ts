import type { IncomingMessage } from 'node:http'
import { isIPv4 } from 'node:net'
import type { Rejection } from '../../orders/rejection.ts'
import { isLoopbackName, isOfAnotherPage, originOf } from './hostNames.ts'
import { plainAddress } from './sourceAddress.ts'

/**
 * Whether a caller without credentials is somebody at this machine, and not a web page that is open on it: a
 * page's browser sits on loopback too, and a name its author owns may be pointed there at any moment.
 */
export function checkLocal(request: IncomingMessage): Rejection | undefined {
  const { socket, headers, url = '' } = request
  if (!isLoopback(plainAddress(socket.remoteAddress ?? ''))) return rejected('The caller is not on loopback.')
  if (proxyHeaders.some(name => headers[name] !== undefined)) return rejected('A proxy passed the call on.')
  if (!isLoopbackName(headers.host) || !url.startsWith('/'))
    return rejected('The host is not a name of loopback.')
  return isOfAnotherPage(request, [originOf(request)])
    ? rejected('A page of another origin sent it.')
    : undefined
}

export function isLoopback(address: string): boolean {
  return address === '::1' || (isIPv4(address) && address.startsWith('127.'))
}

/** Whatever came through a proxy came from somewhere else, whoever the proxy is. */
const proxyHeaders = ['x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'forwarded', 'via'] as const

/** The caller learns a support code, the log the reason. */
function rejected(explanation: string): Rejection {
  return { kind: 'rejection', cause: 'REQUEST_REJECTED', explanation }
}
