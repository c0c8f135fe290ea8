import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { setTimeout as pause, setImmediate } from 'node:timers/promises'
import type { TLSSocket } from 'node:tls'
import type { Clock } from '../../platform/clock.ts'
import { type HttpConnection, type HttpExchange, OpenConnections } from './connections.ts'
import { everyMethod, isBodyLong, parserRefusal } from './framing.ts'
import type { HttpLimits } from './limits.ts'
import { type HttpRefusal, rawErrorReply, refuseBusy, refuseMethod } from './refusals.ts'
import type { WireReply } from './reply.ts'
import { clientCertificateOf, type ListenerTls, tlsOptions } from './tls.ts'

/** What is to be answered to a request; undefined when the client has gone. Never rejects. */
export type HttpResponder = (turn: HttpExchange) => Promise<WireReply | undefined>

export type HttpServerOptions = {
  readonly limits: HttpLimits
  readonly clock: Clock
  readonly respond: HttpResponder
  /** Whether every answer is to be the last of its connection, so that clients go elsewhere in good time. */
  readonly isDraining?: () => boolean
  /** Whether no money moves here: what comes before any request says so too. */
  readonly isTest?: boolean | undefined
  /** Absent: in the open. */
  readonly tls?: ListenerTls | undefined
  /** Told of what was refused before it became a request. */
  readonly onRefused: (refused: Pick<HttpRefusal, 'status'> | { readonly reason: string }) => void
}

/**
 * node:http with every limit of ours, one request at a time per connection, and a JSON body on every
 * refusal.
 */
export class HttpServer {
  readonly #parts: HttpServerOptions
  readonly #server: Server
  readonly #connections: OpenConnections
  #isClosing = false
  /** Requests being worked on, also those whose client has left. */
  readonly #underWay = new Set<Promise<void>>()
  #sweep: NodeJS.Timeout | undefined

  constructor(parts: HttpServerOptions) {
    this.#parts = parts
    this.#connections = new OpenConnections(parts.limits.socketsPerAddressMax)
    this.#server = serverOf(parts)
    this.#server.maxHeadersCount = 0
    this.#server.maxConnections = parts.limits.socketsMax
    this.#attend()
  }

  get isClosing(): boolean {
    return this.#isClosing
  }

