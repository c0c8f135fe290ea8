import type pg from 'pg'

/** What the console has counted, of all merchants together. */
export async function figuresKept(owner: pg.Client) {
  const { rows } = await owner.query(`
    select type, result, gateway_code, sum(count)::int8 as count, sum(amount)::int8 as amount from figures
    where step = 'day' and merchant_id = '' group by 1, 2, 3 having sum(count) <> 0 order by 1, 2, 3`)
  return rows
}

/** The same from what was recorded: each transaction by its newest outcome. */
export async function figuresRecounted(owner: pg.Client) {
  const { rows } = await owner.query(`
    select type, result, gateway_code, count(*)::int8 as count, sum(u.amount)::int8 as amount
    from transactions t cross join lateral (
      select * from outcomes o
      where o.merchant_id = t.merchant_id and o.order_no = t.order_no and o.transaction_id = t.transaction_id
      order by fence desc limit 1
    ) u
    group by 1, 2, 3 order by 1, 2, 3`)
  return rows
}

export async function transactionsWithOutcome(owner: pg.Client): Promise<number> {
  const { rows } = await owner.query(
    'select count(distinct (merchant_id, order_no, transaction_id))::int4 as count from outcomes',
  )
  return rows[0].count
}
