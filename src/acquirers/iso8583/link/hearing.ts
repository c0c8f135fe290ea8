// Whether the other end of a connection is still there, by what was asked and what has been heard since.

export type HearingOptions = {
  /** So many questions in a row without an answer, and nothing else received: nobody is there. */
  readonly deadAfterSilences: number
  /** So long without a byte after a question: nobody is there, however seldom one is asked. */
  readonly unheardMs: number
  /** When a byte last came on this connection; a keep-alive is enough. */
  readonly receivedAtMs: () => number | undefined
}

export class Hearing {
  readonly #options: HearingOptions
  /** Of the first question since anything was received. */
  #unheardSinceMs: number | undefined
  #silences = 0

  constructor(options: HearingOptions) {
    this.#options = options
  }

  get isAnySilent(): boolean {
    return this.#silences > 0
  }

  /** A message came, or another connection begins. */
  begin(): void {
    this.#unheardSinceMs = undefined
    this.#silences = 0
  }

  asked(nowMs: number): void {
    if (this.#isHeard()) this.#unheardSinceMs = nowMs
  }

  /** A question got no answer in time; one after which something else came does not count. */
  silence(sentAtMs: number): void {
    const received = this.#options.receivedAtMs()
    if (received === undefined || received <= sentAtMs) this.#silences += 1
  }

  /** A message about the connection got none: a host that is there answers these, whatever else it sends. */
  networkSilence(): void {
    this.#silences += 1
  }

  deathCause(nowMs: number): string | undefined {
    const { deadAfterSilences, unheardMs } = this.#options
    if (this.#silences >= deadAfterSilences) return `no answer to ${this.#silences} questions in a row`
    if (this.#isHeard() || nowMs - (this.#unheardSinceMs ?? nowMs) < unheardMs) return undefined
    return `nothing received for ${unheardMs / 1_000} s after a question`
  }

  /** Whether anything came since the last question for which nothing had come. */
  #isHeard(): boolean {
    const received = this.#options.receivedAtMs()
    return this.#unheardSinceMs === undefined || (received !== undefined && received > this.#unheardSinceMs)
  }
}
