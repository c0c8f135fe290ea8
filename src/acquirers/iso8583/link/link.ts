// A link to one host: several connections, questions in flight on each, answers matched to their questions.

import { type Breaker, type BreakerState, createBreaker } from '../../../platform/breaker.ts'
import { type Clock, isOver } from '../../../platform/clock.ts'
import type { Log } from '../../../platform/log.ts'
import type { UnsentReason } from '../../port.ts'
import type { LinkSettings } from '../../routing/settings.ts'
import { createCodec, type IsoCodec } from '../codec/codec.ts'
import { createFraming, type Framing } from '../codec/frames.ts'
import { authenticatedCodec, type MessageAuthentication } from '../codec/messageAuthentication.ts'
import { createRedaction } from '../codec/redaction.ts'
import type { IsoMessage } from '../dialects/message.ts'
import { createEventBudget, type EventBudget } from './eventBudget.ts'
import type { ExchangeOptions, IsoExchange, IsoLink } from './exchange.ts'
import { type LinkLimits, linkLimits } from './linkLimits.ts'
import { createCounters, type LinkEvent, type LinkEventKind, type LinkStatus } from './linkStatus.ts'
import { createMatching, type Matching } from './matching.ts'
import { createNetworkManagement } from './networkManagement.ts'
import { Questions } from './questions.ts'
import { Session } from './session.ts'
import type { SessionEnd, SessionEvent, SessionListener } from './sessionListener.ts'

export type Link = IsoLink & {
  start(): void
  /** Refuses new questions, waits for those in flight within a bound, signs off and closes. */
  stop(): Promise<void>
  status(): LinkStatus
}

export type LinkDependencies = {
  readonly clock: Clock
  readonly log: Log
  readonly onEvent: (event: LinkEvent) => void
  readonly random?: () => number
  /** Where messages have check values. */
  readonly authentication?: MessageAuthentication
  readonly limits?: Partial<LinkLimits>
  /** The timer behind everything; returns how to end it. */
  readonly every?: (ms: number, act: () => void) => () => void
}

/** Throws where dialect and settings do not make messages about the connection. */
export function createLink(settings: LinkSettings, deps: LinkDependencies): Link {
  const link = new HostLink(settings, deps)
  return {
    name: settings.name,
    trouble: () => link.trouble(),
    exchange: (question, options) => link.exchange(question, options),
    start: () => link.start(),
    stop: () => link.stop(),
    status: () => link.status(),
  }
}

const unrefInterval = (ms: number, act: () => void): (() => void) => {
  const timer = setInterval(act, ms).unref()
  return () => clearInterval(timer)
}

class HostLink implements SessionListener<Session> {
  readonly #settings: LinkSettings
  readonly #deps: LinkDependencies
  readonly #limits: LinkLimits
  readonly #codec: IsoCodec
  readonly #framing: Framing
  readonly #matching: Matching
  readonly #redact: ReturnType<typeof createRedaction>
  readonly #breaker: Breaker
  readonly #sessions: readonly Session[]
  readonly #questions: Questions
  readonly #counters = createCounters()
  readonly #budget: EventBudget
  #state: 'new' | 'running' | 'draining' | 'closing' | 'stopped' = 'new'
  #drainUntilMs = 0
  #endTimer = () => {}
  #stopped: Promise<void> | undefined
  #onStopped = () => {}

