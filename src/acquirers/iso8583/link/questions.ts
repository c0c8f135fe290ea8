// The questions of a link: which wait to be sent, which wait for answers, and which answer belongs to which.

import type { Breaker } from '../../../platform/breaker.ts'
import { type Clock, isOver } from '../../../platform/clock.ts'
import type { Log } from '../../../platform/log.ts'
import type { UnsentReason } from '../../port.ts'
import type { IsoMessage } from '../dialects/message.ts'
import type { IsoExchange } from './exchange.ts'
import { createLateEar, type LateEar, type PastQuestion } from './lateEar.ts'
import type { LinkLimits } from './linkLimits.ts'
import type { LinkEventKind, OpenCounters } from './linkStatus.ts'
import { isQuestion, type Matching } from './matching.ts'
import type { Session } from './session.ts'
import type { SessionEvent } from './sessionListener.ts'
import { Deadlines, Pace, QuestionQueue, type WaitingQuestion } from './waitingQuestion.ts'

export type QuestionsOptions = {
  readonly name: string
  /** How many may be in flight on each connection. */
  readonly window: number
  readonly backlogPerSecond: number
  readonly matching: Matching
  readonly limits: LinkLimits
  readonly clock: Clock
  readonly log: Log
  readonly breaker: Breaker
  readonly counters: OpenCounters
  readonly sessions: () => readonly Session[]
  /** Whether it was told: of many, only some are. */
  readonly tell: (what: LinkEventKind, session: Session, about: SessionEvent) => boolean
}

export class Questions {
  readonly #options: QuestionsOptions
  readonly #matching: Matching
  readonly #breaker: Breaker
  readonly #counters: OpenCounters
  /** Those without an answer are rare and matter more: the others must not push them out. */
  readonly #unanswered: LateEar<Session>
  readonly #answeredBefore: LateEar<Session>
  /** By key: queued ones too, so that no key is sent twice at a time. */
  readonly #waiting = new Map<string, WaitingQuestion>()
  readonly #deadlines = new Deadlines(questions => this.#over(questions))
  readonly #live = new QuestionQueue()
  readonly #backlog = new QuestionQueue()
  /** What must not overtake a question that was sent on this connection, while its window is full. */
  readonly #pinned = new Map<Session, QuestionQueue>()
  readonly #outgoing = new Map<Session, Buffer[]>()
  readonly #pace: Pace
  #isPumpDue = false
  queuedLive = 0
  queuedBacklog = 0
  inFlight = 0

  constructor(options: QuestionsOptions) {
    const { clock, limits, backlogPerSecond } = options
    this.#options = options
    this.#matching = options.matching
    this.#breaker = options.breaker
    this.#counters = options.counters
    const ear = { monotonicMs: clock.monotonicMs, keptMs: limits.lateMs, countMax: limits.lateMax }
    this.#unanswered = createLateEar(ear)
    this.#answeredBefore = createLateEar(ear)
    this.#pace = new Pace(backlogPerSecond, clock.monotonicMs())
  }

  accept(question: WaitingQuestion): void {
    if (question.isBacklog) this.queuedBacklog += 1
    else this.queuedLive += 1
    this.#deadlines.add(question)
    const holder = this.#waiting.get(question.key)
    if (holder) {
      // A key that waits is never taken over: the second one is sent when the first has ended.
      holder.behind ??= []
      holder.behind.push(question)
      return
    }
    this.#waiting.set(question.key, question)
    this.#enqueue(question)
  }

