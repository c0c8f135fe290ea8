// An order as the checkout page sees it: more than any answer of the API shows.

import type { RetrievedOrderRecord, TransactionRecord } from '../../contract/model.ts'
import type { Gateway } from '../../operations/gateway.ts'
import type { ConsultedFacts } from '../../operations/model/documents.ts'
import type { OrderKey } from '../../operations/model/journal.ts'
import { isRejection } from '../../orders/rejection.ts'

export type CheckoutOrder = Omit<RetrievedOrderRecord, 'transaction'> & {
  readonly transaction: readonly CheckoutTransaction[]
  /** The ids of partial payments whose rest is not paid yet. */
  readonly unfinished: readonly string[]
}

/** A transaction, and what the issuer's pages need of the browser. */
export type CheckoutTransaction = TransactionRecord & { readonly consulted?: ConsultedFacts }

/** Undefined before the first transaction. */
export async function retrieveOrder(
  gateway: Pick<Gateway, 'retrieveForCheckout'>,
  key: OrderKey,
): Promise<CheckoutOrder | undefined> {
  const found = await gateway.retrieveForCheckout(key)
  if (isRejection(found)) return undefined
  const { record, unfinished, consulted } = found
  const transaction = (record.transaction ?? []).map(one => ({
    ...one,
    consulted: consulted.get(one.transaction?.id ?? '') ?? {},
  }))
  return { ...record, transaction, unfinished }
}
