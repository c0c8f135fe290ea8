// How much a node takes in hand: no more than it gets done in a short time.

import type { Clock } from '../clock.ts'

/**
 * Counts the requests that a node itself has work with; one that waits for a counterparty is not in hand
 * meanwhile. By Little's law a request takes as long as all in hand divided by how many are done in that
 * time, so a bound on the delay is a bound on the number: what is done in that long. What is done is counted
 * while the node is busy.
 *
 * Many that come at once are no overload: they are done soon, and while they are, several times the number
 * is taken. Only when there was always something to do for a while, the bound holds. A moment with little to
 * do between refusals is no rest, while many are at a counterparty: they go there and come back in groups.
 */
export type WorkInHand = {
  /** Whether one more under this name would be taken now. */
  readonly admits: (name: string) => boolean
  readonly take: (name: string) => undefined
  readonly done: (name: string) => void
  /** The answer of somebody else, for whom one of the requests in hand waits. */
  readonly whileWaiting: <Answer>(answer: Promise<Answer>) => Promise<Answer>
}

type WorkInHandOptions = {
  /** How long a request may be in hand. */
  readonly delayMs: number
  /** So many are always taken, however little is done. */
  readonly fewest: number
  /** With so many in hand there is nobody who waits for long. */
  readonly few: number
  /** How long there may be more than few before the bound holds, and how long it holds after a refusal. */
  readonly burstMs: number
  /** How many times the bound is taken until then. */
  readonly burstFactor: number
}

const standardOptions: WorkInHandOptions = {
  delayMs: 75,
  fewest: 96,
  few: 32,
  burstMs: 100,
  burstFactor: 4,
}

export function createWorkInHand(
  clock: Pick<Clock, 'monotonicMs'>,
  given: Partial<WorkInHandOptions> = {},
): WorkInHand {
  const options = { ...standardOptions, ...given }
  const taken = new Taken()
  const pace = new Pace(options, clock.monotonicMs())
  let count = 0

  function change(by: 1 | -1): void {
    if (Math.min(count, count + by) < options.few) pace.hadFew(clock.monotonicMs())
    count += by
  }

  return {
    admits(name) {
      if (count < options.few) return true
      const nowMs = clock.monotonicMs()
      const most = pace.mostAt(nowMs)
      if (count < most) return true
      // Whoever has less than an even share is taken nevertheless; the others come later for it.
      const held = taken.by(name)
      const names = taken.names + (held === 0 ? 1 : 0)
      if (names > 1 && held < most / names && count < most * 2) return true
      pace.refused(nowMs)
      return false
    },
    take(name) {
      change(1)
      taken.add(name)
    },
    done(name) {
      change(-1)
      taken.remove(name)
      pace.done += 1
      if (taken.inAll < options.few) pace.rested()
    },
    async whileWaiting(answer) {
      change(-1)
      try {
        return await answer
      } finally {
        change(1)
      }
    },
  }
}

/** What was taken and is not done, by name: with what waits for a counterparty. */
class Taken {
  inAll = 0
  readonly #byName = new Map<string, number>()

  get names(): number {
    return this.#byName.size
  }

  by(name: string): number {
    return this.#byName.get(name) ?? 0
  }

  add(name: string): void {
    this.inAll += 1
    this.#byName.set(name, this.by(name) + 1)
  }

  remove(name: string): void {
    this.inAll -= 1
    const left = this.by(name) - 1
    if (left > 0) this.#byName.set(name, left)
    else this.#byName.delete(name)
  }
}

/** How many are done in a millisecond while there is enough to do, and so how many may be in hand. */
class Pace {
  /** How many were done since it was last looked at. */
  done = 0
  readonly #options: WorkInHandOptions
  #perMs = 0
  #lookedAtMs: number
  #fewAtMs: number
  #refusedAtMs = Number.NEGATIVE_INFINITY

  constructor(options: WorkInHandOptions, nowMs: number) {
    this.#options = options
    this.#lookedAtMs = nowMs
    this.#fewAtMs = nowMs
  }

  hadFew(nowMs: number): void {
    this.#fewAtMs = nowMs
  }

  refused(nowMs: number): void {
    this.#refusedAtMs = nowMs
  }

  /** Nobody waits: whoever was refused before, was refused of many that came at once. */
  rested(): void {
    this.#refusedAtMs = Number.NEGATIVE_INFINITY
  }

  mostAt(nowMs: number): number {
    const { fewest, delayMs, burstMs, burstFactor } = this.#options
    if (nowMs - this.#lookedAtMs >= lookMs) this.#look(nowMs)
    const most = Math.max(fewest, this.#perMs * delayMs)
    const isRested = nowMs - this.#fewAtMs <= burstMs && nowMs - this.#refusedAtMs > burstMs
    return isRested ? most * burstFactor : most
  }

  /** A time with little to do says nothing about how much can be done. */
  #look(nowMs: number): void {
    const perMs = this.done / (nowMs - this.#lookedAtMs)
    if (this.#fewAtMs < this.#lookedAtMs)
      this.#perMs += (perMs - this.#perMs) * (this.#perMs === 0 ? 1 : newestWeight)
    this.done = 0
    this.#lookedAtMs = nowMs
  }
}

const lookMs = 100
const newestWeight = 0.25
