// How new orders get into a list that somebody reads: what is shown stays where it is until they are let in.

import type { FoundOrders, ListedOrder } from '../../api/payments.ts'

/** The list with the newest orders let in: they replace the beginning of it, as far as they reach. */
export function withNewest(
  shown: readonly ListedOrder[],
  newest: Newest | undefined,
): readonly ListedOrder[] {
  if (!newest) return shown
  if (newest.after === undefined) return newest.orders
  const last = newest.orders.at(-1)
  // So many were looked at that none matched so far: those that are shown are further back.
  if (!last) return shown
  const ids = new Set(newest.orders.map(({ orderId }) => orderId))
  return [
    ...newest.orders,
    ...shown.filter(({ orderId, createdAt }) => createdAt <= last.createdAt && !ids.has(orderId)),
  ]
}

export type Newest = Pick<FoundOrders, 'after' | 'orders'>

export type HeldList = {
  readonly orders: readonly ListedOrder[]
  /** How many are waiting to be let in. */
  readonly waiting: number
  /** There are more new ones than were read: the list must be read anew. */
  readonly hasGap: boolean
}

/** The list as it stands, with what is known of its orders by now. */
export function heldList(shown: readonly ListedOrder[], newest: Newest | undefined): HeldList {
  if (!newest) return { orders: shown, waiting: 0, hasGap: false }
  const current = new Map(newest.orders.map(order => [order.orderId, order]))
  const ids = new Set(shown.map(({ orderId }) => orderId))
  const waiting = newest.orders.filter(({ orderId }) => !ids.has(orderId)).length
  return {
    orders: shown.map(order => current.get(order.orderId) ?? order),
    waiting,
    hasGap: shown.length > 0 && newest.after !== undefined && waiting > 0 && waiting === newest.orders.length,
  }
}
