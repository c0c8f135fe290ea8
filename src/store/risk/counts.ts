// Counters of attempts that nothing counts in any more. What counts in them is in journal/beginCounting.ts.

import type pg from 'pg'
import type { Cells } from '../connection/cells.ts'
import { repeatable } from '../connection/statement.ts'

export type RiskCountStore = {
  /** Removes some that are stale; returns how many. */
  removeExpired(limit: number): Promise<number>
}

export const createRiskCountStore = (pool: pg.Pool, cells: Cells): RiskCountStore => ({
  async removeExpired(limit) {
    const removed = await cells.collect(limit, (cell, rest) =>
      repeatable(pool, removeStatement, [cell, rest]),
    )
    return removed.length
  },
})

const removeStatement = {
  name: 'remove risk counts',
  text: `
with stale as materialized (
  select merchant_id, counter from risk_counts
  where cell = $1::int2 and stale_from <= tollgate_now()
  order by stale_from limit $2::int4 for update skip locked
)
delete from risk_counts c using stale s
where c.cell = $1::int2 and c.merchant_id = s.merchant_id and c.counter = s.counter
returning c.newest`,
}