  #enqueue(question: WaitingQuestion): void {
    const queue = question.isBacklog ? this.#backlog : this.#live
    queue.push(question)
    this.pumpSoon()
  }

  /** At the end of this turn of the loop: what is asked until then is written together. */
  pumpSoon(): void {
    if (this.#isPumpDue) return
    this.#isPumpDue = true
    setImmediate(() => this.#pump())
  }

  #pump(): void {
    this.#isPumpDue = false
    const nowMs = this.#options.clock.monotonicMs()
    for (const [session, queue] of this.#pinned) this.#pumpInto(session, queue, nowMs)
    while (this.queuedLive > 0 && this.#freest()) {
      const question = this.#live.next()
      if (question === undefined) break
      this.#place(question, nowMs)
    }
    while (this.queuedBacklog > 0 && this.#freest() && this.#pace.take(nowMs)) {
      const question = this.#backlog.next()
      if (question === undefined) break
      this.#place(question, nowMs)
    }
    for (const [session, frames] of this.#outgoing) session.send(frames, nowMs)
    this.#outgoing.clear()
  }

  #pumpInto(session: Session, queue: QuestionQueue, nowMs: number): void {
    while (this.#hasRoom(session)) {
      const question = queue.next()
      if (question === undefined) {
        this.#pinned.delete(session)
        return
      }
      this.#write(question, session, nowMs)
    }
  }

  readonly #hasRoom = (session: Session): boolean =>
    session.inFlight < this.#options.window && session.takesQuestions

  /** The connection with the fewest questions in flight, of those that have room. */
  #freest(): Session | undefined {
    let freest: Session | undefined
    for (const session of this.#options.sessions())
      if ((freest === undefined || session.inFlight < freest.inFlight) && this.#hasRoom(session))
        freest = session
    return freest
  }

  #place(question: WaitingQuestion, nowMs: number): void {
    const original = question.after === undefined ? undefined : this.#unanswered.placeOf(question.after)
    if (original === undefined || original.state !== 'ready') {
      const session = this.#freest()
      if (session) this.#write(question, session, nowMs)
    } else if (this.#hasRoom(original)) this.#write(question, original, nowMs)
    else {
      const queue = this.#pinned.get(original) ?? new QuestionQueue()
      this.#pinned.set(original, queue)
      queue.push(question)
    }
  }

  #write(question: WaitingQuestion, session: Session, nowMs: number): void {
    const { frame } = question
    if (isOver(question.deadline) || frame === undefined) {
      this.#endUnsent(question, 'too late to send')
      return
    }
    this.#unqueue(question)
    question.state = 'sent'
    question.session = session
    question.sentAtMs = nowMs
    question.number = session.asked(nowMs)
    question.frame = undefined
    session.inFlight += 1
    this.inFlight += 1
    this.#counters.sent += 1
    const frames = this.#outgoing.get(session)
    if (frames) frames.push(frame)
    else this.#outgoing.set(session, [frame])
  }

  #unqueue({ isBacklog }: WaitingQuestion): void {
    if (isBacklog) this.queuedBacklog -= 1
    else this.queuedLive -= 1
  }

  #endUnsent(question: WaitingQuestion, reason: UnsentReason): void {
    this.#unqueue(question)
    question.frame = undefined
    if (question.isTrial) this.#breaker.untried()
    this.#end(question, this.unsent(reason))
  }

  unsent(reason: UnsentReason): IsoExchange {
    this.#counters.unsent[reason] = (this.#counters.unsent[reason] ?? 0) + 1
    return { state: 'unsent', reason }
  }

  /** The question has no answer that counts. */
  #endSilent(question: WaitingQuestion, contradicts?: string): void {
    const { key, expected, onLate, session } = question
    this.#counters.silent += 1
    this.#unanswered.remember(key, { expected, onLate, wasAnswered: contradicts !== undefined })
    if (session) this.#unanswered.rememberPlace(key.slice(keyPrefix), session)
    this.#end(question, { state: 'silent', ...(contradicts === undefined ? {} : { contradicts }) })
  }

  #end(question: WaitingQuestion, end: IsoExchange): void {
    if (question.state === 'sent') {
      this.inFlight -= 1
      if (question.session) question.session.inFlight -= 1
    }
    question.state = 'ended'
    this.#deadlines.delete(question)
    if (this.#waiting.get(question.key) === question) this.#release(question)
    question.resolve(end)
    if (this.queuedLive + this.queuedBacklog > 0) this.pumpSoon()
  }

  #release({ key, behind }: WaitingQuestion): void {
    this.#waiting.delete(key)
    const next = behind?.find(({ state }) => state === 'queued')
    if (next === undefined) return
    next.behind = behind?.filter(other => other !== next && other.state === 'queued')
    this.#waiting.set(key, next)
    this.#enqueue(next)
  }

  /** A deadline has passed. */
  #over(questions: readonly WaitingQuestion[]): void {
    for (const question of questions)
      if (question.state === 'sent') {
        question.session?.silence(question.sentAtMs)
        this.#breaker.failure()
        this.#endSilent(question)
      } else if (question.state === 'queued') this.#endUnsent(question, 'too late to send')
    this.#tidy()
  }

  #tidy(): void {
    this.#live.tidy()
    this.#backlog.tidy()
    for (const queue of this.#pinned.values()) queue.tidy()
  }

  received(session: Session, message: IsoMessage): void {
    const { tell } = this.#options
    const key = this.#matching.keyOf(message)
    const question = this.#waiting.get(key)
    if (isQuestion(message.type)) tell('unknownType', session, { message })
    else if (question?.state === 'sent') this.#answered(question, session, message)
    else this.#unawaited(session, message, key)
  }

  #answered(question: WaitingQuestion, session: Session, message: IsoMessage): void {
    const { key, expected, onLate } = question
    question.session?.answered(question.number)
    const detail = this.#matching.contradiction(expected, message)
    if (detail === undefined) {
      this.#counters.answered += 1
      this.#breaker.success()
      this.#answeredBefore.remember(key, { expected, onLate, wasAnswered: true })
      this.#end(question, { state: 'answered', answer: message })
    } else {
      this.#options.tell('contradictory', session, { message, detail })
      this.#breaker.failure()
      this.#endSilent(question, detail)
    }
  }

  #unawaited(session: Session, message: IsoMessage, key: string): void {
    const { tell } = this.#options
    const past = this.#unanswered.find(key) ?? this.#answeredBefore.find(key)
    if (past === undefined) {
      tell('unmatched', session, { message, detail: () => this.#nearest(key) })
      return
    }
    const detail = this.#matching.contradiction(past.expected, message)
    if (detail === undefined) this.#late(session, message, key, past)
    else tell('contradictory', session, { message, detail })
  }

  #late(session: Session, message: IsoMessage, key: string, past: PastQuestion): void {
    const { tell, log, name } = this.#options
    const isTold = tell(past.wasAnswered ? 'doubled' : 'late', session, { message })
    // The first is always heard; a host that says the same again and again is not written down each time.
    if (past.wasAnswered && !isTold) return
    if (!past.wasAnswered) this.#unanswered.remember(key, { ...past, wasAnswered: true })
    try {
      past.onLate?.(message)
    } catch (error) {
      log.fault('a late answer could not be taken', error, { name })
    }
  }

  /** What tells an unmatched answer from the question that it resembles most. */
  #nearest(key: string): string | undefined {
    let nearest: readonly string[] | undefined
    let looked = 0
    for (const [other, { state }] of this.#waiting) {
      if (looked++ >= nearestMax) break
      if (state !== 'sent') continue
      const difference = this.#matching.difference(key, other)
      if (nearest === undefined || difference.length < nearest.length) nearest = difference
    }
    return nearest && `differs in ${nearest.join(' and ')} from a question that waits`
  }

  /**
   * The connection is gone: what was written to it may have been done, what waited for it goes elsewhere.
   * Tells how many were in flight.
   */
  lost(session: Session): number {
    const inFlight = [...this.#waiting.values()].filter(
      each => each.session === session && each.state === 'sent',
    )
    for (const question of inFlight) this.#endSilent(question)
    this.unpin(session)
    return inFlight.length
  }

  /** What waited for this connection goes elsewhere. */
  unpin(session: Session): void {
    const pinned = this.#pinned.get(session)
    this.#pinned.delete(session)
    for (const question of pinned?.takeAll() ?? []) this.#enqueue(question)
  }

  /** Nothing that is queued will be sent. */
  refuseQueued(reason: UnsentReason): void {
    for (const question of [...this.#waiting.values()])
      if (question.state === 'queued') this.#refuseWithFollowers(question, reason)
      else for (const follower of question.behind ?? []) this.#refuseWithFollowers(follower, reason)
    this.#tidy()
  }

  #refuseWithFollowers(question: WaitingQuestion, reason: UnsentReason): void {
    const { behind = [] } = question
    question.behind = undefined
    for (const each of [question, ...behind]) if (each.state === 'queued') this.#endUnsent(each, reason)
  }

  /** Of those that were sent. */
  oldestWaitingMs(nowMs: number): number | undefined {
    let oldest: number | undefined
    for (const { state, sentAtMs } of this.#waiting.values())
      if (state === 'sent' && (oldest === undefined || sentAtMs < oldest)) oldest = sentAtMs
    return oldest === undefined ? undefined : nowMs - oldest
  }
}

/** Version, class and function pair, before the identity. */
const keyPrefix = 3
const nearestMax = 200
