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

export type OpeningSocket = {
  readonly socket: Socket
  /** Says that it can be used. */
  readonly openEvent: 'connect' | 'secureConnect'
  /** Ends it at once: what the network has not delivered yet never will be. */
  readonly reset: () => void
}

/** Anything that goes wrong is an event of the socket: listen to it before this turn of the loop ends. */
export function openSocket({ host, port }: HostAddress, tls: HostTlsMaterial | undefined): OpeningSocket {
  const wire = prepared(openTcp({ host, port }))
  if (tls === undefined) return { socket: wire, openEvent: 'connect', reset: () => reset(wire, wire) }
  const { serverName, ...material } = tls
  const servername = serverName ?? (isIP(host) === 0 ? host : undefined)
  const name = servername === undefined ? {} : { servername }
  const socket = openTls({ ...material, ...name, socket: wire, host, minVersion: 'TLSv1.2' })
  wire.on('error', error => socket.destroy(error))
  return { socket, openEvent: 'secureConnect', reset: () => reset(socket, wire) }
}

/**
 * A socket that is only destroyed leaves to the system what was written, which may deliver it minutes later,
 * when the network is back. `wire` is what is beneath TLS, which cannot be reset itself and ends with it (to
 * destroy both at once makes Node.js crash).
 */
function reset(socket: Socket, wire: Socket): void {
  const isEnding = socket.writableEnded && !socket.writableFinished && socket.writableLength === 0
  if (isEnding) {
    // In the turn in which it was ended the system would refuse.
    socket.once('finish', () => reset(socket, wire))
    return
  }
  wire.resetAndDestroy()
  // With bytes that the host does not take, the line above would wait for it.
  wire.destroy()
}

/**
 * Frames are gathered before they are written, so nothing is gained by delaying them again. An idle peer that
 * is gone is noticed by the system: it asks after ten seconds and then every second, ten times.
 */
function prepared(socket: Socket): Socket {
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
