// A worker's side of a node with several processes: it asks its primary, and answers it.

import cluster from 'node:cluster'
import type { Readiness, ReadinessFinding } from '../http/api/health.ts'
import type { SharedLimits } from '../platform/limits/sharedLimits.ts'
import type { MetricExposition, ProcessExposition, ProcessReadings } from '../platform/metrics.ts'
import { textOfProcesses } from '../platform/prometheus.ts'
import {
  isPrimaryMessage,
  type PrimaryMessage,
  type Topic,
  type WorkerMessage,
  type WorkerRole,
} from './workerMessages.ts'

export type NodeWorker = WorkerRole & {
  readonly limits: SharedLimits
  /** Whether others of this node do not serve now. */
  readonly areWorkersMissing: () => boolean
  /** Readiness and metrics of the whole node, made of those of this process. */
  readonly ofNode: (own: ObservedProcess) => ObservedNode
  /** This worker serves; resolves when all of them do. */
  readonly serve: () => Promise<void>
}

type ObservedProcess = { readonly ready: Readiness; readonly scrape: ProcessExposition }
type ObservedNode = { readonly ready: Readiness; readonly scrape: MetricExposition }

type WorkerOptions = WorkerRole & {
  /** How many workers the node has. */
  readonly workers: number
  readonly primary: PrimaryConnection
  readonly onStop: (reason: NodeJS.Signals | 'disconnect') => void
  readonly onReload: () => void
}

/** How a worker reaches its primary. */
export type PrimaryConnection = {
  readonly send: (message: WorkerMessage) => void
  readonly onMessage: (hear: (message: unknown) => void) => void
  readonly onDisconnect: (hear: () => void) => void
}

const aliveEveryMs = 1_000

export function joinNode({ workers, primary, onStop, onReload, ...role }: WorkerOptions): NodeWorker {
  const questions = new Questions(primary)
  const sayings = new Map<Topic, () => Promise<unknown>>()
  let serving = 0
  let onComplete: () => void = () => undefined
  const complete = new Promise<void>(resolve => {
    onComplete = resolve
  })
  const hear = (message: PrimaryMessage) => {
    if (message.kind === 'answer') questions.hear(message.question, message.value)
    else if (message.kind === 'ask') {
      const { gathering, topic } = message
      const say = (said: unknown) => primary.send({ kind: 'say', gathering, said })
      void sayings
        .get(topic)?.()
        .then(say, () => say(undefined))
    } else if (message.kind === 'count') {
      serving = message.serving
      if (serving === workers) onComplete()
    } else if (message.kind === 'stop') onStop(message.signal)
    else onReload()
  }
  primary.onMessage(message => isPrimaryMessage(message) && hear(message))
  setInterval(() => primary.send({ kind: 'alive' }), aliveEveryMs).unref()
  primary.onDisconnect(() => {
    questions.giveUp()
    onStop('disconnect')
  })
  return {
    ...role,
    limits: limitsOf(questions, primary, workers),
    areWorkersMissing: () => serving > 0 && serving < workers,
    ofNode(own) {
      sayings.set('readiness', own.ready).set('metrics', own.scrape.readings)
      return nodeOf(own, topic => questions.ask(question => ({ kind: 'gather', question, topic })))
    },
    serve() {
      primary.send({ kind: 'serving' })
      return complete
    },
  }
}

/** What was asked of the primary and is not answered yet. One that is gone answers nobody: undefined. */
class Questions {
  readonly #primary: Pick<PrimaryConnection, 'send'>
  readonly #waiting = new Map<number, (value: unknown) => void>()
  #numbers = 0
  #isGone = false

  constructor(primary: Pick<PrimaryConnection, 'send'>) {
    this.#primary = primary
  }

  ask(question: (number: number) => WorkerMessage): Promise<unknown> {
    return new Promise(resolve => {
      if (this.#isGone) return resolve(undefined)
      this.#waiting.set(++this.#numbers, resolve)
      this.#primary.send(question(this.#numbers))
    })
  }

  hear(question: number, value: unknown): void {
    this.#waiting.get(question)?.(value)
    this.#waiting.delete(question)
  }

  giveUp(): void {
    this.#isGone = true
    for (const resolve of this.#waiting.values()) resolve(undefined)
    this.#waiting.clear()
  }
}

/** Of the whole node; of this process alone where the primary is gone. */
const nodeOf = (
  { ready, scrape }: ObservedProcess,
  gather: (topic: Topic) => Promise<unknown>,
): ObservedNode => ({
  ready: async () => union(await gather('readiness')) ?? ready(),
  scrape: {
    contentType: scrape.contentType,
    text: async () => textOfAll(await gather('metrics')) ?? scrape.text(),
  },
})

function limitsOf(questions: Questions, primary: PrimaryConnection, processes: number): SharedLimits {
  const numberFrom = (value: unknown, otherwise: number) => (typeof value === 'number' ? value : otherwise)
  return {
    processes,
    borrow: async (slots, order) =>
      numberFrom(await questions.ask(question => ({ kind: 'borrow', question, slots, order })), 0),
    giveBack: (slots, count) => primary.send({ kind: 'giveBack', slots, count }),
    async takeToken(name, perSecond) {
      const seconds = await questions.ask(question => ({ kind: 'token', question, name, perSecond }))
      return typeof seconds === 'number' ? seconds : undefined
    },
    countFailedLogin: async name =>
      numberFrom(await questions.ask(question => ({ kind: 'failedLogin', question, name })), 0),
  }
}

/** What any of them finds, the node finds; what several find alike is told once. */
function union(said: unknown): readonly ReadinessFinding[] | undefined {
  if (!Array.isArray(said) || said.length === 0) return undefined
  const found = said.filter(areFindings).flat()
  return [...new Set(found.map(({ code }) => code))].map(code => {
    const details = [...new Set(found.flatMap(each => (each.code === code ? (each.details ?? []) : [])))]
    return details.length === 0 ? { code } : { code, details }
  })
}

/** Another worker of this very release said it. */
const areFindings = (said: unknown): said is readonly ReadinessFinding[] => Array.isArray(said)
const areReadings = (said: unknown): said is ProcessReadings => Array.isArray(said)

const textOfAll = (said: unknown): Promise<string> | undefined =>
  Array.isArray(said) && said.length > 0 ? textOfProcesses(said.filter(areReadings)) : undefined

/** The connection that node:cluster gives to a worker. */
export function primaryOfCluster(): PrimaryConnection {
  const { worker } = cluster
  return {
    send(message) {
      if (process.connected) process.send?.(message)
    },
    onMessage: hear => void process.on('message', hear),
    onDisconnect: hear =>
      void worker?.once('disconnect', () => {
        // Without this word Node would end the process at once, in the middle of what is under way.
        worker.exitedAfterDisconnect = true
        hear()
      }),
  }
}
