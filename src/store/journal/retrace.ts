// Replacing the trace of an intent, when nothing could be sent under the first one.

import type pg from 'pg'
import type { Journal } from '../../operations/model/journal.ts'
import { repeatable } from '../connection/statement.ts'

/** Idempotent. It counts only while nobody took the transaction over, as in close. */
export function createRetrace(pool: pg.Pool): Journal['retrace'] {
  return async ({ key: { cell, merchantId, orderId }, transactionId, fence, trace }) => {
    const wanted = [cell, merchantId, orderId, transactionId, fence, trace]
    const rows = await repeatable(pool, retraceStatement, wanted)
    return rows.length > 0
  }
}

/**
 * The order is locked first, on its newest row: whoever takes over changes its version, so that exactly one
 * of the two comes first.
 */
const retraceStatement = {
  name: 'retrace',
  text: `
with held as materialized (
  select order_no from orders
  where cell = $1::int2 and merchant_id = $2 and order_id = $3 and version = $5::int8 and open_id = $4
    and not kept_busy
  for update
)
update transactions t set trace = $6 from held h
where t.cell = $1::int2 and t.merchant_id = $2 and t.order_no = h.order_no and t.transaction_id = $4
returning t.fence`,
}
