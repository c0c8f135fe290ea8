// What a call that recorded a transaction has sent: the log does not keep it, the transaction does.

import { catalogue } from '../../contract/catalogue.ts'
import { writeRequest } from '../../contract/kit/atVersion.ts'
import { isObject } from '../../contract/kit/content.ts'
import { requestAt } from '../../contract/kit/operation.ts'
import type { Gateway } from '../../operations/gateway.ts'
import { isRejection } from '../../orders/rejection.ts'
import type { LoggedCall } from '../requestLog/port.ts'
import type { CalledMerchant } from './merchantOf.ts'

/** As the version of the call writes it, masked. Records do not have the name of their operation. */
export async function recordedBody(
  gateway: Pick<Gateway, 'explain'>,
  merchant: CalledMerchant,
  call: LoggedCall,
): Promise<object | undefined> {
  const place = placeOfRecord(merchant, call)
  const operation = catalogue.find(({ name }) => name === call.operation)
  if (!place || !operation) return undefined
  const explained = await gateway.explain(place, place.transactionId)
  if (isRejection(explained) || !isObject(explained.request)) return undefined
  const isNamed = requestAt(operation, call.version).names.has('apiOperation')
  return {
    ...(isNamed && { apiOperation: operation.name }),
    ...writeRequest(operation, call.version, explained.request),
  }
}

/** The transaction of a call, if it can have recorded one. */
export function placeOfRecord(
  { cell, merchantId }: CalledMerchant,
  { method, orderId, transactionId }: LoggedCall,
) {
  if (method !== 'PUT' || orderId === undefined || transactionId === undefined) return undefined
  return { cell, merchantId, orderId, transactionId }
}