  constructor(settings: LinkSettings, deps: LinkDependencies) {
    const { name, dialect, window, backlogPerSecond, signOnAgainSeconds } = settings
    const { clock, log, random = Math.random, authentication } = deps
    this.#settings = settings
    this.#deps = deps
    const signOnAgain = signOnAgainSeconds && { signOnAgainMs: signOnAgainSeconds * 1_000 }
    const limits = { ...linkLimits, ...signOnAgain, ...deps.limits }
    this.#limits = limits
    const codec = createCodec(dialect)
    this.#codec = authentication ? authenticatedCodec(dialect, codec, authentication) : codec
    this.#framing = createFraming(dialect.frame)
    const matching = createMatching(dialect)
    this.#matching = matching
    this.#redact = createRedaction(dialect)
    const { monotonicMs } = clock
    const { failuresMax, pauseMs, longestPauseMs, eventsAtOnce, eventsPerSecond } = limits
    this.#budget = createEventBudget({ monotonicMs, atOnce: eventsAtOnce, perSecond: eventsPerSecond })
    const onChange = (state: BreakerState) => this.#breakerChanged(state)
    const breaker = createBreaker({ clock, random, failuresMax, pauseMs, longestPauseMs, onChange })
    this.#breaker = breaker
    this.#questions = new Questions({
      ...{ name, window, backlogPerSecond, matching, limits, clock, log, breaker, counters: this.#counters },
      sessions: () => this.#sessions,
      tell: (what, session, about) => this.onEvent(what, session, about),
    })
    this.#sessions = this.#createSessions(random)
  }

  #createSessions(random: () => number): readonly Session[] {
    const { dialect, connections, addresses, tls } = this.#settings
    const { clock, authentication } = this.#deps
    const management = createNetworkManagement({ settings: this.#settings, clock, random, authentication })
    // What cannot be written is told now, not when the first connection is there.
    for (const message of [management.signOn(), management.signOff(), management.echo()])
      this.#framing.wrap(this.#codec.encode(message))
    const turns = { signingOn: undefined, echoedAtMs: Number.NEGATIVE_INFINITY }
    const shared = { addresses, tls, codec: this.#codec, framing: this.#framing, limits: this.#limits }
    const more = { network: dialect.network, management, clock, random, turns, listener: this }
    return Array.from(
      { length: connections },
      (_, index) => new Session({ ...shared, ...more, firstAddress: index }),
    )
  }

  start(): void {
    if (this.#state !== 'new') return
    this.#state = 'running'
    this.#endTimer = (this.#deps.every ?? unrefInterval)(this.#limits.tickMs, () => this.#tick())
    this.#tick()
  }

  trouble(): UnsentReason | undefined {
    if (this.#state !== 'running') return 'not connected'
    let isSignedOff = false
    let isUsable = false
    for (const { state } of this.#sessions) {
      if (state === 'ready') isUsable = true
      else if (state === 'signedOff') isSignedOff = true
    }
    if (!isUsable) return isSignedOff ? 'host is closed' : 'not connected'
    if (!this.#breaker.admits()) return 'breaker open'
    return this.#questions.queuedLive >= this.#limits.queueMax ? 'queue full' : undefined
  }

  exchange(question: IsoMessage, options: ExchangeOptions): Promise<IsoExchange> {
    const { deadline, onLate, after, isBacklog = false } = options
    const refusal = isOver(deadline) ? 'too late to send' : this.#refusal(isBacklog)
    if (refusal !== undefined) return Promise.resolve(this.#questions.unsent(refusal))
    let frame: Buffer
    try {
      frame = this.#framing.wrap(this.#codec.encode(question))
    } catch (error) {
      this.#deps.log.fault('a message does not fit the dialect', error, { name: this.#settings.name })
      return Promise.resolve(this.#questions.unsent('cannot be written'))
    }
    const isTrial = this.#breaker.state() === 'halfOpen'
    if (isTrial) this.#breaker.trying()
    return new Promise(resolve => {
      this.#questions.accept({
        key: this.#matching.keyOf(question),
        expected: this.#matching.expectationOf(question),
        after: after && this.#matching.identityOf(after),
        ...{ deadline, isBacklog, isTrial, onLate, resolve, frame, state: 'queued' },
        ...{ session: undefined, sentAtMs: 0, number: 0, behind: undefined },
      })
    })
  }

  /** Recovery waits in a queue of its own: that of payers may be full. */
  #refusal(isBacklog: boolean): UnsentReason | undefined {
    const trouble = this.trouble()
    if (!isBacklog) return trouble
    if (trouble !== undefined && trouble !== 'queue full') return trouble
    return this.#questions.queuedBacklog >= this.#limits.queueMax ? 'queue full' : undefined
  }

  onMessage(session: Session, message: IsoMessage): void {
    this.#questions.received(session, message)
  }

  onDrain(): void {
    this.#questions.pumpSoon()
  }

  onReady(): void {
    // A host that is back is tried with one question at a time.
    this.#breaker.tryLive()
    this.#questions.pumpSoon()
  }

  onSignedOff(session: Session): void {
    this.#questions.unpin(session)
    if (!this.#sessions.some(({ state }) => state === 'ready')) this.#questions.refuseQueued('host is closed')
  }

  onClosed(session: Session, { wasUsable, reason }: SessionEnd): void {
    const isAnyReady = this.#sessions.some(({ state }) => state === 'ready')
    // Of several, one that cannot be reached is no failure of the link; losing questions with it is one.
    if (this.#questions.lost(session) > 0 || (!wasUsable && !isAnyReady)) this.#breaker.failure()
    if (!isAnyReady) this.#questions.refuseQueued('not connected')
    // Nothing else may keep the process alive by now, so the timer cannot be waited for.
    if (this.#state === 'closing') this.#finish()
    if (this.#state !== 'running') return
    if (wasUsable) this.#counters.losses += 1
    else this.#counters.connectFailures += 1
    this.onEvent(wasUsable ? 'lost' : 'connectFailed', session, { detail: reason })
    const { host, port } = session.address
    this.#deps.log.warn('no connection to an acquirer', { name: this.#settings.name, host, port, reason })
  }

  /** Counts it; whether it was told, too, is left to the budget. */
  onEvent(what: LinkEventKind, session: Session, about: SessionEvent = {}): boolean {
    this.#count(what)
    if (!this.#budget.take(what)) return false
    const { message, detail: given, businessDate } = about
    const { host, port } = session.address
    const link = this.#settings.name
    this.#tell(() => {
      const detail = typeof given === 'function' ? given() : given
      const shown = message && {
        ...{ link, direction: 'received' as const, type: message.type },
        // Nobody knows any more which card it is about.
        fields: this.#redact(message, { asked: undefined }),
      }
      return {
        ...{ link, what, address: `${host}:${port}` },
        ...(shown ? { message: shown } : {}),
        ...(detail === undefined ? {} : { detail }),
        ...(businessDate === undefined ? {} : { businessDate }),
      }
    })
    return true
  }

  /** What goes wrong with telling must not end a connection, let alone the process. */
  #tell(event: () => LinkEvent): void {
    try {
      this.#deps.onEvent(event())
    } catch (error) {
      this.#deps.log.fault('an event of a link could not be told', error, { name: this.#settings.name })
    }
  }

  #count(what: LinkEventKind): void {
    if (what === 'connected') this.#counters.connects += 1
    else if (isCounted(what)) this.#counters[what] += 1
    else if (startedByHost.has(what)) this.#counters.hostStarted += 1
  }

  #breakerChanged(state: BreakerState): void {
    const { name } = this.#settings
    if (state === 'open') {
      this.#questions.refuseQueued('breaker open')
      this.#tell(() => ({ link: name, what: 'breakerOpen' }))
      this.#deps.log.warn('an acquirer does not answer: nothing is sent for a while', { name })
    } else if (state === 'closed') {
      this.#tell(() => ({ link: name, what: 'breakerClosed' }))
      this.#deps.log.info('an acquirer answers again', { name })
    }
  }

  #tick(): void {
    const nowMs = this.#deps.clock.monotonicMs()
    for (const session of this.#sessions) session.tick(nowMs)
    if (this.#breaker.isDue()) this.#probe()
    if (this.#questions.queuedBacklog > 0) this.#questions.pumpSoon()
    if (this.#state === 'draining') this.#drain(nowMs)
    else if (this.#state === 'closing') this.#finish()
  }

  /** An echo costs nobody a payment; where none is allowed now, one payment is tried. */
  #probe(): void {
    const usable = this.#sessions.filter(({ takesQuestions }) => takesQuestions)
    if (usable.length > 0 && usable.every(session => session.echo() === 'notAllowed')) this.#breaker.tryLive()
  }

  onEcho(isAnswered: boolean): void {
    if (!this.#breaker.isDue()) return
    if (isAnswered) this.#breaker.tryLive()
    else this.#breaker.prolong()
  }

  stop(): Promise<void> {
    if (this.#stopped) return this.#stopped
    const wasRunning = this.#state === 'running'
    this.#stopped = wasRunning ? new Promise(resolve => (this.#onStopped = resolve)) : Promise.resolve()
    this.#state = wasRunning ? 'draining' : 'stopped'
    this.#questions.refuseQueued('not connected')
    const nowMs = this.#deps.clock.monotonicMs()
    this.#drainUntilMs = nowMs + this.#limits.drainMs
    if (wasRunning) this.#drain(nowMs)
    return this.#stopped
  }

  #drain(nowMs: number): void {
    if (this.#questions.inFlight > 0 && nowMs < this.#drainUntilMs) return
    this.#state = 'closing'
    for (const session of this.#sessions) session.stop()
    this.#finish()
  }

  #finish(): void {
    if (!this.#sessions.every(({ isClosed }) => isClosed)) return
    this.#state = 'stopped'
    this.#endTimer()
    this.#onStopped()
  }

  status(): LinkStatus {
    const trouble = this.trouble()
    const oldestWaitingMs = this.#questions.oldestWaitingMs(this.#deps.clock.monotonicMs())
    const { queuedLive: live, queuedBacklog: backlog } = this.#questions
    return {
      name: this.#settings.name,
      ...(trouble === undefined ? {} : { trouble }),
      breaker: this.#breaker.status(),
      queue: { live, backlog, max: this.#limits.queueMax },
      connections: this.#sessions.map(session => session.status()),
      counters: { ...this.#counters, unsent: { ...this.#counters.unsent } },
      ...(oldestWaitingMs === undefined ? {} : { oldestWaitingMs }),
    }
  }
}

const countedEvents = ['late', 'doubled', 'unmatched', 'contradictory', 'unreadable'] as const
const isCounted = (what: LinkEventKind): what is (typeof countedEvents)[number] =>
  countedEvents.some(each => each === what)
const startedByHost: ReadonlySet<LinkEventKind> = new Set([
  ...(['echo', 'signOn', 'signOff', 'cutOver', 'keyChange', 'notUnderstood', 'unknownType'] as const),
])
