// Taking over transactions whose lease has ended, or whose node is dead, and the lease floors that keep the
// search for them short.

import type pg from 'pg'
import type { RecoveryJournal, TakenOverTransaction } from '../../operations/model/journal.ts'
import { systemClock, type TimedClock } from '../../platform/clock.ts'
import type { Cells } from '../connection/cells.ts'
import { repeatable } from '../connection/statement.ts'
import { endedAnywhere } from './endedLeases.ts'
import {
  floorEdition,
  type LeaseLook,
  type LeaseProgress,
  type LeaseQuestion,
  lookForLeases,
  type TakenRow,
} from './leaseSearch.ts'
import type { NodeHeartbeat } from './nodes.ts'

/**
 * Gives transactions that were left open a new fence and a new lease. A result that is lost on the way costs
 * only time: it can be taken over again when the new lease has ended.
 */
export function createTakeOver(pool: pg.Pool, { cells, leaseMs, clock, heartbeat }: TakeOverOptions) {
  const floors = createLeaseFloors(pool, clock)
  const look = (cell: number, search: LeaseSearch, before: KnownProgress = unknownProgress) =>
    lookForLeases(pool, { cell, ...search, before, leaseMs, nodeId: heartbeat?.nodeId })
  const takeIn = async (
    cell: number,
    rest: number,
    all: boolean,
  ): Promise<readonly TakenOverTransaction[]> => {
    for (;;) {
      const before = floors.before(cell)
      const rows = await look(cell, { rest, all }, before)
      const [first] = rows
      if (first) await floors.after(cell, before, first)
      const taken = takenOf(cell, rows)
      // A look that was cut short has gone on, unless somebody holds the very first row.
      if (!first?.is_cut || !first.has_moved || taken.length > 0) return taken
    }
  }
  /** What a dead node left, whatever its lease. */
  const takeFromDead = async (limit: number): Promise<readonly TakenOverTransaction[]> => {
    const dead = heartbeat?.deadNodes() ?? []
    if (dead.length === 0 || limit === 0) return []
    let isLeft = false
    const takeFrom = async (cell: number, rest: number) => {
      const before = isLeft
      isLeft = true // for as long as it is not known
      const rows = await look(cell, { rest, all: true, dead })
      isLeft = before || rows.some(({ is_left }) => is_left)
      return takenOf(cell, rows)
    }
    const taken = await cells.collect(limit, takeFrom)
    if (!isLeft && taken.length < limit) await heartbeat?.remove(dead)
    return taken
  }
  return async ({ limit, all }: TakeOverWanted): Promise<readonly TakenOverTransaction[]> => {
    const among = all ? undefined : endedAnywhere
    const ended = await cells.collect(limit, (cell, rest) => takeIn(cell, rest, all), among)
    // What was taken already must not be lost by an error in the search for more.
    const left = ended.length > 0 ? [] : await takeFromDead(limit)
    return [...ended, ...left]
  }
}

const takenOf = (cell: number, rows: readonly TakenRow[]): readonly TakenOverTransaction[] =>
  rows.flatMap(row =>
    row.order_id === null
      ? []
      : {
          key: { cell, merchantId: row.merchant_id, orderId: row.order_id },
          transactionId: row.open_id,
          fence: Number(row.version),
        },
  )

type LeaseSearch = Pick<LeaseQuestion, 'rest' | 'all' | 'dead'>
type KnownProgress = LeaseQuestion['before']
const unknownProgress: KnownProgress = { near: null, since: null, edition: null, waitedMs: 0 }

type TakeOverOptions = {
  readonly cells: Cells
  readonly leaseMs: number
  readonly clock?: Pick<TimedClock, 'monotonicMs'> | undefined
  /** Without it, no node is known to be dead before its lease has ended. */
  readonly heartbeat?: NodeHeartbeat | undefined
}
type TakeOverWanted = Parameters<RecoveryJournal['takeOver']>[0]

/**
 * Lease floors, one row per cell: no open transaction has a lease that ends at or below the stored floor, so
 * no search ("look") begins at the first row. This holds by construction, whatever clocks do and however late
 * a commit comes:
 *
 * - Every lease that is given, by begin or by a take-over, ends after the next floor that is stored then. Its
 *   writer has a PostgreSQL transaction id before it reads that row (see `next_lease_floor`).
 * - A change of the row is a new edition. A look that finds an edition for the first time takes a transaction
 *   id of its own: every writer that read an older edition has a smaller id. Once the snapshot of a look has
 *   no such small id running, it sees everything those writers did; what it does not see has a lease that
 *   ends after the next floor.
 * - So a series of such looks, from the floor to the next floor, that leaves nothing open behind, proves that
 *   no open lease ends by the next floor, and none will in this edition: only then it becomes the floor.
 *
 * A proof holds for one edition and one server: after a fail-over that lost commits, another transaction may
 * be open. Everything in memory can be lost. Between proofs, looks continue where the last one ended; what
 * they miss, because a clock was set back, the next proof finds.
 */
function createLeaseFloors(pool: pg.Pool, clock: Pick<TimedClock, 'monotonicMs'> = systemClock) {
  const known = new Map<number, LeaseProgress>()
  const idle: LeaseProgress = { edition: null, since: null, near: null, isProof: false, roundAtMs: 0 }

  return {
    /** What is known before a look. */
    before(cell: number): LeaseProgress & { readonly waitedMs: number } {
      const progress = known.get(cell) ?? idle
      return { ...progress, waitedMs: Math.floor(clock.monotonicMs() - progress.roundAtMs) }
    },
    /** A look has come so far, and left nothing behind. */
    async after(cell: number, before: LeaseProgress, look: LeaseLook): Promise<void> {
      if (look.edition === null)
        return void (await repeatable(pool, firstFloorStatement, [cell, look.reached]))
      if (look.is_ahead) {
        known.delete(cell)
        return void (await repeatable(pool, lowerFloorStatement, [cell, look.edition]))
      }
      const isProof = look.is_settled && (look.is_from_floor || before.isProof)
      const since = look.is_same ? (before.since ?? look.since) : look.since
      const roundAtMs = look.is_from_floor ? clock.monotonicMs() : before.roundAtMs
      const progress = { edition: look.edition, since, near: look.reached, isProof, roundAtMs }
      known.set(cell, progress)
      if (!isProof || !look.is_through) return
      const [raised] = await repeatable<RaisedFloor>(pool, raiseFloorStatement, [
        cell,
        look.edition,
        look.reached,
      ])
      if (raised) known.set(cell, { ...progress, edition: raised.edition, since: null, isProof: false })
    },
  }
}

type RaisedFloor = { readonly edition: string }

const firstFloorStatement = {
  name: 'first lease floor',
  text: `
insert into lease_floors (cell, floor, next_floor) values ($1::int2, '-infinity', $2::timestamptz)
on conflict (cell) do nothing`,
}

const raiseFloorStatement = {
  name: 'raise lease floor',
  text: `
update lease_floors f
set floor = next_floor, next_floor = greatest(next_floor, $3::timestamptz), edition = gen_random_uuid()
where cell = $1::int2 and ${floorEdition} = $2::text
returning ${floorEdition} as edition`,
}

/** Lower is always right: more is looked at. Leases that are given then end when they should. */
const lowerFloorStatement = {
  name: 'lower lease floor',
  text: `
update lease_floors f
set floor = least(floor, now), next_floor = least(next_floor, now), edition = gen_random_uuid()
from (select tollgate_now() as now offset 0) moment
where cell = $1::int2 and ${floorEdition} = $2::text`,
}
