// Taking in the feed of changes: orders as they are searched for, and figures.

import type pg from 'pg'
import { latencyBounds } from '../../console/figures/latency.ts'
import type { ProjectionStore, TakenInChanges } from '../../console/search/port.ts'
import { factSeparator, searchFactNames } from '../../operations/model/searchFacts.ts'
import { currencies, currencyExponent } from '../../standards/currencies.ts'
import { type Cells, cellsStatement, everyCell } from '../connection/cells.ts'
import { read, repeatable } from '../connection/statement.ts'

/**
 * Everything happens in one statement: it moves the cell's cursor from where it was known to be, and writes
 * only if it could. So a change is taken in exactly once, whatever crashes and however many nodes try.
 */
export function createProjectionStore(pool: pg.Pool, cells: Cells): ProjectionStore {
  const cursors = new Map<number, number>()

  async function cursorOf(cell: number): Promise<number> {
    const [row] = await read<{ feed_no: string }>(pool, cursorStatement, [cell])
    return Number(row?.feed_no ?? 0)
  }

  async function advanceCell(cell: number, limit: number): Promise<TakenInChanges> {
    const from = cursors.get(cell) ?? (await cursorOf(cell))
    cursors.delete(cell)
    const [row] = await repeatable<MovedRow>(pool, advanceStatement, [cell, from, limit, ...exponentLists])
    // Not known where nothing was moved: another node did, or the sandbox was emptied.
    if (row?.feed_no != null) cursors.set(cell, Number(row.feed_no))
    return row?.feed_no == null ? nothing : { count: row.count, isMore: row.is_more }
  }

  return {
    async advance(limit) {
      const each = await cells.collect(
        Number.POSITIVE_INFINITY,
        async cell => [await advanceCell(cell, limit)],
        behindAnywhere,
      )
      return each.reduce(
        (sum, { count, isMore }) => ({ count: sum.count + count, isMore: sum.isMore || isMore }),
        nothing,
      )
    },
    async lagMs() {
      const ages = await cells.collect(Number.POSITIVE_INFINITY, async cell => {
        const [row] = await read<{ late_ms: string | null }>(pool, lagStatement, [cell])
        return [Number(row?.late_ms ?? 0)]
      })
      return Math.max(0, ...ages)
    },
  }
}

type MovedRow = { readonly feed_no: string | null; readonly count: number; readonly is_more: boolean }

const nothing: TakenInChanges = { count: 0, isMore: false }

/**
 * A batch is looked for among so many numbers for each of its places: cells share the numbers. Without this
 * bound, the planner may sort all that is left of a long feed for each batch.
 */
const windowFactor = 4

/** The currencies without decimals, and those with three: all others have two. */
const exponentLists = [0, 3].map(exponent => currencies.filter(code => currencyExponent(code) === exponent))

const cursorStatement = { name: 'projection', text: 'select feed_no from projections where cell = $1::int2' }

/** Cells whose feed goes on beyond what was taken in. */
const behindAnywhere = {
  name: 'cells having changes to project',
  text: `
with recursive ${everyCell}
select k.cell from known k left join projections p on p.cell = k.cell
cross join lateral (
  select from notifications n where n.cell = k.cell and n.feed_no > coalesce(p.feed_no, 0)
  order by n.cell, n.feed_no limit 1
) ahead`,
  spread: cellsStatement.text,
}

/** Numbered in the order of the feed: the first one after the cursor is the oldest. */
const lagStatement = {
  name: 'projection lag',
  text: `
select greatest(floor(extract(epoch from tollgate_now() - changed_at) * 1000), 0) as late_ms
from notifications
where cell = $1::int2
  and feed_no > coalesce((select feed_no from projections where cell = $1::int2), 0)
order by cell, feed_no limit 1`,
}

const fact = (name: (typeof searchFactNames)[number], facts = 'k.facts'): string => {
  const place = searchFactNames.indexOf(name) + 1
  return `split_part(${facts}, chr(${factSeparator.charCodeAt(0)}), ${place})`
}

const brandBefore = fact('brand', 'coalesce(facts, request_facts(request))')

/** The newest that any of the order's changes in the batch has. */
const newest = (column: string): string =>
  `(array_agg(${column} order by sequence desc) filter (where ${column} <> ''))[1]`

/** The start of a payment at a provider succeeds without anything being paid: it is not counted. */
const outcomeOf = `case when type in ('AUTHORIZATION', 'PAYMENT') and gateway_code <> 'SUBMITTED' then
  case result when 'SUCCESS' then 'approved' when 'FAILURE' then 'declined' when 'PENDING' then 'undecided'
    when 'UNKNOWN' then 'undecided' end end`
