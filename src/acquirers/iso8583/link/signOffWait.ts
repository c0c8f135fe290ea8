// How long the gateway leaves a host alone that has signed off, before it tries by itself: longer each time,
// up to a bound, and never all connections of all nodes at the same moment.

export type SignOffWaitOptions = {
  readonly firstMs: number
  readonly longestMs: number
  readonly random: () => number
}

export class SignOffWait {
  readonly #options: SignOffWaitOptions
  #attempts = 0
  #nextAtMs = 0

  constructor(options: SignOffWaitOptions) {
    this.#options = options
  }

  get nextAtMs(): number {
    return this.#nextAtMs
  }

  isDue(nowMs: number): boolean {
    return nowMs >= this.#nextAtMs
  }

  /** A host that opens only to close again is left alone for longer each time, too. */
  begin(nowMs: number, servedMs: number): void {
    if (servedMs >= this.#options.firstMs) this.#attempts = 0
    this.again(nowMs)
  }

  /** An attempt was in vain. */
  again(nowMs: number): void {
    const { firstMs, longestMs, random } = this.#options
    const pauseMs = Math.min(longestMs, firstMs * 2 ** this.#attempts)
    this.#attempts += 1
    this.#nextAtMs = nowMs + pauseMs * (1 + random() / 4)
  }
}
