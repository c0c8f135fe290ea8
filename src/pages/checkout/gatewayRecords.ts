// An order as the checkout page sees it: more than any answer of the API shows.

import type { RetrievedOrderRecord, TransactionRecord } from '../../contract/model.ts'
import { type Gateway, type OrderAtCheckout, orderAtCheckout } from '../../operations/gateway.ts'
import type { ConsultedFacts } from '../../operations/model/documents.ts'
import type { LoadedOrder, OrderKey } from '../../operations/model/journal.ts'
import { isRejection } from '../../orders/rejection.ts'

export type CheckoutOrder = Omit<RetrievedOrderRecord, 'transaction'> & {
  readonly transaction: readonly CheckoutTransaction[]
  /** The ids of partial payments whose rest is not paid yet. */
  readonly unfinished: readonly string[]
  /** As it was loaded, to be handed over to the next transaction. */
  readonly loaded: LoadedOrder
}

/** A transaction, and what the issuer's pages need of the browser. */
export type CheckoutTransaction = TransactionRecord & { readonly consulted?: ConsultedFacts }

/** Undefined before the first transaction. */
export async function retrieveOrder(
  gateway: Pick<Gateway, 'retrieveForCheckout'>,
  key: OrderKey,
): Promise<CheckoutOrder | undefined> {
  const found = await gateway.retrieveForCheckout(key)
  return isRejection(found) ? undefined : checkoutOrder(found)
}

/** The order as the last transaction left it. */
export const knownOrder = (key: OrderKey, order: LoadedOrder): CheckoutOrder =>
  checkoutOrder(orderAtCheckout(key, order))

function checkoutOrder({ order, record, unfinished, consulted }: OrderAtCheckout): CheckoutOrder {
  const transaction = (record.transaction ?? []).map(one => ({
    ...one,
    consulted: consulted.get(one.transaction?.id ?? '') ?? {},
  }))
  return { ...record, transaction, unfinished, loaded: order }
}
