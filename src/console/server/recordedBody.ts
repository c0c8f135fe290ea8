// What a call that recorded a transaction has sent: the log does not keep it, the transaction does.

import type { Gateway } from '../../operations/gateway.ts'
import { isRejection } from '../../orders/rejection.ts'
import type { LoggedCall } from '../requestLog/port.ts'
import { outcomeOf } from '../requestLog/search.ts'
import { writtenBody } from '../requestLog/writtenBody.ts'
import type { CalledMerchant } from './merchantOf.ts'

/**
 * As the version of the call writes it, masked. Undefined where the transaction was recorded by another call:
 * one that was refused has come under ids that were used, and two operations may share one transaction.
 */
export async function recordedBody(
  gateway: Pick<Gateway, 'explain'>,
  merchant: CalledMerchant,
  call: LoggedCall,
): Promise<object | undefined> {
  const place = placeOfRecord(merchant, call)
  if (!place || outcomeOf(call) !== 'ANSWERED') return undefined
  const explained = await gateway.explain(place, place.transactionId)
  return isRejection(explained) || explained.operation !== call.operation
    ? undefined
    : writtenBody(call, explained)
}

/** The transaction of a call, if it can have recorded one. */
export function placeOfRecord(
  { cell, merchantId }: CalledMerchant,
  { method, orderId, transactionId }: LoggedCall,
) {
  if (method !== 'PUT' || orderId === undefined || transactionId === undefined) return undefined
  return { cell, merchantId, orderId, transactionId }
}
