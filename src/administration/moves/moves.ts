// Moving a merchant to another cell while its payments go on, with a pause of some seconds: the order of the
// steps, how long each is waited for, and what is undone where one of them fails.

import { randomUUID } from 'node:crypto'
import type { Owner } from '../../orders/merchant.ts'
import { invalid, isRejection, type Rejection } from '../../orders/rejection.ts'
import type { TimedClock } from '../../platform/clock.ts'
import { type AdministrationDependencies, actorOf, auditEntryOf, withMerchant } from '../context.ts'
import type { CarriedRows, ClosedMerchant, MerchantMove, MoveStore, WorkUnderWay } from './port.ts'

export interface MoveAdministration {
  /**
   * Moves a merchant with everything that is recorded of it. For the pause, which lasts no longer than
   * wanted, its calls are refused as unavailable. Where it fails, the merchant stays where it is.
   */
  move(merchantId: string, wanted: WantedMove): Promise<MovedMerchant | Rejection>
}

export type WantedMove = {
  readonly to: number
  /** How long the merchant may be refused at most. */
  readonly pauseMs: number
  readonly report?: (step: MoveStep) => void
}

/** What begins now. */
export type MoveStep = 'announcing' | 'closing' | 'waiting' | 'carrying' | 'gathering' | 'done'

export type MovedMerchant = Owner & {
  /** Where it lived; its cell itself where it was there already. */
  readonly from: number
  readonly pausedMs: number
} & CarriedRows

export type MoveDependencies = Pick<AdministrationDependencies, 'actor'> &
  Pick<AdministrationDependencies, 'store'> & {
    readonly moves: MoveStore
    /** Takes in changes to be told, and for search and figures, as nodes do. */
    readonly takeIn: () => Promise<unknown>
    readonly clock: TimedClock
    readonly waits?: Partial<MoveWaits>
  }

/** How long until nodes have certainly heard of something. */
export type MoveWaits = {
  /** Of a cell that is new. */
  readonly cellMs: number
  /** That a merchant is closed: longer than they take it to be at home without asking. */
  readonly closedMs: number
  /** That a merchant has moved, with all that they still write down of it. */
  readonly movedMs: number
}

/** Longer than nodes keep the list of cells, a merchant, and calls that are not written to their log. */
const usualWaits: MoveWaits = { cellMs: 11_000, closedMs: 1_200, movedMs: 3_000 }

const cellMax = 32_767
const lookEveryMs = 50
/** The time that nodes wait, before they call off a move, for whoever is about to move the rows. */
const spareMs = 2_000

export function createMoveAdministration(dependencies: MoveDependencies): MoveAdministration {
  return {
    move: (merchantId, wanted) =>
      withMerchant(dependencies, merchantId, async ({ cell }) => {
        const { to, report = () => undefined } = wanted
        if (!Number.isInteger(to) || to < 0 || to > cellMax)
          return invalid('to', `It must be a whole number from 0 to ${cellMax}.`)
        const steps = {
          ...dependencies,
          actor: actorOf(dependencies.actor),
          waits: { ...usualWaits, ...dependencies.waits },
          report,
        }
        const moved =
          cell === to
            ? { merchantId, cell, from: cell, orders: 0, rows: 0, pausedMs: 0 }
            : await moveTo(steps, { cell, merchantId, to, runId: randomUUID() }, wanted.pauseMs)
        if (isRejection(moved)) return moved
        report('gathering')
        if (moved.from !== to) await steps.clock.sleep(steps.waits.movedMs)
        const gathered = await dependencies.moves.gather({ cell: to, merchantId })
        report('done')
        return { ...moved, rows: moved.rows + gathered }
      }),
  }
}

type MoveSteps = MoveDependencies & {
  readonly waits: MoveWaits
  readonly report: (step: MoveStep) => void
}

async function moveTo(
  steps: MoveSteps,
  move: MerchantMove,
  pauseMs: number,
): Promise<MovedMerchant | Rejection> {
  const { moves, clock, waits, report } = steps
  const prospect = await moves.prospect(move, move.to)
  if (prospect.olderNodes > 0) return olderNodesRun(move, prospect.olderNodes)
  if (prospect.hasUnfinishedArchive) return archiveUnfinished(move)
  report('announcing')
  await moves.announce(move.merchantId, move.to)
  if (!prospect.isKnownCell) await clock.sleep(waits.cellMs)
  report('closing')
  const closed = await closeMerchant(steps, move, pauseMs)
  if (closed === undefined) return anotherUnderWay(move)
  const began = clock.monotonicMs()
  const carried = await carryInTime(steps, { move, closed, endsAtMs: began + pauseMs }).catch(async error => {
    await moves.callOff(move)
    throw error
  })
  if (isRejection(carried)) {
    await moves.callOff(move)
    return carried
  }
  const { merchantId, cell: from, to } = move
  return { merchantId, cell: to, from, ...carried, pausedMs: Math.round(clock.monotonicMs() - began) }
}

