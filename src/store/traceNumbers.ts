// Blocks of trace numbers, leased to nodes.

import type pg from 'pg'
import type { TraceNumberLeases } from '../acquirers/iso8583/leases.ts'
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

/** As the migration counts them. */
const blockSize = 1_000

const leaseStatement = {
  name: 'lease trace numbers',
  text: "select lease_trace_numbers($1, $2::int8 * interval '1 millisecond') as block",
}
