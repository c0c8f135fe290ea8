// Transactions over a link to an acquirer, for reconciliation: read in one snapshot, a few at a time.

import type pg from 'pg'
import { monthAndDayOf } from '../../acquirers/reconciliation/businessDate.ts'
import { movingTypes } from '../../acquirers/reconciliation/movements.ts'
import type { LinkPeriod, LinkTransaction } from '../../acquirers/reconciliation/port.ts'
import { transactionTypes } from '../../orders/transaction.ts'
import { StoreUnavailable } from '../../platform/errors.ts'
import { createTurns } from '../../platform/queues.ts'
import { connect, failureOf, knownWord, unavailable } from '../connection/statement.ts'

const rowsAtOnce = 1_000
/** A batch may have to look through days of outcomes before it has its first row. */
const patienceMs = 300_000

/** Each may take minutes: one at a time, and few people wait, so that nobody waits for long. */
const waitingMax = 3

export function createLinkTransactions(
  pool: pg.Pool,
): (wanted: LinkPeriod) => AsyncGenerator<LinkTransaction> {
  const takeTurn = createTurns({ atOnce: 1, waitingMax })
  return async function* (wanted) {
    const endTurn = await takeTurn({ patience: wanted.patience })
    if (endTurn === 'full')
      throw new StoreUnavailable('Other business dates are being compared: try again in some minutes.')
    try {
      yield* linkTransactions(pool, wanted)
    } finally {
      endTurn()
    }
  }
}

async function* linkTransactions(pool: pg.Pool, wanted: LinkPeriod): AsyncGenerator<LinkTransaction> {
  const client = await connect(pool).catch(error => {
    throw unavailable(error)
  })
  const { patience } = wanted
  // Nothing is written, so the session may be dropped in any state, also in the middle of a statement.
  let drop = (): void => {
    drop = () => undefined
    client.release(true)
  }
  const callOff = () => drop()
  patience?.addEventListener('abort', callOff)
  try {
    patience?.throwIfAborted()
    await client.query(`begin transaction isolation level repeatable read, read only;
set local statement_timeout = ${patienceMs}; set local enable_seqscan = off`)
    const { link, fromMs, toMs, date, openOn = null } = wanted
    const day = date === undefined ? null : monthAndDayOf(date)
    const named = `"link":${JSON.stringify(link)}`
    await client.query({ text: settledCursor, values: [named, movingTypes, fromMs, toMs, day] })
    yield* rowsOf(client, 'settled')
    const open = [named, movingTypes, link, openOn]
    await client.query({ text: owedCursor, values: open })
    yield* rowsOf(client, 'owed')
    await client.query({ text: runningCursor, values: open })
    yield* rowsOf(client, 'running')
  } catch (error) {
    if (failureOf(error) === 'fault') throw error
    patience?.throwIfAborted()
    throw unavailable(error)
  } finally {
    patience?.removeEventListener('abort', callOff)
    drop()
  }
}

async function* rowsOf(client: pg.PoolClient, cursor: string): AsyncGenerator<LinkTransaction> {
  for (;;) {
    const fetch = { text: `fetch ${rowsAtOnce} from ${cursor}`, query_timeout: patienceMs + 5_000 }
    const { rows } = await client.query<LinkRow>(fetch)
    for (const row of rows) yield transactionOf(row)
    if (rows.length < rowsAtOnce) return
  }
}

const transactionOf = (row: LinkRow): LinkTransaction => ({
  merchantId: row.merchant_id,
  orderId: row.order_id,
  transactionId: row.transaction_id,
  type: knownWord(transactionTypes, row.type),
  currency: row.currency,
  amount: BigInt(row.amount),
  trace: row.trace,
  result: row.result,
  ...(row.host_date !== null && { hostDate: row.host_date }),
  ...(row.owed !== null && { owed: row.owed }),
  startedAtMs: Number(row.started_ms),
})

type LinkRow = {
  readonly merchant_id: string
  readonly order_id: string
  readonly transaction_id: string
  readonly type: string
  readonly currency: string
  readonly amount: string
  readonly trace: string
  readonly result: string
  readonly host_date: string | null
  readonly owed: string | null
  readonly started_ms: string
}

