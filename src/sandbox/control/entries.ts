import { checkParameter } from '../../http/api/path.ts'
import { readQueryNumber } from '../../http/api/queryNumber.ts'
import { isRejection, type Rejection } from '../../orders/rejection.ts'
import type { ControlBookFilter } from './control.ts'

export const bookFilterNames = ['merchantId', 'orderId', 'limit', 'after'] as const

const limitMax = 1_000

/** Which entries of the books are asked for; a parameter left empty is one left out. */
export function readBookFilter(query: Readonly<Record<string, string>>): ControlBookFilter | Rejection {
  const { merchantId = '', orderId = '' } = query
  for (const [name, value] of Object.entries({ merchantId, orderId })) {
    const refusal = value === '' ? undefined : checkParameter(name, value)
    if (refusal !== undefined) return refusal.rejection
  }
  const limit = readQueryNumber(query, { name: 'limit', min: 1, max: limitMax }) ?? limitMax
  if (isRejection(limit)) return limit
  const after = readQueryNumber(query, { name: 'after', min: 0, max: Number.MAX_SAFE_INTEGER })
  if (isRejection(after)) return after
  return {
    limit,
    ...(merchantId !== '' && { merchantId }),
    ...(orderId !== '' && { orderId }),
    ...(after !== undefined && { after }),
  }
}
