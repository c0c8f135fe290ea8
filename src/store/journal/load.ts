import type pg from 'pg'
import {
  type LoadedOrder,
  type ObligationProgress,
  type OrderKey,
  obligations,
  type RecordedTransaction,
} from '../../operations/model/journal.ts'
import { foldSteps } from '../../operations/model/steps.ts'
import { gatewayCodes, transactionResults, transactionTypes } from '../../orders/transaction.ts'
import { knownWord } from '../connection/knownWord.ts'
import { read } from '../connection/statement.ts'

/** The order as of one moment: one statement sees one snapshot, and it takes no lock. */
export function createLoad(pool: pg.Pool) {
  return async function load({ cell, merchantId, orderId }: OrderKey): Promise<LoadedOrder | undefined> {
    const rows = await read<LoadedOrderRow>(pool, loadStatement, [cell, merchantId, orderId])
    const [order] = rows
    return order && { ...orderOf(order), transactions: foldSteps(rows.map(transactionOf)) }
  }
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
    request: row.request,
    startedAtMs: Number(row.started_ms),
    ...(row.card === null ? {} : { card: row.card }),
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
    outcome: row.outcome,
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

/**
 * Oldest first: a transaction's fence is the version of the order it began on, which only rises. OFFSET 0
 * keeps the server from a join over all of the merchant's transactions, as it plans it on an empty table.
 */
const loadStatement = {
  name: 'load',
  text: `
select o.version, o.open_id, o.currency, o.amount, o.authorized, o.captured, o.refunded, o.excess,
  floor(extract(epoch from o.created_at) * 1000) as created_ms,
  (select floor(extract(epoch from tollgate_now()) * 1000)) as loaded_ms,
  t.transaction_id, t.operation, t.type, t.api_version, t.currency as transaction_currency,
  t.amount as intended_amount, t.target_id, t.fingerprint, t.request, t.card,
  floor(extract(epoch from t.started_at) * 1000) as started_ms,
  u.amount as concluded_amount, u.result, u.gateway_code, u.outcome,
  b.obligation, b.status as pursuit_status, b.attempts,
  floor(extract(epoch from b.last_attempt_at) * 1000) as last_attempt_ms
from orders o
cross join lateral (
  select * from transactions
  where cell = o.cell and merchant_id = o.merchant_id and order_no = o.order_no
  offset 0
) t
left join lateral (
  select amount, result, gateway_code, outcome from outcomes
  where cell = o.cell and merchant_id = o.merchant_id and order_no = o.order_no
    and transaction_id = t.transaction_id
  order by fence desc limit 1
) u on true
left join lateral (
  select obligation, status, attempts, last_attempt_at from obligations
  where cell = o.cell and merchant_id = o.merchant_id and order_no = o.order_no
    and transaction_id = t.transaction_id
  order by fence desc limit 1
) b on true
where o.cell = $1::int2 and o.merchant_id = $2 and o.order_id = $3
order by t.fence`,
}