/** Of two records under one id the name is the same; the trace tells them apart. */
const columns = `
t.merchant_id, o.order_id, split_part(t.transaction_id, chr(31), 1) as transaction_id, t.type, t.currency,
coalesce(x.amount, t.amount) as amount, t.trace, coalesce(x.result, 'PENDING') as result,
floor(extract(epoch from t.started_at) * 1000) as started_ms`

/** Found by key each; conditions that always hold allow the use of an index that has them too. */
const parties = `
join lateral (
  select order_id from orders
  where cell = t.cell and order_no = t.order_no and order_no > 0 and merchant_id = t.merchant_id limit 1
) o on true`

const isOfLink = `strpos(t.trace, $1::text) > 0 and t.type = any ($2::text[])`

/**
 * The last outcome of the period, where it still holds: a remark that was made later, such as a review,
 * moves no money, and the date stays. What is still owed comes from the other cursor. Only what was approved
 * has a date; it stands in the document as the gateway wrote it, so documents without it need not be parsed,
 * nor anything else of them be looked up. `offset 0` has later outcomes looked up one by one: a join might
 * read all that there are.
 */
const settledCursor = `
declare settled no scroll cursor for
select ${columns}, null as owed,
  case when x.result = 'SUCCESS' then (
    select coalesce(document -> 'fields', document) #>> '{transaction,acquirer,date}'
    from (select x.outcome::json as document offset 0) d
  ) end as host_date
from outcomes x
join lateral (
  select * from transactions t
  where t.cell = x.cell and t.merchant_id = x.merchant_id and t.order_no = x.order_no
    and t.transaction_id = x.transaction_id and ${isOfLink} limit 1
) t on true
${parties}
where x.recorded_at >= timestamptz 'epoch' + $3::int8 * interval '1 ms'
  and x.recorded_at < timestamptz 'epoch' + $4::int8 * interval '1 ms'
  and ($5::text is null or x.result <> 'SUCCESS' or strpos(x.outcome, '"date":"' || $5 || '"') > 0)
  and not exists (
    select from outcomes e
    where e.cell = x.cell and e.merchant_id = x.merchant_id and e.order_no = x.order_no
      and e.transaction_id = x.transaction_id and e.fence > x.fence
      and (e.result <> x.result or e.amount <> x.amount
        or e.recorded_at < timestamptz 'epoch' + $4::int8 * interval '1 ms')
    offset 0
  )
  and not exists (
    select from obligations b
    where b.cell = x.cell and b.merchant_id = x.merchant_id and b.order_no = x.order_no
      and b.transaction_id = x.transaction_id and b.status = 'PENDING' and b.obligation <> 'rest'
  )`

/** What began after the host ended a date does not count on it, whatever comes of it. */
const isBegunBefore = (link: string, date: string) => `
t.started_at < coalesce((
  select ended_at from business_dates where link = ${link}::text and business_date = ${date}::date
), 'infinity')`

const newestOutcome = `
lateral (
  select result, amount from outcomes
  where cell = t.cell and merchant_id = t.merchant_id and order_no = t.order_no
    and transaction_id = t.transaction_id
  order by fence desc limit 1
) x on true`

/** Cell by cell, as the index wants it. */
const owedCursor = `
declare owed no scroll cursor for
select ${columns}, b.obligation as owed, null as host_date
from (select distinct cell from merchants) c
join lateral (
  select * from obligations
  where cell = c.cell and status = 'PENDING' and obligation <> 'rest' order by next_at
) b on true
join lateral (
  select * from transactions t
  where t.cell = b.cell and t.merchant_id = b.merchant_id and t.order_no = b.order_no
    and t.transaction_id = b.transaction_id and ${isOfLink} limit 1
) t on true
left join ${newestOutcome}
${parties}
where ${isBegunBefore('$3', '$4')}`

/** What has no outcome yet. Recovery keeps a floor below which no lease is open: there are few above it. */
const runningCursor = `
declare running no scroll cursor for
select ${columns}, null as owed, null as host_date
from (
  select cell, (select floor from lease_floors f where f.cell = m.cell) as floor
  from (select distinct cell from merchants) m
) c
join lateral (
  select * from transactions t
  where t.cell = c.cell and t.lease_until > '-infinity'
    and t.lease_until > coalesce(c.floor, '-infinity') and ${isOfLink}
) t on true
left join ${newestOutcome}
${parties}
where x.result is null and ${isBegunBefore('$3', '$4')}`
