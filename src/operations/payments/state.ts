import { admits, type OperationName, whyNotAdmitted } from '../../orders/admission.ts'
import { authorizationExpiresAtMs } from '../../orders/periods.ts'
import { invalid, type Rejection } from '../../orders/rejection.ts'
import { stateOf } from '../../orders/status.ts'
import type { PlanContext } from '../model/flow.ts'
import { paysRemainder, refusedByRemainder } from './rest.ts'

/** The order's state does not admit the operation, and no other request of this kind would do. */
export function refusedByState(past: PlanContext, operation: OperationName): Rejection | undefined {
  const state = stateOf(past.transactions)
  const refusal = refusedByRemainder(past, operation)
  if (refusal || paysRemainder(past) || admits(state, operation)) return refusal
  return invalid('apiOperation', whyNotAdmitted(state, operation), operation)
}

/** However long an order lives, what is read and computed of it stays bounded. */
export function refusedByLength({ transactions }: PlanContext, orderId: string): Rejection | undefined {
  if (transactions.length < transactionsMax) return undefined
  return invalid('orderid', `This order has reached its limit of ${transactionsMax} transactions.`, orderId)
}
const transactionsMax = 500

/** Too late: what was held has lapsed. */
export function refusedByExpiry(
  { transactions, nowMs }: PlanContext,
  operation: OperationName,
): Rejection | undefined {
  const expiresAtMs = authorizationExpiresAtMs(transactions)
  if (expiresAtMs === undefined || nowMs === undefined || nowMs < expiresAtMs) return undefined
  const when = new Date(expiresAtMs).toISOString()
  return invalid('apiOperation', `The authorization expired at ${when}.`, operation)
}

/** An order is in one currency from its first transaction to its last. */
export function refusedByCurrency(
  past: PlanContext,
  { order, transaction }: { readonly order?: Priced; readonly transaction?: Priced },
): Rejection | undefined {
  if (past.currency === undefined) return undefined
  const given = [
    ['transaction.currency', transaction?.currency],
    ['order.currency', order?.currency],
  ] as const
  for (const [field, currency] of given)
    if (currency !== undefined && currency !== past.currency)
      return invalid(field, `The order is in ${past.currency}.`, currency)
  return undefined
}
type Priced = { readonly amount?: string; readonly currency?: string }
