// The queue of payments that wait for a review.

import type pg from 'pg'
import type { RiskReviews } from '../../risk/port.ts'
import { read, repeatable } from '../connection/statement.ts'

export function createRiskReviewStore(pool: pg.Pool): RiskReviews {
  return {
    async expect({ cell, merchantId, orderId, transactionId }) {
      await repeatable(pool, expectStatement, [cell, merchantId, orderId, transactionId])
    },

    async waiting({ cell, merchantId }, { after, limit }) {
      const key = [after?.sinceUs ?? null, after?.orderId ?? '', after?.transactionId ?? '']
      const rows = await read<ReviewRow>(pool, waitingStatement, [cell, merchantId, ...key, limit])
      return rows.map(row => ({
        orderId: row.order_id,
        transactionId: row.transaction_id,
        sinceUs: row.since_us,
        isOld: row.is_old,
      }))
    },

    async settle({ cell, merchantId, orderId, transactionId }) {
      await repeatable(pool, settleStatement, [cell, merchantId, orderId, transactionId])
    },
  }
}

type ReviewRow = {
  readonly order_id: string
  readonly transaction_id: string
  readonly since_us: string
  readonly is_old: boolean
}

/** Where the order is: one that is moved takes its line along, and nobody would look for one left behind. */
const expectStatement = {
  name: 'expect risk review',
  text: `
with held as materialized (
  select order_id from orders where cell = $1::int2 and merchant_id = $2 and order_id = $3 for key share
)
insert into risk_reviews (cell, merchant_id, order_id, transaction_id)
select $1::int2, $2, order_id, $4 from held
on conflict do nothing`,
}

/** Oldest first: who waits longest is next. */
const waitingStatement = {
  name: 'waiting risk reviews',
  text: `
select order_id, transaction_id, trunc(extract(epoch from waiting_since) * 1000000)::text as since_us,
  waiting_since < tollgate_now() - interval '1 hour' as is_old
from risk_reviews
where cell = $1::int2 and merchant_id = $2
  and ($3::int8 is null or (waiting_since, order_id, transaction_id) >
    (timestamptz 'epoch' + $3::int8 * interval '1 microsecond', $4, $5))
order by waiting_since, order_id, transaction_id limit $6::int4`,
}

const settleStatement = {
  name: 'settle risk review',
  text: `
delete from risk_reviews
where cell = $1::int2 and merchant_id = $2 and order_id = $3 and transaction_id = $4`,
}
