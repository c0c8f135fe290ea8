// The primary of a node with several workers: it starts them, replaces those that end or hang, and passes on
// signals. It serves nobody itself; node:cluster deals out the connections among the workers.

import cluster from 'node:cluster'
import type { ReadinessFinding } from '../http/api/health.ts'
import { systemClock, type TimedClock } from '../platform/clock.ts'
import { projectPath } from '../platform/files.ts'
import { createLimitsKeeper, type LimitsKeeper } from '../platform/limits/sharedLimits.ts'
import type { Log } from '../platform/log.ts'
import type { ProcessReadings } from '../platform/metrics.ts'
import { countsAmong, mergeReadings } from '../platform/prometheus.ts'
import { readinessPatience } from '../platform/readinessPatience.ts'
import { closeUntaken } from './handedConnections.ts'
import {
  isWorkerMessage,
  type PrimaryMessage,
  type Topic,
  type WorkerMessage,
  type WorkerRole,
  workerArguments,
} from './workerMessages.ts'

/** A process that the primary started. */
export type WorkerProcess = {
  readonly send: (message: PrimaryMessage) => void
  readonly kill: (signal: NodeJS.Signals) => void
}

export type WorkerListener = {
  readonly onMessage: (message: unknown) => void
  /** With its exit code, or the signal that ended it. */
  readonly onEnd: (how: number | string) => void
}

type PrimaryOptions = {
  readonly workers: number
  readonly log: Pick<Log, 'info' | 'warn'>
  readonly release: string
  readonly fork: (role: WorkerRole, listener: WorkerListener) => WorkerProcess
  readonly clock?: PrimaryClock
}

type PrimaryClock = Pick<TimedClock, 'monotonicMs' | 'sleep'>

export type Primary = {
  /** The exit code of the node, once no worker is left. */
  readonly ended: Promise<number>
  /** Workers drain and stop as a process that is alone does. */
  readonly stop: (signal: NodeJS.Signals) => void
  readonly reload: () => void
  readonly kill: (signal: NodeJS.Signals) => void
}

/**
 * The first worker starts alone: whatever is wrong is told once, by it, and what is made at a first start is
 * made once. The others join when it serves.
 */
export function startPrimary(options: PrimaryOptions): Primary {
  const node = new SupervisedNode(options)
  node.start()
  return {
    ended: node.ended,
    stop: signal => node.stop(signal),
    reload: () => node.tellAll({ kind: 'reload' }),
    kill: signal => node.kill(signal),
  }
}

type SupervisedWorker = {
  readonly number: number
  readonly slot: number
  readonly process: WorkerProcess
  readonly startedAtMs: number
  isServing: boolean
  /** When it said something last, whatever it was. */
  heardAtMs?: number
  isGivenUp?: boolean
}

class SupervisedNode {
  readonly ended: Promise<number>
  readonly #options: PrimaryOptions
  readonly #clock: PrimaryClock
  readonly #limits: LimitsKeeper
  readonly #workers = new Map<number, SupervisedWorker>()
  readonly #gatherings: Gatherings
  /** How often the worker of a slot has ended soon after its start. */
  readonly #failures = new Map<number, number>()
  #end: (code: number) => void = () => undefined
  #numbers = 0
  /** Whether all workers have served: before, one that ends refuses the start. */
  #isComplete = false
  /** The exit code, once it is decided that the node ends. */
  #ending: number | undefined

  constructor(options: PrimaryOptions) {
    this.#options = options
    this.#clock = options.clock ?? systemClock
    this.#limits = createLimitsKeeper(this.#clock)
    this.#gatherings = new Gatherings(this.#clock)
    this.ended = new Promise(resolve => {
      this.#end = resolve
    })
  }

  start(): void {
    this.#fork(1, true)
    void this.#watch()
  }

  stop(signal: NodeJS.Signals): void {
    this.#ending ??= 0
    this.tellAll({ kind: 'stop', signal })
    this.#endIfNobodyIsLeft()
  }

  kill(signal: NodeJS.Signals): void {
    for (const { process } of this.#workers.values()) process.kill(signal)
  }

  tellAll(message: PrimaryMessage): void {
    for (const { process } of this.#workers.values()) process.send(message)
  }

  #fork(slot: number, isFirst: boolean): void {
    const number = ++this.#numbers
    const { release } = this.#options
    const process = this.#options.fork(
      { slot, isFirst, release },
      {
        onMessage: message => isWorkerMessage(message) && this.#hear(number, message),
        onEnd: how => this.#onEnd(number, how),
      },
    )
    const startedAtMs = this.#clock.monotonicMs()
    this.#workers.set(number, { number, slot, process, startedAtMs, isServing: false })
  }

