// A question between the caller's ask and its end, and the queue in which it waits to be sent.

import type { IsoMessage } from '../dialects/message.ts'
import type { IsoExchange } from './exchange.ts'
import type { Expectation } from './matching.ts'
import type { Session } from './session.ts'

/** Once it was written, it holds only what matching needs: no message and no bytes. */
export type WaitingQuestion = {
  readonly key: string
  readonly expected: Expectation
  readonly deadline: AbortSignal
  readonly isBacklog: boolean
  /** The one that is tried while the breaker is half-open. */
  readonly isTrial: boolean
  readonly onLate: ((answer: IsoMessage) => void) | undefined
  /** By its identity: the question that this one must not overtake. */
  readonly after: string | undefined
  readonly resolve: (end: IsoExchange) => void
  /** The frame, until it is written. */
  frame: Buffer | undefined
  state: 'queued' | 'sent' | 'ended'
  session: Session | undefined
  sentAtMs: number
  /** On its connection. */
  number: number
  /** Questions with the same key: each is sent when the one before it has ended. */
  behind: WaitingQuestion[] | undefined
}

/** First in, first out; what ended meanwhile is passed over. */
export class QuestionQueue {
  #items: WaitingQuestion[] = []
  #head = 0

  push(question: WaitingQuestion): void {
    this.#items.push(question)
  }

  next(): WaitingQuestion | undefined {
    while (this.#head < this.#items.length) {
      const question = this.#items[this.#head]
      this.#head += 1
      if (this.#head > 64 && this.#head * 2 > this.#items.length) this.#shorten()
      if (question?.state === 'queued') return question
    }
    if (this.#head > 0) this.#shorten()
    return undefined
  }

  #shorten(): void {
    this.#items.splice(0, this.#head)
    this.#head = 0
  }

  /** Lets go of what ended. */
  tidy(): void {
    this.#items = this.#items.filter(({ state }, index) => index >= this.#head && state === 'queued')
    this.#head = 0
  }

  /** Takes everything out. */
  takeAll(): readonly WaitingQuestion[] {
    const all = this.#items.slice(this.#head).filter(({ state }) => state === 'queued')
    this.#items = []
    this.#head = 0
    return all
  }
}

/** How many messages of recovery may be sent now: so many a second, and never many at once. */
export class Pace {
  readonly #perSecond: number
  readonly #most: number
  #allowed: number
  #countedAtMs: number

  constructor(perSecond: number, nowMs: number) {
    this.#perSecond = perSecond
    this.#most = Math.max(1, perSecond / 10)
    this.#allowed = this.#most
    this.#countedAtMs = nowMs
  }

  /** Takes one, if it is allowed. */
  take(nowMs: number): boolean {
    const earned = ((nowMs - this.#countedAtMs) * this.#perSecond) / 1_000
    this.#allowed = Math.min(this.#most, this.#allowed + earned)
    this.#countedAtMs = nowMs
    if (this.#allowed < 1) return false
    this.#allowed -= 1
    return true
  }
}

/** Questions by their deadline: callers share signals, so one listener serves many. */
export class Deadlines {
  readonly #members = new WeakMap<AbortSignal, Set<WaitingQuestion>>()
  readonly #onOver: (questions: readonly WaitingQuestion[]) => void

  constructor(onOver: (questions: readonly WaitingQuestion[]) => void) {
    this.#onOver = onOver
  }

  add(question: WaitingQuestion): void {
    const { deadline } = question
    const known = this.#members.get(deadline)
    if (known) {
      known.add(question)
      return
    }
    const members = new Set([question])
    this.#members.set(deadline, members)
    deadline.addEventListener('abort', () => this.#onOver([...members]), { once: true })
  }

  delete(question: WaitingQuestion): void {
    this.#members.get(question.deadline)?.delete(question)
  }
}
