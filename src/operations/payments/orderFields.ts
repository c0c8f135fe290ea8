import { custom } from '../../contract/groups/order.ts'
import { isObject } from '../../contract/kit/content.ts'
import { invalid, type Rejection } from '../../orders/rejection.ts'
import { tookEffect } from '../../orders/transaction.ts'
import { valueIn } from '../model/documents.ts'
import type { PlanContext } from '../model/flow.ts'
import { paysRemainder } from './rest.ts'

type Said = {
  readonly order?: Customised & { readonly subMerchant?: object }
  readonly transaction?: { readonly source?: string }
}
type Customised = { readonly custom?: Readonly<Record<string, string>> }

/** What belongs to an order as a whole: said on its first transaction only, or counted over all of them. */
export function refusedByOrder(past: PlanContext, { order, transaction }: Said): Rejection | undefined {
  // Attempts that came to nothing, and asking who the payer is, leave the order where it was: the next one
  // may say it all again.
  // The rest of a payment says again what its first part said: both come from one session.
  const isLater =
    !paysRemainder(past) && past.transactions.some(one => one.type !== 'AUTHENTICATION' && tookEffect(one))
  if (isLater && order?.subMerchant)
    return invalid('order.subMerchant', 'It may be given on the first transaction of an order only.')
  if (isLater && transaction?.source !== undefined)
    return invalid('transaction.source', 'It may be given on the first transaction only.', transaction.source)
  return refusedByCustom(past, order)
}

/** The merchant's own fields are counted over all requests of an order (spec 8). */
export function refusedByCustom(
  { transactions }: PlanContext,
  order: Customised | undefined,
): Rejection | undefined {
  if (!order?.custom) return undefined
  const names = new Set(Object.keys(order.custom))
  for (const { request } of transactions) {
    const earlier = valueIn(request, 'order', 'custom')
    if (isObject(earlier)) for (const name of Object.keys(earlier)) names.add(name)
  }
  if (names.size <= custom.max) return undefined
  return invalid(
    'order.custom',
    `An order has at most ${custom.max} fields of your own over all its requests.`,
  )
}