/** A command that was killed has left the merchant closed for a while: that is waited for. */
async function closeMerchant(
  { moves, clock }: MoveSteps,
  move: MerchantMove,
  pauseMs: number,
): Promise<ClosedMerchant | undefined> {
  const limitMs = pauseMs + spareMs
  const untilMs = clock.monotonicMs() + limitMs
  for (;;) {
    const closed = await moves.close(move, limitMs)
    if (closed !== undefined || clock.monotonicMs() > untilMs) return closed
    await clock.sleep(lookEveryMs * 4)
  }
}

type ClosedMove = {
  readonly move: MerchantMove
  readonly closed: ClosedMerchant
  readonly endsAtMs: number
}

/** Waits until nothing of the merchant is under way, and moves its rows. */
async function carryInTime(
  steps: MoveSteps,
  { move, closed, endsAtMs }: ClosedMove,
): Promise<CarriedRows | Rejection> {
  const { moves, clock, waits, report, takeIn } = steps
  report('waiting')
  const heardAtMs = clock.monotonicMs() + waits.closedMs
  for (;;) {
    await takeIn()
    const work = await moves.underWay(move, closed)
    const nowMs = clock.monotonicMs()
    if (nowMs >= endsAtMs) return stillUnderWay(move, work)
    if (isQuiet(work) && nowMs >= heardAtMs) {
      const { olderNodes } = await moves.prospect(move, move.to)
      if (olderNodes > 0) return olderNodesRun(move, olderNodes)
      report('carrying')
      const carried = await carryOnce(steps, move, endsAtMs)
      if (carried !== 'behind') return carried
      report('waiting')
    }
    await clock.sleep(lookEveryMs)
  }
}

const isQuiet = ({ isSettled, open, untaken, isTakenIn }: WorkUnderWay): boolean =>
  isSettled && open === 0 && untaken === 0 && isTakenIn

/** Where the answer of the commit is lost, the database says what came of it. */
async function carryOnce(
  { moves, clock, actor }: MoveSteps,
  move: MerchantMove,
  endsAtMs: number,
): Promise<CarriedRows | Rejection | 'behind'> {
  const { cell: from, to } = move
  let counted: CarriedRows = { orders: 0, rows: 0 }
  const entry = (rows: CarriedRows) => {
    counted = rows
    return auditEntryOf({ actor }, 'merchant.move', move, { from, to, ...rows })
  }
  const limitMs = endsAtMs - clock.monotonicMs()
  return await moves.carry(move, { limitMs, entry }).then(
    carried => carried ?? calledOff(move),
    async error => {
      if (await moves.isCarried(move)) return counted
      throw error
    },
  )
}

const staysThere = 'It stays where it is.'

const olderNodesRun = ({ merchantId }: Owner, nodes: number): Rejection =>
  invalid(
    'merchantId',
    `${nodes === 1 ? 'A node' : `${nodes} nodes`} of an earlier release may still be running, which would ` +
      `not notice a move. ${staysThere}`,
    merchantId,
  )

const archiveUnfinished = ({ merchantId }: Owner): Rejection =>
  invalid(
    'merchantId',
    `An archive of it is not finished: npx tollgate archives run. ${staysThere}`,
    merchantId,
  )

const anotherUnderWay = ({ merchantId }: Owner): Rejection =>
  invalid('merchantId', 'Another move of it is under way, or has just ended.', merchantId)

const calledOff = ({ merchantId }: Owner): Rejection =>
  invalid(
    'merchantId',
    `The time for the pause was over before its rows were moved. ${staysThere}`,
    merchantId,
  )

function stillUnderWay({ merchantId }: Owner, { isSettled, open, untaken }: WorkUnderWay): Rejection {
  const what = !isSettled
    ? 'A transaction of the database that began earlier is still running'
    : open > 0
      ? `${open === 1 ? 'A payment' : `${open} payments`} of it did not end`
      : untaken > 0
        ? 'Its changes were not taken in as notifications'
        : 'Search and figures have not taken in its changes'
  return invalid(
    'merchantId',
    `${what} within the pause. ${staysThere} Try it again, or allow more.`,
    merchantId,
  )
}
