import type { LoadedOrder, RecordedTransaction } from '../../operations/model/journal.ts'
import { foldSteps } from '../../operations/model/steps.ts'
import { type LoadedOrderRow, orderOf, transactionOf } from '../journal/load.ts'

/** An order with all that ever came of its transactions, to be seen as it was after any of its changes. */
export type OrderHistory = { at(change: PastChange): LoadedOrder | undefined }

export type PastChange = {
  readonly sequence: number
  /** Of its outcome. */
  readonly fence: string
  readonly changed_ms: string
}

/** A transaction with one of its outcomes, if it has any. */
export type HistoryRow = Omit<LoadedOrderRow, 'loaded_ms'> & {
  /** The version that its transaction began with. */
  readonly began: string
  readonly fence: string | null
  readonly sequence: number | null
}

/** Of rows as transactions began, and of each transaction as its outcomes came. */
export function createOrderHistory(rows: readonly HistoryRow[]): OrderHistory {
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
  // Most changes are of others: then it is the very same as before, and what was made of it can be kept.
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
 * What this very change made owed was not tried yet then; what was owed before was settled by it, and is as
 * it was.
 */
function owedIn(row: HistoryRow | undefined, isNew: boolean) {
  const obligation = row?.obligation ?? null
  if (!row || isNew) return { obligation, pursuit_status: 'PENDING', attempts: 0, last_attempt_ms: null }
  const { pursuit_status, attempts, last_attempt_ms } = row
  return { obligation, pursuit_status, attempts, last_attempt_ms }
}
