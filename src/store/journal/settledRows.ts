// What close and amend write, and under which conditions: for the one statement that does it, and for the
// plain inserts that do it where tables are spread over servers.

/** The inserted row has every column that a CHECK reads: checks come before the conflict is found. */
export const proposalColumns = `cell, merchant_id, order_id, order_no, version, open_id, kept_busy, currency,
  amount, authorized, captured, refunded, excess, status, created_at`

/** An upsert of an order that exists: it locks by primary key, and evaluates the newest row. */
export const settledIf = (guard: string): string => `
on conflict (cell, merchant_id, order_id) do update
  set version = excluded.version, sequence = o.sequence + 1, status = excluded.status,
    open_id = case when excluded.kept_busy then excluded.open_id end, kept_busy = excluded.kept_busy,
    amount = excluded.amount, authorized = excluded.authorized, captured = excluded.captured,
    refunded = excluded.refunded, excess = excluded.excess
  where ${guard}
returning merchant_id, order_id, order_no, sequence`

/** What must be true of the newest order row `o` for the proposal `excluded` to count. */
export const guards = {
  close: 'o.version = excluded.version - 1 and o.open_id = excluded.open_id',
  amend: 'o.version = excluded.version - 1 and (o.open_id is null or o.open_id = excluded.open_id)',
} as const

export const outcomeColumns = `cell, merchant_id, order_no, transaction_id, fence, sequence, amount, result,
  gateway_code, outcome, recorded_at`
export const outboxColumns = 'cell, merchant_id, order_no, sequence, order_id, transaction_id, due'
export const obligationColumns = `cell, merchant_id, order_no, transaction_id, fence, order_id, obligation,
  owed_at, next_at`

/** What is owed for the transactions of `d`. */
export const owedLookup = `
left join lateral (
  select order_no from orders
  where cell = $1::int2 and merchant_id = d.merchant_id and order_id = d.order_id limit 1
) o on true
left join lateral (
  select fence from obligations
  where cell = $1::int2 and merchant_id = d.merchant_id and order_no = o.order_no
    and transaction_id = d.transaction_id and status = 'PENDING'
  order by fence desc limit 1
) b on true`

/** An obligation that exists is settled. */
export const acknowledged = `
on conflict (cell, merchant_id, order_no, transaction_id, fence) do update
  set status = 'ACKNOWLEDGED', acknowledged_at = excluded.owed_at`
