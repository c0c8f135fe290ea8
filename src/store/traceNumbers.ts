// Blocks of trace numbers, leased to nodes.

import type pg from 'pg'
import { reuseAfterMs, type TraceNumberLeases } from '../acquirers/iso8583/messages/leases.ts'
import type { FreeTraceNumbers } from '../acquirers/routing/linkRecords.ts'
import { repeatable } from './connection/statement.ts'

/** A lease whose answer was lost is asked for again: the first one is a gap in the numbers. */
export function createTraceNumberLeases(pool: pg.Pool): TraceNumberLeases {
  return {
    async lease({ scope, reuseAfterMs }) {
      const [row] = await repeatable<{ block: number | null }>(pool, leaseStatement, [scope, reuseAfterMs])
      const block = row?.block ?? null
      if (block === null) return 'exhausted'
      return { first: Math.max(block * blockSize, 1), last: (block + 1) * blockSize - 1 }
    },
  }
}

/** In scopes of which some were leased before; in others all are free. */
export function createFreeTraceNumbers(pool: pg.Pool): () => Promise<readonly FreeTraceNumbers[]> {
  return async () => {
    const { link, terminal } = reuseAfterMs
    const rows = await repeatable<TakenRow>(pool, takenStatement, [link, terminal])
    return rows.map(({ scope, taken }) => ({ scope, blocks: blocksOfScope - taken }))
  }
}

type TakenRow = { readonly scope: string; readonly taken: number }

/** As the migration counts them. */
const blockSize = 1_000
const blocksOfScope = 1_000

/** The scope of a terminal has three parts: its numbers are used again after a day, others after seconds. */
const takenStatement = {
  name: 'taken trace numbers',
  text: `
select scope, (count(*) filter (where leased_at > tollgate_now() -
  case when scope like '%/%/%' then $2::int8 else $1::int8 end * interval '1 millisecond'))::int4 as taken
from trace_number_blocks group by scope order by scope`,
}

const leaseStatement = {
  name: 'lease trace numbers',
  text: "select lease_trace_numbers($1, $2::int8 * interval '1 millisecond') as block",
}
