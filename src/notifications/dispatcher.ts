import { setMaxListeners } from 'node:events'
import { StoreUnavailable } from '../platform/errors.ts'
import { type Bell, createBell } from './bell.ts'
import { type DeliveryParts, deliver } from './delivery.ts'
import { type Bounds, createLanes, type Ended, type Lanes } from './lanes.ts'
import type { Attempt, Claim, NotificationStore } from './port.ts'
import { keyText, readBodies, type Written } from './reading.ts'
import { createRecorder, type Recorder } from './recording.ts'
import { createWithheldLog, type WithheldLog } from './withheldLog.ts'

/** Tells merchants what happened: takes in, claims, sends and writes down, again and again. */
export interface Dispatcher {
  /** After a stop it can be started again. */
  start(): void
  /** Begins nothing more; what does not end by itself soon is broken off, for the next who claims it. */
  stop(): Promise<void>
  /** Everything that is due is tried once, also while stopped; but nobody is waited for without end. */
  settle(): Promise<void>
}

export type DispatcherParts = DeliveryParts & {
  readonly store: NotificationStore
  readonly bounds?: Bounds
  readonly limits?: Partial<DispatcherLimits>
  /** Told when there is something new. */
  readonly onNews?: () => void
}

export type DispatcherLimits = {
  /** From one look to the next, while nothing happens. */
  readonly intervalMs: number
  /** Longer than an attempt and writing it down can take: then somebody else may try. */
  readonly leaseMs: number
  /** How long a stop waits for attempts under way. */
  readonly gracePatienceMs: number
  readonly settlePatienceMs: number
}

export const standardDispatcherLimits: DispatcherLimits = {
  intervalMs: 200,
  leaseMs: 30_000,
  gracePatienceMs: 3_000,
  settlePatienceMs: 15_000,
}

export function createDispatcher(parts: DispatcherParts): Dispatcher {
  const loop = new Loop(parts)
  return { start: () => loop.start(), stop: () => loop.stop(), settle: () => loop.settle() }
}

/** Of the outbox. */
const takenAtOnceMax = 500

/** A receiver that takes this long is not given more at a time. */
const quickMs = 1_000

type Bodies = Promise<ReadonlyMap<string, Written>>
const noBodies: Bodies = Promise.resolve(new Map())

/** How many were found, and whether there may be more. */
type Found = { readonly count: number; readonly isMore: boolean }

class Loop {
  readonly #parts: DispatcherParts
  readonly #limits: DispatcherLimits
  readonly #lanes: Lanes
  readonly #record: Recorder
  readonly #withheld: WithheldLog
  /** Rung when somebody has room, or there is something to be claimed. */
  readonly #places = createBell()
  readonly #intake = createBell()
  readonly #underWay = new Set<Promise<void>>()
  #running: AbortController | undefined
  /** Breaks off what is under way. */
  #halt = haltController()
  #passes: Promise<unknown> = Promise.resolve()

  constructor(parts: DispatcherParts) {
    this.#parts = parts
    this.#limits = { ...standardDispatcherLimits, ...parts.limits }
    this.#lanes = createLanes(parts.bounds)
    this.#record = createRecorder(parts)
    this.#withheld = createWithheldLog(parts.log)
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
    this.#intake.ring()
    this.#places.ring()
    const rest = this.#passes.then(() => this.#idle())
    const { gracePatienceMs } = this.#limits
    await within(gracePatienceMs, rest)
    const halt = this.#halt
    this.#halt = haltController()
    halt.abort()
    await within(gracePatienceMs, rest)
  }

  async settle(): Promise<void> {
    const { clock, log } = this.#parts
    const untilMs = clock.monotonicMs() + this.#limits.settlePatienceMs
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

  /** Neither waits for the other, nor fails with it. */
  async #run(signal: AbortSignal): Promise<void> {
    const again = async (bell: Bell, step: () => Promise<Found>) => {
      while (!signal.aborted) {
        const found = await this.#guarded(step)
        if (!found?.isMore) await bell.wait(this.#limits.intervalMs)
      }
    }
    await Promise.all([again(this.#intake, () => this.#takeIn()), again(this.#places, () => this.#claim())])
  }

  async #guarded(step: () => Promise<Found>): Promise<Found | undefined> {
    try {
      return await step()
    } catch (fault) {
      this.#report(fault)
      return undefined
    }
  }

  async #takeIn(): Promise<Found> {
    const { store, onNews } = this.#parts
    const count = await store.takeIn(takenAtOnceMax)
    if (count > 0) onNews?.()
    if (count > 0) this.#places.ring()
    return { count, isMore: count >= takenAtOnceMax }
  }

  async #claim(): Promise<Found> {
    const room = this.#lanes.room()
    if (!room) return { count: 0, isMore: false }
    const claims = await this.#parts.store.claim({ ...room, leaseMs: this.#limits.leaseMs })
    const { length: count } = claims
    const bodies = count > 0 ? readBodies(this.#parts, claims) : noBodies
    for (const claim of claims) this.#launch(claim, bodies)
    return { count, isMore: count >= room.limit }
  }

  #launch(claim: Claim, bodies: Bodies): void {
    this.#lanes.enter(claim)
    const work = this.#attempt(claim, bodies).then(ended => {
      this.#lanes.leave(claim, ended)
      this.#underWay.delete(work)
      this.#places.ring()
    })
    this.#underWay.add(work)
  }

  /** Never fails: what could not be told, or not be written down, is claimed again when its lease is over. */
  async #attempt(claim: Claim, bodies: Bodies): Promise<Ended> {
    const stop = this.#halt.signal
    try {
      const written = (await bodies).get(keyText(claim))
      const made = await deliver(this.#parts, claim, { written, stop })
      await this.#record(made, stop)
      this.#tellOf(made)
      return { isSuccess: made.verdict.kind === 'delivered', isQuick: made.tookMs <= quickMs }
    } catch (fault) {
      this.#report(fault, claim.merchantId)
      return { isSuccess: false, isQuick: false }
    }
  }

  #tellOf(made: Attempt): void {
    const { log } = this.#parts
    const { merchantId: merchant, attempt, status, reason, verdict } = made
    this.#withheld(made)
    if (verdict.kind === 'dead')
      log.warn('a notification was given up', { merchant, attempt, status, reason })
    else if (verdict.kind !== 'delivered') log.info('not notified', { merchant, attempt, status, reason })
  }

  #report(fault: unknown, merchant?: string): void {
    const { log } = this.#parts
    if (fault instanceof StoreUnavailable)
      log.warn('notifications wait for the store', { reason: fault.message })
    else log.fault('notifying failed', fault, { merchant })
  }

  async #idle(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.all(this.#underWay)
  }
}

/** As many listen as are under way; Node takes more than ten for a leak. */
function haltController(): AbortController {
  const halt = new AbortController()
  setMaxListeners(0, halt.signal)
  return halt
}

async function within(patienceMs: number, work: Promise<unknown>): Promise<void> {
  const bell = createBell()
  void work.then(bell.ring, bell.ring)
  await bell.wait(patienceMs)
}
