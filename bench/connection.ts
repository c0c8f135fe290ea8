import { connect, type Socket } from 'node:net'
import { systemClock } from '../src/platform/clock.ts'

/**
 * One keep-alive connection that sends a request and waits for its response. It parses no more of HTTP than
 * status and length: the load generator shares its cores with the server, so whatever it spends the server
 * lacks.
 */
export class LoadConnection {
  readonly #socket: Socket
  #sentAtMs = 0
  #status = 0
  #mayBeBusy = false
  #head = ''
  #missing = 0
  #settle: Settle | undefined

  private constructor(socket: Socket) {
    this.#socket = socket
    socket.setNoDelay(true)
    socket.on('data', chunk => this.#take(chunk))
    socket.on('error', error => this.#settle?.reject(error))
    socket.on('close', () => this.#settle?.reject(new Error('The server closed the connection')))
  }

  static open(port: number): Promise<LoadConnection> {
    return new Promise((resolve, reject) => {
      const socket = connect({ port, host: '127.0.0.1' })
      socket.once('error', reject)
      socket.once('connect', () => resolve(new LoadConnection(socket.off('error', reject))))
    })
  }

  /** Whether the last request was refused with 503. */
  wasBusy = false

  /**
   * Resolves when the last byte of the response has arrived; any other status than the expected one is an
   * error, but for 503 where that may be.
   */
  send(request: string, status: number, mayBeBusy = false): Promise<number> {
    this.#status = status
    this.#mayBeBusy = mayBeBusy
    this.#sentAtMs = systemClock.monotonicMs()
    return new Promise((resolve, reject) => {
      if (!this.#socket.writable) return reject(new Error('The server has closed the connection'))
      this.#settle = { resolve, reject }
      this.#socket.write(request, 'latin1')
    })
  }

  close(): void {
    this.#settle = undefined
    this.#socket.destroy()
  }

  #take(chunk: Buffer): void {
    if (this.#missing === 0) {
      this.#head += chunk.toString('latin1')
      const headEnd = this.#head.indexOf('\r\n\r\n')
      if (headEnd === -1) return
      this.wasBusy = this.#mayBeBusy && hasStatus(this.#head, 503)
      const fault = this.wasBusy ? undefined : faultIn(this.#head, this.#status)
      if (fault !== undefined) this.#settle?.reject(new Error(fault))
      this.#missing = headEnd + 4 + contentLength(this.#head) - this.#head.length
      this.#head = ''
    } else this.#missing -= chunk.length
    if (this.#missing === 0) this.#settle?.resolve(systemClock.monotonicMs() - this.#sentAtMs)
  }
}

type Settle = { readonly resolve: (ms: number) => void; readonly reject: (error: Error) => void }

const hasStatus = (answer: string, status: number): boolean => answer.startsWith(`HTTP/1.1 ${status} `)

function faultIn(answer: string, status: number): string | undefined {
  return hasStatus(answer, status) ? undefined : `Not ${status}: ${answer.slice(0, 800)}`
}

function contentLength(head: string): number {
  const at = head.search(/\r\nContent-Length: /i)
  if (at === -1) throw new Error('An answer without a length')
  return Number.parseInt(head.slice(at + 18, at + 30), 10)
}
