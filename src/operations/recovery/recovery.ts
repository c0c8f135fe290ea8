import type { LateAnswerListener } from '../../acquirers/port.ts'
import { StoreUnavailable } from '../../platform/errors.ts'
import type { Log } from '../../platform/log.ts'
import type { DueObligation } from '../model/journal.ts'
import type { Pipeline } from '../pipeline/execution.ts'
import { createLateAnswerRecorder } from './late.ts'
import { createObligationPass, createTakeOverPass, until } from './sweepers.ts'

/** Settles what was left unknown: transactions of nodes that died, and what is still owed to the acquirer. */
export interface Recovery {
  /**
   * Closes what nodes that died left open. How many there were. All: also what a living node might still be
   * at, for a node that is alone with its database.
   */
  takeOver(options?: { readonly all?: boolean }): Promise<number>
  /**
   * One pass over both: everything that is due when it begins is tried once, however many of them fail. How
   * many there were.
   */
  tick(options?: { readonly all?: boolean }): Promise<number>
  /** Everything that is due is tried once, and then what came of that. */
  settle(): Promise<void>
  /** Passes at once and then again and again; after a stop it can be started again. */
  start(): void
  /** Begins nothing more, and waits for what is under way, but no longer than an acquirer may take. */
  stop(): Promise<void>
  readonly hearLate: LateAnswerListener
}

export type RecoveryDependencies = {
  readonly pipeline: Pipeline
  readonly log: Log
  /** From the end of one pass to the beginning of the next. */
  readonly intervalMs: number
  readonly around?: AroundObligation | undefined
}

/** Stands around one attempt at what is owed: whoever traces them needs no more. */
export type AroundObligation = <Result>(due: DueObligation, work: () => Promise<Result>) => Promise<Result>

export function createRecovery({ pipeline, log, intervalMs, around }: RecoveryDependencies): Recovery {
  const { clock, patienceMs } = pipeline
  const { hearLate, drained } = createLateAnswerRecorder(pipeline.journal, log)
  const dead = createTakeOverPass(pipeline, log)
  const owed = createObligationPass(pipeline, log, around)
  let running: AbortController | undefined
  let loops: Promise<unknown> = Promise.resolve()
  /** Neither waits for the other: dead nodes are followed also while no acquirer answers. */
  const run = (signal: AbortSignal) => {
    const again = async (pass: () => Promise<unknown>) => {
      while (!signal.aborted) {
        await pass().catch(error => reportOutage(log, error))
        await until(signal, clock.sleep(intervalMs))
      }
    }
    return Promise.all([again(() => dead.run(false)), again(() => owed.run({ signal }))])
  }
  const takeOver: Recovery['takeOver'] = ({ all = false } = {}) => dead.run(all)
  const tick = async (all: boolean, untried: boolean) => {
    const count = (await dead.run(all)) + (await owed.run({ signal: never, untried }))
    await owed.idle()
    return count
  }
  return {
    takeOver,
    tick: ({ all = false } = {}) => tick(all, false),
    async settle() {
      for (let pass = 0; pass <= consequencesMax; pass++) if ((await tick(false, pass > 0)) === 0) return
    },
    start() {
      if (running) return
      const own = new AbortController()
      running = own
      loops = loops.then(() => run(own.signal))
    },
    async stop() {
      running?.abort()
      running = undefined
      const rest = loops.then(owed.idle).then(drained)
      await until(clock.deadline(patienceMs + graceMs), rest)
    },
    hearLate,
  }
}

/** What can come of one attempt: a refused advice or a late approval is reversed, and that is the end. */
const consequencesMax = 3

/** To write down what was heard at the last moment. */
const graceMs = 1_000

/** Whoever asks for a pass waits for all of it. */
const never = new AbortController().signal

function reportOutage(log: Log, error: unknown): void {
  if (error instanceof StoreUnavailable) log.warn('recovery waits for the store', { reason: error.message })
  else log.fault('recovery failed', error)
}
