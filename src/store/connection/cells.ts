// The cells of the database, and its clock.

import type pg from 'pg'
import { systemClock } from '../../platform/clock.ts'
import { read } from './statement.ts'

const rememberedMs = 10_000

/** A cell is a partition of merchants. Statements touch one cell each, so a search goes cell by cell. */
export interface Cells {
  /**
   * Collects at most `limit` results from all cells. Each call begins with another cell, so that a full one
   * cannot starve the others.
   */
  collect<Found>(
    limit: number,
    take: (cell: number, rest: number) => Promise<readonly Found[]>,
  ): Promise<readonly Found[]>
}

/** New cells appear rarely, with new merchants, so the list is cached for a while. */
export function createCells(pool: pg.Pool): Cells {
  let remembered: readonly number[] = []
  let readAgainAt = 0
  let round = 0

  async function cellsNow(): Promise<readonly number[]> {
    const now = systemClock.monotonicMs()
    if (now < readAgainAt && remembered.length > 0) return remembered
    const rows = await read<{ cell: number }>(pool, cellsStatement, [])
    remembered = rows.map(({ cell }) => cell)
    readAgainAt = now + rememberedMs
    return remembered
  }

  return {
    async collect(limit, take) {
      const cells = await cellsNow()
      const first = round++ % Math.max(cells.length, 1)
      const found: Awaited<ReturnType<typeof take>>[number][] = []
      for (const cell of [...cells.slice(first), ...cells.slice(0, first)]) {
        if (found.length >= limit) break
        try {
          found.push(...(await take(cell, limit - found.length)))
        } catch (error) {
          // What was taken from other cells must not be lost; the next call will fail in the same way.
          if (found.length > 0) return found
          throw error
        }
      }
      return found
    },
  }
}

/** Jumps from cell to cell by the index, however many merchants each has. */
const cellsStatement = {
  name: 'cells',
  text: `
with recursive known (cell) as (
  select min(cell) from merchants
  union all
  select (select min(m.cell) from merchants m where m.cell > known.cell) from known
  where known.cell is not null
)
select cell from known where cell is not null`,
}

/** The time by which everything is recorded: a sandbox moves it. */
export const createDatabaseClock = (pool: pg.Pool) => async (): Promise<number> => {
  const [row] = await read<{ readonly now: Date }>(pool, nowStatement, [])
  return row?.now.getTime() ?? Number.NaN
}

const nowStatement = { name: 'now', text: 'select tollgate_now() as now' }
