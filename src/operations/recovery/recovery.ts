// Recovery as a background task: takes over transactions of crashed nodes, fulfils obligations that are due,
// and records late answers. Each runs in its own loop.

import type { LateAnswerListener } from '../../acquirers/port.ts'
import { isOutage } from '../../platform/errors.ts'
import { type Log, tellFailure } from '../../platform/log.ts'
import { createSerialQueue } from '../../platform/queues.ts'
import type {
  DueObligation,
  RecordedExchange,
  RecoveryJournal,
  TakenOverTransaction,
} from '../model/journal.ts'
import type { Pipeline } from '../pipeline/execution.ts'
import { exchangeContent } from '../record/outcome.ts'
import { type ClaimedObligation, fulfilObligation, type HeardAnswer } from './obligations.ts'
import { closeForCrashedNode } from './takeOver.ts'

/** Settles what was left open: transactions of crashed nodes, and obligations to the acquirer. */
export interface Recovery {
  /**
   * Closes what crashed nodes left open, and returns how many transactions there were. With `all`, also those
   * whose lease is not over, for a node that is alone with its database.
   */
  takeOver(options?: { readonly all?: boolean }): Promise<number>
  /**
   * One pass over both: everything that is due when it begins is tried once, however many of them fail.
   * Returns how many there were.
   */
  tick(options?: { readonly all?: boolean }): Promise<number>
  /** Tries everything that is due once, and then the obligations that resulted from that. */
  settle(): Promise<void>
  /** Makes a pass at once and then at intervals; after a stop it can be started again. */
  start(): void
  /** Begins nothing more, and waits for what is under way, but no longer than an acquirer may take. */
  stop(): Promise<void>
  readonly hearLate: LateAnswerListener
}

type RecoveryDependencies = {
  readonly pipeline: Pipeline
  readonly log: Log
  /** From the end of one pass to the beginning of the next. */
  readonly intervalMs: number
  readonly around?: AroundObligation | undefined
}

/** Wraps one attempt to fulfil an obligation, for tracing. */
export type AroundObligation = <Result>(due: DueObligation, work: () => Promise<Result>) => Promise<Result>

