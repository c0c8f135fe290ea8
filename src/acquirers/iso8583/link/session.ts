// One place of a link at a host, over and over: connects, signs on, listens, notices when nobody is there any
// more, and begins again after a pause.

import { errorMessage } from '../../../platform/errors.ts'
import type { HostAddress, LinkTls } from '../../routing/settings.ts'
import type { IsoCodec } from '../codec/codec.ts'
import { answerHeader, type Frame, type Framing } from '../codec/frames.ts'
import type { NetworkForm } from '../dialects/dialect.ts'
import type { IsoMessage } from '../dialects/message.ts'
import { Connection } from './connection.ts'
import { Delivery } from './delivery.ts'
import { createEventBudget, type EventBudget } from './eventBudget.ts'
import { Hearing } from './hearing.ts'
import type { LinkLimits } from './linkLimits.ts'
import type { ConnectionState, ConnectionStatus } from './linkStatus.ts'
import { isQuestion } from './matching.ts'
import type { NetworkManagement } from './networkManagement.ts'
import type { SessionListener } from './sessionListener.ts'
import { SignOffWait } from './signOffWait.ts'

export type SessionOptions = {
  readonly addresses: readonly HostAddress[]
  readonly firstAddress: number
  readonly tls: LinkTls | undefined
  readonly codec: IsoCodec
  readonly framing: Framing
  readonly network: NetworkForm
  readonly management: NetworkManagement
  readonly limits: LinkLimits
  readonly clock: { readonly now: () => Date; readonly monotonicMs: () => number }
  readonly random: () => number
  /** Shared by the sessions of a link. */
  readonly turns: SharedTurns
  readonly listener: SessionListener<Session>
}

/** One sign-on at a time, and echoes no more often than the host allows, over all connections of a link. */
export type SharedTurns = { signingOn: Session | undefined; echoedAtMs: number }

/** A question of network management that waits for its answer. */
type NetworkQuestion = {
  readonly key: string
  /** The number of the last question before it. */
  readonly behind: number
  readonly untilMs: number
  readonly settle: (answer: IsoMessage | undefined) => void
}

export class Session {
  readonly #options: SessionOptions
  #addressIndex: number
  #connection: Connection | undefined
  #state: ConnectionState = 'waiting'
  #since: Date
  #trouble: string | undefined
  #failures = 0
  #nextAtMs = 0
  #readyAtMs = 0
  #asked: NetworkQuestion | undefined
  #isStopped = false
  /** Of messages in either direction. */
  #usedAtMs = 0
  #lastReceivedAt: Date | undefined
  readonly #hearing: Hearing
  readonly #delivery: Delivery
  readonly #signOff: SignOffWait
  /** What cannot be read on this connection, before it is given up. */
  #nonsense: EventBudget
  readonly #answers: EventBudget
  /** Questions that wait for their answers here; the link counts. */
  inFlight = 0

