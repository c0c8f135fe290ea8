// Taking the bodies of a payer's calls out of the request log, which is no evidence: newest first, a part at
// a time.

import type { ErasedCalls, WantedCallErasure } from '../../administration/port.ts'
import type { LoggedCall } from '../../console/requestLog/port.ts'
import type { Owner } from '../../orders/merchant.ts'
import type { ChangeQuery } from '../administration/change.ts'
import { readRequestsStatement } from './requestLog.ts'

/** A call about an order that was erased loses what was sent, and so does one with the address. */
export async function eraseLoggedCalls(
  ask: ChangeQuery,
  { cell, merchantId }: Owner,
  { email, before }: Pick<WantedCallErasure, 'before' | 'email'>,
): Promise<ErasedCalls> {
  const page = [cell, merchantId, before ?? null, batchesAtOnce]
  const batches = await ask<BatchRow>(readRequestsStatement, page)
  let count = 0
  for (const { batch_no, content } of batches) {
    const calls: readonly LoggedCall[] = JSON.parse(content)
    const ids = calls.flatMap(({ orderId, body }) => (orderId !== undefined && body ? [orderId] : []))
    const rows = ids.length === 0 ? [] : await ask<ErasedRow>(erasedStatement, [cell, merchantId, ids])
    const erased = new Set(rows.map(({ order_id }) => order_id))
    const isOfPayer = ({ orderId, body, error }: LoggedCall): boolean =>
      (body !== undefined && orderId !== undefined && erased.has(orderId)) ||
      (email !== undefined && holdsAddress({ body, error }, email))
    const found = calls.filter(isOfPayer).length
    if (found === 0) continue
    count += found
    const kept = calls.map(call => (isOfPayer(call) ? withoutBody(call) : call))
    await ask(replaceStatement, [cell, merchantId, batch_no, JSON.stringify(kept)])
  }
  const last = batches.at(-1)
  return { count, ...(last && { next: last.batch_no }) }
}

/** No more than about a megabyte comes at once. */
const batchesAtOnce = 50

const holdsAddress = (part: object, email: string): boolean =>
  JSON.stringify(part).toLowerCase().includes(JSON.stringify(email).slice(1, -1))

/** An explanation may quote what was sent. */
function withoutBody({ body: _, error, ...call }: LoggedCall): LoggedCall {
  const { explanation: __, ...why } = error ?? { cause: '' }
  return { ...call, ...(error && { error: why }) }
}

type BatchRow = { readonly batch_no: string; readonly content: string }
type ErasedRow = { readonly order_id: string }

const erasedStatement = {
  name: 'erased among orders',
  text: `
select order_id from erased_orders
where cell = $1::int2 and merchant_id = $2 and order_id = any ($3::text[])`,
}

const replaceStatement = {
  name: 'replace requests',
  text: `
update request_log set content = $4
where cell = $1::int2 and merchant_id = $2 and batch_no = $3::int8`,
}