export function createRecovery({ pipeline, log, intervalMs, around }: RecoveryDependencies): Recovery {
  const { clock, patienceMs } = pipeline
  const { hearLate, drained } = createLateAnswerRecorder(pipeline.journal, log)
  const dead = createTakeOverPass(pipeline, log)
  const owed = createObligationPass(pipeline, log, around)
  let running: AbortController | undefined
  let loops: Promise<unknown> = Promise.resolve()
  /** Two independent loops: crashed nodes are taken over also while no acquirer answers. */
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

/**
 * The longest chain of obligations: a refused advice or a late approval is reversed, and that is the last.
 */
const consequencesMax = 3

/** Time to record answers that came at the last moment. */
const graceMs = 1_000

/** A pass that was called for is not aborted: the caller waits for all of it. */
const never = new AbortController().signal

function reportOutage(log: Log, error: unknown): void {
  if (isOutage(error)) log.warn('recovery waits for the store', { reason: error.message })
  else log.fault('recovery failed', error)
}

/** How many transactions are taken over, and how many obligations worked on, at the same time. */
const atOnceMax = 32

/** Closes the transactions of crashed nodes, one pass at a time; returns how many there were. */
function createTakeOverPass(pipeline: Pipeline, log: Log): TakeOverPass {
  const inTurn = createSerialQueue()
  /** Looks for the next ones once these are closed; what could not be closed is left for a later pass. */
  const takeOverAll = async (all: boolean) => {
    for (let count = 0; ; ) {
      const taken = await pipeline.journal.takeOver({ limit: atOnceMax, all })
      const works = taken.map(each =>
        attempt(log, each, () => closeForCrashedNode(pipeline, each).then(() => true)),
      )
      const closed = await Promise.all(works)
      count += taken.length
      if (taken.length < atOnceMax || closed.includes(undefined)) return count
    }
  }
  return { run: all => inTurn(() => takeOverAll(all)) }
}

type TakeOverPass = { readonly run: (all: boolean) => Promise<number> }

/** Fulfils obligations that are due, one pass at a time. */
function createObligationPass(
  pipeline: Pipeline,
  log: Log,
  around: AroundObligation = plainly,
): ObligationPass {
  const inTurn = createSerialQueue()
  const underWay = new Set<Promise<void>>()
  const silenceDetector = createSilenceDetector()
  const launch = (claimed: ClaimedObligation) => {
    const attempting = attempt(log, claimed.due, () =>
      around(claimed.due, () => fulfilObligation(pipeline, log, claimed)),
    )
    const work = attempting.then(async heard => {
      if (heard && silenceDetector.isBackWith(heard))
        await attempt(log, claimed.due, () => pipeline.journal.hasten())
      underWay.delete(work)
    })
    underWay.add(work)
  }
  /**
   * Claims only what can be sent at once: what waited here would be claimed again by another node. And only
   * what was due when the pass began: with an acquirer that stays silent the pass would never end.
   */
  const claimAll = async ({ signal, untried = false }: ObligationPassOptions) => {
    let dueByMs: number | undefined
    for (let count = 0; ; ) {
      while (underWay.size >= atOnceMax && !signal.aborted) await until(signal, Promise.race(underWay))
      if (signal.aborted) return count
      const wanted = { limit: atOnceMax - underWay.size, patienceMs: pipeline.patienceMs, untried }
      const claimedAtMs = pipeline.clock.monotonicMs()
      const claimed = await pipeline.journal.claimDue({
        ...wanted,
        ...(dueByMs !== undefined && { dueByMs }),
      })
      for (const due of claimed) launch({ due, claimedAtMs })
      count += claimed.length
      const [first] = claimed
      if (!first) return count
      // The journal rounds down to milliseconds.
      dueByMs ??= first.nowMs + 1
    }
  }
  return {
    run: wanted => inTurn(() => claimAll(wanted)),
    async idle() {
      while (underWay.size > 0) await Promise.all(underWay)
    },
  }
}

const plainly: AroundObligation = (_due, work) => work()

type ObligationPass = {
  /** Resolves with the number of obligations once all that was due is claimed; some may be under way. */
  readonly run: (wanted: ObligationPassOptions) => Promise<number>
  /** Resolves when nothing is under way. */
  readonly idle: () => Promise<void>
}

/** Ends early when aborted. Untried: only what was never tried before. */
type ObligationPassOptions = { readonly signal: AbortSignal; readonly untried?: boolean }

/**
 * Detects that a counterparty answers again after a row of silences. Each link and each provider is heard by
 * itself: that one answers says nothing of another.
 */
function createSilenceDetector() {
  const silencesOf = new Map<string, number>()
  return {
    /** True once for each return. */
    isBackWith({ from, isSilent }: HeardAnswer): boolean {
      const silences = silencesOf.get(from) ?? 0
      silencesOf.set(from, isSilent ? silences + 1 : 0)
      return !isSilent && silences >= longSilence
    },
  }
}

/** Silences in a row, about any transactions: fewer may be caused by a single account. */
const longSilence = 8

/** Waits for the work or the signal, whichever comes first, and removes its listener from the signal. */
function until(end: AbortSignal, work: Promise<unknown>): Promise<void> {
  return new Promise(resolve => {
    const done = () => {
      end.removeEventListener('abort', done)
      resolve()
    }
    if (end.aborted) return resolve()
    end.addEventListener('abort', done)
    void work.then(done, done)
  })
}

/** Undefined where the work failed: that must not stop the others, and it stays due. */
async function attempt<Result>(
  log: Log,
  { key }: DueObligation | TakenOverTransaction,
  act: () => Promise<Result>,
): Promise<Result | undefined> {
  try {
    return await act()
  } catch (fault) {
    tellFailure(log, 'a transaction could not be recovered', fault, { merchant: key.merchantId })
    return undefined
  }
}

/**
 * Records answers that come after their deadline. They change no outcome: what stayed silent is being
 * reversed or repeated already.
 */
function createLateAnswerRecorder(journal: Pick<RecoveryJournal, 'note'>, log: Log): LateAnswerRecorder {
  const queue: RecordedExchange[] = []
  let draining: Promise<void> | undefined
  let dropped = 0
  const drain = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      try {
        await journal.note(next)
      } catch {
        dropped += 1
      }
    }
    draining = undefined
    if (dropped > 0) log.warn('late answers of the acquirer were not written down', { count: dropped })
    dropped = 0
  }
  return {
    hearLate(ask, answer) {
      if (!('transactionId' in ask) || ask.cell === undefined) return
      const { cell, merchantId, orderId, transactionId } = ask
      const key = { cell, merchantId, orderId }
      const attempt = 'repeat' in ask ? ask.repeat : 0
      if (queue.length >= queueMax) dropped += 1
      else queue.push({ key, transactionId, kind: 'late', attempt, content: exchangeContent(ask, answer) })
      draining ??= drain()
    },
    async drained() {
      await draining
    },
  }
}

interface LateAnswerRecorder {
  readonly hearLate: LateAnswerListener
  /** Resolves when nothing is left to write. */
  drained(): Promise<void>
}

const queueMax = 1_000
