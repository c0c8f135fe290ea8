import type pg from 'pg'
import { type Obligation, obligations } from '../../operations/model/journal.ts'
import { type TransactionResult, type TransactionType, transactionTypes } from '../../orders/transaction.ts'
import { transactionResults } from '../../standards/paymentCodes.ts'
import { failureOf, knownWord, read, unavailable } from '../../store/connection/statement.ts'
import { type BookEntry, entryKinds, entryStates } from '../acquirer/books.ts'

/** One order: what the gateway recorded, and what the simulated acquirer's books say. */
export type ComparedOrder = {
  readonly transactions: readonly ComparedTransaction[]
  readonly entries: readonly BookEntry[]
}

type ComparedTransaction = ComparedPlace & {
  readonly type: TransactionType
  readonly result: TransactionResult
  readonly amount: bigint
  readonly currency: string
  readonly targetId?: string
  readonly isOpen: boolean
  readonly owed?: Obligation
}

type ComparedPlace = { readonly merchantId: string; readonly orderId: string; readonly transactionId: string }

const rowsAtOnce = 1_000

/** Which orders are compared; all, if nothing is said. */
export type ComparedPart = { readonly merchantId: string; readonly orderIds?: readonly string[] }

/**
 * Reads both sides in key order and in one snapshot, so that no more than one order and one batch of rows is
 * in memory, and concurrent payments cannot look like differences.
 */
export async function* comparedOrders(pool: pg.Pool, part?: ComparedPart): AsyncGenerator<ComparedOrder> {
  const client = await pool.connect().catch(error => {
    throw unavailable(error)
  })
  try {
    await client.query(beginning)
    const values = part ? [part.merchantId, part.orderIds ?? null] : []
    await client.query(`declare compared no scroll cursor for ${bothSides(part !== undefined)}`, values)
    yield* ordersIn(client)
  } catch (error) {
    throw failureOf(error) === 'fault' ? error : unavailable(error)
  } finally {
    // Nothing was written, so the session may be dropped in any state.
    client.release(true)
  }
}

/** Sorting a million orders takes its time. */
const beginning = `
begin transaction isolation level repeatable read, read only;
set local statement_timeout = '5min'`

async function* ordersIn(client: pg.PoolClient): AsyncGenerator<ComparedOrder> {
  let rows: ComparedRow[] = []
  for (;;) {
    const { rows: more } = await client.query<ComparedRow>(`fetch ${rowsAtOnce} from compared`)
    for (const row of more) {
      const [first] = rows
      if (first && (first.order_id !== row.order_id || first.merchant_id !== row.merchant_id)) {
        if (!isArchivedAlike(rows)) yield orderOf(rows)
        rows = []
      }
      rows.push(row)
    }
    if (more.length === 0) break
  }
  if (rows.length > 0 && !isArchivedAlike(rows)) yield orderOf(rows)
}

function orderOf(rows: readonly ComparedRow[]): ComparedOrder {
  return {
    transactions: rows
      .filter(({ entry_no, kept_refunded }) => (entry_no ?? kept_refunded) === null)
      .map(transactionOf),
    entries: rows.filter(({ entry_no }) => entry_no !== null).map(entryOf),
  }
}

/** Of an archived order the totals are left: where the books come to the same, nothing is to be compared. */
function isArchivedAlike(rows: readonly ComparedRow[]): boolean {
  const archived = rows.find(({ kept_refunded }) => kept_refunded !== null)
  if (archived === undefined) return false
  const booked = rows.filter(({ entry_no, state }) => entry_no !== null && state === 'posted')
  const sumOf = (...kinds: readonly string[]): bigint =>
    booked.filter(({ kind }) => kinds.includes(kind)).reduce((sum, { amount }) => sum + BigInt(amount), 0n)
  const isCaptured = sumOf('payment', 'capture') === BigInt(archived.amount)
  return isCaptured && sumOf('refund') === BigInt(archived.kept_refunded ?? 0)
}

function transactionOf(row: ComparedRow): ComparedTransaction {
  return {
    ...placeOf(row),
    type: knownWord(transactionTypes, row.kind),
    result: row.state === null ? 'PENDING' : knownWord(transactionResults, row.state),
    isOpen: row.state === null,
    ...(row.other_id !== null && { targetId: row.other_id }),
    ...(row.owed !== null && { owed: knownWord(obligations, row.owed) }),
  }
}

