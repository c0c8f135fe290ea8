import type pg from 'pg'
import { systemClock, type TimedClock } from '../../platform/clock.ts'
import { repeatable } from '../connection/statement.ts'

/**
 * From where leases are looked at, cell by cell: nothing open ends at or below the stored floor, so no look
 * begins at the start. It holds by construction, whatever clocks do and however late a commit comes:
 *
 * - Every lease that is given, by begin or by a take-over, ends after the next floor that is stored then.
 *   Who gives it has a transaction id before it reads that row (see `next_lease_floor`).
 * - A change of the row is a new edition. A look that finds one for the first time takes an id of its own:
 *   whoever read an older edition has a smaller one. Once the snapshot of a look has none that small under
 *   way, it sees all they did, and whatever it does not see was given a lease after the next floor.
 * - So a row of such looks, from the floor to the next one, that leaves nothing open behind, proves that
 *   nothing open ends by the next floor, and nothing will in this edition: only then it becomes the floor.
 *
 * What is proved holds for one edition and one server: after a fail-over that lost commits, another one may
 * be open. All that is kept in memory can be lost; between proofs looks go on where the last one ended, and
 * what they miss, because a clock was set back, the next proof finds.
 */
export function createLeaseFloors(pool: pg.Pool, clock: Pick<TimedClock, 'monotonicMs'> = systemClock) {
  const known = new Map<number, LeaseProgress>()
  const idle: LeaseProgress = { standing: null, since: null, near: null, isProof: false, roundAtMs: 0 }

  return {
    /** What is known before a look. */
    before(cell: number): LeaseProgress & { readonly waitedMs: number } {
      const progress = known.get(cell) ?? idle
      return { ...progress, waitedMs: Math.floor(clock.monotonicMs() - progress.roundAtMs) }
    },
    /** A look has come so far, and left nothing behind. */
    async after(cell: number, before: LeaseProgress, look: LeaseLook): Promise<void> {
      if (look.standing === null)
        return void (await repeatable(pool, firstFloorStatement, [cell, look.reached]))
      if (look.is_ahead) {
        known.delete(cell)
        return void (await repeatable(pool, lowerFloorStatement, [cell, look.standing]))
      }
      const isProof = look.is_settled && (look.is_from_floor || before.isProof)
      const since = look.is_same ? (before.since ?? look.since) : look.since
      const roundAtMs = look.is_from_floor ? clock.monotonicMs() : before.roundAtMs
      const progress = { standing: look.standing, since, near: look.reached, isProof, roundAtMs }
      known.set(cell, progress)
      if (!isProof || !look.is_through) return
      const [raised] = await repeatable<RaisedFloor>(pool, raiseFloorStatement, [
        cell,
        look.standing,
        look.reached,
      ])
      if (raised) known.set(cell, { ...progress, standing: raised.standing, since: null, isProof: false })
    },
  }
}

export type LeaseFloors = ReturnType<typeof createLeaseFloors>

/** Times as the server writes them: exact to the microsecond, which numbers here are not. */
type LeaseProgress = {
  /** The edition, and the server that told of it. */
  readonly standing: string | null
  /** Whoever read an older edition has a smaller transaction id. */
  readonly since: string | null
  /** Where the last look ended. */
  readonly near: string | null
  /** Whether looks have proved that nothing is open up to there. */
  readonly isProof: boolean
  /** When one began at the floor. */
  readonly roundAtMs: number
}

/** What a look tells beside what it took. */
export type LeaseLook = Pick<LeaseProgress, 'standing' | 'since'> & {
  readonly reached: string
  /** Whether it began at the floor, and whether the edition was the one known before. */
  readonly is_from_floor: boolean
  readonly is_same: boolean
  /** Whether it saw all that was done by who read an older edition. */
  readonly is_settled: boolean
  /** Whether it came to the next floor. */
  readonly is_through: boolean
  /** Whether the next floor lies beyond now: a clock was set back. */
  readonly is_ahead: boolean
}
type RaisedFloor = { readonly standing: string }

/** A round begins at the floor: soon again where it can prove something, and seldom where it cannot. */
export const roundEveryMs = { proving: 30_000, searching: 300_000 } as const

/** Of the row f: what was proved of another edition, or on another server, counts for nothing. */
export const floorEdition = "f.edition || ' ' || extract(epoch from pg_postmaster_start_time())"

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
returning ${floorEdition} as standing`,
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
