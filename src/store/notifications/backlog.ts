import type pg from 'pg'
import type { Backlog, NotificationStore } from '../../notifications/port.ts'
import type { Cells } from '../connection/cells.ts'
import { read } from '../connection/statement.ts'

/** Counted no further than anybody needs to know that it is too many. */
export function createBacklog(pool: pg.Pool, cells: Cells): NotificationStore['backlog'] {
  return async () => {
    const each = await cells.collect<Backlog>(Number.POSITIVE_INFINITY, async cell => {
      const rows = await read<BacklogRow>(pool, backlogStatement, [cell, countMax + 1])
      return rows.map(row => ({
        untaken: row.untaken,
        waiting: row.waiting,
        lateMs: Number(row.late_ms ?? 0),
      }))
    })
    return each.reduce(sumOf, { untaken: 0, waiting: 0, lateMs: 0 })
  }
}

const countMax = 100_000

const sumOf = (one: Backlog, other: Backlog): Backlog => ({
  untaken: one.untaken + other.untaken,
  waiting: one.waiting + other.waiting,
  lateMs: Math.max(one.lateMs, other.lateMs),
})

type BacklogRow = { readonly untaken: number; readonly waiting: number; readonly late_ms: string | null }

/** Late is what was not even tried, and what nobody has looked at. */
const backlogStatement = {
  name: 'backlog',
  text: `
with untaken as (
  select count(*)::int4 as count, min(due) as oldest
  from (select due from outbox where cell = $1::int2 limit $2::int4) o
),
waiting as (
  select count(*)::int4 as count, min(next_at) filter (where attempts = 0) as oldest
  from (
    select next_at, attempts from notifications where cell = $1::int2 and state = 'WAITING'
    order by merchant_id, lane, next_at, feed_no limit $2::int4
  ) n
)
select u.count as untaken, w.count as waiting,
  greatest(floor(extract(epoch from tollgate_now() - least(u.oldest, w.oldest)) * 1000), 0) as late_ms
from untaken u, waiting w`,
}
