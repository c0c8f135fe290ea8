// What a call that recorded a transaction has sent: the log does not keep it, the transaction does.

import type { Gateway } from '../../operations/gateway.ts'
import { isRejection } from '../../orders/rejection.ts'
import type { LoggedCall } from '../requestLog/port.ts'
import { outcomeOf } from '../requestLog/search.ts'
import { writtenBody } from '../requestLog/writtenBody.ts'
import type { CalledMerchant } from './merchantOf.ts'

/**
 * As the version of the call writes it, masked. Undefined where the transaction may have been recorded by
 * another call under the same ids: where this one recorded nothing, and where two operations share it.
 */
export async function recordedBody(
  gateway: Pick<Gateway, 'explain'>,
  merchant: CalledPlace,
  call: LoggedCall,
): Promise<object | undefined> {
  const place = placeOfRecord(merchant, call)
  if (!place || !hasRecorded(call)) return undefined
  const explained = await gateway.explain(place, place.transactionId)
  return isRejection(explained) || explained.operation !== call.operation
    ? undefined
    : writtenBody(call, explained)
}

type CalledPlace = Pick<CalledMerchant, 'cell' | 'merchantId'>

/** Where the order stayed busy, a call is answered with its transaction, and the id stays free. */
const hasRecorded = (call: LoggedCall): boolean =>
  outcomeOf(call) === 'ANSWERED' && call.gatewayCode !== 'LOCK_FAILURE'

/** The transaction of a call, if it can have recorded one. */
export function placeOfRecord(
  { cell, merchantId }: CalledPlace,
  { method, orderId, transactionId }: LoggedCall,
) {
  if (method !== 'PUT' || orderId === undefined || transactionId === undefined) return undefined
  return { cell, merchantId, orderId, transactionId }
}
