// What a call that recorded a transaction has sent: the log does not keep it, the transaction does.

import type { Gateway } from '../../operations/gateway.ts'
import { isRejection } from '../../orders/rejection.ts'
import type { LoggedCall } from '../requestLog/port.ts'
import { writtenBody } from '../requestLog/writtenBody.ts'
import type { CalledMerchant } from './merchantOf.ts'

/** As the version of the call writes it, masked. */
export async function recordedBody(
  gateway: Pick<Gateway, 'explain'>,
  merchant: CalledMerchant,
  call: LoggedCall,
): Promise<object | undefined> {
  const place = placeOfRecord(merchant, call)
  if (!place) return undefined
  const explained = await gateway.explain(place, place.transactionId)
  return isRejection(explained) ? undefined : writtenBody(call, explained)
}

/** The transaction of a call, if it can have recorded one. */
export function placeOfRecord(
  { cell, merchantId }: CalledMerchant,
  { method, orderId, transactionId }: LoggedCall,
) {
  if (method !== 'PUT' || orderId === undefined || transactionId === undefined) return undefined
  return { cell, merchantId, orderId, transactionId }
}
