// The dispatcher: takes in the outbox, claims notifications that are due, delivers them, and records the
// attempts.

import { setMaxListeners } from 'node:events'
import type { TimedClock } from '../platform/clock.ts'
import { StoreUnavailable } from '../platform/errors.ts'
import type { Log } from '../platform/log.ts'
import { createBatcher } from '../platform/queues.ts'
import { createWakeUpSignal, type WakeUpSignal, within } from '../platform/wakeUpSignal.ts'
import { readUrl } from '../standards/url.ts'
import { type DeliveryDependencies, deliver } from './delivery.ts'
import {
  type ConcurrencyBounds,
  createDeliveryConcurrency,
  type DeliveryConcurrency,
  type EndedAttempt,
} from './deliveryConcurrency.ts'
import { type NotificationText, notificationKeyText, readBodies } from './envelope.ts'
import type { DeliveryAttempt, NotificationClaim, NotificationStore } from './port.ts'

/** Delivers notifications in the background. */
export interface Dispatcher {
  /** May be called again after a stop. */
  start(): void
  /** Starts no more attempts; those that do not end soon are aborted, and claimed again later. */
  stop(): Promise<void>
  /** Attempts everything that is due once, also while stopped; waits at most `settleTimeoutMs`. */
  settle(): Promise<void>
}

export type DispatcherDependencies = DeliveryDependencies & {
  readonly store: NotificationStore
  readonly bounds?: ConcurrencyBounds
  readonly limits?: Partial<DispatcherLimits>
  /** Called when new notifications were taken in. */
  readonly onNewNotifications?: () => void
}

type DispatcherLimits = {
  /** Between two polls, while nothing wakes it. */
  readonly intervalMs: number
  /** Longer than an attempt and recording it can take; afterwards another node may claim it. */
  readonly leaseMs: number
  /** How long a stop waits for attempts under way. */
  readonly graceTimeoutMs: number
  readonly settleTimeoutMs: number
}

const standardDispatcherLimits: DispatcherLimits = {
  intervalMs: 200,
  leaseMs: 30_000,
  graceTimeoutMs: 3_000,
  settleTimeoutMs: 15_000,
}

export function createDispatcher(dependencies: DispatcherDependencies): Dispatcher {
  const loop = new DispatcherLoop(dependencies)
  return { start: () => loop.start(), stop: () => loop.stop(), settle: () => loop.settle() }
}

/** Rows of the outbox. */
const takenAtOnceMax = 500

/** A receiver that takes longer does not get more attempts at a time. */
const quickMs = 1_000

type ReadBodies = Promise<ReadonlyMap<string, NotificationText>>
const noBodies: ReadBodies = Promise.resolve(new Map())

/** How many were found, and whether there may be more. */
type FoundWork = { readonly count: number; readonly isMore: boolean }

class DispatcherLoop {
  readonly #dependencies: DispatcherDependencies
  readonly #limits: DispatcherLimits
  readonly #concurrency: DeliveryConcurrency
  readonly #record: AttemptRecorder
  readonly #withheld: WithheldSecretLog
  /** Woken when a receiver has room, or there is something to claim. */
  readonly #claimSignal = createWakeUpSignal()
  readonly #intakeSignal = createWakeUpSignal()
  readonly #underWay = new Set<Promise<void>>()
  #running: AbortController | undefined
  /** Aborts attempts under way. */
  #halt = haltController()
  #passes: Promise<unknown> = Promise.resolve()

  constructor(dependencies: DispatcherDependencies) {
    this.#dependencies = dependencies
    this.#limits = { ...standardDispatcherLimits, ...dependencies.limits }
    this.#concurrency = createDeliveryConcurrency(dependencies.bounds)
    this.#record = createAttemptRecorder(dependencies)
    this.#withheld = createWithheldSecretLog(dependencies.log)
  }

