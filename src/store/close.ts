import type pg from 'pg'
import type { Closed, Conclusion } from '../operations/journal.ts'
import { arrays } from './arrays.ts'
import { createGroupCommit } from './groupCommit.ts'
import { run } from './statement.ts'

/**
 * Records an outcome only while nobody took the transaction over: the fence is the version that begin gave.
 */
export function createClose(pool: pg.Pool, { patienceMs, isStopped }: CloseSettings) {
  return createGroupCommit<Conclusion, Closed>({
    write: (cell, conclusions) => close(pool, cell, conclusions),
    isDoubtful: closed => closed.state !== 'closed',
    waitingMax: 20_000,
    queuePatienceMs: Number.POSITIVE_INFINITY,
    patienceMs,
    insists: true,
    giveUp: cause => new Error('The outcome could not be recorded; recovery will settle it', { cause }),
    isStopped,
  })
}

export type CloseSettings = { readonly patienceMs: number; readonly isStopped: () => boolean }

async function close(
  pool: pg.Pool,
  cell: number,
  conclusions: readonly Conclusion[],
): Promise<readonly Closed[]> {
  const rows = await run<ClosedRow>(pool, statement, [cell, ...parametersOf(conclusions)])
  const closed: Closed[] = conclusions.map(() => ({ state: 'takenOver' }))
  for (const row of rows) {
    if (row.sequence !== null) closed[Number(row.n) - 1] = { state: 'closed', sequence: row.sequence }
  }
  return closed
}

/** In the order of the statement's parameters from $2 on. */
function parametersOf(conclusions: readonly Conclusion[]): readonly Buffer[] {
  return [
    arrays.text(conclusions.map(c => c.key.merchantId)),
    arrays.text(conclusions.map(c => c.key.orderId)),
    arrays.text(conclusions.map(c => c.transactionId)),
    arrays.int8(conclusions.map(c => c.fence)),
    arrays.int8(conclusions.map(c => c.transactionAmount)),
    arrays.int8(conclusions.map(c => c.totals.authorized)),
    arrays.int8(conclusions.map(c => c.totals.captured)),
    arrays.int8(conclusions.map(c => c.totals.refunded)),
    arrays.int8(conclusions.map(c => c.excess)),
    arrays.text(conclusions.map(c => c.status)),
    arrays.text(conclusions.map(c => c.result)),
    arrays.text(conclusions.map(c => c.gatewayCode)),
    arrays.text(conclusions.map(c => c.outcome)),
  ]
}

type ClosedRow = { readonly n: string; readonly sequence: number | null }

/**
 * The order exists: proposing it again locks by primary key and in key order, and judges the newest row.
 * The proposal carries every column a CHECK reads, because checks come before the conflict is seen. An
 * outcome with our fence is ours: no other writer ever held that version.
 */
const statement = {
  name: 'close',
  text: `
with moment as materialized (select tollgate_now() as now),
done as materialized (
  select * from unnest($2::text[], $3::text[], $4::text[], $5::int8[], $6::int8[], $7::int8[], $8::int8[],
    $9::int8[], $10::int8[], $11::text[], $12::text[], $13::text[], $14::text[])
  with ordinality as d (merchant_id, order_id, transaction_id, fence, amount, authorized, captured,
    refunded, excess, status, result, gateway_code, outcome, n)
),
settled as (
  insert into orders as o (cell, merchant_id, order_id, order_no, version, open_id, currency, amount,
    authorized, captured, refunded, excess, status, created_at)
  select $1::int2, merchant_id, order_id, 0, fence + 1, transaction_id, 'XXX', 0,
    authorized, captured, refunded, excess, status, (select now from moment)
  from done order by merchant_id collate "C", order_id collate "C"
  on conflict (cell, merchant_id, order_id) do update
    set version = excluded.version, open_id = null, sequence = o.sequence + 1, status = excluded.status,
      authorized = excluded.authorized, captured = excluded.captured, refunded = excluded.refunded,
      excess = excluded.excess
    where o.version = excluded.version - 1 and o.open_id = excluded.open_id
  returning merchant_id, order_id, order_no, sequence
),
closed as (
  insert into outcomes (cell, merchant_id, order_no, transaction_id, fence, sequence, amount, result,
    gateway_code, outcome, recorded_at)
  select $1::int2, merchant_id, order_no, transaction_id, fence, sequence, amount, result,
    gateway_code, outcome, (select now from moment)
  from done join settled using (merchant_id, order_id)
),
told as (
  insert into outbox (cell, merchant_id, order_no, sequence, order_id, transaction_id, due)
  select $1::int2, merchant_id, order_no, sequence, order_id, transaction_id, (select now from moment)
  from done join settled using (merchant_id, order_id)
)
select d.n, coalesce(s.sequence, u.sequence) as sequence
from done d
left join settled s using (merchant_id, order_id)
left join lateral (
  select order_no from orders
  where s.sequence is null and cell = $1::int2 and merchant_id = d.merchant_id and order_id = d.order_id
  limit 1
) o on true
left join lateral (
  select sequence from outcomes
  where cell = $1::int2 and merchant_id = d.merchant_id and order_no = o.order_no
    and transaction_id = d.transaction_id and fence = d.fence limit 1
) u on true`,
}
