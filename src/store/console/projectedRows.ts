// What taking in a batch of changes writes: for the one statement that does it, and for the plain inserts
// that do it where tables are spread over servers.

import { latencyBounds } from '../../console/figures/latency.ts'
import { factSeparator, searchFactNames } from '../../operations/model/searchFacts.ts'
import { currencies, currencyExponent } from '../../standards/currencies.ts'

/**
 * A batch is looked for among so many numbers for each of its places: cells share the numbers. Without this
 * bound, the planner may sort all that is left of a long feed for each batch.
 */
const windowFactor = 4

/** The currencies without decimals, and those with three: all others have two. */
export const exponentLists = [0, 3].map(exponent =>
  currencies.filter(code => currencyExponent(code) === exponent),
)

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

/** The changes that come next in the feed of the cell, and how far they reach. */
export const batchParts = `batch as materialized (
  select merchant_id, feed_no, order_no, sequence, order_id, transaction_id, changed_at, has_moved
  from notifications
  where cell = $1::int2 and feed_no > $2::int8 and feed_no <= $2::int8 + $3::int4 * ${windowFactor}
  order by cell, feed_no limit $3::int4
),
reached as materialized (
  select coalesce(max(feed_no), case when exists (
    select 1 from notifications
    where cell = $1::int2 and feed_no > $2::int8 + $3::int4 * ${windowFactor}
  ) then $2::int8 + $3::int4 * ${windowFactor} end) as feed_no, max(changed_at) as changed_at from batch
)`

/**
 * The changes with all that is known of each, of the batch as `from` has it. The brand of a follow-up is that
 * of the newest transaction before it that has one: which began before never changes, so a later outcome is
 * subtracted from where the one before was added. Other facts are its own.
 */
export const changeParts = (from: string): string => `change as materialized (
  select b.merchant_id, b.order_no, b.sequence, b.order_id, b.changed_at, t.type, t.currency, t.started_at,
    coalesce(nullif(${fact('brand')}, ''), p.brand, '') as brand, ${fact('lastFour')} as last_four,
    ${fact('email')} as email, ${fact('reference')} as reference, u.amount, u.result, u.gateway_code,
    u.prior_amount, u.prior_result, u.prior_code, s.authentication, s.prior_authentication,
    extract(epoch from u.recorded_at - t.started_at)::float8 * 1000 as took_ms
  from ${from}
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
  where not b.has_moved
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
)`

/** What is added up for an hour of a merchant counts for its day too, and for all merchants. */
const everyFigure = "unnest(array['hour', 'day']) as step, unnest(array[merchant_id, '']) as whose"

/** Rows of one table that a batch comes to: those that are there already are brought up to date. */
export type ProjectedTable = {
  readonly name: string
  readonly columns: readonly TypedColumn[]
  /** In the order of the key, so that two batches cannot wait for each other. */
  readonly rows: string
  readonly known: string
}

type TypedColumn = { readonly name: string; readonly type: string }

/** As a table declares them. */
const typedColumns = (text: string): readonly TypedColumn[] =>
  text.split(', ').map(column => {
    const [name = '', type = ''] = column.split(' ')
    return { name, type }
  })

const foundOrders: ProjectedTable = {
  name: 'found_orders',
  columns: typedColumns(
    'cell int2, merchant_id text, created_at timestamptz, order_no int8, order_id text, ' +
      'changed_at timestamptz, currency text, amount int8, thousandths int8, authorized int8, ' +
      'captured int8, refunded int8, status text, type text, result text, gateway_code text, ' +
      'brand text, last_four text, reference text, email text',
  ),
  rows: `
  select $1::int2, d.merchant_id, o.created_at, d.order_no, d.order_id, d.changed_at, o.currency,
    o.amount,
    o.amount * case when o.currency = any ($4::text[]) then 1000 when o.currency = any ($5::text[]) then 1
      else 10 end,
    o.authorized, o.captured, o.refunded, o.status, d.type, d.result, d.gateway_code, d.brand, d.last_four,
    d.reference, d.email
  from touched d cross join lateral (
    select created_at, currency, amount, authorized, captured, refunded, status from orders
    where cell = $1::int2 and merchant_id = d.merchant_id and order_id = d.order_id limit 1
  ) o
  order by d.merchant_id, o.created_at, d.order_no`,
  known: `(cell, merchant_id, created_at, order_no) do update
    set changed_at = excluded.changed_at, amount = excluded.amount, thousandths = excluded.thousandths,
      authorized = excluded.authorized, captured = excluded.captured, refunded = excluded.refunded,
      status = excluded.status, type = excluded.type, result = excluded.result,
      gateway_code = excluded.gateway_code,
      brand = coalesce(excluded.brand, f.brand), last_four = coalesce(excluded.last_four, f.last_four),
      reference = coalesce(excluded.reference, f.reference), email = coalesce(excluded.email, f.email)`,
}

const figureSums: ProjectedTable = {
  name: 'figure_sums',
  columns: [
    ...typedColumns('cell int2, merchant_id text, step text, at timestamptz, currency text, brand text'),
    ...outcomeNames.map(name => ({ name, type: 'int8' })),
    ...moneyNames.map(name => ({ name, type: 'numeric' })),
  ],
  rows: `
  select $1::int2, whose, step, date_trunc(step, at, 'UTC') as began, currency, brand,
    ${sumNames.map(name => `sum(${name})`).join(', ')}
  from hourly, ${everyFigure}
  group by whose, step, began, currency, brand
  order by whose, step, began, currency, brand`,
  known: `(cell, merchant_id, step, at, currency, brand)
    do update set ${sumNames.map(name => `${name} = f.${name} + excluded.${name}`).join(', ')}`,
}

const figureCounts: ProjectedTable = {
  name: 'figure_counts',
  columns: typedColumns(
    'cell int2, merchant_id text, step text, at timestamptz, kind text, name text, brand text, count int8',
  ),
  rows: `
  select $1::int2, whose, step, date_trunc(step, at, 'UTC') as began, kind, name, brand, sum(n)
  from hourly_named, ${everyFigure}
  group by whose, step, began, kind, name, brand having sum(n) <> 0
  order by whose, step, began, kind, name, brand`,
  known: `(cell, merchant_id, step, at, kind, name, brand)
    do update set count = f.count + excluded.count`,
}

export const projectedTables = [foundOrders, figureSums, figureCounts] as const

export const columnNames = ({ columns }: ProjectedTable): string => columns.map(({ name }) => name).join(', ')

/** Writes them in the statement that has them. */
export const insertPart = (table: ProjectedTable): string => `put_${table.name} as (
  insert into ${table.name} as f (${columnNames(table)})${table.rows}
  on conflict ${table.known}
)`

/** Changes of a cell that are taken in at once: those behind a number of its feed. */
export type WantedBatch = readonly [cell: number, from: number, limit: number]
export type ProjectedBatch = {
  /** Up to which number; null where nothing was taken in. */
  readonly feed_no: string | null
  readonly count: number
  readonly is_more: boolean
}
export const nothingMoved: ProjectedBatch = { feed_no: null, count: 0, is_more: false }
