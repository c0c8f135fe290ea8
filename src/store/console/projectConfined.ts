// Taking in the feed where tables are spread over servers: in one transaction that reaches only the server of
// the cell, so that search and figures of the others go on while it is away.

import type pg from 'pg'
import { type AskInTransaction, transactAgain } from '../connection/statement.ts'
import { insertOf, valuesOf } from '../connection/valueRows.ts'
import {
  batchParts,
  changeParts,
  columnNames,
  exponentLists,
  nothingMoved,
  type ProjectedBatch,
  type ProjectedTable,
  projectedTables,
  type WantedBatch,
} from './projectedRows.ts'

/**
 * Reads what the next batch comes to, then moves the cursor from where it was, which waits for whoever else
 * does, and writes only if it could. Nothing that a batch comes to changes after it is in the feed but the
 * state of an order, which has a change of its own further on.
 */
export const projectConfined = (pool: pg.Pool, [cell, from, limit]: WantedBatch): Promise<ProjectedBatch> =>
  transactAgain(pool, async ask => {
    const [batch] = await ask<ReadBatch>(batchText, [cell, from, limit, ...exponentLists])
    if (batch?.feed_no == null) return nothingMoved
    const moved = await ask(moveText, [cell, batch.feed_no, batch.changed_at, from])
    if (moved.length === 0) return nothingMoved
    for (const [index, table] of projectedTables.entries()) await write(table, batch.tables[index] ?? [], ask)
    return batch
  })

type Row = readonly (string | null)[]
type ReadBatch = ProjectedBatch & {
  readonly changed_at: string | null
  /** The rows of each, in their order, all values as texts. */
  readonly tables: readonly (readonly Row[])[]
}

function rowsText(table: ProjectedTable): string {
  const texts = table.columns.map(({ name }) => `r.${name}::text`).join(', ')
  return `(
    select coalesce(json_agg(json_build_array(${texts})), '[]')
    from (${table.rows}) r (${columnNames(table)})
  )`
}

const batchText = `
with ${batchParts},
${changeParts('batch b')}
select feed_no, changed_at::text, (select count(*)::int4 from batch) as count, exists (
    select 1 from notifications where cell = $1::int2 and feed_no > reached.feed_no
  ) as is_more,
  json_build_array(${projectedTables.map(rowsText).join(', ')}) as tables
from reached`

const moveText = `
insert into projections as p (cell, feed_no, changed_at) values ($1::int2, $2::int8, $3::timestamptz)
on conflict (cell) do update
  set feed_no = excluded.feed_no, changed_at = coalesce(excluded.changed_at, p.changed_at)
  where p.feed_no = $4::int8
returning feed_no`

async function write(table: ProjectedTable, rows: readonly Row[], ask: AskInTransaction): Promise<void> {
  const types = table.columns.map(({ type }) => type).join(' ')
  for (let at = 0; at < rows.length; at += rowsMax) {
    const part = valuesOf(types, rows.slice(at, at + rowsMax))
    const into = `${table.name} as f (${columnNames(table)})`
    const { text, values } = insertOf(part, into, `on conflict ${table.known}`)
    await ask(text, values)
  }
}

/** A statement takes no more than 65,535 parameters. */
const rowsMax = 500
