import { type Content, isObject } from '../../src/contract/kit/content.ts'
import { toMinor } from '../../src/orders/money.ts'

/** What clients believe of an order, from the last answer any of them heard. */
export type OrderView = {
  readonly orderId: string
  /** The card of the payer who is authenticated, if one is. */
  readonly payerCard: string
  /** Undefined while nobody has heard of it. */
  readonly status?: string
  readonly isReferred: boolean
  readonly authorized: bigint
  readonly captured: bigint
  readonly refunded: bigint
  /** Ids of transactions that succeeded. */
  readonly voidable: readonly string[]
  /** Ids of browser payments that wait for the merchant, or may come to that. */
  readonly announced: readonly string[]
  /** Ids of authentications of its payer. */
  readonly payers: readonly string[]
}

export function unknownOrder(orderId: string, payerCard: string): OrderView {
  const ids = { voidable: [], announced: [], payers: [] }
  return { orderId, payerCard, isReferred: false, authorized: 0n, captured: 0n, refunded: 0n, ...ids }
}

export function afterHearing(view: OrderView, record: Content): OrderView {
  const { order, transaction, result, response } = record
  if (!isObject(order) || !isObject(transaction) || typeof order.status !== 'string') return view
  const minor = (name: string) => toMinor(String(order[name]), String(order.currency))
  const id = String(transaction.id)
  const { gatewayCode } = isObject(response) ? response : {}
  return {
    ...view,
    status: order.status,
    isReferred: gatewayCode === 'REFERRED',
    authorized: minor('totalAuthorizedAmount'),
    captured: minor('totalCapturedAmount'),
    refunded: minor('totalRefundedAmount'),
    voidable: result === 'SUCCESS' ? withOne(view.voidable, id) : view.voidable,
    announced: gatewayCode === 'SUBMITTED' ? withOne(view.announced, id) : view.announced,
    payers: transaction.type === 'AUTHENTICATION' ? withOne(view.payers, id) : view.payers,
  }
}

const withOne = (ids: readonly string[], id: string): readonly string[] =>
  ids.includes(id) ? ids : [...ids, id]