  constructor(options: SessionOptions) {
    this.#options = options
    this.#addressIndex = options.firstAddress % options.addresses.length
    this.#since = options.clock.now()
    this.#nonsense = nonsenseBudget(options)
    const { limits, random } = options
    this.#answers = createEventBudget({
      monotonicMs: options.clock.monotonicMs,
      ...{ atOnce: limits.hostQuestionsAtOnce, perSecond: limits.hostQuestionsPerSecond },
    })
    this.#hearing = new Hearing({
      ...{ deadAfterSilences: options.network.deadAfterSilences, unheardMs: limits.unheardMs },
      receivedAtMs: () => this.#connection?.receivedAtMs,
    })
    const { signOnAgainMs: firstMs, longestSignOnAgain } = limits
    this.#delivery = new Delivery(limits)
    this.#signOff = new SignOffWait({ firstMs, longestMs: firstMs * longestSignOnAgain, random })
  }

  get address(): HostAddress {
    return this.#options.addresses[this.#addressIndex] ?? { host: '', port: 0 }
  }

  get state(): ConnectionState {
    return this.#state
  }

  /** Whether a question can be written to it now. */
  get takesQuestions(): boolean {
    return this.#state === 'ready' && this.#connection?.takesBytes === true
  }

  status(): ConnectionStatus {
    const received = this.#lastReceivedAt
    const nextAttemptAt = this.#nextAttemptAt()
    return {
      address: `${this.address.host}:${this.address.port}`,
      state: this.#state,
      since: this.#since,
      inFlight: this.inFlight,
      ...(nextAttemptAt ? { nextAttemptAt } : {}),
      ...(received ? { lastReceivedAt: received } : {}),
      ...(this.#trouble === undefined ? {} : { trouble: this.#trouble }),
    }
  }

  #nextAttemptAt(): Date | undefined {
    if (this.#state !== 'waiting' && this.#state !== 'signedOff') return undefined
    const { clock } = this.#options
    const atMs = this.#state === 'waiting' ? this.#nextAtMs : this.#signOff.nextAtMs
    return new Date(clock.now().getTime() + Math.max(0, atMs - clock.monotonicMs()))
  }

  /** Gives the number of a question, which is sent before anything else is written. */
  asked(nowMs: number): number {
    return this.#delivery.asked(nowMs)
  }

  /** Frames in one write, in the order of their numbers. */
  send(frames: readonly Buffer[], nowMs: number): void {
    this.#usedAtMs = nowMs
    this.#hearing.asked(nowMs)
    this.#connection?.write(Buffer.concat(frames))
  }

  /** A question that was written here got no answer in time. */
  silence(sentAtMs: number): void {
    this.#hearing.silence(sentAtMs)
  }

  /** The question that had this number here is answered. */
  answered(number: number): void {
    this.#delivery.answered(number)
  }

  tick(nowMs: number): void {
    this.#connection?.tick(nowMs)
    if (this.#asked && nowMs >= this.#asked.untilMs) this.#settleAsked(undefined)
    if (this.#state === 'waiting' && !this.#isStopped && nowMs >= this.#nextAtMs) this.#connect()
    else if (this.#state === 'signingOn') this.#signOnInTurn(nowMs)
    else if (this.#state === 'ready' || this.#state === 'signedOff') this.#watch(nowMs)
    if (this.#state === 'signedOff' && this.#signOff.isDue(nowMs)) this.#comeBack()
  }

  #connect(): void {
    const { tls, framing, limits, clock } = this.#options
    this.#change('connecting')
    this.#hearing.begin()
    this.#delivery.begin()
    this.#nonsense = nonsenseBudget(this.#options)
    const monotonicMs = clock.monotonicMs
    this.#connection = new Connection({
      ...{ address: this.address, tls, framing, limits, monotonicMs },
      onOpen: () => this.#opened(),
      onFrame: frame => this.#frame(frame),
      onUnreadable: detail => this.#options.listener.onEvent('unreadable', this, { detail }),
      isAllDelivered: () => this.#delivery.isProven,
      onDrain: () => this.#options.listener.onDrain(this),
      onClosed: reason => this.#closed(reason),
    })
  }

  #opened(): void {
    const { network, clock } = this.#options
    const nowMs = clock.monotonicMs()
    this.#usedAtMs = nowMs
    if (this.#isStopped) this.#connection?.end('the link stops')
    else if (network.signsOn) this.#startSignOn(nowMs)
    else this.#ready()
  }

  #startSignOn(nowMs: number): void {
    const { limits, random } = this.#options
    // After an outage all connections of all nodes come back at once.
    const spread = this.#failures === 0 ? 0 : Math.min(limits.signOnJitterMs, this.#pauseMs())
    this.#nextAtMs = nowMs + random() * spread
    this.#change('signingOn')
    this.#signOnInTurn(nowMs)
  }

  #signOnInTurn(nowMs: number): void {
    // One that was refused is being ended.
    if (nowMs < this.#nextAtMs || !this.#connection?.takesBytes) return
    this.#signOn(refusal => {
      if (refusal === undefined) this.#ready()
      else this.#connection?.end(`sign-on: ${refusal}`)
    })
  }

  #signOn(settle: (refusal: string | undefined) => void): void {
    const { turns, management, limits } = this.#options
    if (this.#asked || (turns.signingOn && turns.signingOn !== this)) return
    turns.signingOn = this
    this.#ask(management.signOn(), limits.signOnAnswerMs, answer => {
      turns.signingOn = undefined
      if (answer === undefined) this.#hearing.networkSilence()
      const refusal = answer ? management.refusal(answer) : 'no answer to the sign-on'
      if (refusal !== undefined) this.#options.listener.onEvent('signOnRefused', this, { detail: refusal })
      settle(refusal)
    })
  }

  /**
   * After a sign-off of the host, which may have forgotten to sign on. Where a connection is all it takes to
   * be signed on, another connection is opened; what is in flight on this one may still be answered.
   */
  #comeBack(): void {
    const { network, clock } = this.#options
    if (!network.signsOn) {
      if (this.inFlight === 0) this.#connection?.end('opened anew, after the host had signed off')
      return
    }
    this.#signOn(refusal => {
      // Meanwhile the host may have signed on itself, or the connection is gone.
      if (this.#state !== 'signedOff') return
      if (refusal === undefined) this.#back()
      else this.#signOff.again(clock.monotonicMs())
    })
  }

  /** Takes questions again, on the same connection. */
  #back(): void {
    this.#readyAtMs = this.#options.clock.monotonicMs()
    this.#change('ready')
    this.#options.listener.onReady(this)
  }

  #ready(): void {
    this.#readyAtMs = this.#options.clock.monotonicMs()
    this.#trouble = undefined
    this.#change('ready')
    this.#options.listener.onEvent('connected', this)
    this.#options.listener.onReady(this)
  }

  #watch(nowMs: number): void {
    const { echoAfterIdleMs } = this.#options.network
    const death = this.#hearing.deathCause(nowMs) ?? this.#delivery.deathCause(nowMs, this.inFlight)
    // A silence is a reason to ask, as far as echoes are allowed.
    const isInDoubt = this.#hearing.isAnySilent || this.#delivery.isInDoubt(nowMs)
    if (death !== undefined) this.#connection?.destroy(death)
    else if (isInDoubt || nowMs - this.#usedAtMs >= echoAfterIdleMs) this.echo()
  }

  /** Sends an echo, unless one is under way or none is allowed now. */
  echo(): 'underWay' | 'notAllowed' {
    const { management, limits, turns, clock, network } = this.#options
    const nowMs = clock.monotonicMs()
    if (this.#asked) return 'underWay'
    if (!this.takesQuestions || nowMs - turns.echoedAtMs < network.echoAtMostEveryMs) return 'notAllowed'
    turns.echoedAtMs = nowMs
    this.#ask(management.echo(), limits.echoAnswerMs, answer => {
      if (answer === undefined) this.#hearing.networkSilence()
      this.#options.listener.onEcho(answer !== undefined)
    })
    return 'underWay'
  }

  #ask(question: IsoMessage, answerMs: number, settle: NetworkQuestion['settle']): void {
    const { management, clock } = this.#options
    const askedAtMs = clock.monotonicMs()
    const { newest: behind } = this.#delivery
    this.#asked = { key: management.keyOf(question), behind, untilMs: askedAtMs + answerMs, settle }
    const frame = this.#written(question)
    if (frame) this.send([frame], askedAtMs)
  }

  #settleAsked(answer: IsoMessage | undefined): void {
    const asked = this.#asked
    this.#asked = undefined
    if (asked && answer) this.#delivery.answered(asked.behind)
    asked?.settle(answer)
  }

  #written(message: IsoMessage, header?: Buffer): Buffer | undefined {
    const { codec, framing, listener } = this.#options
    try {
      return framing.wrap(codec.encode(message), header)
    } catch (error) {
      // Not to be expected: what the gateway asks was tried when the link was made.
      listener.onEvent('unreadable', this, { detail: `cannot be written: ${errorMessage(error)}` })
      return undefined
    }
  }

  #frame(frame: Frame): void {
    const { clock, listener, management } = this.#options
    this.#heard(clock.monotonicMs())
    const message = this.#read(frame)
    if (message === undefined) return
    if (!management.isNetwork(message.type)) listener.onMessage(this, message)
    else if (isQuestion(message.type)) this.#hostAsks(message, frame)
    else if (this.#asked?.key === management.keyOf(message)) this.#settleAsked(message)
    else listener.onEvent('unmatched', this, { message, detail: 'network management' })
  }

  #read(frame: Frame): IsoMessage | undefined {
    const { codec, listener } = this.#options
    try {
      return codec.decode(frame.message)
    } catch (error) {
      listener.onEvent('unreadable', this, { detail: errorMessage(error) })
      if (!this.#nonsense.take('unreadable')) this.#connection?.destroy('too much that cannot be read')
      return undefined
    }
  }

  #heard(nowMs: number): void {
    this.#usedAtMs = nowMs
    this.#hearing.begin()
    this.#lastReceivedAt = this.#options.clock.now()
  }

  #hostAsks(question: IsoMessage, { header }: Frame): void {
    const { listener, management } = this.#options
    const { what, answer, businessDate } = management.answerTo(question)
    // A host that asks without taking answers must not fill our memory, nor payments wait behind answers.
    if (this.#connection?.takesBytes && this.#answers.take(what)) {
      const written = this.#written(answer, header && answerHeader(header))
      if (written) this.#connection.write(written)
    }
    if (what === 'signOff' && this.#state === 'ready') this.#signedOff()
    listener.onEvent(what, this, {
      message: question,
      ...(businessDate === undefined ? {} : { businessDate }),
    })
    if (what === 'signOn' && this.#state === 'signedOff') this.#back()
  }

  #signedOff(): void {
    const { clock, listener } = this.#options
    const nowMs = clock.monotonicMs()
    this.#signOff.begin(nowMs, nowMs - this.#readyAtMs)
    this.#change('signedOff')
    listener.onSignedOff(this)
  }

  /** Signs off where the host wants it, then closes; `onClosed` tells when. */
  stop(): void {
    this.#isStopped = true
    const { network, management, limits } = this.#options
    const mustSignOff = network.signsOn && this.takesQuestions
    if (this.#state !== 'waiting') this.#change('closing')
    const end = () => this.#connection?.end('the link stops')
    if (mustSignOff) {
      this.#settleAsked(undefined)
      this.#ask(management.signOff(), limits.signOffAnswerMs, end)
    } else end()
  }

  get isClosed(): boolean {
    return this.#connection === undefined
  }

  #closed(reason: string): void {
    const { addresses, limits, clock, random, turns, listener } = this.#options
    const nowMs = clock.monotonicMs()
    const wasUsable = this.#state === 'ready' || this.#state === 'signedOff' || this.#state === 'closing'
    this.#connection = undefined
    if (turns.signingOn === this) turns.signingOn = undefined
    this.#failures = wasUsable && nowMs - this.#readyAtMs >= limits.steadyMs ? 1 : this.#failures + 1
    this.#nextAtMs = nowMs + this.#pauseMs() * (0.5 + random() / 2)
    this.#trouble = reason
    this.#change('waiting')
    this.#settleAsked(undefined)
    listener.onClosed(this, { wasUsable, reason })
    this.#addressIndex = (this.#addressIndex + 1) % addresses.length
  }

  #pauseMs(): number {
    const { backOffMs, longestBackOffMs } = this.#options.limits
    return Math.min(longestBackOffMs, backOffMs * 2 ** (this.#failures - 1))
  }

  #change(state: ConnectionState): void {
    if (this.#state === state) return
    this.#state = state
    this.#since = this.#options.clock.now()
  }
}

const nonsenseBudget = ({ clock, limits }: SessionOptions): EventBudget =>
  createEventBudget({
    monotonicMs: clock.monotonicMs,
    ...{ atOnce: limits.unreadableAtOnce, perSecond: limits.unreadablePerSecond },
  })
