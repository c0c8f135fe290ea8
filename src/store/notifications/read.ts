// Notification bodies: reading an order as it was after a past change.

import type pg from 'pg'
import type { NotificationContent, NotificationKey, NotificationStore } from '../../notifications/port.ts'
import type { LoadedOrder, OrderAfterChange, RecordedTransaction } from '../../operations/model/journal.ts'
import { foldSteps } from '../../operations/model/steps.ts'
import { arrays } from '../connection/binaryArrays.ts'
import { givenRows, read as readRows } from '../connection/statement.ts'
import { type LoadedOrderRow, orderOf, transactionOf } from '../journal/load.ts'

/** Makes a notification body of an order as it was; the store has the rows, the caller knows the format. */
export type DescribePastOrder = (
  past: OrderAfterChange,
) => Pick<NotificationContent, 'record' | 'trace' | 'version'>

/** Each order is read once, however many of its changes are wanted, and not before it is needed. */
export function createRead(pool: pg.Pool, describe: DescribePastOrder): NotificationStore['read'] {
  return async (keys, isEnough = () => false) => {
    const bodies: NotificationContent[] = []
    for (const cell of new Set(keys.map(key => key.cell))) {
      const own = keys.filter(key => key.cell === cell)
      const changes = await findChanges(pool, cell, own)
      const histories = new Map<string, OrderHistory>()
      for (const [index, change] of changes.entries()) {
        if (!histories.has(change.order_no)) {
          const ahead = changes.slice(index).filter(({ order_no }) => !histories.has(order_no))
          for (const found of await findHistories(pool, cell, ahead)) histories.set(...found)
        }
        const order = histories.get(change.order_no)?.at(change)
        if (!order) continue
        const { merchant_id: merchantId, order_id: orderId, name } = change
        const past = { key: { cell, merchantId, orderId }, order, name }
        const one = { cell, merchantId, feedNo: Number(change.feed_no), ...describe(past) }
        bodies.push(one)
        if (isEnough(one)) return bodies
        await yieldToOthers()
      }
    }
    return bodies
  }
}

/** Describing every change of a long order takes a while: lets payments run in between. */
const yieldToOthers = () => new Promise<void>(resolve => setImmediate(resolve))

type FoundChange = PastChange & {
  readonly merchant_id: string
  readonly feed_no: string
  readonly order_no: string
  readonly order_id: string
  readonly name: string
}

function findChanges(pool: pg.Pool, cell: number, keys: readonly NotificationKey[]) {
  const merchants = arrays.text(keys.map(({ merchantId }) => merchantId))
  const numbers = arrays.int8(keys.map(({ feedNo }) => feedNo))
  return readRows<FoundChange>(pool, changesStatement, [cell, merchants, numbers])
}

/** An order may be long, so not too many are read by one statement. */
const ordersMax = 16

/** The histories of the first few orders, up to the last change that is wanted of each. */
async function findHistories(pool: pg.Pool, cell: number, changes: readonly FoundChange[]) {
  const orders = [...new Map(changes.map(change => [change.order_no, change])).values()].slice(0, ordersMax)
  const lastOf = (order: FoundChange) =>
    Math.max(...changes.filter(one => one.order_no === order.order_no).map(({ fence }) => Number(fence)))
  const rows = await readRows<HistoryRow & { readonly n: string }>(pool, historiesStatement, [
    cell,
    arrays.text(orders.map(order => order.merchant_id)),
    arrays.text(orders.map(order => order.order_id)),
    arrays.int8(orders.map(lastOf)),
  ])
  const rowsOf = orders.map((): HistoryRow[] => [])
  for (const row of rows) rowsOf[Number(row.n) - 1]?.push(row)
  return orders.map(({ order_no }, index) => [order_no, createOrderHistory(rowsOf[index] ?? [])] as const)
}

const changesStatement = {
  name: 'past changes',
  text: `
select c.merchant_id, c.feed_no, c.order_no, c.order_id, c.sequence, c.transaction_id as name, f.fence,
  floor(extract(epoch from c.changed_at) * 1000) as changed_ms
from ${givenRows(2, 'text int8')} with ordinality as k (merchant_id, feed_no, n)
cross join lateral (
  select merchant_id, feed_no, order_no, order_id, sequence, transaction_id, changed_at from notifications
  where cell = $1::int2 and merchant_id = k.merchant_id and feed_no = k.feed_no limit 1
) c
cross join lateral (
  select fence from outcomes
  where cell = $1::int2 and merchant_id = c.merchant_id and order_no = c.order_no
    and transaction_id = c.transaction_id and sequence = c.sequence limit 1
) f
order by k.n`,
}

/**
 * Like load, but with all outcomes of each transaction, oldest first; only the first row of a transaction has
 * its request. An obligation has the number of the outcome that created it.
 */