  start(): void {
    if (this.#running) return
    const own = new AbortController()
    this.#running = own
    this.#passes = this.#passes.then(() => this.#run(own.signal))
  }

  async stop(): Promise<void> {
    this.#running?.abort()
    this.#running = undefined
    this.#intakeSignal.wake()
    this.#claimSignal.wake()
    const rest = this.#passes.then(() => this.#idle())
    const { graceTimeoutMs } = this.#limits
    await within(graceTimeoutMs, rest)
    const halt = this.#halt
    this.#halt = haltController()
    halt.abort()
    await within(graceTimeoutMs, rest)
  }

  async settle(): Promise<void> {
    const { clock, log } = this.#dependencies
    const untilMs = clock.monotonicMs() + this.#limits.settleTimeoutMs
    for (;;) {
      const taken = await this.#guarded(() => this.#takeIn())
      const claimed = await this.#guarded(() => this.#claim())
      if (!taken || !claimed || taken.count + claimed.count + this.#underWay.size === 0) return
      const leftMs = untilMs - clock.monotonicMs()
      if (leftMs <= 0) {
        return log.warn('some notifications were not waited for', { count: this.#underWay.size })
      }
      await within(leftMs, this.#idle())
    }
  }

  /** Taking in and claiming run independently: neither waits for the other, nor fails with it. */
  async #run(signal: AbortSignal): Promise<void> {
    const again = async (wakeUp: WakeUpSignal, step: () => Promise<FoundWork>) => {
      while (!signal.aborted) {
        const found = await this.#guarded(step)
        if (!found?.isMore) await wakeUp.wait(this.#limits.intervalMs)
      }
    }
    await Promise.all([
      again(this.#intakeSignal, () => this.#takeIn()),
      again(this.#claimSignal, () => this.#claim()),
    ])
  }

  async #guarded(step: () => Promise<FoundWork>): Promise<FoundWork | undefined> {
    try {
      return await step()
    } catch (fault) {
      this.#report(fault)
      return undefined
    }
  }

  async #takeIn(): Promise<FoundWork> {
    const { store, onNewNotifications } = this.#dependencies
    const count = await store.takeIn(takenAtOnceMax)
    if (count > 0) onNewNotifications?.()
    if (count > 0) this.#claimSignal.wake()
    return { count, isMore: count >= takenAtOnceMax }
  }

  async #claim(): Promise<FoundWork> {
    const room = this.#concurrency.room()
    if (!room) return { count: 0, isMore: false }
    const claims = await this.#dependencies.store.claim({ ...room, leaseMs: this.#limits.leaseMs })
    const { length: count } = claims
    const bodies = count > 0 ? readBodies(this.#dependencies, claims) : noBodies
    for (const claim of claims) this.#launch(claim, bodies)
    return { count, isMore: count >= room.limit }
  }

  #launch(claim: NotificationClaim, bodies: ReadBodies): void {
    this.#concurrency.enter(claim)
    const work = this.#attempt(claim, bodies).then(ended => {
      this.#concurrency.leave(claim, ended)
      this.#underWay.delete(work)
      this.#claimSignal.wake()
    })
    this.#underWay.add(work)
  }

  /**
   * Never rejects: what could not be delivered, or not be recorded, is claimed again when its lease is over.
   */
  async #attempt(claim: NotificationClaim, bodies: ReadBodies): Promise<EndedAttempt> {
    const stop = this.#halt.signal
    try {
      const written = (await bodies).get(notificationKeyText(claim))
      const made = await deliver(this.#dependencies, claim, { text: written, stop })
      await this.#record(made, stop)
      this.#tellOf(made)
      return { isSuccess: made.verdict.kind === 'delivered', isQuick: made.tookMs <= quickMs }
    } catch (fault) {
      this.#report(fault, claim.merchantId)
      return { isSuccess: false, isQuick: false }
    }
  }

  #tellOf(made: DeliveryAttempt): void {
    const { log } = this.#dependencies
    const { merchantId: merchant, attempt, status, reason, verdict } = made
    this.#withheld(made)
    if (verdict.kind === 'dead')
      log.warn('a notification was given up', { merchant, attempt, status, reason })
    else if (verdict.kind !== 'delivered') log.info('not notified', { merchant, attempt, status, reason })
  }

  #report(fault: unknown, merchant?: string): void {
    const { log } = this.#dependencies
    if (fault instanceof StoreUnavailable)
      log.warn('notifications wait for the store', { reason: fault.message })
    else log.fault('notifying failed', fault, { merchant })
  }

  async #idle(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.all(this.#underWay)
  }
}

/** There is a listener for each attempt under way; Node would report more than ten as a leak. */
function haltController(): AbortController {
  const halt = new AbortController()
  setMaxListeners(0, halt.signal)
  return halt
}

/** Records the outcome of an attempt. */
type AttemptRecorder = (attempt: DeliveryAttempt, stop: AbortSignal) => Promise<void>

/**
 * Attempts that end at the same time are recorded together. While the database is unavailable it is waited
 * for: no node can claim anything meanwhile, and an unrecorded success would be sent again.
 */
function createAttemptRecorder({ store, clock }: AttemptRecorderDependencies): AttemptRecorder {
  const batcher = createBatcher<DeliveryAttempt, undefined>({
    keyOf: ({ merchantId, feedNo, attempt }) => `${merchantId} ${feedNo} ${attempt}`,
    async write(attempts) {
      await store.record(attempts)
      return attempts.map(() => undefined)
    },
    sizeMax: 64,
    inFlightMax: 2,
    waitingMax: 10_000,
  })
  return async (attempt, stop) => {
    for (;;) {
      try {
        await batcher.submit(attempt)
        return
      } catch (fault) {
        // Another attempt of the group may be at fault, so each is recorded alone.
        if (!(fault instanceof StoreUnavailable)) return store.record([attempt])
        if (stop.aborted) throw fault
        await clock.sleep(pauseMs)
      }
    }
  }
}

type AttemptRecorderDependencies = { readonly store: NotificationStore; readonly clock: TimedClock }

const pauseMs = 500

/**
 * Logs which servers are notified without the shared secret, and why: a receiver that compares it refuses
 * everything. Once for each server of a merchant, or a receiver that checks signatures only would fill the
 * log.
 */
type WithheldSecretLog = (attempt: DeliveryAttempt) => void

function createWithheldSecretLog(log: Log, rememberedMax = 10_000): WithheldSecretLog {
  const logged = new Set<string>()
  return ({ merchantId: merchant, target, withheld: reason }) => {
    if (reason === undefined) return
    const host = readUrl(target)?.host ?? ''
    const name = `${merchant} ${host} ${reason}`
    if (logged.has(name)) return
    logged.add(name)
    if (logged.size > rememberedMax) logged.delete(logged.values().next().value ?? name)
    log.info('notified without the shared secret', { merchant, host, reason })
  }
}