const moneyOf = `case when result = 'SUCCESS' and gateway_code <> 'SUBMITTED' then
  case type when 'AUTHORIZATION' then 'authorized' when 'CAPTURE' then 'captured'
    when 'PAYMENT' then 'captured' when 'REFUND' then 'refunded' end end`

const outcomeNames = ['approved', 'declined', 'undecided'] as const
const moneyNames = ['authorized', 'captured', 'refunded'] as const
const sumNames = [...outcomeNames, ...moneyNames]
const addend = (name: string): string =>
  outcomeNames.some(one => one === name)
    ? `sum(n) filter (where outcome = '${name}')`
    : `sum(amount) filter (where money = '${name}')`

/** What is added up for an hour of a merchant counts for its day too, and for all merchants. */
const everyFigure = "unnest(array['hour', 'day']) as step, unnest(array[merchant_id, '']) as whose"

/**
 * The brand of a follow-up is that of the newest transaction before it that has one: which began before never
 * changes, so a later outcome is subtracted from where the one before was added. Other facts are its own.
 *
 * `batch` is read by its index alone, so losing a race against another node costs little: `moved` is empty
 * then, and nothing else is looked up. A later outcome of a transaction takes the place of the one before:
 * that is subtracted again. The hour is that in which the transaction began, so both count in the same one.
 * Whoever sees a number of a cell sees all before it, so a window without any can be left behind once there
 * is one beyond. Nothing waits for the disk: what a crash loses is taken in again, with its cursor.
 */