  #hear(number: number, message: WorkerMessage): void {
    const worker = this.#workers.get(number)
    if (worker === undefined) return
    worker.heardAtMs = this.#clock.monotonicMs()
    const limits = this.#limits
    const answer = (question: number, value: unknown) =>
      worker.process.send({ kind: 'answer', question, value })
    if (message.kind === 'alive') return
    if (message.kind === 'serving') this.#onServing(worker)
    else if (message.kind === 'giveBack') limits.giveBack(number, message.slots, message.count)
    else if (message.kind === 'say') this.#gatherings.hear(number, message.gathering, message.said)
    else if (message.kind === 'borrow')
      answer(message.question, limits.borrow(number, message.slots, message.order))
    else if (message.kind === 'token')
      answer(message.question, limits.takeToken(message.name, message.perSecond) ?? null)
    else if (message.kind === 'failedLogin') answer(message.question, limits.countFailedLogin(message.name))
    else void this.#gather(message.topic).then(said => answer(message.question, said))
  }

  async #gather(topic: Topic): Promise<readonly unknown[]> {
    const asked = [...this.#workers.values()].filter(({ isServing }) => isServing)
    return this.#gatherings.gather(topic, asked)
  }

  #onServing(worker: SupervisedWorker): void {
    const { workers } = this.#options
    worker.isServing = true
    this.#tellCount()
    const isFirst = this.#numbers === 1
    if (isFirst && this.#ending === undefined)
      for (let slot = 2; slot <= workers; slot++) this.#fork(slot, false)
    if (this.#servingCount() === workers) this.#isComplete = true
  }

  #servingCount(): number {
    return [...this.#workers.values()].filter(({ isServing }) => isServing).length
  }

  #tellCount(): void {
    this.tellAll({ kind: 'count', serving: this.#servingCount() })
  }

  #onEnd(number: number, how: number | string): void {
    const worker = this.#workers.get(number)
    if (worker === undefined) return
    this.#workers.delete(number)
    this.#limits.forget(number)
    this.#gatherings.forget(number)
    if (this.#ending === undefined) this.#replaceOrGiveUp(worker, how)
    else if (this.#ending === 0 && !asWanted.has(how)) this.#ending = 1
    this.#tellCount()
    this.#endIfNobodyIsLeft()
  }

  /** A node of which nobody serves, and whose next worker does not come up, is for others to restart. */
  #replaceOrGiveUp({ slot, startedAtMs, isServing }: SupervisedWorker, how: number | string): void {
    const isHopeless = !isServing && this.#servingCount() === 0
    if (!this.#isComplete || isHopeless) {
      this.#ending = typeof how === 'number' && how !== 0 ? how : 1
      this.tellAll({ kind: 'stop', signal: 'SIGINT' })
      return
    }
    const ranMs = this.#clock.monotonicMs() - startedAtMs
    const failures = ranMs > soonMs ? 1 : (this.#failures.get(slot) ?? 0) + 1
    this.#failures.set(slot, failures)
    const waitMs = Math.min(waitMaxMs, firstWaitMs * 2 ** (failures - 1))
    const reason = `Worker ${slot} ended (${how}); another takes its place in ${waitMs / 1_000} s.`
    this.#options.log.warn('worker', { reason })
    void this.#clock.sleep(waitMs).then(() => {
      if (this.#ending === undefined) this.#fork(slot, false)
    })
  }

  /**
   * A worker whose event loop stands still answers nobody, yet connections are dealt to it: it is killed, and
   * replaced like any that ends. What it had begun is recovered by others.
   */
  async #watch(): Promise<void> {
    let lookedAtMs = this.#clock.monotonicMs()
    while (this.#ending === undefined || this.#workers.size > 0) {
      await this.#clock.sleep(lookEveryMs)
      const nowMs = this.#clock.monotonicMs()
      // This process stood still itself: what was said meanwhile is yet to be heard.
      const wasAway = nowMs - lookedAtMs > awayMs
      lookedAtMs = nowMs
      for (const worker of this.#workers.values()) {
        if (worker.heardAtMs === undefined || worker.isGivenUp) continue
        if (wasAway) worker.heardAtMs = nowMs
        else if (nowMs - worker.heardAtMs > silenceMs) this.#giveUp(worker)
      }
    }
  }

  #giveUp(worker: SupervisedWorker): void {
    worker.isGivenUp = true
    const reason = `Worker ${worker.slot} has not moved for ${silenceMs / 1_000} s; it is killed.`
    this.#options.log.warn('worker', { reason })
    worker.process.kill('SIGKILL')
  }

  #endIfNobodyIsLeft(): void {
    if (this.#ending !== undefined && this.#workers.size === 0) this.#end(this.#ending)
  }
}