function entryOf(row: ComparedRow): BookEntry {
  return {
    ...placeOf(row),
    entryNo: Number(row.entry_no),
    kind: knownWord(entryKinds, row.kind),
    state: knownWord(entryStates, row.state),
    ...(row.other_id !== null && { originalId: row.other_id }),
    postedAtMs: Number(row.posted_at_ms),
  }
}

function placeOf({ merchant_id, order_id, transaction_id, amount, currency }: ComparedRow) {
  return {
    merchantId: merchant_id,
    orderId: order_id,
    transactionId: transaction_id,
    amount: BigInt(amount),
    currency,
  }
}

type ComparedRow = {
  readonly merchant_id: string
  readonly order_id: string
  readonly transaction_id: string
  /** Null on the gateway's side. */
  readonly entry_no: string | null
  readonly posted_at_ms: string | null
  readonly kind: string
  readonly state: string | null
  readonly amount: string
  readonly currency: string
  readonly other_id: string | null
  readonly owed: string | null
  /** Of an archived order, beside the captured amount; null of all else. */
  readonly kept_refunded: string | null
}

/**
 * Of two requests under one id the later one counts; a payer who is still at the provider has not paid.
 * Archived orders are rows like others: no part may lean on another one, which a distributed database answers
 * wrongly where one is of its coordinator and one is spread.
 */
const bothSides = (isPart: boolean): string => `
select o.merchant_id collate "C" as merchant_id, o.order_id collate "C" as order_id,
  split_part(t.transaction_id, chr(31), 1) as transaction_id, null::int8 as entry_no, t.fence as step,
  null::int8 as posted_at_ms, t.type as kind,
  case when x.gateway_code = 'SUBMITTED' then 'PENDING' else x.result end as state,
  coalesce(x.amount, t.amount) as amount, t.currency, t.target_id as other_id, b.obligation as owed,
  null::int8 as kept_refunded
from orders o
join transactions t on t.cell = o.cell and t.merchant_id = o.merchant_id and t.order_no = o.order_no
left join lateral (
  select result, gateway_code, amount from outcomes x
  where x.cell = t.cell and x.merchant_id = t.merchant_id and x.order_no = t.order_no
    and x.transaction_id = t.transaction_id
  order by fence desc limit 1
) x on true
left join lateral (
  select obligation from obligations b
  where b.cell = t.cell and b.merchant_id = t.merchant_id and b.order_no = t.order_no
    and b.transaction_id = t.transaction_id and b.status = 'PENDING'
  order by fence desc limit 1
) b on true
where t.type <> 'AUTHENTICATION'${isPart ? ` and ${ofPart('o')}` : ''}
union all
select merchant_id, order_id, '', null, 0, null, 'archived', null, captured, currency, null, null, refunded
from orders o where archive_no is not null${isPart ? ` and ${ofPart('o')}` : ''}
union all
select merchant_id, order_id, transaction_id, entry_no, null, posted_at_ms, kind, state, amount, currency,
  original_id, null, null
from simulator.entries e${isPart ? ` where ${ofPart('e')}` : ''}
order by merchant_id, order_id, entry_no nulls first, transaction_id, step`

const ofPart = (side: string): string =>
  `${side}.merchant_id = $1 and ($2::text[] is null or ${side}.order_id = any($2))`

/** Orders in the books, those with the newest entries first; each at its newest entry. */
export async function newestBooked(
  pool: pg.Pool,
  { merchantId, before, limit }: BookedPage,
): Promise<readonly BookedPlace[]> {
  const rows = await read<BookedRow>(pool, newestStatement, [merchantId, before ?? null, limit])
  return rows.map(({ order_id, entry_no }) => ({ orderId: order_id, entryNo: Number(entry_no) }))
}

export type BookedPage = {
  readonly merchantId: string
  /** The newest entry of the order at which the previous page ended. */
  readonly before?: number
  readonly limit: number
}
export type BookedPlace = { readonly orderId: string; readonly entryNo: number }
type BookedRow = { readonly order_id: string; readonly entry_no: string }

const newestStatement = {
  name: 'newest booked orders',
  text: `
select e.order_id, e.entry_no from simulator.entries e
where e.merchant_id = $1 and ($2::int8 is null or e.entry_no < $2) and not exists (
  select from simulator.entries n where n.order_key = e.order_key and n.entry_no > e.entry_no
)
order by e.entry_no desc limit $3`,
}
