import type pg from 'pg'
import { systemClock } from '../../platform/clock.ts'
import { read } from './statement.ts'

const rememberedMs = 10_000

/** Statements touch one cell each, so what may be in any of them is asked for cell by cell. */
export interface Cells {
  /**
   * At most as many as the limit from all cells together. Each round begins with another cell, so that a full
   * one cannot starve the others.
   */
  collect<Found>(
    limit: number,
    take: (cell: number, rest: number) => Promise<readonly Found[]>,
  ): Promise<readonly Found[]>
}

/** Cells come with merchants, and seldom: those known are remembered for a while. */
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
          // What was taken from other cells is in our hands; the next round meets the failure again.
          if (found.length > 0) return found
          throw error
        }
      }
      return found
    },
  }
}

/** From one cell to the next by the key, however many merchants each has. */
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
  const { rows } = await pool.query<{ readonly now: Date }>('select tollgate_now() as now')
  return rows[0]?.now.getTime() ?? Number.NaN
}
