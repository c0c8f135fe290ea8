// The open connections of a listener: what is stored for each, and how many each address may hold.

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'

/** One request and the response it is waiting for. */
export type HttpExchange = {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly expectation: 'none' | 'continue' | 'unknown'
  readonly connection: HttpConnection
}

/**
 * Requests of one connection are worked on one after the other. Node would start pipelined ones at once, and
 * then nothing could stop the second when the first turns out to be an error.
 */
export type HttpConnection = {
  readonly memory: LoginMemory
  /** The certificate the client authenticated with, on listeners that ask for one. */
  readonly certificate: ClientCertificate | undefined
  /** The merchant who was last admitted on it. */
  caller: AdmittedCaller | undefined
  /** Whether its packets are seen before the parser sees them. */
  isWatched: boolean
  current: HttpExchange | undefined
  /** Whether a request has arrived on it yet. */
  hasReceivedRequest: boolean
  readonly waiting: HttpExchange[]
  /** The parser has failed, or the socket is closed: what is under way finishes, nothing new starts. */
  isBroken: boolean
  /** Bytes of a response that the client had not read at the last check. */
  untaken: number
  /** How many bytes were written by then. */
  written: number
}

export type AdmittedCaller = {
  readonly merchantId: string
  readonly authorization: string | undefined
  /** What the merchant's addresses begin with, as the caller writes them. */
  readonly prefix: string
}

/** A client certificate that was verified when the connection was made. */
export type ClientCertificate = {
  /** SHA-256 of its public key. */
  readonly keyHash: Buffer
  readonly notAfterMs: number
}

/** Every open connection, and how many each address holds. */
export class OpenConnections {
  readonly #bySocket = new Map<Duplex, HttpConnection>()
  /**
   * Admitted, but not yet ready for requests (the TLS handshake is under way), by remote address and port.
   */
  readonly #greeting = new Map<string, Socket>()
  readonly #perAddress = new Map<string, number>()
  readonly #perAddressMax: number

  constructor(perAddressMax: number) {
    this.#perAddressMax = perAddressMax
  }

  /** False when the address already holds as many as it may. */
  admit(socket: Socket): boolean {
    const address = plainAddress(socket.remoteAddress ?? '')
    const held = this.#perAddress.get(address) ?? 0
    if (held >= this.#perAddressMax) return false
    this.#perAddress.set(address, held + 1)
    const peer = peerOf(socket)
    this.#greeting.set(peer, socket)
    socket.once('close', () => {
      if (this.#greeting.get(peer) === socket) this.#greeting.delete(peer)
      this.#giveBack(address)
    })
    return true
  }

  /** The connection is ready for requests: on the socket itself, or on the one that TLS made of it. */
  open(socket: Socket, certificate?: ClientCertificate): void {
    this.#greeting.delete(peerOf(socket))
    const connection: HttpConnection = {
      ...{ memory: emptyLoginMemory(), certificate, caller: undefined, isWatched: false, current: undefined },
      ...{ hasReceivedRequest: false, waiting: [], isBroken: false, untaken: 0, written: 0 },
    }
    this.#bySocket.set(socket, connection)
    socket.once('close', () => {
      connection.isBroken = true
      this.#bySocket.delete(socket)
    })
  }

  of(socket: Duplex): HttpConnection | undefined {
    return this.#bySocket.get(socket)
  }

  /** Connections without a request under way. */
  *idle(): Generator<Duplex> {
    yield* this.#greeting.values()
    for (const [socket, { current }] of this.#bySocket) if (current === undefined) yield socket
  }

  /** Idle connections whose last request was answered; on the others the first request may be on its way. */
  *resting(): Generator<Duplex> {
    for (const [socket, { current, hasReceivedRequest: hasSpoken }] of this.#bySocket)
      if (current === undefined && hasSpoken) yield socket
  }

  /** Connections whose request has not arrived completely. */
  *arriving(): Generator<Duplex> {
    for (const [socket, { current }] of this.#bySocket) if (current?.request.complete === false) yield socket
  }

  /**
   * Called at intervals: a client that has not read a byte of its response since the last call is
   * disconnected.
   */
  dropStalled(): void {
    for (const [socket, connection] of this.#bySocket) {
      const untaken = socket.writableLength
      // Of a body that is still being made, as much may wait each time.
      const written = 'bytesWritten' in socket ? Number(socket.bytesWritten) : 0
      const isSame = untaken === connection.untaken && written === connection.written
      if (untaken > 0 && isSame) socket.destroy()
      connection.untaken = untaken
      connection.written = written
    }
  }

  #giveBack(address: string): void {
    const held = (this.#perAddress.get(address) ?? 1) - 1
    if (held === 0) this.#perAddress.delete(address)
    else this.#perAddress.set(address, held)
  }
}

/** The TLS socket shares nothing with the socket below it but its two ends. */
const peerOf = ({ remoteAddress, remotePort }: Socket): string => `${remoteAddress} ${remotePort}`

/** A listener on `::` reports IPv4 callers as `::ffff:192.0.2.1`. */
export function plainAddress(address: string): string {
  return address.startsWith('::ffff:') && address.includes('.') ? address.slice(7) : address
}

/** The content of an Authorization header: the password only as its hash, or a session in its place. */
export type MerchantLogin = {
  readonly user: string
  readonly passwordHash: Buffer
  readonly sessionId?: string
}

/**
 * The last Authorization header of one connection, decoded. A client repeats its header with every request;
 * decoding it again would cost 24 µs each time. Whether the login is valid is still checked each time.
 */
export type LoginMemory = { header: string; login: MerchantLogin | undefined }

export function emptyLoginMemory(): LoginMemory {
  return { header: '', login: undefined }
}
