// Connections of a caller: one request after the other on each, and those that may be no HTTP on one of
// their own.

import { connect, type Socket } from 'node:net'
import { type Heard, type Hearing, nextAnswer } from './heard.ts'

export type Sendable = {
  readonly method: string
  readonly bytes: Buffer
  /** Its bytes may not be HTTP, so that nobody else's may follow them. */
  readonly isAlone: boolean
}

/** What became of a request. */
export type Fate =
  | { readonly kind: 'answered'; readonly answer: Heard }
  | { readonly kind: 'closed' }
  | { readonly kind: 'silent' }
  | { readonly kind: 'garbled'; readonly why: string }

export type LaneOptions<Request extends Sendable> = {
  readonly port: number
  /** The caller's address. */
  readonly from?: string
  /** The next request; undefined when there is none. */
  readonly take: () => Request | undefined
  readonly onFate: (request: Request, fate: Fate) => void
  readonly patienceMs: number
}

/** Sends until there is nothing more to take. */
export async function runLane<Request extends Sendable>(options: LaneOptions<Request>): Promise<void> {
  let lane: Lane | undefined
  for (let request = options.take(); request !== undefined; request = options.take()) {
    if (request.isAlone) {
      options.onFate(request, await new Lane(options).exchange(request))
      continue
    }
    if (lane === undefined || lane.isOver) lane = new Lane(options)
    options.onFate(request, await lane.exchange(request))
  }
  lane?.end()
}

/** One connection. */
export class Lane {
  readonly #socket: Socket
  readonly #hearing: Hearing = { bytes: Buffer.alloc(0) }
  #isOver = false
  #method = ''
  #settle: (fate: Fate) => void = () => undefined

  constructor({ port, from, patienceMs }: Pick<LaneOptions<Sendable>, 'port' | 'from' | 'patienceMs'>) {
    this.#socket = connect({ port, host: '127.0.0.1', ...(from !== undefined && { localAddress: from }) })
    this.#socket.setNoDelay(true).on('error', () => undefined)
    this.#socket.on('data', chunk => this.#hear(chunk))
    this.#socket.on('end', () => this.#finish({ kind: 'closed' }))
    this.#socket.on('close', () => this.#finish({ kind: 'closed' }))
    this.#socket.setTimeout(patienceMs, () => this.#finish({ kind: 'silent' }))
  }

  /** Whether nothing more can be sent on it. */
  get isOver(): boolean {
    return this.#isOver
  }

  /**
   * Sends one and waits for what becomes of it; of one that is alone nothing more comes, so nobody waits
   * for the rest.
   */
  exchange({ method, bytes, isAlone }: Sendable): Promise<Fate> {
    this.#method = method
    return new Promise(resolve => {
      this.#settle = resolve
      if (isAlone) this.#socket.end(bytes)
      else this.#socket.write(bytes)
    })
  }

  end(): void {
    this.#finish({ kind: 'closed' })
  }

  #hear(chunk: Buffer): void {
    const { bytes } = this.#hearing
    this.#hearing.bytes = bytes.length === 0 ? chunk : Buffer.concat([bytes, chunk])
    try {
      const answer = nextAnswer(this.#hearing, this.#method !== 'HEAD')
      if (answer === undefined) return
      if (answer.isLast) this.#finish({ kind: 'answered', answer })
      else this.#settle({ kind: 'answered', answer })
    } catch (error) {
      this.#finish({ kind: 'garbled', why: String(error) })
    }
  }

  #finish(fate: Fate): void {
    this.#isOver = true
    this.#socket.destroy()
    this.#settle(fate)
  }
}