const advanceStatement = {
  name: 'project',
  text: `
with disk as materialized (select set_config('synchronous_commit', 'off', true)),
batch as materialized (
  select merchant_id, feed_no, order_no, sequence, order_id, transaction_id, changed_at
  from notifications
  where cell = $1::int2 and feed_no > $2::int8 and feed_no <= $2::int8 + $3::int4 * ${windowFactor}
  order by cell, feed_no limit $3::int4
),
reached as materialized (
  select coalesce(max(feed_no), case when exists (
    select 1 from notifications
    where cell = $1::int2 and feed_no > $2::int8 + $3::int4 * ${windowFactor}
  ) then $2::int8 + $3::int4 * ${windowFactor} end) as feed_no, max(changed_at) as changed_at from batch
),
moved as (
  insert into projections as p (cell, feed_no, changed_at)
  select $1::int2, feed_no, changed_at from reached, disk where feed_no is not null
  on conflict (cell) do update
    set feed_no = excluded.feed_no, changed_at = coalesce(excluded.changed_at, p.changed_at)
    where p.feed_no = $2::int8
  returning feed_no
),
change as materialized (
  select b.merchant_id, b.order_no, b.sequence, b.order_id, b.changed_at, t.type, t.currency, t.started_at,
    coalesce(nullif(${fact('brand')}, ''), p.brand, '') as brand, ${fact('lastFour')} as last_four,
    ${fact('email')} as email, ${fact('reference')} as reference, u.amount, u.result, u.gateway_code,
    u.prior_amount, u.prior_result, u.prior_code, s.authentication, s.prior_authentication,
    extract(epoch from u.recorded_at - t.started_at)::float8 * 1000 as took_ms
  from moved cross join batch b
  cross join lateral (
    select type, currency, started_at, fence, facts, case when facts is null then request end as request
    from transactions
    where cell = $1::int2 and merchant_id = b.merchant_id and order_no = b.order_no
      and transaction_id = b.transaction_id limit 1
  ) t
  cross join lateral (select coalesce(t.facts, request_facts(t.request)) as facts) k
  left join lateral (
    select ${brandBefore} as brand from transactions
    where cell = $1::int2 and merchant_id = b.merchant_id and order_no = b.order_no and fence < t.fence
      and ${brandBefore} <> '' and ${fact('brand')} = ''
    order by fence desc limit 1
  ) p on true
  cross join lateral (
    select * from (
      select sequence, amount, result, gateway_code, recorded_at,
        case when t.type = 'AUTHENTICATION' then outcome end as outcome,
        lag(amount) over earlier as prior_amount, lag(result) over earlier as prior_result,
        lag(gateway_code) over earlier as prior_code,
        lag(case when t.type = 'AUTHENTICATION' then outcome end) over earlier as prior_outcome
      from outcomes
      where cell = $1::int2 and merchant_id = b.merchant_id and order_no = b.order_no
        and transaction_id = b.transaction_id
      window earlier as (order by fence)
    ) each where sequence = b.sequence
  ) u
  cross join lateral (
    select case when u.outcome is null then '' else authentication_status(u.outcome) end as authentication,
      case when u.prior_outcome is null then '' else authentication_status(u.prior_outcome) end
        as prior_authentication
  ) s
),
touched as (
  select merchant_id, order_no, order_id, max(changed_at) as changed_at,
    (array_agg(type order by sequence desc))[1] as type,
    (array_agg(result order by sequence desc))[1] as result,
    (array_agg(gateway_code order by sequence desc))[1] as gateway_code,
    ${newest('brand')} as brand, ${newest('last_four')} as last_four, ${newest('reference')} as reference,
    ${newest('email')} as email
  from change group by merchant_id, order_no, order_id
),
found as (
  insert into found_orders as f (cell, merchant_id, created_at, order_no, order_id, changed_at, currency,
    amount, thousandths, authorized, captured, refunded, status, type, result, gateway_code, brand,
    last_four, reference, email)
  select $1::int2, d.merchant_id, o.created_at, d.order_no, d.order_id, d.changed_at, o.currency, o.amount,
    o.amount * case when o.currency = any ($4::text[]) then 1000 when o.currency = any ($5::text[]) then 1
      else 10 end,
    o.authorized, o.captured, o.refunded, o.status, d.type, d.result, d.gateway_code, d.brand, d.last_four,
    d.reference, d.email
  from touched d cross join lateral (
    select created_at, currency, amount, authorized, captured, refunded, status from orders
    where cell = $1::int2 and merchant_id = d.merchant_id and order_id = d.order_id limit 1
  ) o
  order by d.merchant_id, o.created_at, d.order_no
  on conflict (cell, merchant_id, created_at, order_no) do update
    set changed_at = excluded.changed_at, authorized = excluded.authorized, captured = excluded.captured,
      refunded = excluded.refunded, status = excluded.status, type = excluded.type,
      result = excluded.result, gateway_code = excluded.gateway_code,
      brand = coalesce(excluded.brand, f.brand), last_four = coalesce(excluded.last_four, f.last_four),
      reference = coalesce(excluded.reference, f.reference), email = coalesce(excluded.email, f.email)
),
each as materialized (
  select merchant_id, date_trunc('hour', started_at, 'UTC') as at, currency, brand, n, amount,
    gateway_code, authentication, ${outcomeOf} as outcome, ${moneyOf} as money
  from (
    select merchant_id, started_at, currency, brand, type, result, gateway_code, authentication, 1 as n,
      amount
    from change
    union all
    select merchant_id, started_at, currency, brand, type, prior_result, prior_code, prior_authentication, -1,
      -prior_amount
    from change where prior_result is not null
  ) one
),
hourly as (
  select merchant_id, at, currency, brand,
    ${sumNames.map(name => `coalesce(${addend(name)}, 0) as ${name}`).join(', ')}
  from each where outcome is not null or money is not null
  group by merchant_id, at, currency, brand
),
summed as (
  insert into figure_sums as f (cell, merchant_id, step, at, currency, brand, ${sumNames.join(', ')})
  select $1::int2, whose, step, date_trunc(step, at, 'UTC') as began, currency, brand,
    ${sumNames.map(name => `sum(${name})`).join(', ')}
  from hourly, ${everyFigure}
  group by whose, step, began, currency, brand
  order by whose, step, began, currency, brand
  on conflict (cell, merchant_id, step, at, currency, brand)
    do update set ${sumNames.map(name => `${name} = f.${name} + excluded.${name}`).join(', ')}
),
named as (
  select merchant_id, at, 'decline' as kind, gateway_code as name, brand, n
  from each where outcome = 'declined'
  union all
  select merchant_id, at, 'authentication', authentication, brand, n from each where authentication <> ''
  union all
  select merchant_id, date_trunc('hour', started_at, 'UTC'), 'latency',
    width_bucket(took_ms, array[${latencyBounds.join(', ')}]::float8[])::text, brand, 1
  from change
  where prior_result is null and type <> 'AUTHENTICATION' and result in ('SUCCESS', 'FAILURE')
),
hourly_named as (
  select merchant_id, at, kind, name, brand, sum(n) as n
  from named group by merchant_id, at, kind, name, brand
),
counted as (
  insert into figure_counts as f (cell, merchant_id, step, at, kind, name, brand, count)
  select $1::int2, whose, step, date_trunc(step, at, 'UTC') as began, kind, name, brand, sum(n)
  from hourly_named, ${everyFigure}
  group by whose, step, began, kind, name, brand having sum(n) <> 0
  order by whose, step, began, kind, name, brand
  on conflict (cell, merchant_id, step, at, kind, name, brand)
    do update set count = f.count + excluded.count
)
select (select feed_no from moved) as feed_no, (select count(*)::int4 from batch) as count, exists (
  select 1 from notifications where cell = $1::int2 and feed_no > (select feed_no from moved)
) as is_more`,
}
