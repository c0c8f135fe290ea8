import type pg from 'pg'
import type { RecoveryJournal, TakenOver } from '../operations/journal.ts'
import type { Cells } from './cells.ts'
import { repeatable } from './statement.ts'

/**
 * Gives what was left open a new fence and a new lease. An answer that is lost on the way costs only time:
 * what was taken is free to be taken again when the new lease is over.
 */
export function createTakeOver(pool: pg.Pool, { cells, leaseMs }: TakeOverParts) {
  return function takeOver({ limit, all }: Wanted): Promise<readonly TakenOver[]> {
    return cells.gather(limit, async (cell, rest) => {
      const rows = await repeatable<TakenRow>(pool, statement, [cell, rest, all, leaseMs])
      return rows.map(({ merchant_id, order_id, open_id, version }) => ({
        key: { cell, merchantId: merchant_id, orderId: order_id },
        transactionId: open_id,
        fence: Number(version),
      }))
    })
  }
}

type TakeOverParts = { readonly cells: Cells; readonly leaseMs: number }
type Wanted = Parameters<RecoveryJournal['takeOver']>[0]
type TakenRow = {
  readonly merchant_id: string
  readonly order_id: string
  readonly open_id: string
  readonly version: string
}

/**
 * Nobody is waited for: a row that is locked is being closed, or held by a session that hangs, and must not
 * hold up the others. Rows are proposed again so that they are found by key, as in close; they exist, because
 * they are locked.
 */
const statement = {
  name: 'take over',
  text: `
with moment as materialized (select tollgate_now() as now),
seen as materialized (
  select o.merchant_id, o.order_id, o.version, o.open_id
  from orders o
  join lateral (
    select lease_until from transactions
    where cell = $1::int2 and merchant_id = o.merchant_id and order_no = o.order_no
      and transaction_id = o.open_id limit 1
  ) t on $3::boolean or t.lease_until <= (select now from moment)
  left join lateral (
    select fence from outcomes
    where cell = $1::int2 and merchant_id = o.merchant_id and order_no = o.order_no
      and transaction_id = o.open_id limit 1
  ) u on true
  where o.cell = $1::int2 and o.open_id is not null and not o.kept_busy and u.fence is null
  order by o.order_no limit $2::int4
),
lost as materialized (
  select s.* from seen s
  join lateral (
    select version from orders
    where cell = $1::int2 and merchant_id = s.merchant_id and order_id = s.order_id and version = s.version
    limit 1 for update skip locked
  ) o on true
),
taken as (
  insert into orders as o (cell, merchant_id, order_id, order_no, version, open_id, currency, amount,
    created_at)
  select $1::int2, merchant_id, order_id, 0, version + 1, open_id, 'XXX', 0, (select now from moment)
  from lost
  on conflict (cell, merchant_id, order_id) do update set version = excluded.version
    where o.version = excluded.version - 1 and o.open_id = excluded.open_id and not o.kept_busy
  returning merchant_id, order_id, order_no, version, open_id
),
renewed as (
  insert into transactions (cell, merchant_id, order_no, transaction_id, fence, attempt, operation, type,
    api_version, currency, amount, fingerprint, request, started_at, lease_until)
  select $1::int2, merchant_id, order_no, open_id, version, gen_random_uuid(), '', '', 0, '', 0, '', '',
    (select now from moment), (select now from moment) + $4::int4 * interval '1 ms'
  from taken
  on conflict (cell, merchant_id, order_no, transaction_id) do update set lease_until = excluded.lease_until
)
select merchant_id, order_id, open_id, version from taken order by order_no`,
}
