import type { AcquirerAnswer } from '../../acquirers/port.ts'
import type { Log } from '../../platform/log.ts'
import type { DueObligation, TakenOverTransaction } from '../model/journal.ts'
import type { Pipeline } from '../pipeline/execution.ts'
import { type ClaimedObligation, fulfilObligation } from './pursuit.ts'
import type { AroundObligation } from './recovery.ts'
import { closeForCrashedNode } from './takeOver.ts'

/** As many transactions as are taken over, and pursuits as are under way, at the same time. */
const atOnceMax = 32

/** Closes for nodes that died, one sweep at a time; how many transactions there were. */
export function createTakeOverPass(pipeline: Pipeline, log: Log): TakeOverPass {
  const inTurn = createTurns()
  /** The next ones are looked for once these are closed; what could not be closed is left for later. */
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

export type TakeOverPass = { readonly run: (all: boolean) => Promise<number> }

/** Pursues what is owed, one sweep at a time. */
export function createObligationPass(
  pipeline: Pipeline,
  log: Log,
  around: AroundObligation = plainly,
): ObligationPass {
  const inTurn = createTurns()
  const underWay = new Set<Promise<void>>()
  const hearing = createSilenceDetector()
  const launch = (claimed: ClaimedObligation) => {
    const trial = attempt(log, claimed.due, () =>
      around(claimed.due, () => fulfilObligation(pipeline, log, claimed)),
    )
    const work = trial.then(async heard => {
      if (hearing.isBackWith(heard)) await attempt(log, claimed.due, () => pipeline.journal.hasten())
      underWay.delete(work)
    })
    underWay.add(work)
  }
  /**
   * Only what can be sent at once is claimed: what waited here, another node would claim again. And only what
   * was due when the sweep began: with an acquirer that says nothing there would be no end otherwise.
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
      // Told in whole milliseconds, it was up to one later.
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

export type ObligationPass = {
  /** Resolves when nothing more was due as it began; what was found may still be under way. How many. */
  readonly run: (wanted: ObligationPassOptions) => Promise<number>
  /** Resolves when nothing is under way. */
  readonly idle: () => Promise<void>
}

/** Ends early when aborted. Untried: only what was never tried before. */
export type ObligationPassOptions = { readonly signal: AbortSignal; readonly untried?: boolean }

/** Notices when an acquirer that has only been silent for a while is there again. */
function createSilenceDetector() {
  let silences = 0
  return {
    /** Once for each return. */
    isBackWith(heard: AcquirerAnswer['outcome'] | undefined): boolean {
      const isBack = heard !== undefined && heard !== 'silent' && silences >= longSilence
      if (heard === 'silent') silences += 1
      else if (heard !== undefined) silences = 0
      return isBack
    },
  }
}

/** In a row, whoever they were about: fewer may be a matter of one account. */
const longSilence = 8

/** Waits for the work or the end, whichever comes first, and leaves nothing behind at the other. */
export function until(end: AbortSignal, work: Promise<unknown>): Promise<void> {
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

/** One after the other, also after one that failed. */
function createTurns() {
  let last: Promise<unknown> = Promise.resolve()
  return <Result>(work: () => Promise<Result>): Promise<Result> => {
    const mine = last.then(work)
    last = mine.catch(() => undefined)
    return mine
  }
}

/** Undefined where it failed: that must not stop the others, and it stays due. */
async function attempt<Result>(
  log: Log,
  { key }: DueObligation | TakenOverTransaction,
  act: () => Promise<Result>,
): Promise<Result | undefined> {
  try {
    return await act()
  } catch (fault) {
    log.fault('a transaction could not be recovered', fault, { merchant: key.merchantId })
    return undefined
  }
}
