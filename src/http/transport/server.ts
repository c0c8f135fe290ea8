// One HTTP listener on node:http: connections, pipelining, TLS handshakes, closing; and the monitor's
// interface.

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { type AddressInfo, Server as NetServer, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { setImmediate as endOfTurn, setTimeout as pause } from 'node:timers/promises'
import type { TLSSocket } from 'node:tls'
import type { Clock } from '../../platform/clock.ts'
import {
  type AdmittedCaller,
  type HttpConnection,
  type HttpExchange,
  OpenConnections,
} from './connections.ts'
import { WholeRequests, watchDoor } from './door.ts'
import { everyMethod, isBodyLong, parserRefusal } from './framing.ts'
import type { HttpLimits } from './limits.ts'
import { type HttpRefusal, rawErrorReply, refuseBusy, refuseMethod } from './refusals.ts'
import type { WireReply } from './reply.ts'
import { sendStream } from './streamedBody.ts'
import { clientCertificateOf, type ListenerTls, type NamedTls, namedTlsOptions, tlsOptions } from './tls.ts'

/** Answers a request; undefined when the client has gone. Never rejects. */
export type HttpResponder = (exchange: HttpExchange) => Promise<WireReply | undefined>

/** Refuses what is too much to do before it is looked at. */
export type LoadShedder = {
  /** The answer, where the request is too much. */
  readonly refusalOf: (exchange: HttpExchange) => WireReply | undefined
  /** The same for whatever this caller sends that changes something, as bytes. */
  readonly rawRefusalOf: (caller: AdmittedCaller, method: string) => Buffer | undefined
}

type HttpServerOptions = {
  readonly limits: HttpLimits
  readonly clock: Clock
  readonly respond: HttpResponder
  readonly shedder?: LoadShedder
  /** Whether every response closes its connection, so that clients move to another node in good time. */
  readonly isDraining?: () => boolean
  /** Whether no money moves here: refusals before any request carry the test header too. */
  readonly isTest?: boolean | undefined
  /** Absent: not encrypted. */
  readonly tls?: ListenerTls | NamedTls | undefined
  /** Called for each refusal that happens before there is a request. */
  readonly onRefused: (refused: Pick<HttpRefusal, 'status'> | { readonly reason: string }) => void
}

/**
 * A node:http server with our limits, one request at a time per connection, and a JSON body on every refusal.
 */
export class HttpServer {
  readonly #options: HttpServerOptions
  readonly #server: Server
  readonly #connections: OpenConnections
  #isClosing = false
  /** Requests being processed, including those whose client has left. */
  readonly #underWay = new Set<Promise<void>>()
  #sweep: NodeJS.Timeout | undefined
  readonly #shed: { readonly exchange: HttpExchange; readonly answer: WireReply }[] = []

  constructor(options: HttpServerOptions) {
    this.#options = options
    this.#connections = new OpenConnections(options.limits.socketsPerAddressMax)
    this.#server = serverOf(options)
    this.#server.maxHeadersCount = 0
    this.#server.maxConnections = options.limits.socketsMax
    this.#listenToServer()
  }

  get isClosing(): boolean {
    return this.#isClosing
  }

  listen(host: string, port: number): Promise<AddressInfo> {
    return new Promise((resolve, reject) => {
      this.#server.once('error', reject)
      this.#server.listen({ host, port }, () => {
        this.#server.off('error', reject)
        this.#sweep = setInterval(
          () => this.#connections.dropStalled(),
          this.#options.limits.stalledTimeoutMs,
        )
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
    const closed = stopAccepting(this.#server)
    for (const socket of this.#connections.resting()) this.#endThenDestroy(socket)
    const { requestTimeoutMs, closeTimeoutMs, lingerMs } = this.#options.limits
    const fresh = setTimeout(() => {
      for (const socket of this.#connections.idle()) this.#endThenDestroy(socket)
    }, lingerMs)
    const done = new AbortController()
    // Whatever node:http enforces of its own time limits while it closes.
    const late = setTimeout(() => this.#dropArriving(), requestTimeoutMs)
    const timeout = pause(closeTimeoutMs, undefined, { signal: done.signal }).then(
      () => this.#server.closeAllConnections(),
      () => undefined,
    )
    await closed
    // A request may still run although its client has left: it finishes before the store is closed.
    await Promise.race([Promise.all(this.#underWay), timeout])
    clearTimeout(late)
    clearTimeout(fresh)
    done.abort()
    clearInterval(this.#sweep)
  }

  #listenToServer(): void {
    const server = this.#server
    server.on('request', (request, response) => this.#onRequest(request, response, 'none'))
    server.on('checkContinue', (request, response) => this.#onRequest(request, response, 'continue'))
    server.on('checkExpectation', (request, response) => this.#onRequest(request, response, 'unknown'))
    server.on('connect', (_request, socket) => this.#refuse(socket, refuseMethod(everyMethod)))
    if (this.#options.tls) this.#listenToHandshakes(server)
    else server.on('connection', socket => this.#admit(socket))
    server.on('clientError', (error, socket) => this.#onParserError(error, socket))
  }

  #admit(socket: Socket): void {
    if (this.#connections.admit(socket)) this.#connections.open(socket)
    else this.#refuse(socket, tooManySockets())
  }

  /** Until a TLS handshake is over no answer can be sent, so the socket is just destroyed. */
  #listenToHandshakes(server: Server): void {
    server.on('connection', socket => {
      if (!this.#connections.admit(socket)) socket.destroy()
    })
    server.on('secureConnection', (socket: TLSSocket) => {
      this.#connections.open(socket, clientCertificateOf(socket))
    })
    server.on('tlsClientError', (error: Error, socket: TLSSocket) => {
      this.#options.onRefused({ reason: reasonOf(error, socket) })
      socket.destroy()
    })
  }

  #onRequest(
    request: IncomingMessage,
    response: ServerResponse,
    expectation: HttpExchange['expectation'],
  ): void {
    const connection = this.#connections.of(request.socket)
    if (connection === undefined || connection.isBroken) return
    const exchange = { request, response, expectation, connection }
    if (connection.current === undefined) this.#startUnlessShed(connection, exchange)
    else if (connection.waiting.length < this.#options.limits.pipelinedMax) connection.waiting.push(exchange)
    else request.socket.destroy()
  }

  #startUnlessShed(connection: HttpConnection, exchange: HttpExchange): void {
    const answer = this.#options.shedder?.refusalOf(exchange)
    if (answer === undefined) {
      this.#start(connection, exchange)
      return
    }
    connection.hasReceivedRequest = true
    connection.current = exchange
    if (this.#shed.length === 0) setImmediate(() => this.#sendShed())
    this.#shed.push({ exchange, answer })
  }

  /** Once for all of a turn: as for other errors, the packet is parsed to its end first. */
  #sendShed(): void {
    for (const { exchange, answer } of this.#shed.splice(0)) {
      if (!this.#send(exchange, answer)) continue
      exchange.connection.current = undefined
      if (exchange.request.complete) this.#watchDoor(exchange)
    }
  }

  /** Who was refused once is likely to be refused again; from now on before the request is parsed. */
  #watchDoor({ request: { socket }, connection }: HttpExchange): void {
    if (connection.isWatched) return
    connection.isWatched = true
    const whole = new WholeRequests()
    let isBetweenRequests = true
    watchDoor(socket, packet => {
      const { caller } = connection
      if (!isBetweenRequests) return false
      const method = caller && whole.methodIn(packet, caller)
      isBetweenRequests = method !== undefined
      if (!caller || method === undefined) return false
      const isQuiet = connection.current === undefined && !connection.isBroken && !socket.writableNeedDrain
      const isStaying = !this.#isClosing && !this.#options.isDraining?.()
      if (!isQuiet || !isStaying) return false
      const refusal = this.#options.shedder?.rawRefusalOf(caller, method)
      if (refusal) socket.write(refusal)
      return refusal !== undefined
    })
  }

  #start(connection: HttpConnection, exchange: HttpExchange): void {
    connection.hasReceivedRequest = true
    const work = this.#work(connection, exchange).finally(() => this.#underWay.delete(work))
    this.#underWay.add(work)
  }

  async #work(connection: HttpConnection, first: HttpExchange): Promise<void> {
    for (
      let exchange: HttpExchange | undefined = first;
      exchange !== undefined;
      exchange = connection.waiting.shift()
    ) {
      connection.current = exchange
      const answer = await this.#options.respond(exchange)
      // Whether an error closes the connection depends on whether more was sent behind it, so the packet is
      // parsed to its end first.
      if (answer !== undefined && answer.status >= 400) await endOfTurn()
      if (answer === undefined) return
      const isLast = !this.#send(exchange, answer)
      if (answer.stream && !(await sendStream(exchange.response, answer.stream, answer.cutOff))) return
      if (isLast) return
    }
    connection.current = undefined
  }

  /** Writes the response; false when it was the last on this connection. */
  #send(exchange: HttpExchange, answer: WireReply): boolean {
    const { request, response, expectation, connection } = exchange
    const { limits } = this.#options
    const isUnread = !request.complete
    if (isUnread && connection.isBroken) return false
    const closes =
      answer.closes ||
      this.#isClosing ||
      this.#options.isDraining?.() ||
      connection.isBroken ||
      (answer.status >= 400 && connection.waiting.length > 0) ||
      (isUnread && (expectation !== 'none' || isBodyLong(request, limits)))
    if (closes) answer.headers.push('Connection', 'close')
    response.writeHead(answer.status, answer.headers)
    if (answer.stream) response.write(answer.body)
    else if (closes && isUnread) this.#lingerThenEnd(exchange, answer.body)
    else response.end(answer.body)
    return !closes
  }

  /**
   * The parser failed. A response under way is still sent, and closes the connection; otherwise the refusal
   * is the response.
   */
  #onParserError(error: Error, socket: Duplex): void {
    const connection = this.#connections.of(socket)
    if (connection === undefined || connection.isBroken) return
    connection.isBroken = true
    const { current } = connection
    if (current?.request.complete) return
    const refusal = parserRefusal(error)
    if (refusal === undefined || !socket.writable || current?.response.headersSent) socket.destroy()
    else this.#refuse(socket, refusal)
  }

  #refuse(socket: Duplex, refusal: HttpRefusal): void {
    this.#options.onRefused(refusal)
    socket.on('error', () => socket.destroy())
    const { clock, isTest } = this.#options
    socket.write(rawErrorReply(refusal, clock, isTest))
    this.#endThenDestroy(socket)
  }

  /**
   * Closing with unread bytes resets the connection, and the client may never see the response: so reading
   * continues for a while.
   */
  #lingerThenEnd({ request, response }: HttpExchange, body: string | Buffer): void {
    response.write(body)
    const end = () => {
      clearTimeout(timer)
      response.end()
    }
    const timer = setTimeout(end, this.#options.limits.lingerMs)
    request.once('end', end).once('close', end).resume()
  }

  #dropArriving(): void {
    for (const socket of this.#connections.arriving()) socket.destroy()
  }

  #endThenDestroy(socket: Duplex): void {
    socket.end()
    const timer = setTimeout(() => socket.destroy(), this.#options.limits.lingerMs)
    socket.once('close', () => clearTimeout(timer))
  }
}

/**
 * The `close` of node:http itself ends idle connections as well; in newer versions of Node also those whose
 * first request is on its way. Which connections end when is decided here.
 */
function stopAccepting(server: Server): Promise<void> {
  return new Promise(resolve => NetServer.prototype.close.call(server, () => resolve()))
}

function serverOf({ limits, tls }: HttpServerOptions): Server {
  const options = serverOptions(limits)
  if (tls === undefined) return createServer(options)
  const handshakeTimeout = limits.headersTimeoutMs
  if ('byName' in tls) return createTlsServer({ ...options, handshakeTimeout, ...namedTlsOptions(tls) })
  const server = createTlsServer({ ...options, handshakeTimeout, ...tlsOptions(tls.material()) })
  tls.onChange(() => server.setSecureContext(tlsOptions(tls.material())))
  return server
}

/**
 * What is wrong with a certificate is more useful in the log than that the connection was ended because of
 * it.
 */
function reasonOf(error: Error, { authorizationError }: TLSSocket): string {
  const code = 'code' in error ? String(error.code) : 'UNKNOWN'
  return `TLS ${authorizationError ? String(authorizationError) : code}`
}

function serverOptions(limits: HttpLimits) {
  return {
    headersTimeout: Math.min(limits.headersTimeoutMs, limits.requestTimeoutMs),
    requestTimeout: limits.requestTimeoutMs,
    keepAliveTimeout: limits.idleTimeoutMs,
    connectionsCheckingInterval: Math.min(500, limits.headersTimeoutMs / 4),
    // The address and the header fields are measured apart in framing.ts; the parser only sees both together.
    maxHeaderSize: limits.urlBytesMax + limits.headerBytesMax + 1_024,
    // Both are checked in framing.ts: Node would answer without a body, and drop duplicates silently.
    requireHostHeader: false,
    joinDuplicateHeaders: true,
  }
}

function tooManySockets(): HttpRefusal {
  return refuseBusy(503, 'Too many connections from this address.', 5)
}

/** Counts and traces requests; this is all that the HTTP layer depends on of observability. */
export type HttpMonitor = {
  /** Wraps the processing of every request, from its headers to its response. */
  readonly observe: (exchange: HttpResponder) => HttpResponder
  readonly answered: (answered: AnsweredRequest) => void
  /** For a refusal before there was a request: its status, or undefined where none could be sent. */
  readonly refused: (status: number | undefined) => void
  readonly failedLogin: (kind: 'password' | 'session') => void
}

type AnsweredRequest = {
  readonly method: string | undefined
  /** The path with the names of its parameters, never their values; absent where no route matches. */
  readonly route: string | undefined
  /** Absent when the client had left. */
  readonly status: number | undefined
  readonly ms: number
}
