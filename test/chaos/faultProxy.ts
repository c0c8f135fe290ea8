import { createServer, connect as dial, type Server, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Random } from '../simulation/random.ts'

/** What can happen to a connection. Lost: nothing passes for a while, as where packets are sent again. */
export const wayFaults = ['delayed', 'lost', 'half-open', 'cut in a message'] as const
export type WayFault = (typeof wayFaults)[number]

/**
 * Stands between two parts, so that what is said between them comes late, not at all, or in half. A fault is
 * of the connection on which something is said next; often all others of the same way get it too, as where
 * a cable is unplugged. It counts when it has touched something that was said.
 */
export class FaultProxy {
  readonly #server: Server
  readonly #connections = new Set<Connection>()
  readonly happened = new Map<WayFault, number>()
  #target: number | undefined
  readonly #armed: ArmedFault[] = []
  /** While it lasts, of connections that are opened meanwhile too. */
  #ofAll: Affliction | undefined

  private constructor(server: Server, target: number | undefined) {
    this.#server = server
    this.#target = target
    server.on('connection', socket => this.#connect(socket))
  }

  static async open(target?: number): Promise<FaultProxy> {
    const server = createServer({ noDelay: true })
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    return new FaultProxy(server, target)
  }

  get port(): number {
    const address = this.#server.address()
    if (address === null || typeof address === 'string') throw new Error('A listening server has a port')
    return address.port
  }

  aim(target: number): void {
    this.#target = target
  }

  /** What is said next suffers from it. */
  spoil(fault: WayFault, random: Random): void {
    const isOfAll = (fault === 'lost' || fault === 'half-open') && random.chance(0.3)
    const forMs = random.between(...lastingMs[fault])
    this.#armed.push({ fault, isOfAll, forMs, share: random.between(0.1, 0.9) })
  }

  /** Everything passes again; what was held up is gone, with its connection. */
  heal(): void {
    this.#armed.length = 0
    this.#ofAll = undefined
    for (const connection of this.#connections) if (connection.affliction) connection.end()
  }

  async close(): Promise<void> {
    for (const connection of this.#connections) connection.end()
    await new Promise(resolve => this.#server.close(resolve))
  }

  #connect(near: Socket): void {
    if (this.#target === undefined) return void near.destroy()
    const far = dial({ port: this.#target, host: '127.0.0.1', noDelay: true })
    const connection = new Connection(near, far, () => this.#strike(connection))
    connection.affliction = this.#ofAll
    this.#connections.add(connection)
    near.on('close', () => this.#connections.delete(connection))
  }

  /** Something is being said: the armed fault finds its victim. */
  #strike(connection: Connection): void {
    const armed = this.#armed.shift()
    if (!armed) return
    const { fault, isOfAll, forMs, share } = armed
    this.happened.set(fault, (this.happened.get(fault) ?? 0) + 1)
    const affliction = { fault, share, untilMs: performance.now() + forMs }
    const victims = isOfAll ? [...this.#connections] : [connection]
    for (const victim of victims) victim.affliction = affliction
    if (!isOfAll) return
    this.#ofAll = affliction
    const isOver = () => {
      if (this.#ofAll === affliction) this.#ofAll = undefined
    }
    setTimeout(isOver, forMs).unref()
  }
}

type ArmedFault = {
  readonly fault: WayFault
  readonly isOfAll: boolean
  readonly forMs: number
  /** How much of a message passes, or how much of the time. */
  readonly share: number
}

type Affliction = { readonly fault: WayFault; readonly share: number; readonly untilMs: number }

const lastingMs: Readonly<Record<WayFault, readonly [number, number]>> = {
  delayed: [1_000, 4_000],
  lost: [500, 4_000],
  'half-open': [3_000, 10_000],
  'cut in a message': [0, 0],
}
const delayMaxMs = 400

class Connection {
  readonly #near: Socket
  readonly #far: Socket
  affliction: Affliction | undefined
  #isCut = false

  constructor(near: Socket, far: Socket, onSaid: () => void) {
    this.#near = near
    this.#far = far
    this.#join(near, far, onSaid)
    this.#join(far, near, onSaid)
  }

  end(): void {
    this.#near.resetAndDestroy()
    this.#far.destroy()
  }

  /** What one end says reaches the other one in the same order, however long it takes. */
  #join(from: Socket, to: Socket, onSaid: () => void): void {
    let turn = Promise.resolve()
    from.on('error', () => undefined)
    from.on('data', said => {
      onSaid()
      turn = turn.then(() => this.#pass(said, to))
    })
    from.on('close', () => {
      turn = turn.then(() => this.#pass(undefined, to))
    })
  }

  /** Undefined: the other end has hung up. */
  async #pass(said: Buffer | undefined, to: Socket): Promise<void> {
    const affliction = this.affliction
    // What was said meanwhile must not follow half a message, as if bytes could be lost in the middle.
    if (this.#isCut) return
    if (affliction?.fault === 'cut in a message' && said) {
      this.#isCut = true
      to.write(said.subarray(0, Math.floor(said.length * affliction.share)), () => this.end())
      return
    }
    if (affliction) await this.#suffer(affliction)
    if (said && !to.destroyed) to.write(said)
    else if (!said) to.destroy()
  }

  async #suffer(affliction: Affliction): Promise<void> {
    const leftMs = affliction.untilMs - performance.now()
    if (leftMs > 0) await sleep(affliction.fault === 'delayed' ? affliction.share * delayMaxMs : leftMs)
    // Nobody at either end knew; now both learn it.
    if (affliction.fault === 'half-open') this.end()
    if (performance.now() >= affliction.untilMs && this.affliction === affliction) this.affliction = undefined
  }
}
