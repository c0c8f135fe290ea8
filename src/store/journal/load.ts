// Reading an order as it is now.

import type pg from 'pg'
import { StoredOutcome, StoredRequest } from '../../operations/model/documents.ts'
import {
  type LoadedOrder,
  type ObligationProgress,
  type OrderKey,
  obligations,
  type RecordedTransaction,
} from '../../operations/model/journal.ts'
import { foldSteps } from '../../operations/model/steps.ts'
import { transactionTypes } from '../../orders/transaction.ts'
import { systemClock } from '../../platform/clock.ts'
import { createCellBatchers, Overloaded } from '../../platform/queues.ts'
import { gatewayCodes, transactionResults } from '../../standards/paymentCodes.ts'
import { arrays } from '../connection/binaryArrays.ts'
import { requireHome } from '../connection/homes.ts'
import { connectTimeoutMs } from '../connection/pool.ts'
import { givenRows, knownWord, read, unavailable } from '../connection/statement.ts'
import { createKeptOrders, type StampedOrder } from './keptOrders.ts'

const sizeMax = 32
const inFlightMax = 4
const waitingMax = 1_024

/**
 * Reads an order, without a lock. Orders that are wanted together are read by one statement for each cell, so
 * in one snapshot, which begins after each of them was asked for. Of an order that is kept only the stamp is
 * read: while nothing was written to it, it is the one that was read before, at another time.
 */
export function createLoad(pool: pg.Pool) {
  const kept = createKeptOrders()
  const readWhole = createGroupedRead((cell, keys) => rowsOf(pool, cell, keys))
  const readStamp = createGroupedRead((cell, keys) => stampsOf(pool, cell, keys))
  return async function load(key: OrderKey): Promise<LoadedOrder | undefined> {
    const known = kept.find(key)
    if (known !== undefined) {
      const now = await readStamp(key)
      if (now?.stamp === known.stamp) return { ...known.order, loadedAtMs: Number(now.loaded_ms) }
    }
    // Here, so that an order that this release cannot read fails alone.
    const read = stampedOrderOf((await readWhole(key)) ?? [])
    if (read === undefined) await requireHome(pool, key)
    else kept.note(key, read)
    return read?.order
  }
}

/** Reads what is wanted together by one call for each cell. */
function createGroupedRead<Found>(read: ReadGroup<Found>): (key: OrderKey) => Promise<Found | undefined> {
  const batcherOf = createCellBatchers<WantedOrder, Found | undefined | 'late'>(cell => ({
    write: wanted => readPunctual(cell, wanted, read),
    isPrompt: true,
    sizeMax,
    inFlightMax,
    waitingMax,
  }))
  return async key => {
    const found = await batcherOf(key.cell)
      .submit({ key, sinceMs: systemClock.monotonicMs() })
      .catch(error => {
        throw error instanceof Overloaded ? unavailable(error) : error
      })
    if (found === 'late') throw unavailable('too many requests are waiting')
    return found
  }
}

type ReadGroup<Found> = (cell: number, keys: readonly OrderKey[]) => Promise<readonly (Found | undefined)[]>
type WantedOrder = { readonly key: OrderKey; readonly sinceMs: number }

/** Those that waited for as long as others wait for a session are not read: nobody should wait on and on. */
async function readPunctual<Found>(
  cell: number,
  wanted: readonly WantedOrder[],
  read: ReadGroup<Found>,
): Promise<readonly (Found | undefined | 'late')[]> {
  const oldestMs = systemClock.monotonicMs() - connectTimeoutMs
  const punctual = wanted.filter(({ sinceMs }) => sinceMs >= oldestMs)
  const keys = punctual.map(({ key }) => key)
  const found = keys.length === 0 ? [] : await read(cell, keys)
  if (punctual.length === wanted.length) return found
  const inTurn = found.values()
  return wanted.map(({ sinceMs }) => (sinceMs < oldestMs ? 'late' : inTurn.next().value))
}

const wantedOrders = (cell: number, keys: readonly OrderKey[]) => [
  cell,
  arrays.text(keys.map(({ merchantId }) => merchantId)),
  arrays.text(keys.map(({ orderId }) => orderId)),
]

