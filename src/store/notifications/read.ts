import type pg from 'pg'
import type { NotificationKey, NotificationStore, Told } from '../../notifications/port.ts'
import type { PastOrder } from '../../operations/journal.ts'
import { folded } from '../../operations/steps.ts'
import { arrays } from '../arrays.ts'
import { type LoadedRow, orderOf, transactionOf } from '../load.ts'
import { read as readRows } from '../statement.ts'

/** How an order as it was is told; the store has the rows, and others know how a merchant sees them. */
export type Tell = (past: PastOrder) => Pick<Told, 'record' | 'trace' | 'version'>

export function createRead(pool: pg.Pool, tell: Tell): NotificationStore['read'] {
  return async keys => {
    const told: Told[] = []
    for (const part of parts(keys)) {
      const rows = await readRows<PastRow>(pool, statement, [part.cell, ...parametersOf(part.keys)])
      part.keys.forEach(({ cell, merchantId, feedNo }, index) => {
        const own = rows.filter(row => Number(row.n) === index + 1)
        const [first] = own
        if (first === undefined) return
        const key = { cell, merchantId, orderId: first.order_id }
        const order = { ...orderOf(first), transactions: folded(own.map(transactionOf)) }
        told.push({ cell, merchantId, feedNo, ...tell({ key, order, name: first.name }) })
      })
    }
    return told
  }
}

type Part = { readonly cell: number; readonly keys: readonly NotificationKey[] }

/** An order may be long: not too many in one answer. */
const partMax = 16

function parts(keys: readonly NotificationKey[]): readonly Part[] {
  const cells = [...new Set(keys.map(({ cell }) => cell))]
  return cells.flatMap(cell => {
    const own = keys.filter(key => key.cell === cell)
    const count = Math.ceil(own.length / partMax)
    return Array.from({ length: count }, (_, n) => ({
      cell,
      keys: own.slice(n * partMax, (n + 1) * partMax),
    }))
  })
}

const parametersOf = (keys: readonly NotificationKey[]): readonly Buffer[] => [
  arrays.text(keys.map(({ merchantId }) => merchantId)),
  arrays.int8(keys.map(({ feedNo }) => feedNo)),
]

type PastRow = LoadedRow & { readonly n: string; readonly order_id: string; readonly name: string }

/**
 * As load reads it, up to a change: its outcome's number is that of the version it made or closed, so what
 * began later has a higher one. What this very change made owed was not tried yet then; what was owed before
 * was settled by it, and is as it was.
 */
const statement = {
  name: 'past orders',
  text: `
select k.n, c.order_id, c.transaction_id as name,
  o.version, o.open_id, o.currency, o.amount, o.authorized, o.captured, o.refunded, o.excess,
  floor(extract(epoch from o.created_at) * 1000) as created_ms,
  floor(extract(epoch from c.changed_at) * 1000) as loaded_ms,
  t.transaction_id, t.operation, t.type, t.api_version, t.currency as transaction_currency,
  t.amount as intended_amount, t.target_id, t.fingerprint, t.request, null::bytea as card,
  floor(extract(epoch from t.started_at) * 1000) as started_ms,
  u.amount as concluded_amount, u.result, u.gateway_code, u.outcome,
  b.obligation, case when b.fence = f.fence then 'PENDING' else b.status end as pursuit_status,
  case when b.fence = f.fence then 0 else b.attempts end as attempts,
  case when b.fence = f.fence then null else floor(extract(epoch from b.last_attempt_at) * 1000) end
    as last_attempt_ms
from unnest($2::text[], $3::int8[]) with ordinality as k (merchant_id, feed_no, n)
cross join lateral (
  select merchant_id, order_no, order_id, sequence, transaction_id, changed_at from notifications
  where cell = $1::int2 and merchant_id = k.merchant_id and feed_no = k.feed_no limit 1
) c
cross join lateral (
  select * from orders
  where cell = $1::int2 and merchant_id = c.merchant_id and order_id = c.order_id limit 1
) o
cross join lateral (
  select fence from outcomes
  where cell = $1::int2 and merchant_id = c.merchant_id and order_no = c.order_no
    and transaction_id = c.transaction_id and sequence = c.sequence limit 1
) f
cross join lateral (
  select * from transactions
  where cell = $1::int2 and merchant_id = c.merchant_id and order_no = c.order_no and fence <= f.fence
  offset 0
) t
left join lateral (
  select amount, result, gateway_code, outcome from outcomes
  where cell = $1::int2 and merchant_id = c.merchant_id and order_no = c.order_no
    and transaction_id = t.transaction_id and sequence <= c.sequence
  order by fence desc limit 1
) u on true
left join lateral (
  select obligation, status, attempts, last_attempt_at, fence from obligations
  where cell = $1::int2 and merchant_id = c.merchant_id and order_no = c.order_no
    and transaction_id = t.transaction_id and fence <= f.fence
  order by fence desc limit 1
) b on true
order by k.n, t.fence`,
}
