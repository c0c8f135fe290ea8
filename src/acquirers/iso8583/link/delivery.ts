// Which questions on a connection are known to have arrived. An answer proves that its question did, and all
// that were written before it, for bytes of a connection arrive in order. Nothing else that comes does.

import type { LinkLimits } from './linkLimits.ts'

export class Delivery {
  readonly #limits: Pick<LinkLimits, 'undeliveredMs'>
  /** When questions were written that nothing proves to have arrived; those of a second together. */
  readonly #unproven: { readonly firstMs: number; lastMs: number }[] = []

  constructor(limits: Pick<LinkLimits, 'undeliveredMs'>) {
    this.#limits = limits
  }

  /** Another connection begins. */
  begin(): void {
    this.#unproven.length = 0
  }

  asked(nowMs: number): void {
    const newest = this.#unproven.at(-1)
    if (newest && nowMs - newest.firstMs < sameMs) newest.lastMs = nowMs
    else this.#unproven.push({ firstMs: nowMs, lastMs: nowMs })
  }

  /** Something that was written then, a question or one about the connection, is answered. */
  answered(askedAtMs: number): void {
    while (this.#unproven[0] && this.#unproven[0].lastMs <= askedAtMs) this.#unproven.shift()
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
