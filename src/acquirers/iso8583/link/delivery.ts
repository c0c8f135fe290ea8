// Which questions on a connection are known to have arrived. An answer proves that its question did, and all
// that were written before it, for bytes of a connection arrive in order. Nothing else that comes does.

import type { LinkLimits } from './linkLimits.ts'

export class Delivery {
  readonly #limits: Pick<LinkLimits, 'undeliveredMs'>
  /** What nothing proves to have arrived; questions of a second together, with the number of the last. */
  readonly #unproven: { readonly firstMs: number; last: number }[] = []
  #newest = 0

  constructor(limits: Pick<LinkLimits, 'undeliveredMs'>) {
    this.#limits = limits
  }

  /** Another connection begins. */
  begin(): void {
    this.#unproven.length = 0
  }

  /** Gives the number of a question, in the order in which they are written, on whichever connection. */
  asked(nowMs: number): number {
    this.#newest += 1
    const group = this.#unproven.at(-1)
    if (group && nowMs - group.firstMs < sameMs) group.last = this.#newest
    else this.#unproven.push({ firstMs: nowMs, last: this.#newest })
    return this.#newest
  }

  /** The number of the question that was written last. */
  get newest(): number {
    return this.#newest
  }

  /** This question is answered, or what was written after it and before the next one. */
  answered(number: number): void {
    while (this.#unproven[0] && this.#unproven[0].last <= number) this.#unproven.shift()
  }

  get isProven(): boolean {
    return this.#unproven.length === 0
  }

  /** It has been long enough to ask whether the host is there. */
  isInDoubt(nowMs: number): boolean {
    return this.#unprovenMs(nowMs) >= this.#limits.undeliveredMs / 3
  }

  /** Where nobody waits for an answer any more, to begin again costs nothing. */
  deathCause(nowMs: number, inFlight: number): string | undefined {
    const { undeliveredMs } = this.#limits
    const unprovenMs = this.#unprovenMs(nowMs)
    if (unprovenMs < (inFlight === 0 ? undeliveredMs / 2 : undeliveredMs)) return undefined
    return `neither a question nor a later one was answered for ${Math.floor(unprovenMs / 1_000)} s`
  }

  /** For how long nothing has proved that the oldest question arrived. */
  #unprovenMs(nowMs: number): number {
    return nowMs - (this.#unproven[0]?.firstMs ?? nowMs)
  }
}

const sameMs = 1_000
