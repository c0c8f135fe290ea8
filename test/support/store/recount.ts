import type pg from 'pg'

/** What the console has counted, of all merchants together and by brand. */
export async function figuresKept(owner: pg.Client) {
  const { rows: sums } = await owner.query(`
    select brand, currency, approved, declined, undecided, authorized, captured, refunded from figure_sums
    where step = 'day' and merchant_id = ''
    order by 1, 2`)
  const { rows: counts } = await owner.query(`
    select kind, name, brand, sum(count)::int8 as count from figure_counts
    where step = 'day' and merchant_id = '' and kind <> 'latency'
    group by 1, 2, 3 having sum(count) <> 0 order by 1, 2, 3`)
  const { rows: latencies } = await owner.query(`
    select brand, sum(count)::int8 as count from figure_counts
    where step = 'day' and merchant_id = '' and kind = 'latency' group by 1 order by 1`)
  return { sums: sums.filter(hasSome), counts, latencies }
}

/**
 * The same from what was recorded: each transaction by its newest outcome, and with the brand of its request,
 * or else of the newest one before it that has one. How long it took counts where the first outcome decided.
 */
export async function figuresRecounted(owner: pg.Client) {
  const { rows: sums } = await owner.query(`
    ${recorded}
    select brand, currency,
      count(*) filter (where is_payment and result = 'SUCCESS')::int8 as approved,
      count(*) filter (where is_payment and result = 'FAILURE')::int8 as declined,
      count(*) filter (where is_payment and result in ('PENDING', 'UNKNOWN'))::int8 as undecided,
      coalesce(sum(amount) filter (where type = 'AUTHORIZATION' and result = 'SUCCESS'), 0) as authorized,
      coalesce(sum(amount) filter (where type in ('PAYMENT', 'CAPTURE') and result = 'SUCCESS'
        and gateway_code <> 'SUBMITTED'), 0) as captured,
      coalesce(sum(amount) filter (where type = 'REFUND' and result = 'SUCCESS'), 0) as refunded
    from recorded group by 1, 2 order by 1, 2`)
  const { rows: counts } = await owner.query(`
    ${recorded}
    select 'decline' as kind, gateway_code as name, brand, count(*)::int8 as count
    from recorded where is_payment and result = 'FAILURE' group by 2, 3
    union all
    select 'authentication', authentication, brand, count(*)::int8
    from recorded where authentication <> '' group by 2, 3
    order by 1, 2, 3`)
  const { rows: latencies } = await owner.query(`
    ${recorded}
    select brand, count(*)::int8 as count from recorded
    where type <> 'AUTHENTICATION' and first_result in ('SUCCESS', 'FAILURE') group by 1 order by 1`)
  return { sums: sums.filter(hasSome), counts, latencies }
}

/** A later outcome may have taken everything away again. */
const hasSome = ({ brand: _, currency: __, ...numbers }: Readonly<Record<string, string>>): boolean =>
  Object.values(numbers).some(number => Number(number) !== 0)

const brandIn = (table: string): string =>
  `split_part(coalesce(${table}.facts, request_facts(${table}.request)), chr(31), 1)`

const recorded = `
with recorded as (
  select t.type, t.currency, u.amount, u.result, u.gateway_code, first.result as first_result,
    t.type in ('AUTHORIZATION', 'PAYMENT') and u.gateway_code <> 'SUBMITTED' as is_payment,
    case when t.type = 'AUTHENTICATION' then authentication_status(u.outcome) else '' end as authentication,
    coalesce(nullif(${brandIn('t')}, ''), (
      select ${brandIn('b')} from transactions b
      where b.merchant_id = t.merchant_id and b.order_no = t.order_no and b.fence < t.fence
        and ${brandIn('b')} <> ''
      order by b.fence desc limit 1
    ), '') as brand
  from transactions t cross join lateral (
    select * from outcomes o
    where o.merchant_id = t.merchant_id and o.order_no = t.order_no and o.transaction_id = t.transaction_id
    order by fence desc limit 1
  ) u cross join lateral (
    select * from outcomes o
    where o.merchant_id = t.merchant_id and o.order_no = t.order_no and o.transaction_id = t.transaction_id
    order by fence limit 1
  ) first
)`

/** Payments whose outcome is known, or known to be unknown. */
export async function paymentsWithOutcome(owner: pg.Client): Promise<number> {
  const { rows } = await owner.query(
    `select count(distinct (merchant_id, order_no, transaction_id))::int4 as count
     from outcomes join transactions using (cell, merchant_id, order_no, transaction_id)
     where type in ('AUTHORIZATION', 'PAYMENT')`,
  )
  return rows[0].count
}
