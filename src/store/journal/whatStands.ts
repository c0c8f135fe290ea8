// Why a transaction did not begin: asked after the statement that would have begun it, and only then. The
// answer is newer than that statement, which has waited for whoever came first.

import type pg from 'pg'
import type { OrderKey } from '../../operations/model/journal.ts'
import { arrays } from '../connection/binaryArrays.ts'
import { givenRows, read } from '../connection/statement.ts'
import { orderOf } from './groupCommit.ts'

/** What is known of an intent: that it has begun, or what stands in its way. */
export type BegunIntent = {
  readonly started_fence: string | null
  readonly created_ms: string | null
  readonly started_ms: string | null
  readonly open_id: string | null
  readonly known_fence: string | null
  readonly known_attempt: string | null
  readonly is_running: boolean | null
}

export const nothingStands: BegunIntent = {
  ...{ started_fence: null, created_ms: null, started_ms: null, open_id: null },
  ...{ known_fence: null, known_attempt: null, is_running: null },
}

type NamedIntent = { readonly key: OrderKey; readonly transactionId: string }

/** What intents that did not begin have met, by their orders; none of an order that is not there. */
export async function whatStands<Intent extends NamedIntent>(
  pool: pg.Pool,
  intents: readonly Intent[],
  cell: number,
): Promise<ReadonlyMap<string, BegunIntent>> {
  if (intents.length === 0) return new Map()
  const rows = await read<BegunIntent & { readonly n: number }>(pool, standingStatement, [
    cell,
    arrays.text(intents.map(({ key }) => key.merchantId)),
    arrays.text(intents.map(({ key }) => key.orderId)),
    arrays.text(intents.map(({ transactionId }) => transactionId)),
  ])
  return new Map(
    rows.flatMap(row => {
      const intent = intents[row.n - 1]
      return intent === undefined ? [] : [[orderOf(intent), row] as const]
    }),
  )
}

const standingStatement = {
  name: 'what stands',
  text: `
select i.n::int4, null as started_fence, o.open_id, t.fence as known_fence, t.attempt as known_attempt,
  o.open_id = i.transaction_id and o.version = t.fence as is_running,
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
