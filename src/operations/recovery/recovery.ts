import type { HearLate } from '../../acquirers/port.ts'
import type { Log } from '../../platform/log.ts'
import { StoreUnavailable } from '../../platform/storeUnavailable.ts'
import type { Due, TakenOver } from '../journal.ts'
import type { Road } from '../journey.ts'
import { createLateEar } from './late.ts'
import { type Claimed, pursue } from './pursuit.ts'
import { closeForDead } from './takeOver.ts'

/** Settles what was left unknown: transactions of nodes that died, and what is still owed to the acquirer. */
export interface Recovery {
  /**
   * One pass: everything that is due now is tried once, however many of them fail. How many there were. All:
   * also what a living node might still be at, for a node that is alone with its database.
   */
  tick(options?: { readonly all?: boolean }): Promise<number>
  /** Passes until nothing is due right now. */
  settle(): Promise<void>
  /** A pass at once and then again and again; after a stop it can be started again. */
  start(): void
  /** Waits for what is under way. */
  stop(): Promise<void>
  readonly hearLate: HearLate
}

export type RecoveryParts = {
  readonly road: Road
  readonly log: Log
  /** From the end of one pass to the beginning of the next. */
  readonly intervalMs: number
}

export function createRecovery({ road, log, intervalMs }: RecoveryParts): Recovery {
  const { hearLate, drained } = createLateEar(road.journal, log)
  const sweeper = createSweeper(road, log)
  let running: AbortController | undefined
  let loop: Promise<void> = Promise.resolve()
  const run = async ({ signal }: AbortController) => {
    const stopped = new Promise(resolve => signal.addEventListener('abort', resolve, { once: true }))
    while (!signal.aborted) {
      await sweeper.sweep(false).catch(error => reportOutage(log, error))
      await Promise.race([road.clock.sleep(intervalMs), stopped])
    }
  }
  const tick: Recovery['tick'] = async ({ all = false } = {}) => {
    const count = await sweeper.sweep(all)
    await sweeper.idle()
    return count
  }
  return {
    tick,
    async settle() {
      for (let passes = 0; passes < passesMax; passes++) if ((await tick()) === 0) return
    },
    start() {
      if (running) return
      const own = new AbortController()
      running = own
      loop = loop.then(() => run(own))
    },
    async stop() {
      running?.abort()
      running = undefined
      await loop
      await sweeper.idle()
      await drained()
    },
    hearLate,
  }
}

/** Under steady load something is always due; whoever waits for quiet must not wait for ever. */
const passesMax = 1_000

/** As many transactions as are taken over, and pursuits as are under way, at the same time. */
const atOnceMax = 32

type Sweeper = {
  /** One at a time. Resolves when nothing more is due; what was found may still be under way. */
  sweep(all: boolean): Promise<number>
  /** Resolves when nothing is under way. */
  idle(): Promise<void>
}

function createSweeper(road: Road, log: Log): Sweeper {
  const underWay = new Set<Promise<void>>()
  let turn: Promise<unknown> = Promise.resolve()
  const launch = (claimed: Claimed) => {
    const trial = attempted(log, claimed.due, () => pursue(road, log, claimed))
    const work = trial.then(() => void underWay.delete(work))
    underWay.add(work)
  }
  /** Only what can be sent at once is claimed: what waited here, another node would claim again. */
  const claimAll = async () => {
    for (let count = 0; ; ) {
      while (underWay.size >= atOnceMax) await Promise.race(underWay)
      const limit = atOnceMax - underWay.size
      const claimedAtMs = road.clock.monotonicMs()
      const claimed = await road.journal.claimDue({ limit, patienceMs: road.patienceMs })
      for (const due of claimed) launch({ due, claimedAtMs })
      if (claimed.length === 0) return count
      count += claimed.length
    }
  }
  return {
    sweep(all) {
      const mine = turn.then(async () => (await takeOverAll(road, log, all)) + (await claimAll()))
      turn = mine.catch(() => undefined)
      return mine
    },
    async idle() {
      await turn
      while (underWay.size > 0) await Promise.all(underWay)
    },
  }
}

/** The next ones are looked for once these are closed; what could not be closed is left for later. */
async function takeOverAll(road: Road, log: Log, all: boolean): Promise<number> {
  for (let count = 0; ; ) {
    const taken = await road.journal.takeOver({ limit: atOnceMax, all })
    const closed = await Promise.all(taken.map(each => attempted(log, each, () => closeForDead(road, each))))
    count += taken.length
    if (taken.length < atOnceMax || closed.includes(false)) return count
  }
}

/** Whether it went well; a failure of one must not stop the others, and it stays due. */
async function attempted(log: Log, { key }: Due | TakenOver, act: () => Promise<void>): Promise<boolean> {
  try {
    await act()
    return true
  } catch (fault) {
    log.fault('a transaction could not be recovered', fault, { merchant: key.merchantId })
    return false
  }
}

function reportOutage(log: Log, error: unknown): void {
  if (error instanceof StoreUnavailable) log.warn('recovery waits for the store', { reason: error.message })
  else log.fault('recovery failed', error)
}