async function rowsOf(
  pool: pg.Pool,
  cell: number,
  keys: readonly OrderKey[],
): Promise<readonly (readonly WantedOrderRow[])[]> {
  const rows = await read<WantedOrderRow>(pool, loadStatement, wantedOrders(cell, keys))
  const found = keys.map((): WantedOrderRow[] => [])
  for (const row of rows) found[row.position - 1]?.push(row)
  return found
}

function stampedOrderOf(rows: readonly WantedOrderRow[]): StampedOrder | undefined {
  const [first] = rows
  return (
    first && {
      order: {
        ...orderOf(first),
        ...(first.archived_in === null
          ? { transactions: foldSteps(rows.map(transactionOf)) }
          : { transactions: [], archivedIn: first.archived_in }),
      },
      stamp: rows.map(({ stamp }) => stamp).join(),
      size: rows.reduce(
        (sum, { request, outcome }) => sum + (request?.length ?? 0) + (outcome?.length ?? 0),
        0,
      ),
    }
  )
}

async function stampsOf(
  pool: pg.Pool,
  cell: number,
  keys: readonly OrderKey[],
): Promise<readonly (OrderStampRow | undefined)[]> {
  const rows = await read<OrderStampRow>(pool, stampStatement, wantedOrders(cell, keys))
  const found: (OrderStampRow | undefined)[] = keys.map(() => undefined)
  for (const row of rows) found[row.position - 1] = row
  return found
}

export function orderOf(row: LoadedOrderRow): Omit<LoadedOrder, 'transactions'> {
  return {
    version: Number(row.version),
    ...(row.open_id === null ? {} : { openId: row.open_id }),
    currency: row.currency,
    amount: BigInt(row.amount),
    totals: {
      authorized: BigInt(row.authorized),
      captured: BigInt(row.captured),
      refunded: BigInt(row.refunded),
    },
    excess: BigInt(row.excess),
    createdAtMs: Number(row.created_ms),
    loadedAtMs: Number(row.loaded_ms),
  }
}

export function transactionOf(row: LoadedOrderRow): RecordedTransaction {
  const amount = BigInt(row.intended_amount)
  return {
    id: row.transaction_id,
    type: knownWord(transactionTypes, row.type),
    ...outcomeOf(row, amount),
    amount,
    currency: row.transaction_currency,
    ...(row.target_id === null ? {} : { targetId: row.target_id }),
    operation: row.operation,
    apiVersion: row.api_version,
    fingerprint: row.fingerprint,
    request: new StoredRequest(row.request),
    startedAtMs: Number(row.started_ms),
    ...(row.card === null ? {} : { card: row.card }),
    ...(row.trace === null ? {} : { trace: row.trace }),
    ...(row.obligation === null ? {} : { owed: pursuitOf(row) }),
  }
}

function outcomeOf(row: LoadedOrderRow, amount: bigint): RecordedOutcome {
  if (row.outcome === null) return { result: 'PENDING', gatewayCode: 'PENDING' }
  const approvedAmount = BigInt(row.concluded_amount ?? amount)
  return {
    result: knownWord(transactionResults, row.result),
    gatewayCode: knownWord(gatewayCodes, row.gateway_code),
    ...(approvedAmount === amount ? {} : { approvedAmount }),
    outcome: new StoredOutcome(row.outcome),
  }
}

type RecordedOutcome = Pick<RecordedTransaction, 'result' | 'gatewayCode' | 'approvedAmount' | 'outcome'>

function pursuitOf(row: LoadedOrderRow): ObligationProgress {
  return {
    obligation: knownWord(obligations, row.obligation),
    status: knownWord(pursuitStatuses, row.pursuit_status),
    attempts: row.attempts ?? 0,
    ...(row.last_attempt_ms === null ? {} : { lastAttemptAtMs: Number(row.last_attempt_ms) }),
  }
}

const pursuitStatuses = ['PENDING', 'ACKNOWLEDGED'] as const satisfies readonly ObligationProgress['status'][]

