// Whether outcomes that were not recorded now had been recorded before, by a commit of ours whose answer was
// lost: asked after the statement that would have recorded them, and only then.

import type pg from 'pg'
import type { Closing } from '../../operations/model/journal.ts'
import { arrays } from '../connection/binaryArrays.ts'
import { givenRows, read } from '../connection/statement.ts'

/**
 * The sequences of outcomes, in their order. One that exists already is ours only if it has our fence and the
 * same content: of two nodes that amend with the same words at once, both are told that they did.
 */
export async function recordedBefore(
  pool: pg.Pool,
  given: readonly RecordedOutcome[],
  cell: number,
): Promise<readonly (number | undefined)[]> {
  const rows = await read<RecordedRow>(pool, recordedStatement, [
    cell,
    arrays.text(given.map(({ key }) => key.merchantId)),
    arrays.text(given.map(({ key }) => key.orderId)),
    arrays.text(given.map(({ transactionId }) => transactionId)),
    arrays.int8(given.map(({ fence }) => fence)),
  ])
  const found = new Map(rows.map(row => [row.n, row]))
  return given.map(({ result, gatewayCode, outcome }, index) => {
    const row = found.get(index + 1)
    const isOurs = row?.result === result && row.gateway_code === gatewayCode && row.outcome === outcome
    return isOurs ? row.sequence : undefined
  })
}

/** The fence is the number that the outcome is recorded under. */
type RecordedOutcome = Pick<Closing, 'key' | 'transactionId' | 'fence' | 'result' | 'gatewayCode'> & {
  readonly outcome: string
}

type RecordedRow = {
  readonly n: number
  readonly sequence: number
  readonly result: string
  readonly gateway_code: string
  readonly outcome: string
}

const recordedStatement = {
  name: 'recorded before',
  text: `
select d.n::int4, u.sequence, u.result, u.gateway_code, u.outcome
from ${givenRows(2, 'text text text int8')}
  with ordinality as d (merchant_id, order_id, transaction_id, fence, n)
cross join lateral (
  select order_no from orders
  where cell = $1::int2 and merchant_id = d.merchant_id and order_id = d.order_id limit 1
) o
cross join lateral (
  select sequence, result, gateway_code, outcome from outcomes
  where cell = $1::int2 and merchant_id = d.merchant_id and order_no = o.order_no
    and transaction_id = d.transaction_id and fence = d.fence limit 1
) u`,
}
