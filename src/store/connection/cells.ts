// The cells of the database, and its clock.

import type pg from 'pg'
import { systemClock } from '../../platform/clock.ts'
import { isSpread } from './pool.ts'
import { isAnswered, read, type SqlStatement } from './statement.ts'

const rememberedMs = 10_000
const awayMs = 1_000

/** A cell is a partition of merchants. Statements touch one cell each, so a search goes cell by cell. */
export interface Cells {
  /**
   * Collects at most `limit` results from all cells. Each call begins with another cell, so that a full one
   * cannot starve the others. Where it is known how to find the cells that may have something, only those are
   * asked: whoever looks again and again would ask every cell each time. A cell whose server is away is then
   * left for later, too; who looks once must be told.
   */
  collect<Found>(
    limit: number,
    take: (cell: number, rest: number) => Promise<readonly Found[]>,
    among?: CellSearch,
  ): Promise<readonly Found[]>
}

/** Finds the cells that may have something. */
export type CellSearch = SqlStatement & {
  /** The same where tables are spread over servers, if it is more than one statement; of all cells. */
  readonly there?: (pool: pg.Pool, all: readonly number[]) => Promise<readonly number[]>
}

export function createCells(pool: pg.Pool): Cells {
  const cellsNow = createKnownCells(pool)
  const away = createAwayMemory()
  let round = 0

  /** Of several servers one may be away, which concerns its cells only: others can still be asked. */
  const isOfOneCell = (error: unknown): boolean => isSpread(pool) && isAnswered(error)

  async function wanted(among: CellSearch | undefined): Promise<readonly number[]> {
    const cells = await cellsNow()
    if (among === undefined || cells.length < 2) return cells
    const search = among.there && isSpread(pool) ? among.there(pool, cells) : cellsIn(pool, among)
    const having = await search.catch(error => {
      if (isOfOneCell(error)) return cells
      throw error
    })
    return having.filter(cell => !away.has(cell))
  }

  return {
    async collect(limit, take, among) {
      const cells = await wanted(among)
      const first = round++ % Math.max(cells.length, 1)
      const found: Awaited<ReturnType<typeof take>>[number][] = []
      let failure: unknown
      let answered = 0
      for (const cell of [...cells.slice(first), ...cells.slice(0, first)]) {
        if (found.length >= limit) break
        try {
          found.push(...(await take(cell, limit - found.length)))
          answered += 1
        } catch (error) {
          failure ??= error
          if (!isOfOneCell(error)) break
          away.note(cell)
        }
      }
      const isLeftForLater = among !== undefined && answered > 0 && isOfOneCell(failure)
      // What was taken from other cells must not be lost; the next call will fail in the same way.
      if (failure !== undefined && found.length === 0 && !isLeftForLater) throw failure
      return found
    },
  }
}

const cellsIn = async (pool: pg.Pool, statement: SqlStatement): Promise<readonly number[]> =>
  (await read<{ cell: number }>(pool, statement, [])).map(({ cell }) => cell)

/** New cells appear rarely, with new merchants, so the list is cached for a while. */
function createKnownCells(pool: pg.Pool): () => Promise<readonly number[]> {
  let remembered: readonly number[] = []
  let readAgainAt = 0
  return async () => {
    const now = systemClock.monotonicMs()
    if (now < readAgainAt && remembered.length > 0) return remembered
    remembered = await cellsIn(pool, cellsStatement)
    readAgainAt = now + rememberedMs
    return remembered
  }
}

/** To look for a server that is away takes time, which the other cells would wait for: so not every time. */
function createAwayMemory() {
  const untilMs = new Map<number, number>()
  return {
    has: (cell: number): boolean => (untilMs.get(cell) ?? 0) > systemClock.monotonicMs(),
    note: (cell: number): void => void untilMs.set(cell, systemClock.monotonicMs() + awayMs),
  }
}

/**
 * The cells that have a row of this kind, found by an index that begins with the cell and has the same order
 * and condition: one step for each cell, however many rows it has.
 */
export const cellsHaving = (name: string, { table, condition, order }: IndexedRows): SqlStatement => ({
  name: `cells having ${name}`,
  text: `
with recursive known (cell) as (
  select (select t.cell from ${table} t where ${condition} order by ${order} limit 1)
  union all
  select (select t.cell from ${table} t where ${condition} and t.cell > known.cell order by ${order} limit 1)
  from known where known.cell is not null
)
select cell from known where cell is not null`,
  spread: `select distinct t.cell from ${table} t where ${condition}`,
})

/**
 * Where tables are spread over servers, a statement cannot go from cell to cell. Each server can look at
 * those of its cells that have a row in `projections`, by one step of an index; others are asked themselves.
 */
export async function askThere(
  pool: pg.Pool,
  all: readonly number[],
  statement: SqlStatement,
  values: readonly unknown[],
): Promise<readonly number[]> {
  const told = await read<{ cell: number; has_some: boolean }>(pool, statement, values)
  const idle = new Set(told.filter(({ has_some }) => !has_some).map(({ cell }) => cell))
  return all.filter(cell => !idle.has(cell))
}

type IndexedRows = { readonly table: string; readonly condition: string; readonly order: string }

/** As a recursive CTE: jumps from cell to cell by the index, however many merchants each has. */
export const everyCell = `known (cell) as (
  select min(cell) from merchants
  union all
  select (select min(m.cell) from merchants m where m.cell > known.cell) from known
  where known.cell is not null
)`

/** All of them, and those in which something is left of merchants that have moved. */
export const cellsStatement = {
  name: 'cells',
  text: `
with recursive ${everyCell}
select cell from known where cell is not null
union
select unnest(other_cells) from merchants where other_cells is not null
order by cell`,
}

/** The time by which everything is recorded: a sandbox moves it. */
export const createDatabaseClock = (pool: pg.Pool) => async (): Promise<number> => {
  const [row] = await read<{ readonly now: Date }>(pool, nowStatement, [])
  return row?.now.getTime() ?? Number.NaN
}

const nowStatement = { name: 'now', text: 'select tollgate_now() as now' }
