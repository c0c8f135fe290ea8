// Taking in the feed of changes: orders as they are searched for, and figures.

import type pg from 'pg'
import type { ProjectionStore, TakenInChanges } from '../../console/search/port.ts'
import { askThere, type CellSearch, type Cells, everyCell } from '../connection/cells.ts'
import { isSpread } from '../connection/pool.ts'
import { read, repeatable } from '../connection/statement.ts'
import { projectConfined } from './projectConfined.ts'
import {
  batchParts,
  changeParts,
  exponentLists,
  insertPart,
  nothingMoved,
  type ProjectedBatch,
  projectedTables,
  type WantedBatch,
} from './projectedRows.ts'

/**
 * Everything happens in one commit: it moves the cell's cursor from where it was known to be, and writes
 * only if it could. So a change is taken in exactly once, whatever crashes and however many nodes try.
 */
export function createProjectionStore(pool: pg.Pool, cells: Cells): ProjectionStore {
  const cursors = new Map<number, number>()

  async function cursorOf(cell: number): Promise<number> {
    const [row] = await read<{ feed_no: string }>(pool, cursorStatement, [cell])
    // By its row, a cell is found among those of its server.
    if (!row && isSpread(pool)) await repeatable(pool, firstCursorStatement, [cell])
    return Number(row?.feed_no ?? 0)
  }

  async function advanceCell(cell: number, limit: number): Promise<TakenInChanges> {
    const from = cursors.get(cell) ?? (await cursorOf(cell))
    cursors.delete(cell)
    const part = [cell, from, limit] as const
    const moved = await (isSpread(pool) ? projectConfined(pool, part) : projectAtOnce(pool, part))
    // Not known where nothing was moved: another node did, or the sandbox was emptied.
    if (moved.feed_no === null) return nothing
    cursors.set(cell, Number(moved.feed_no))
    return { count: moved.count, isMore: moved.is_more }
  }

  return {
    async advance(limit) {
      const each = await cells.collect(
        Number.POSITIVE_INFINITY,
        async cell => [await advanceCell(cell, limit)],
        behindAnywhere,
      )
      return each.reduce(
        (sum, { count, isMore }) => ({ count: sum.count + count, isMore: sum.isMore || isMore }),
        nothing,
      )
    },
    async lagMs() {
      const ages = await cells.collect(
        Number.POSITIVE_INFINITY,
        async cell => {
          const [row] = await read<{ late_ms: string | null }>(pool, lagStatement, [cell])
          return [Number(row?.late_ms ?? 0)]
        },
        behindAnywhere,
      )
      return Math.max(0, ...ages)
    },
  }
}

const nothing: TakenInChanges = { count: 0, isMore: false }

async function projectAtOnce(pool: pg.Pool, part: WantedBatch): Promise<ProjectedBatch> {
  const [row] = await repeatable<ProjectedBatch>(pool, advanceStatement, [...part, ...exponentLists])
  return row ?? nothingMoved
}

const cursorStatement = { name: 'projection', text: 'select feed_no from projections where cell = $1::int2' }

const firstCursorStatement = {
  name: 'first projection',
  text: 'insert into projections (cell) values ($1::int2) on conflict (cell) do nothing',
}

/** Cells whose feed goes on beyond what was taken in. */
const behindAnywhere: CellSearch = {
  name: 'cells having changes to project',
  text: `
with recursive ${everyCell}
select k.cell from known k left join projections p on p.cell = k.cell
cross join lateral (
  select from notifications n where n.cell = k.cell and n.feed_no > coalesce(p.feed_no, 0)
  order by n.cell, n.feed_no limit 1
) ahead`,
  there: (pool, all) => askThere(pool, all, behindStatement, []),
}

const behindStatement = {
  name: 'cells having changes to project, where they are',
  text: `
select p.cell, exists (
  select from notifications n where n.cell = p.cell and n.feed_no > p.feed_no
) as has_some
from projections p`,
}

/** Numbered in the order of the feed: the first one after the cursor is the oldest. */
const lagStatement = {
  name: 'projection lag',
  text: `
select greatest(floor(extract(epoch from tollgate_now() - changed_at) * 1000), 0) as late_ms
from notifications
where cell = $1::int2
  and feed_no > coalesce((select feed_no from projections where cell = $1::int2), 0)
order by cell, feed_no limit 1`,
}

/**
 * `batch` is read by its index alone, so losing a race against another node costs little: `moved` is empty
 * then, and nothing else is looked up. A later outcome of a transaction takes the place of the one before:
 * that is subtracted again. The hour is that in which the transaction began, so both count in the same one.
 * Whoever sees a number of a cell sees all before it, so a window without any can be left behind once there
 * is one beyond. What a merchant brought along from another cell was taken in there. Nothing waits for the
 * disk: what a crash loses is taken in again, with its cursor.
 */
const advanceStatement = {
  name: 'project',
  text: `
with disk as materialized (select set_config('synchronous_commit', 'off', true)),
${batchParts},
moved as (
  insert into projections as p (cell, feed_no, changed_at)
  select $1::int2, feed_no, changed_at from reached, disk where feed_no is not null
  on conflict (cell) do update
    set feed_no = excluded.feed_no, changed_at = coalesce(excluded.changed_at, p.changed_at)
    where p.feed_no = $2::int8
  returning feed_no
),
${changeParts('moved cross join batch b')},
${projectedTables.map(insertPart).join(',\n')}
select (select feed_no from moved) as feed_no, (select count(*)::int4 from batch) as count, exists (
  select 1 from notifications where cell = $1::int2 and feed_no > (select feed_no from moved)
) as is_more`,
}
