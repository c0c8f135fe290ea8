import type pg from 'pg'
import { knownWord } from '../../store/connection/knownWord.ts'
import { read } from '../../store/connection/statement.ts'
import { type BookEntry, type BookEntryFilter, entryKinds, entryStates } from '../acquirer/books.ts'

/** Of one order by its key; else in the order they were posted, leaving out what is not wanted. */
export async function findEntries(pool: pg.Pool, wanted: BookEntryFilter): Promise<readonly BookEntry[]> {
  const { merchantId, orderId, after = 0, limit } = wanted
  const rows =
    merchantId !== undefined && orderId !== undefined
      ? await read<EntryRow>(pool, entriesOfOrder, [merchantId, orderId, after, limit])
      : await read<EntryRow>(pool, entriesInTurn, [merchantId ?? null, orderId ?? null, after, limit])
  return rows.map(entryOf)
}

/** Under which the entries of an order lie: shorter than its ids, and as good as unique. */
export const orderKey = (merchantId: string, orderId: string): string =>
  `substr(sha256(convert_to(${merchantId} || chr(10) || ${orderId}, 'UTF8')), 1, 16)`

export type EntryRow = {
  readonly entry_no: string
  readonly merchant_id: string
  readonly order_id: string
  readonly transaction_id: string
  readonly kind: string
  readonly amount: string
  readonly currency: string
  readonly original_id: string | null
  readonly state: string
  readonly posted_at_ms: string
}

export function entryOf(row: EntryRow): BookEntry {
  return {
    entryNo: Number(row.entry_no),
    merchantId: row.merchant_id,
    orderId: row.order_id,
    transactionId: row.transaction_id,
    kind: knownWord(entryKinds, row.kind),
    amount: BigInt(row.amount),
    currency: row.currency,
    ...(row.original_id !== null && { originalId: row.original_id }),
    state: knownWord(entryStates, row.state),
    postedAtMs: Number(row.posted_at_ms),
  }
}

export const entryColumns =
  'entry_no, merchant_id, order_id, transaction_id, kind, amount, currency, original_id, state, posted_at_ms'

const entriesOfOrder = {
  name: 'entries of an order',
  text: `
select ${entryColumns} from simulator.entries
where order_key = ${orderKey('$1', '$2')} and entry_no > $3 order by entry_no limit $4`,
}

const entriesInTurn = {
  name: 'entries in turn',
  text: `
select ${entryColumns} from simulator.entries
where entry_no > $3 and ($1::text is null or merchant_id = $1) and ($2::text is null or order_id = $2)
order by entry_no limit $4`,
}
