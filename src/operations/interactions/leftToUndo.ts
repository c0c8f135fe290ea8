// What is left to undo of a payment that a review has rejected.

import { chargedBackOf, mostRefundedOf, totalsOf } from '../../orders/totals.ts'
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
 * unless something of it is refunded or charged back already: then the rest is refunded. A merchant may
 * refund what was charged back; the gateway does not by itself, for the payer would have it twice.
 */
export function leftToUndo(
  transactions: readonly Transaction[],
  reviewed: Pick<Transaction, 'id' | 'type'>,
): LeftToUndo {
  const target = transactions.find(({ id, type }) =>
    reviewed.type === 'AUTHORIZATION_UPDATE' ? type === 'AUTHORIZATION' : id === reviewed.id,
  )
  if (!target || !isCharge(target)) return 'nothing'
  const after = transactions.filter(one => one.targetId === target.id || one.type === 'CHARGEBACK')
  if ([target, ...after].some(isUnsettled)) return 'underWay'
  if (!tookEffect(target) || after.some(one => isVoid(one.type) && tookEffect(one))) return 'nothing'
  const refunded = mostRefundedOf(target, transactions)
  const chargedBack = mostChargedBackOf(target, transactions)
  const amount = effectiveAmount(target) - refunded - chargedBack
  return amount > 0n ? { target, amount, isVoidable: refunded + chargedBack === 0n } : 'nothing'
}

/** A chargeback that names no target may be of any. */
function mostChargedBackOf(target: Transaction, transactions: readonly Transaction[]): bigint {
  const ofOrder = totalsOf(transactions).chargedBack ?? 0n
  const most = transactions
    .filter(({ type, targetId }) => type === 'CHARGEBACK' && targetId === undefined)
    .reduce((sum, one) => sum + chargedBackOf(one, transactions), chargedBackOf(target, transactions))
  return most < ofOrder ? most : ofOrder
}