/** How workers of a node end that stops; by the signal itself where they had hardly begun. */
const asWanted: ReadonlySet<number | string> = new Set([0, 'SIGINT', 'SIGTERM'])

/** A worker that ran for longer had no trouble with its start. */
const soonMs = 60_000
const firstWaitMs = 100
const lookEveryMs = 1_000
const awayMs = 5_000
/** Workers say every second that they are alive. */
const silenceMs = 15_000
const waitMaxMs = 30_000

type Gathering = {
  /** Who has not spoken yet, and lives. */
  readonly awaited: Map<number, SupervisedWorker>
  readonly said: Map<number, unknown>
  readonly done: () => void
}

/** What all workers say to a topic. Of one that does not answer in time, metrics tell what it said last. */
class Gatherings {
  readonly #clock: PrimaryClock
  readonly #open = new Map<number, Gathering>()
  /** What each worker has measured, as it said last, and what those had counted that have ended. */
  readonly #metrics = new Map<number, ProcessReadings>()
  #ofEnded: Promise<ProcessReadings> = Promise.resolve([])
  #numbers = 0

  constructor(clock: PrimaryClock) {
    this.#clock = clock
  }

  async gather(topic: Topic, workers: readonly SupervisedWorker[]): Promise<readonly unknown[]> {
    const gathering = ++this.#numbers
    const said = new Map<number, unknown>()
    const awaited = new Map(workers.map(worker => [worker.number, worker]))
    await new Promise<void>(done => {
      this.#open.set(gathering, { said, awaited, done })
      for (const { process } of workers) process.send({ kind: 'ask', gathering, topic })
      void this.#clock.sleep(patienceMs).then(done)
      void this.#watch(gathering)
      if (workers.length === 0) done()
    })
    this.#open.delete(gathering)
    if (topic === 'readiness') return [...said.values(), ...silent(awaited)]
    for (const [worker, readings] of said) if (isReadings(readings)) this.#metrics.set(worker, readings)
    return [...this.#metrics.values(), await this.#ofEnded]
  }

  /** Once all who can have spoken, nobody waits for those that hang. Where all were paused, they can soon. */
  async #watch(gathering: number): Promise<void> {
    for (;;) {
      await this.#clock.sleep(graceMs)
      const open = this.#open.get(gathering)
      if (open === undefined) return
      const quietSinceMs = this.#clock.monotonicMs() - quietMs
      if ([...open.awaited.values()].every(({ heardAtMs = 0 }) => heardAtMs < quietSinceMs)) open.done()
    }
  }

  hear(worker: number, gathering: number, said: unknown): void {
    const open = this.#open.get(gathering)
    if (!open?.awaited.delete(worker)) return
    open.said.set(worker, said)
    if (open.awaited.size === 0) open.done()
  }

  /** A worker has ended. Sums must not go back, or whoever reads them would take it for a new beginning. */
  forget(worker: number): void {
    for (const { awaited, said, done } of this.#open.values()) {
      said.delete(worker)
      if (awaited.delete(worker) && awaited.size === 0) done()
    }
    const counted = countsAmong(this.#metrics.get(worker) ?? [])
    this.#metrics.delete(worker)
    this.#ofEnded = this.#ofEnded.then(before => mergeReadings([before, counted]))
  }
}

/** What the node says of workers that said nothing. */
const silent = (awaited: ReadonlyMap<number, SupervisedWorker>): readonly (readonly ReadinessFinding[])[] =>
  [...awaited.values()].map(({ slot }) => [
    { code: 'WORKERS_MISSING', details: [`worker ${slot} does not answer`] },
  ])

const isReadings = (said: unknown): said is ProcessReadings => Array.isArray(said)

const { nodeMs: patienceMs } = readinessPatience
const graceMs = 250
/** Two words of a worker that is alive did not come. */
const quietMs = 2_500

/** Starts a worker as node:cluster does: in the same way as this process was started, with its settings. */
export function forkWorker(role: WorkerRole, listener: WorkerListener): WorkerProcess {
  cluster.setupPrimary({
    exec: projectPath('start.mjs'),
    args: ['src/main.ts', ...workerArguments(role)],
  })
  const worker = cluster.fork()
  closeUntaken(worker)
  worker.on('message', listener.onMessage)
  worker.once('exit', (code, signal) => listener.onEnd(signal ?? code))
  // A message to a worker that is just ending cannot be sent; its end is heard of otherwise.
  worker.on('error', () => undefined)
  return {
    send(message) {
      if (worker.isConnected()) worker.send(message)
    },
    kill: signal => void worker.process.kill(signal),
  }
}