export type LoadedOrderRow = {
  readonly version: string
  readonly open_id: string | null
  readonly currency: string
  readonly amount: string
  readonly authorized: string
  readonly captured: string
  readonly refunded: string
  readonly excess: string
  readonly created_ms: string
  readonly loaded_ms: string
  readonly transaction_id: string
  readonly operation: string
  readonly type: string
  readonly api_version: number
  readonly transaction_currency: string
  readonly intended_amount: string
  readonly target_id: string | null
  readonly fingerprint: Buffer
  readonly request: string
  readonly card: Buffer | null
  readonly trace: string | null
  readonly started_ms: string
  readonly concluded_amount: string | null
  readonly result: string | null
  readonly gateway_code: string | null
  readonly outcome: string | null
  readonly obligation: string | null
  readonly pursuit_status: string | null
  readonly attempts: number | null
  readonly last_attempt_ms: string | null
}

/** Which of the wanted orders it belongs to, counted from 1, and its part of the order's stamp. */
type WantedOrderRow = LoadedOrderRow & {
  readonly position: number
  readonly stamp: string
  /** The file that has the rest of the order, of which nothing but this row is left. */
  readonly archived_in: string | null
}

type OrderStampRow = { readonly position: number; readonly stamp: string; readonly loaded_ms: string }

/**
 * The rows of which wanted orders consist; of an archived one it is that of the order alone. OFFSET 0 keeps
 * the server from a join over all of the merchant's transactions, as it plans it on an empty table.
 */
const wantedRows = `
from ${givenRows(2, 'text text')} with ordinality as w (merchant_id, order_id, position)
cross join lateral (
  select *, xmin from orders
  where cell = $1::int2 and merchant_id = w.merchant_id and order_id = w.order_id
  offset 0
) o
left join lateral (
  select *, xmin from transactions
  where cell = $1::int2 and merchant_id = o.merchant_id and order_no = o.order_no
  offset 0
) t on true
left join lateral (
  select amount, result, gateway_code, outcome, xmin from outcomes
  where cell = $1::int2 and merchant_id = o.merchant_id and order_no = o.order_no
    and transaction_id = t.transaction_id
  order by fence desc limit 1
) u on true
left join lateral (
  select obligation, status, attempts, unsent, last_attempt_at, xmin from obligations
  where cell = $1::int2 and merchant_id = o.merchant_id and order_no = o.order_no
    and transaction_id = t.transaction_id
  order by fence desc limit 1
) b on true`

/**
 * By which transactions of the server these rows were written: there is none that changes a row and leaves
 * its number as it is. Another server may count them otherwise, so its start belongs to it.
 */
const rowStamp = `concat((select extract(epoch from pg_postmaster_start_time())::text),
  ' ', o.xmin, ' ', t.xmin, ' ', u.xmin, ' ', b.xmin)`

const loadedMs = '(select floor(extract(epoch from tollgate_now()) * 1000)) as loaded_ms'

/** Oldest first: a transaction's fence is the version of the order it began on, which only rises. */
const loadStatement = {
  name: 'load',
  text: `
select w.position::int4, ${rowStamp} as stamp,
  o.version, o.open_id, o.currency, o.amount, o.authorized, o.captured, o.refunded, o.excess,
  floor(extract(epoch from o.created_at) * 1000) as created_ms, ${loadedMs},
  t.transaction_id, t.operation, t.type, t.api_version, t.currency as transaction_currency,
  t.amount as intended_amount, t.target_id, t.fingerprint, t.request, t.card, t.trace,
  floor(extract(epoch from t.started_at) * 1000) as started_ms,
  u.amount as concluded_amount, u.result, u.gateway_code, u.outcome,
  b.obligation, b.status as pursuit_status, b.attempts - b.unsent as attempts,
  floor(extract(epoch from b.last_attempt_at) * 1000) as last_attempt_ms,
  case when o.archive_no is not null then (
    select file_name from archives where cell = $1::int2 and archive_no = o.archive_no
  ) end as archived_in
${wantedRows}
order by w.position, t.fence`,
}

const stampStatement = {
  name: 'load stamps',
  text: `
select w.position::int4, string_agg(${rowStamp}, ',' order by t.fence) as stamp, ${loadedMs}
${wantedRows}
group by w.position`,
}
