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
  /** What the client proved itself with, where certificates are asked for. */
  readonly certificate: ClientCertificate | undefined
  current: HttpExchange | undefined
  /** Whether a request has come by it yet. */
  hasReceivedRequest: boolean
  readonly waiting: HttpExchange[]
  /** The parser has given up, or the socket is gone: what is under way finishes, nothing new starts. */
  isBroken: boolean
  /** Bytes of an answer the client had not taken when last looked at. */
  untaken: number
}

/** A client certificate that was found good when the connection was made. */
export type ClientCertificate = {
  /** SHA-256 of its public key. */
  readonly keyHash: Buffer
  readonly notAfterMs: number
}

/** Every open connection, and how many each address holds. */
export class OpenConnections {
  readonly #bySocket = new Map<Duplex, HttpConnection>()
  /** Admitted, and not yet at the point where a request could come, by where they come from. */
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

  /** Requests may come: on the socket itself, or on the one that TLS made of it. */
  open(socket: Socket, certificate?: ClientCertificate): void {
    this.#greeting.delete(peerOf(socket))
    const connection: HttpConnection = {
      ...{ memory: emptyLoginMemory(), certificate, current: undefined },
      ...{ hasReceivedRequest: false, waiting: [], isBroken: false, untaken: 0 },
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

  /** Those on which nothing is being worked on. */
  *idle(): Generator<Duplex> {
    yield* this.#greeting.values()
    for (const [socket, { current }] of this.#bySocket) if (current === undefined) yield socket
  }

  /** Of these, those whose last request was answered: of others the first may be on its way. */
  *resting(): Generator<Duplex> {
    for (const [socket, { current, hasReceivedRequest: hasSpoken }] of this.#bySocket)
      if (current === undefined && hasSpoken) yield socket
  }

  /** Those whose request has not arrived to its end. */
  *arriving(): Generator<Duplex> {
    for (const [socket, { current }] of this.#bySocket) if (current?.request.complete === false) yield socket
  }

  /**
   * Called now and then: whoever has not taken a byte of its answer since the last time will not take it any
   * more.
   */
  dropStalled(): void {
    for (const [socket, connection] of this.#bySocket) {
      const untaken = socket.writableLength
      if (untaken > 0 && untaken === connection.untaken) socket.destroy()
      connection.untaken = untaken
    }
  }

  #giveBack(address: string): void {
    const held = (this.#perAddress.get(address) ?? 1) - 1
    if (held === 0) this.#perAddress.delete(address)
    else this.#perAddress.set(address, held)
  }
}

/** The socket that TLS makes of another shares nothing with it but its two ends. */
const peerOf = ({ remoteAddress, remotePort }: Socket): string => `${remoteAddress} ${remotePort}`

/** A listener on `::` reports IPv4 callers as `::ffff:192.0.2.1`. */
export function plainAddress(address: string): string {
  return address.startsWith('::ffff:') && address.includes('.') ? address.slice(7) : address
}

/** What an Authorization header says, with the password only as its hash; or as what it is, a session. */
export type MerchantLogin = {
  readonly user: string
  readonly passwordHash: Buffer
  readonly sessionId?: string
}

/**
 * The last header of one connection and what it said. A client repeats its header with every request;
 * reading it again would cost 24 µs each time. Whether the login is good is still judged each time.
 */
export type LoginMemory = { header: string; login: MerchantLogin | undefined }

export function emptyLoginMemory(): LoginMemory {
  return { header: '', login: undefined }
}
