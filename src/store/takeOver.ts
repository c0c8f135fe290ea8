import type pg from 'pg'
import type { RecoveryJournal, TakenOver } from '../operations/journal.ts'
import type { Cells } from './cells.ts'
import { createLeaseFloors } from './leaseFloors.ts'
import { repeatable } from './statement.ts'

/**
 * Gives what was left open a new fence and a new lease. An answer that is lost on the way costs only time:
 * what was taken is free to be taken again when the new lease is over.
 */
export function createTakeOver(pool: pg.Pool, { cells, leaseMs }: TakeOverParts) {
  const floors = createLeaseFloors(pool)
  const takeIn = async (cell: number, rest: number, all: boolean): Promise<readonly TakenOver[]> => {
    const look = await floors.from(cell, all)
    const rows = await repeatable<TakenRow>(pool, statement, [cell, rest, all, leaseMs, look.from])
    const [first] = rows
    if (first && first.reached !== look.from) await floors.reached(cell, look, first.reached)
    const taken = rows.flatMap(row => (row.order_id === null ? [] : takenOf(cell, row)))
    return first?.is_cut && taken.length === 0 ? takeIn(cell, rest, all) : taken
  }
  return ({ limit, all }: Wanted) => cells.gather(limit, (cell, rest) => takeIn(cell, rest, all))
}

const takenOf = (cell: number, { merchant_id, order_id, open_id, version }: FoundRow): TakenOver => ({
  key: { cell, merchantId: merchant_id, orderId: order_id },
  transactionId: open_id,
  fence: Number(version),
})

/** So many leases are looked at in one statement; the next goes on from there. */
const looksMax = 5_000
const everyLook = 1_000_000_000

type TakeOverParts = { readonly cells: Cells; readonly leaseMs: number }
type Wanted = Parameters<RecoveryJournal['takeOver']>[0]
/** Where nothing was found, the one row still says how far the look came, and whether it was cut short. */
type TakenRow = { readonly reached: string; readonly is_cut: boolean } & (
  | FoundRow
  | { readonly order_id: null }
)
type FoundRow = Readonly<Record<'merchant_id' | 'order_id' | 'open_id' | 'version', string>>

/**
 * Nobody is waited for: a row that is locked is being closed, or held by a session that hangs, and must not
 * hold up the others. Rows are proposed again so that they are found by key, as in close; they exist, because
 * they are locked. Conditions that always hold let the indexes be used that were made for this statement
 * alone. What is open and was not taken is where the next look begins; a floor beyond now is one
 * from before a clock was set back.
 */
const statement = {
  name: 'take over',
  text: `
with moment as materialized (select tollgate_now() as now),
bounds as materialized (
  select case when $5::timestamptz > now then '-infinity' else $5 end as floor,
    case when $3::boolean then 'infinity' else now end as ceiling
  from moment
),
ended as materialized (
  select merchant_id, order_no, transaction_id, lease_until from transactions
  where cell = $1::int2 and lease_until > '-infinity'
    and lease_until > (select floor from bounds) and lease_until <= (select ceiling from bounds)
  order by lease_until fetch first (case when $3 then ${everyLook} else ${looksMax} end) rows with ties
),
seen as materialized (
  select o.merchant_id, o.order_id, o.version, o.open_id, e.lease_until, e.order_no
  from ended e
  join lateral (
    select merchant_id, order_id, version, open_id from orders
    where cell = $1::int2 and order_no = e.order_no and order_no > 0 and merchant_id = e.merchant_id
      and open_id = e.transaction_id and not kept_busy
    limit 1
  ) o on true
  left join lateral (
    select fence from outcomes
    where cell = $1::int2 and merchant_id = e.merchant_id and order_no = e.order_no
      and transaction_id = e.transaction_id limit 1
  ) u on true
  where u.fence is null
  order by e.lease_until
),
lost as materialized (
  select s.* from (select * from seen order by lease_until, order_no limit $2::int4) s
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
select t.*, coalesce(
    (select min(lease_until) from seen s
      where not exists (select from taken where merchant_id = s.merchant_id and order_id = s.order_id))
      - interval '1 microsecond',
    case when looks.is_cut then (select max(lease_until) from ended)
      else (select now from moment) - interval '1 microsecond' end
  )::text as reached, looks.is_cut
from (select count(*) >= ${looksMax} and not $3 as is_cut from ended) as looks
left join (select merchant_id, order_id, open_id, version, order_no from taken) t on true
order by t.order_no`,
}
