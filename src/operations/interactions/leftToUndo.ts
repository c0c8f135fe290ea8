// What is left to undo of a payment that a review has rejected.

import { mostRefundedOf } from '../../orders/totals.ts'
import {
  effectiveAmount,
  isCharge,
  isUnsettled,
  isVoid,
  type Transaction,
  tookEffect,
} from '../../orders/transaction.ts'

export type LeftToUndo =
  | 'nothing'
  /** Something about it has no outcome yet: that is waited for. */
  | 'underWay'
  | { readonly target: Transaction; readonly amount: bigint; readonly isVoidable: boolean }

/**
 * An authorization is voided as a whole, also where the review was about raising it. A payment is voided
 * unless something of it is refunded already: then the rest is refunded.
 */
export function leftToUndo(
  transactions: readonly Transaction[],
  reviewed: Pick<Transaction, 'id' | 'type'>,
): LeftToUndo {
  const target = transactions.find(({ id, type }) =>
    reviewed.type === 'AUTHORIZATION_UPDATE' ? type === 'AUTHORIZATION' : id === reviewed.id,
  )
  if (!target || !isCharge(target)) return 'nothing'
  const after = transactions.filter(({ targetId }) => targetId === target.id)
  if ([target, ...after].some(isUnsettled)) return 'underWay'
  if (!tookEffect(target) || after.some(one => isVoid(one.type) && tookEffect(one))) return 'nothing'
  const refunded = mostRefundedOf(target, transactions)
  const amount = effectiveAmount(target) - refunded
  return amount > 0n ? { target, amount, isVoidable: refunded === 0n } : 'nothing'
}
