import type { Client } from 'pg'
import type { IsoTrace } from '../../src/acquirers/iso8583/messages/trace.ts'
import type { TransactionType } from '../../src/orders/transaction.ts'

/** What the gateway has recorded, read from its tables. */
export type GatewayRecord = {
  readonly orders: readonly RecordedOrder[]
  readonly transactions: readonly RecordedStep[]
}

export type RecordedOrder = {
  readonly orderId: string
  readonly openId: string | null
  readonly authorized: bigint
  readonly captured: bigint
  readonly refunded: bigint
}

export type RecordedStep = {
  readonly orderId: string
  readonly transactionId: string
  readonly type: TransactionType
  /** Null while it has no outcome. */
  readonly result: string | null
  /** What was approved, or else what was asked for. */
  readonly amount: bigint
  readonly currency: string
  readonly targetId: string | null
  readonly startedAtMs: number
  readonly owed: string | null
  /** Of what is owed: how often it was tried, and how often of that nothing could be sent. */
  readonly attempts: number
  readonly unsent: number
  /** What was heard last about it, and how its outcome came about. */
  readonly heard: string | null
  /** Absent where nothing was sent. */
  readonly trace: IsoTrace | undefined
}

export async function readRecord(client: Client): Promise<GatewayRecord> {
  const orders = await client.query<OrderRow>(
    'select order_id, open_id, authorized, captured, refunded from orders',
  )
  const steps = await client.query<StepRow>(stepsStatement)
  return {
    orders: orders.rows.map(row => ({
      ...{ orderId: row.order_id, openId: row.open_id, authorized: BigInt(row.authorized) },
      ...{ captured: BigInt(row.captured), refunded: BigInt(row.refunded) },
    })),
    transactions: steps.rows.map(row => ({
      ...{ orderId: row.order_id, transactionId: row.transaction_id, type: row.type, result: row.result },
      ...{ amount: BigInt(row.amount), currency: row.currency, targetId: row.target_id, owed: row.owed },
      heard: row.heard,
      ...{ startedAtMs: Number(row.started_ms), attempts: row.attempts ?? 0, unsent: row.unsent ?? 0 },
      trace: row.trace === null || row.trace === '' ? undefined : JSON.parse(row.trace),
    })),
  }
}

/** How much is open: transactions without an outcome that counts, and what is owed to the host. */
export async function countOpen(client: Client): Promise<number> {
  const { rows } = await client.query<{ open: string }>(`select
    (select count(*) from obligations where status = 'PENDING')
    + (select count(*) from orders where open_id is not null) as open`)
  return Number(rows[0]?.open)
}

type OrderRow = {
  readonly order_id: string
  readonly open_id: string | null
  readonly authorized: string
  readonly captured: string
  readonly refunded: string
}

type StepRow = {
  readonly order_id: string
  readonly transaction_id: string
  readonly type: TransactionType
  readonly result: string | null
  readonly amount: string
  readonly currency: string
  readonly target_id: string | null
  readonly started_ms: string
  readonly owed: string | null
  readonly attempts: number | null
  readonly unsent: number | null
  readonly heard: string | null
  readonly trace: string | null
}

const stepsStatement = `
select o.order_id, t.transaction_id, t.type, x.result, coalesce(x.amount, t.amount) as amount, t.currency,
  t.target_id, floor(extract(epoch from t.started_at) * 1000) as started_ms, b.obligation as owed,
  b.attempts, b.unsent, t.trace, concat_ws(' | ', (
    select content from exchanges e
    where e.cell = t.cell and e.merchant_id = t.merchant_id and e.order_no = t.order_no
      and e.transaction_id = t.transaction_id
    order by recorded_at desc limit 1), substring(x.outcome from '"story":.*')) as heard
from orders o
join transactions t on t.cell = o.cell and t.merchant_id = o.merchant_id and t.order_no = o.order_no
left join lateral (
  select result, amount, outcome from outcomes x
  where x.cell = t.cell and x.merchant_id = t.merchant_id and x.order_no = t.order_no
    and x.transaction_id = t.transaction_id
  order by fence desc limit 1
) x on true
left join lateral (
  select obligation, attempts, unsent from obligations b
  where b.cell = t.cell and b.merchant_id = t.merchant_id and b.order_no = t.order_no
    and b.transaction_id = t.transaction_id and b.status = 'PENDING'
  order by fence desc limit 1
) b on true`
