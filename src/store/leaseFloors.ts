import type pg from 'pg'
import { systemClock, type Timing } from '../platform/clock.ts'
import { repeatable } from './statement.ts'

/**
 * Up to where leases need not be looked at any more, cell by cell: whatever ended before is closed. A look
 * begins where the last one ended; now and then one begins further back, for a commit that came late and for
 * a clock that was moved. How far those have come is written down, so that nobody ever begins at the start.
 */
export function createLeaseFloors(pool: pg.Pool, clock: Pick<Timing, 'monotonicMs'> = systemClock) {
  const known = new Map<number, Floor>()

  async function floorOf(cell: number): Promise<Floor> {
    const found = known.get(cell)
    if (found) return found
    const [row] = await repeatable<{ floor: string }>(pool, readStatement, [cell])
    const floor = row?.floor ?? everything
    const first = { near: floor, far: floor, next: floor, lookedAtMs: clock.monotonicMs() }
    known.set(cell, first)
    return first
  }

  return {
    /** Where to begin; from further back where everything is wanted. */
    async from(cell: number, all: boolean): Promise<Look> {
      const floor = await floorOf(cell)
      const isFar = all || clock.monotonicMs() - floor.lookedAtMs >= farEveryMs
      return { from: isFar ? floor.far : floor.near, isFar }
    },
    /** A look has come so far, and left nothing behind. */
    async reached(cell: number, { isFar }: Look, to: string): Promise<void> {
      const floor = await floorOf(cell)
      if (!isFar) return void known.set(cell, { ...floor, near: to })
      known.set(cell, { near: to, far: floor.next, next: to, lookedAtMs: clock.monotonicMs() })
      await repeatable(pool, writeStatement, [cell, floor.next])
    },
  }
}

export type LeaseFloors = ReturnType<typeof createLeaseFloors>
export type Look = { readonly from: string; readonly isFar: boolean }

/** As the server writes times: exact to the microsecond, which numbers here are not. */
type Floor = {
  /** Of the last look. */
  readonly near: string
  /** Of the last but one that began further back. */
  readonly far: string
  /** Of the last of those. */
  readonly next: string
  readonly lookedAtMs: number
}

/** Longer than any statement may take: what is committed after that was begun after it. */
const farEveryMs = 30_000
const everything = '-infinity'

const readStatement = {
  name: 'lease floor',
  text: 'select floor::text from lease_floors where cell = $1::int2',
}

/** A clock that was set back, in a sandbox, takes it along. */
const writeStatement = {
  name: 'raise lease floor',
  text: `
insert into lease_floors as f (cell, floor) values ($1::int2, $2::timestamptz)
on conflict (cell) do update set floor = excluded.floor
  where f.floor < excluded.floor or f.floor > tollgate_now()`,
}
