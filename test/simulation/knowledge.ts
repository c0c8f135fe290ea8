import { type Content, isObject } from '../../src/contract/kit/normalise.ts'
import { toMinor } from '../../src/orders/money.ts'

/** What clients believe of an order, from the last answer any of them heard. */
export type OrderView = {
  readonly orderId: string
  /** Undefined while nobody has heard of it. */
  readonly status?: string
  readonly isReferred: boolean
  readonly authorized: bigint
  readonly captured: bigint
  readonly refunded: bigint
  /** Ids of transactions that succeeded. */
  readonly voidable: readonly string[]
}

export function unknownOrder(orderId: string): OrderView {
  return { orderId, isReferred: false, authorized: 0n, captured: 0n, refunded: 0n, voidable: [] }
}

export function afterHearing(view: OrderView, record: Content): OrderView {
  const { order, transaction, result, response } = record
  if (!isObject(order) || !isObject(transaction) || typeof order.status !== 'string') return view
  const minor = (name: string) => toMinor(String(order[name]), String(order.currency))
  const id = String(transaction.id)
  const isNew = result === 'SUCCESS' && !view.voidable.includes(id)
  return {
    orderId: view.orderId,
    status: order.status,
    isReferred: isObject(response) && response.gatewayCode === 'REFERRED',
    authorized: minor('totalAuthorizedAmount'),
    captured: minor('totalCapturedAmount'),
    refunded: minor('totalRefundedAmount'),
    voidable: isNew ? [...view.voidable, id] : view.voidable,
  }
}
