import type { AcquirerAnswer } from '../../acquirers/port.ts'
import type { Log } from '../../platform/log.ts'
import type { Road } from '../pipeline/execution.ts'
import type { Due, TakenOver } from '../pipeline/journal.ts'
import { type Claimed, pursue } from './pursuit.ts'
import type { AroundPursuit } from './recovery.ts'
import { closeForDead } from './takeOver.ts'

/** As many transactions as are taken over, and pursuits as are under way, at the same time. */
const atOnceMax = 32

/** Closes for nodes that died, one sweep at a time; how many transactions there were. */
export function createDeadSweeper(road: Road, log: Log): DeadSweeper {
  const inTurn = createTurns()
  /** The next ones are looked for once these are closed; what could not be closed is left for later. */
  const takeOverAll = async (all: boolean) => {
    for (let count = 0; ; ) {
      const taken = await road.journal.takeOver({ limit: atOnceMax, all })
      const works = taken.map(each => attempted(log, each, () => closeForDead(road, each).then(() => true)))
      const closed = await Promise.all(works)
      count += taken.length
      if (taken.length < atOnceMax || closed.includes(undefined)) return count
    }
  }
  return { sweep: all => inTurn(() => takeOverAll(all)) }
}

export type DeadSweeper = { readonly sweep: (all: boolean) => Promise<number> }

/** Pursues what is owed, one sweep at a time. */
export function createOwedSweeper(road: Road, log: Log, around: AroundPursuit = plainly): OwedSweeper {
  const inTurn = createTurns()
  const underWay = new Set<Promise<void>>()
  const hearing = createHearing()
  const launch = (claimed: Claimed) => {
    const trial = attempted(log, claimed.due, () => around(claimed.due, () => pursue(road, log, claimed)))
    const work = trial.then(async heard => {
      if (hearing.isBackWith(heard)) await attempted(log, claimed.due, () => road.journal.hasten())
      underWay.delete(work)
    })
    underWay.add(work)
  }
  /**
   * Only what can be sent at once is claimed: what waited here, another node would claim again. And only what
   * was due when the sweep began: with an acquirer that says nothing there would be no end otherwise.
   */
  const claimAll = async ({ signal, untried = false }: Sweep) => {
    let dueByMs: number | undefined
    for (let count = 0; ; ) {
      while (underWay.size >= atOnceMax && !signal.aborted) await until(signal, Promise.race(underWay))
      if (signal.aborted) return count
      const wanted = { limit: atOnceMax - underWay.size, patienceMs: road.patienceMs, untried }
      const claimedAtMs = road.clock.monotonicMs()
      const claimed = await road.journal.claimDue({ ...wanted, ...(dueByMs !== undefined && { dueByMs }) })
      for (const due of claimed) launch({ due, claimedAtMs })
      count += claimed.length
      const [first] = claimed
      if (!first) return count
      // Told in whole milliseconds, it was up to one later.
      dueByMs ??= first.nowMs + 1
    }
  }
  return {
    sweep: wanted => inTurn(() => claimAll(wanted)),
    async idle() {
      while (underWay.size > 0) await Promise.all(underWay)
    },
  }
}

const plainly: AroundPursuit = (_due, work) => work()

export type OwedSweeper = {
  /** Resolves when nothing more was due as it began; what was found may still be under way. How many. */
  readonly sweep: (wanted: Sweep) => Promise<number>
  /** Resolves when nothing is under way. */
  readonly idle: () => Promise<void>
}

/** Ends early when aborted. Untried: only what was never tried before. */
export type Sweep = { readonly signal: AbortSignal; readonly untried?: boolean }

/** Notices when an acquirer that has only been silent for a while is there again. */
function createHearing() {
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
async function attempted<Result>(
  log: Log,
  { key }: Due | TakenOver,
  act: () => Promise<Result>,
): Promise<Result | undefined> {
  try {
    return await act()
  } catch (fault) {
    log.fault('a transaction could not be recovered', fault, { merchant: key.merchantId })
    return undefined
  }
}
