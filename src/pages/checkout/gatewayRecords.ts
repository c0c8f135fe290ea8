// What the gateway answers to the checkout page, as typed records.

import { recordOf } from '../../contract/kit/records.ts'
import type { RetrievedOrderRecord, TransactionRecord } from '../../contract/model.ts'
import type { Gateway } from '../../operations/gateway.ts'
import type { OrderKey } from '../../operations/model/journal.ts'
import type { ExecutionResult } from '../../operations/pipeline/execution.ts'
import { isRejection } from '../../orders/rejection.ts'

/** An order as the page sees it: more than any answer of the API shows. */
export type CheckoutOrder = Omit<RetrievedOrderRecord, 'transaction'> & {
  readonly transaction?: readonly CheckoutTransaction[]
  /** The ids of partial payments whose rest is not paid yet. */
  readonly unfinished?: readonly string[]
}

export type CheckoutTransaction = NonNullable<RetrievedOrderRecord['transaction']>[number] & {
  /** What the issuer's pages need of the browser. */
  readonly consulted?: {
    readonly methodUrl?: string
    readonly methodData?: string
    readonly acsUrl?: string
    readonly challengeRequest?: string
  }
}

/** Undefined before the first transaction. */
export async function retrieveOrder(
  gateway: Pick<Gateway, 'retrieveOrder'>,
  key: OrderKey,
): Promise<CheckoutOrder | undefined> {
  const found = await gateway.retrieveOrder(key)
  return isRejection(found) ? undefined : recordOf<CheckoutOrder>(found)
}

export const transactionIn = ({ record }: ExecutionResult): TransactionRecord => recordOf(record)
