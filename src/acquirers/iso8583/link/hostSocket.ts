// Opens a socket to a host, over TCP or TLS.

import { readFile } from 'node:fs/promises'
import { isIP, connect as openTcp, type Socket } from 'node:net'
import { connect as openTls } from 'node:tls'
import { errorCode } from '../../../platform/errors.ts'
import type { HostAddress, LinkTls } from '../../routing/settings.ts'

/** What TLS needs of the files; read again for each connection, so that renewed certificates are used. */
export type HostTlsMaterial = {
  readonly ca?: Buffer
  readonly cert?: Buffer
  readonly key?: Buffer
  readonly serverName?: string
}

/** The socket, and the event that says that it can be used. */
export type OpeningSocket = { readonly socket: Socket; readonly openEvent: 'connect' | 'secureConnect' }

/** Anything that goes wrong is an event of the socket: listen to it before this turn of the loop ends. */
export function openSocket({ host, port }: HostAddress, tls: HostTlsMaterial | undefined): OpeningSocket {
  if (tls === undefined) return { socket: prepared(openTcp({ host, port })), openEvent: 'connect' }
  const { serverName, ...material } = tls
  const servername = serverName ?? (isIP(host) === 0 ? host : undefined)
  const name = servername === undefined ? {} : { servername }
  const socket = openTls({ ...material, ...name, host, port, minVersion: 'TLSv1.2' })
  return { socket: prepared(socket), openEvent: 'secureConnect' }
}

/**
 * Frames are gathered before they are written, so nothing is gained by delaying them again. An idle peer that
 * is gone is noticed by the system: it asks after ten seconds and then every second, ten times.
 */
function prepared<Opened extends Socket>(socket: Opened): Opened {
  socket.setNoDelay(true)
  socket.setKeepAlive(true, 10_000)
  return socket
}

/** Rejects where a file cannot be read. */
export async function readTlsMaterial({
  authorities,
  certificate,
  key,
  serverName,
}: LinkTls): Promise<HostTlsMaterial> {
  const [ca, cert, privateKey] = await Promise.all([authorities, certificate, key].map(readPem))
  return {
    ...(ca ? { ca } : {}),
    ...(cert ? { cert } : {}),
    ...(privateKey ? { key: privateKey } : {}),
    ...(serverName === undefined ? {} : { serverName }),
  }
}

async function readPem(path: string | undefined): Promise<Buffer | undefined> {
  if (path === undefined) return undefined
  return readFile(path).catch((error: unknown) => {
    throw new Error(`${path} cannot be read: ${errorCode(error)}`)
  })
}
