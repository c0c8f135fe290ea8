// Why a transaction did not begin: asked after the statement that would have begun it, and only then. The
// answer is newer than that statement, which has waited for whoever came first.

import type pg from 'pg'
import type { OrderKey } from '../../operations/model/journal.ts'
import { arrays } from '../connection/binaryArrays.ts'
import { givenRows, read } from '../connection/statement.ts'

/** What an intent that did not begin has met on its order. */
export type Standing = {
  /** The transaction that runs there. */
  readonly openId?: string
  /** The one that has the id of the intent. */
  readonly known?: KnownTransaction
}
type KnownTransaction = StartedRow & {
  readonly known_attempt: string
  readonly is_running: boolean
}

/** A transaction that has begun, as it is read. */
export type StartedRow = {
  readonly started_fence: string
  readonly created_ms: string
  readonly started_ms: string
}

type NamedIntent = { readonly key: OrderKey; readonly transactionId: string }

/** In the order of the intents, of which several may be of one order: only begin takes those in turn. */
export async function whatStands(
  pool: pg.Pool,
  intents: readonly NamedIntent[],
  cell: number,
): Promise<readonly Standing[]> {
  const rows = await read<StandingRow>(pool, standingStatement, [
    cell,
    arrays.text(intents.map(({ key }) => key.merchantId)),
    arrays.text(intents.map(({ key }) => key.orderId)),
    arrays.text(intents.map(({ transactionId }) => transactionId)),
  ])
  const found = new Map(rows.map(row => [row.n - 1, standingIn(row)]))
  return intents.map((_, index) => found.get(index) ?? {})
}

type StandingRow = {
  readonly n: number
  readonly open_id: string | null
} & (KnownTransaction | { readonly known_attempt: null })

const standingIn = (row: StandingRow): Standing => ({
  ...(row.open_id !== null && { openId: row.open_id }),
  ...(row.known_attempt !== null && { known: row }),
})

const standingStatement = {
  name: 'what stands',
  text: `
select i.n::int4, o.open_id, t.fence as started_fence, t.attempt as known_attempt,
  coalesce(o.open_id = i.transaction_id and o.version = t.fence, false) as is_running,
  floor(extract(epoch from o.created_at) * 1000) as created_ms,
  floor(extract(epoch from t.started_at) * 1000) as started_ms
from ${givenRows(2, 'text text text')} with ordinality as i (merchant_id, order_id, transaction_id, n)
left join lateral (
  select order_no, version, open_id, created_at from orders
  where cell = $1::int2 and merchant_id = i.merchant_id and order_id = i.order_id limit 1
) o on true
left join lateral (
  select fence, attempt, started_at from transactions
  where cell = $1::int2 and merchant_id = i.merchant_id and order_no = o.order_no
    and transaction_id = i.transaction_id limit 1
) t on true`,
}