  listen(host: string, port: number): Promise<AddressInfo> {
    return new Promise((resolve, reject) => {
      this.#server.once('error', reject)
      this.#server.listen({ host, port }, () => {
        this.#server.off('error', reject)
        this.#sweep = setInterval(() => this.#connections.dropStalled(), this.#parts.limits.stalledPatienceMs)
        this.#sweep.unref()
        const address = this.#server.address()
        if (address === null || typeof address === 'string') reject(new Error('The server has no address.'))
        else resolve(address)
      })
    })
  }

  /** Stops accepting, lets what is under way finish, and closes every connection. */
  async close(): Promise<void> {
    this.#isClosing = true
    const closed = new Promise<void>(resolve => this.#server.close(() => resolve()))
    for (const socket of this.#connections.resting()) this.#endThenDestroy(socket)
    const { requestPatienceMs, closePatienceMs, lingerMs } = this.#parts.limits
    const fresh = setTimeout(() => {
      for (const socket of this.#connections.idle()) this.#endThenDestroy(socket)
    }, lingerMs)
    const done = new AbortController()
    // A server that is closing no longer looks at its own time limits.
    const late = setTimeout(() => this.#dropArriving(), requestPatienceMs)
    const impatience = pause(closePatienceMs, undefined, { signal: done.signal }).then(
      () => this.#server.closeAllConnections(),
      () => undefined,
    )
    await closed
    // The client may have left while its request still runs: that is finished before the store goes.
    await Promise.race([Promise.all(this.#underWay), impatience])
    clearTimeout(late)
    clearTimeout(fresh)
    done.abort()
    clearInterval(this.#sweep)
  }

  #attend(): void {
    const server = this.#server
    server.on('request', (request, response) => this.#arrive(request, response, 'none'))
    server.on('checkContinue', (request, response) => this.#arrive(request, response, 'continue'))
    server.on('checkExpectation', (request, response) => this.#arrive(request, response, 'unknown'))
    server.on('connect', (_request, socket) => this.#turnAway(socket, refuseMethod(everyMethod)))
    if (this.#parts.tls) this.#attendHandshakes(server)
    else server.on('connection', socket => this.#admit(socket))
    server.on('clientError', (error, socket) => this.#breakOff(error, socket))
  }

  #admit(socket: Socket): void {
    if (this.#connections.admit(socket)) this.#connections.open(socket)
    else this.#turnAway(socket, tooManySockets())
  }

  /** Until a handshake is over there is nobody who could read an answer. */
  #attendHandshakes(server: Server): void {
    server.on('connection', socket => {
      if (!this.#connections.admit(socket)) socket.destroy()
    })
    server.on('secureConnection', (socket: TLSSocket) => {
      this.#connections.open(socket, clientCertificateOf(socket))
    })
    server.on('tlsClientError', (error: Error, socket: TLSSocket) => {
      this.#parts.onRefused({ reason: reasonOf(error, socket) })
      socket.destroy()
    })
  }

  #arrive(
    request: IncomingMessage,
    response: ServerResponse,
    expectation: HttpExchange['expectation'],
  ): void {
    const connection = this.#connections.of(request.socket)
    if (connection === undefined || connection.isBroken) return
    const turn = { request, response, expectation, connection }
    if (connection.current === undefined) this.#start(connection, turn)
    else if (connection.waiting.length < this.#parts.limits.pipelinedMax) connection.waiting.push(turn)
    else request.socket.destroy()
  }

  #start(connection: HttpConnection, turn: HttpExchange): void {
    connection.hasReceivedRequest = true
    const work = this.#work(connection, turn).finally(() => this.#underWay.delete(work))
    this.#underWay.add(work)
  }

  async #work(connection: HttpConnection, first: HttpExchange): Promise<void> {
    for (let turn: HttpExchange | undefined = first; turn !== undefined; turn = connection.waiting.shift()) {
      connection.current = turn
      const answer = await this.#parts.respond(turn)
      // An error must know whether more was sent behind it, so the packet is parsed to its end first.
      if (answer !== undefined && answer.status >= 400) await setImmediate()
      if (answer === undefined || !this.#give(turn, answer)) return
    }
    connection.current = undefined
  }

  /** Writes the answer; false when it was the last on this connection. */
  #give(turn: HttpExchange, answer: WireReply): boolean {
    const { request, response, expectation, connection } = turn
    const { limits } = this.#parts
    const isUnread = !request.complete
    if (isUnread && connection.isBroken) return false
    const closes =
      answer.closes ||
      this.#isClosing ||
      this.#parts.isDraining?.() ||
      connection.isBroken ||
      (answer.status >= 400 && connection.waiting.length > 0) ||
      (isUnread && (expectation !== 'none' || isBodyLong(request, limits)))
    if (closes) answer.headers.push('Connection', 'close')
    response.writeHead(answer.status, answer.headers)
    if (closes && isUnread) this.#lingerThenEnd(turn, answer.body)
    else response.end(answer.body)
    return !closes
  }

  /**
   * The parser failed. An answer under way still goes out, and closes; otherwise the refusal itself is the
   * answer.
   */
  #breakOff(error: Error, socket: Duplex): void {
    const connection = this.#connections.of(socket)
    if (connection === undefined || connection.isBroken) return
    connection.isBroken = true
    const { current } = connection
    if (current?.request.complete) return
    const refusal = parserRefusal(error)
    if (refusal === undefined || !socket.writable || current?.response.headersSent) socket.destroy()
    else this.#turnAway(socket, refusal)
  }

  #turnAway(socket: Duplex, refusal: HttpRefusal): void {
    this.#parts.onRefused(refusal)
    socket.on('error', () => socket.destroy())
    const { clock, isTest } = this.#parts
    socket.write(rawErrorReply(refusal, clock, isTest))
    this.#endThenDestroy(socket)
  }

  /**
   * Closing with unread bytes resets the connection, and the client may never see the answer: so read on a
   * while.
   */
  #lingerThenEnd({ request, response }: HttpExchange, body: string | Buffer): void {
    response.write(body)
    const end = () => {
      clearTimeout(patience)
      response.end()
    }
    const patience = setTimeout(end, this.#parts.limits.lingerMs)
    request.once('end', end).once('close', end).resume()
  }

  #dropArriving(): void {
    for (const socket of this.#connections.arriving()) socket.destroy()
  }

  #endThenDestroy(socket: Duplex): void {
    socket.end()
    const patience = setTimeout(() => socket.destroy(), this.#parts.limits.lingerMs)
    socket.once('close', () => clearTimeout(patience))
  }
}

function serverOf({ limits, tls }: HttpServerOptions): Server {
  const options = serverOptions(limits)
  if (tls === undefined) return createServer(options)
  const handshakeTimeout = limits.headersPatienceMs
  const server = createTlsServer({ ...options, handshakeTimeout, ...tlsOptions(tls.material()) })
  tls.onChange(() => server.setSecureContext(tlsOptions(tls.material())))
  return server
}

/** What is wrong with a certificate tells more than that the connection was ended because of it. */
function reasonOf(error: Error, { authorizationError }: TLSSocket): string {
  const code = 'code' in error ? String(error.code) : 'UNKNOWN'
  return `TLS ${authorizationError ? String(authorizationError) : code}`
}

function serverOptions(limits: HttpLimits) {
  return {
    headersTimeout: Math.min(limits.headersPatienceMs, limits.requestPatienceMs),
    requestTimeout: limits.requestPatienceMs,
    keepAliveTimeout: limits.idlePatienceMs,
    connectionsCheckingInterval: Math.min(500, limits.headersPatienceMs / 4),
    // The address and the header fields are measured apart in framing.ts; the parser only sees both together.
    maxHeaderSize: limits.urlBytesMax + limits.headerBytesMax + 1_024,
    // Both are ours to judge: Node would answer without a body, and drop duplicates silently.
    requireHostHeader: false,
    joinDuplicateHeaders: true,
  }
}

function tooManySockets(): HttpRefusal {
  return refuseBusy(503, 'Too many connections from this address.', 5)
}

/** Who counts and traces what the door does; the door itself knows no more of it than this. */
export type HttpMonitor = {
  /** Stands around every request, from its headers to its answer. */
  readonly observe: (exchange: HttpResponder) => HttpResponder
  readonly answered: (answered: AnsweredRequest) => void
  /** Of what did not become a request: the status, or that there was no way to tell one. */
  readonly refused: (status: number | undefined) => void
  readonly failedLogin: (kind: 'password' | 'session') => void
}

export type AnsweredRequest = {
  readonly method: string | undefined
  /** With the names of its parameters, never their values; absent where the path is none of ours. */
  readonly route: string | undefined
  /** Absent when nobody waited for the answer. */
  readonly status: number | undefined
  readonly ms: number
}
