// The door of a connection: whole requests of a known caller can be refused before they are parsed.

import type { Socket } from 'node:net'
import type { AdmittedCaller } from './connections.ts'

/**
 * Lets `refuses` see each packet of a socket of node:http before the parser. Where it answers true, it has
 * refused what the packet holds, and the parser never sees it.
 */
export function watchDoor(socket: Socket, refuses: (packet: Buffer) => boolean): void {
  const [parse, ...others] = socket.listeners('data')
  if (parse === undefined || others.length > 0) return
  socket.removeAllListeners('data')
  // node:http now leaves the reading to the socket, and is handed what it would have read itself.
  socket.on('data', (packet: Buffer) => {
    if (!refuses(packet)) parse.call(socket, packet)
  })
}

/**
 * Whether a packet is exactly one request of this caller that changes something, with nothing unusual about
 * it. Where it is not, nobody but the parser can tell where the next one begins.
 */
export function isWholeRequest(packet: Buffer, { prefix, authorization }: AdmittedCaller): boolean {
  const headEnd = packet.indexOf('\r\n\r\n')
  if (headEnd === -1 || headEnd > headMax) return false
  const [line = '', ...fields] = packet.toString('latin1', 0, headEnd).split('\r\n')
  if (!line.endsWith(' HTTP/1.1') || !changing.some(method => line.startsWith(`${method} ${prefix}`)))
    return false
  const seen = new Map<string, string>()
  for (const field of fields) {
    const colon = field.indexOf(':')
    const name = field.slice(0, colon).toLowerCase()
    if (colon < 1 || unusual.test(name) || seen.has(name)) return false
    seen.set(name, field.slice(colon + 1).trim())
  }
  const length = seen.get('content-length') ?? '0'
  return (
    seen.get('authorization') === authorization &&
    lengthForm.test(length) &&
    packet.length === headEnd + 4 + Number(length)
  )
}

const headMax = 4_096
const changing = ['PUT', 'POST']
const unusual = /^(?:transfer-encoding|expect|connection|upgrade|.*[^a-z0-9-].*)$/
const lengthForm = /^\d{1,6}$/
