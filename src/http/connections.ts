import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { emptyMemory, type LoginMemory } from './login.ts'
import { plainAddress } from './source.ts'

/** One request and the response it is waiting for. */
export type Turn = {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly expectation: 'none' | 'continue' | 'unknown'
  readonly connection: Connection
}

/**
 * Requests of one connection are worked on one after the other. Node would start pipelined ones at once, and
 * then nothing could stop the second when the first turns out to be an error.
 */
export type Connection = {
  readonly memory: LoginMemory
  current: Turn | undefined
  readonly waiting: Turn[]
  /** The parser has given up, or the socket is gone: what is under way finishes, nothing new starts. */
  isBroken: boolean
  /** Bytes of an answer the client had not taken when last looked at. */
  untaken: number
}

/** Every open connection, and how many each address holds. */
export class Connections {
  readonly #bySocket = new Map<Duplex, Connection>()
  readonly #perAddress = new Map<string, number>()
  readonly #perAddressMax: number

  constructor(perAddressMax: number) {
    this.#perAddressMax = perAddressMax
  }

  /** False when the address already holds as many as it may. */
  open(socket: Socket): boolean {
    const address = plainAddress(socket.remoteAddress ?? '')
    const held = this.#perAddress.get(address) ?? 0
    if (held >= this.#perAddressMax) return false
    this.#perAddress.set(address, held + 1)
    this.#bySocket.set(socket, {
      memory: emptyMemory(),
      current: undefined,
      waiting: [],
      isBroken: false,
      untaken: 0,
    })
    socket.once('close', () => this.#forget(socket, address))
    return true
  }

  of(socket: Duplex): Connection | undefined {
    return this.#bySocket.get(socket)
  }

  /** Those on which nothing is being worked on. */
  *idle(): Generator<Duplex> {
    for (const [socket, { current }] of this.#bySocket) if (current === undefined) yield socket
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

  #forget(socket: Socket, address: string): void {
    const connection = this.#bySocket.get(socket)
    if (connection !== undefined) connection.isBroken = true
    this.#bySocket.delete(socket)
    const held = (this.#perAddress.get(address) ?? 1) - 1
    if (held === 0) this.#perAddress.delete(address)
    else this.#perAddress.set(address, held)
  }
}
