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

/** Of one connection: which of its packets can be refused before they are parsed. */
export class WholeRequests {
  #last: HeadForm | undefined

  /**
   * The method, where a packet is exactly one request of this caller that changes something, with nothing
   * unusual about it. Where it is not, nobody but the parser can tell where the next one begins.
   */
  methodIn(packet: Buffer, caller: AdmittedCaller): string | undefined {
    if (this.#last?.caller !== caller || !isLike(packet, this.#last)) this.#last = formOf(packet, caller)
    return this.#last?.method
  }
}

/** The head of a request. The next one of its connection mostly differs in its path and its length alone. */
type HeadForm = {
  readonly caller: AdmittedCaller
  readonly method: string
  /** Its first bytes: the method, and what the caller's addresses begin with. */
  readonly beginning: Buffer
  /** All behind its first line, with the empty line. */
  readonly fields: Buffer
  /** Where in them the digits of the length are: at their end, where there are none. */
  readonly lengthAt: number
  readonly lengthEnd: number
}

/** By a few comparisons of bytes: reading each head anew was a quarter of what a refusal takes. */
function isLike(packet: Buffer, { beginning, fields, lengthAt, lengthEnd }: HeadForm): boolean {
  const lineEnd = packet.indexOf(carriageReturn)
  const versionAt = lineEnd - version.length
  if (versionAt < beginning.length || packet.indexOf(lineFeed) !== lineEnd + 1) return false
  const fieldsAt = lineEnd + 2
  const digitsAt = fieldsAt + lengthAt
  if (!holds(packet, 0, beginning) || !holds(packet, versionAt, version)) return false
  if (!holds(packet, fieldsAt, fields, 0, lengthAt)) return false
  let at = digitsAt
  let length = 0
  if (lengthEnd > lengthAt) {
    for (; at < digitsAt + lengthDigits && isDigit(packet[at]); at += 1)
      length = length * 10 + (packet[at] ?? 0) - zero
    if (at === digitsAt) return false
  }
  const bodyAt = at + fields.length - lengthEnd
  return (
    bodyAt <= headMax + emptyLine && packet.length === bodyAt + length && holds(packet, at, fields, lengthEnd)
  )
}

const holds = (packet: Buffer, at: number, bytes: Buffer, from = 0, to = bytes.length): boolean =>
  at + to - from <= packet.length && packet.compare(bytes, from, to, at, at + to - from) === 0

function formOf(packet: Buffer, caller: AdmittedCaller): HeadForm | undefined {
  const headEnd = packet.indexOf('\r\n\r\n')
  if (headEnd === -1 || headEnd > headMax) return undefined
  const [line = '', ...fields] = packet.toString('latin1', 0, headEnd).split('\r\n')
  const method = changing.find(name => line.startsWith(`${name} ${caller.prefix}`))
  if (method === undefined || !line.endsWith(' HTTP/1.1') || loneBreak.test(line)) return undefined
  const seen = new Map<string, string>()
  const fieldsAt = line.length + 2
  let lengthAt = headEnd + emptyLine - fieldsAt
  let lengthEnd = lengthAt
  let at = 0
  for (const field of fields) {
    const colon = field.indexOf(':')
    const name = field.slice(0, colon).toLowerCase()
    if (colon < 1 || unusual.test(name) || loneBreak.test(field) || seen.has(name)) return undefined
    const value = field.slice(colon + 1).trim()
    seen.set(name, value)
    if (name === 'content-length') {
      lengthAt = at + field.indexOf(value, colon)
      lengthEnd = lengthAt + value.length
    }
    at += field.length + 2
  }
  const length = seen.get('content-length') ?? '0'
  if (seen.get('authorization') !== caller.authorization || !lengthForm.test(length)) return undefined
  if (packet.length !== headEnd + emptyLine + Number(length)) return undefined
  return {
    ...{ caller, method, lengthAt, lengthEnd },
    beginning: Buffer.from(`${method} ${caller.prefix}`, 'latin1'),
    // Not a view: that would keep the whole packet, with what is in its body.
    fields: Buffer.from(packet.subarray(fieldsAt, headEnd + emptyLine)),
  }
}

const headMax = 4_096
/** Two ends of lines. */
const emptyLine = 4
const version = Buffer.from(' HTTP/1.1')
const carriageReturn = 13
const lineFeed = 10
const zero = 48
const lengthDigits = 6
const changing = ['PUT', 'POST']
const unusual = /^(?:transfer-encoding|expect|connection|upgrade|.*[^a-z0-9-].*)$/
const lengthForm = /^\d{1,6}$/
/** The parser may take one for the end of a line. */
const loneBreak = /[\r\n]/

const isDigit = (byte = 0): boolean => byte >= zero && byte <= zero + 9