const historiesStatement = {
  name: 'past orders',
  text: `
select k.n, o.version, o.open_id, o.currency, o.amount, o.authorized, o.captured, o.refunded, o.excess,
  floor(extract(epoch from o.created_at) * 1000) as created_ms,
  t.fence as began, t.transaction_id, t.operation, t.type, t.api_version,
  t.currency as transaction_currency, t.amount as intended_amount, t.target_id, t.fingerprint,
  case when coalesce(u.nth, 1) = 1 then t.request else '' end as request, null::bytea as card,
  null::text as trace,
  floor(extract(epoch from t.started_at) * 1000) as started_ms,
  u.fence, u.sequence, u.amount as concluded_amount, u.result, u.gateway_code, u.outcome,
  b.obligation, b.status as pursuit_status, b.attempts - b.unsent as attempts,
  floor(extract(epoch from b.last_attempt_at) * 1000) as last_attempt_ms
from ${givenRows(2, 'text text int8')} with ordinality as k (merchant_id, order_id, last, n)
cross join lateral (
  select * from orders
  where cell = $1::int2 and merchant_id = k.merchant_id and order_id = k.order_id limit 1
) o
cross join lateral (
  select * from transactions
  where cell = $1::int2 and merchant_id = k.merchant_id and order_no = o.order_no and fence <= k.last
  offset 0
) t
left join lateral (
  select fence, sequence, amount, result, gateway_code, outcome, row_number() over (order by fence) as nth
  from outcomes
  where cell = $1::int2 and merchant_id = k.merchant_id and order_no = o.order_no
    and transaction_id = t.transaction_id and fence <= k.last
) u on true
left join lateral (
  select obligation, status, attempts, unsent, last_attempt_at from obligations
  where cell = $1::int2 and merchant_id = k.merchant_id and order_no = o.order_no
    and transaction_id = t.transaction_id and fence = u.fence limit 1
) b on true
order by k.n, t.fence, u.fence`,
}

/** An order with all outcomes of its transactions, so that it can be shown as it was after any change. */
type OrderHistory = { at(change: PastChange): LoadedOrder | undefined }

type PastChange = {
  readonly sequence: number
  /** The fence of its outcome. */
  readonly fence: string
  readonly changed_ms: string
}

/** A transaction with one of its outcomes, if it has any. */
type HistoryRow = Omit<LoadedOrderRow, 'loaded_ms'> & {
  /** The version that its transaction began with. */
  readonly began: string
  readonly fence: string | null
  readonly sequence: number | null
}

/** `rows` are sorted by the start of their transactions, and within each by its outcomes. */
function createOrderHistory(rows: readonly HistoryRow[]): OrderHistory {
  const [first] = rows
  const strands = rowsByTransaction(rows).map(createTransactionHistory)
  return {
    at(change) {
      if (!first) return undefined
      const transactions = strands.flatMap(strand => strand(change) ?? [])
      return { ...orderOf({ ...first, loaded_ms: change.changed_ms }), transactions: foldSteps(transactions) }
    },
  }
}

type TransactionRows = readonly [HistoryRow, ...HistoryRow[]]

function rowsByTransaction(rows: readonly HistoryRow[]): readonly TransactionRows[] {
  const strands = new Map<string, [HistoryRow, ...HistoryRow[]]>()
  for (const row of rows) {
    const strand = strands.get(row.transaction_id)
    if (strand) strand.push(row)
    else strands.set(row.transaction_id, [row])
  }
  return [...strands.values()]
}

/**
 * A transaction through time: an outcome's number is that of the version it made or closed, so what began
 * later has a higher one.
 */
function createTransactionHistory(
  rows: TransactionRows,
): (change: PastChange) => RecordedTransaction | undefined {
  const [first] = rows
  // Most changes concern other transactions: then the same object is returned again.
  let last: SeenTransaction | undefined
  return ({ sequence, fence }) => {
    if (Number(first.began) > Number(fence)) return undefined
    const known = rows.findLast(row => row.sequence !== null && row.sequence <= sequence)
    const owing = rows.findLast(row => row.obligation !== null && Number(row.fence) <= Number(fence))
    const isNew = owing?.fence === fence
    if (last && last.known === known && last.owing === owing && last.isNew === isNew) return last.transaction
    const past = { ...first, loaded_ms: '0', ...outcomeIn(known), ...owedIn(owing, isNew) }
    const transaction = transactionOf(past)
    last = { known, owing, isNew, transaction }
    return transaction
  }
}

type SeenTransaction = {
  readonly known: HistoryRow | undefined
  readonly owing: HistoryRow | undefined
  /** Whether it is owed since this very change. */
  readonly isNew: boolean
  readonly transaction: RecordedTransaction
}

const outcomeIn = (row: HistoryRow | undefined) => ({
  concluded_amount: row?.concluded_amount ?? null,
  result: row?.result ?? null,
  gateway_code: row?.gateway_code ?? null,
  outcome: row?.outcome ?? null,
})

/**
 * An obligation that this change created had not been tried then. An earlier one was settled by this change,
 * so its stored state is still that of then.
 */
function owedIn(row: HistoryRow | undefined, isNew: boolean) {
  const obligation = row?.obligation ?? null
  if (!row || isNew) return { obligation, pursuit_status: 'PENDING', attempts: 0, last_attempt_ms: null }
  const { pursuit_status, attempts, last_attempt_ms } = row
  return { obligation, pursuit_status, attempts, last_attempt_ms }
}
