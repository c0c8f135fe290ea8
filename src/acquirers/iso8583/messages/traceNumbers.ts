// The trace numbers that this node may use: blocks in memory, leased before they are needed.

import type { Clock } from '../../../platform/clock.ts'
import { blockLifeMs, reuseAfterMs, type TraceNumberBlock, type TraceNumberLeases } from './leases.ts'

export interface TraceNumbers {
  /** The next number of a scope: at once where one is there, otherwise once a block was leased. */
  take(scope: string): number | Promise<number | 'exhausted'>
  /** How many are in memory: for metrics. */
  left(): number
}

export type TraceNumberKind = keyof typeof blockLifeMs

export function createTraceNumbers({ kind, leases, clock }: TraceNumberOptions): TraceNumbers {
  const scopes = new Map<string, NumberScope>()
  const limits = { lifeMs: blockLifeMs[kind], reuseMs: reuseAfterMs[kind] }
  return {
    take(name) {
      let scope = scopes.get(name)
      if (scope === undefined) {
        scope = new NumberScope(name, { leases, clock, ...limits })
        scopes.set(name, scope)
      }
      return scope.take() ?? scope.await()
    },
    left() {
      let left = 0
      for (const scope of scopes.values()) left += scope.left()
      return left
    },
  }
}

type TraceNumberOptions = {
  readonly kind: TraceNumberKind
  readonly leases: TraceNumberLeases
  readonly clock: Clock
}

type ScopeOptions = Omit<TraceNumberOptions, 'kind'> & { readonly lifeMs: number; readonly reuseMs: number }

/** One block in use and at most one ahead; never more than one lease under way. */
class NumberScope {
  readonly #scope: string
  readonly #options: ScopeOptions
  #current: HeldBlock | undefined
  #ahead: HeldBlock | undefined
  #leasing: Promise<void> | undefined
  /** A scope without numbers is not asked for again at each payment. */
  #exhaustedUntilMs = Number.NEGATIVE_INFINITY

  constructor(scope: string, options: ScopeOptions) {
    this.#scope = scope
    this.#options = options
  }

  take(): number | undefined {
    if (this.#current === undefined || this.#isOver(this.#current)) {
      this.#current = this.#ahead !== undefined && !this.#isOver(this.#ahead) ? this.#ahead : undefined
      this.#ahead = undefined
    }
    if (this.#current === undefined) return undefined
    const number = this.#current.next++
    this.#leaseAhead(this.#current)
    return number
  }

  /** More may wait than a block has numbers. */
  async await(): Promise<number | 'exhausted'> {
    for (;;) {
      const number = this.take()
      if (number !== undefined) return number
      if (this.#isExhausted) return 'exhausted'
      await this.#startLease()
    }
  }

  left(): number {
    return leftOf(this.#current) + leftOf(this.#ahead)
  }

  /** A machine that slept has a monotonic clock that stood still, so the wall clock counts, too. */
  #isOver({ next, last, sinceMs, sinceWallMs }: HeldBlock): boolean {
    const { clock, lifeMs } = this.#options
    if (next > last || clock.monotonicMs() - sinceMs >= lifeMs) return true
    return Math.abs(clock.now().getTime() - sinceWallMs) >= lifeMs
  }

  get #isExhausted(): boolean {
    return this.#options.clock.monotonicMs() < this.#exhaustedUntilMs
  }

  #leaseAhead(block: HeldBlock): void {
    if (this.#ahead !== undefined || this.#leasing !== undefined || leftOf(block) * 2 >= block.size) return
    // Whoever needs a number hears of a failure then.
    if (!this.#isExhausted) this.#startLease().catch(() => undefined)
  }

  #startLease(): Promise<void> {
    this.#leasing ??= this.#lease().finally(() => {
      this.#leasing = undefined
    })
    return this.#leasing
  }

  async #lease(): Promise<void> {
    const { leases, clock, reuseMs } = this.#options
    // From before the lease: by the database's clock it begins later.
    const [sinceMs, sinceWallMs] = [clock.monotonicMs(), clock.now().getTime()]
    const block = await leases.lease({ scope: this.#scope, reuseAfterMs: reuseMs })
    if (block === 'exhausted') this.#exhaustedUntilMs = sinceMs + askAgainMs
    else this.#ahead = { next: block.first, last: block.last, size: sizeOf(block), sinceMs, sinceWallMs }
  }
}

type HeldBlock = {
  next: number
  readonly last: number
  readonly size: number
  readonly sinceMs: number
  readonly sinceWallMs: number
}

const sizeOf = ({ first, last }: TraceNumberBlock) => last - first + 1
const leftOf = (block: HeldBlock | undefined) => (block === undefined ? 0 : block.last - block.next + 1)

const askAgainMs = 1_000
