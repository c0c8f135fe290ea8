import { type Totals, totalsOf, voidedIds } from './totals.ts'
import {
  effectiveAmount,
  isUnsettled,
  type Transaction,
  type TransactionType,
  tookEffect,
} from './transaction.ts'

/** Between these the totals will lie, whatever becomes of follow-ups that have no outcome yet. */
export type Bounds = { readonly least: Totals; readonly most: Totals }

/**
 * What is judged by amounts is judged by these, so that no two transactions that each fit can together go too
 * far. First payments without an outcome are left out: an order keeps only one of them.
 */
export function boundsOf(transactions: readonly Transaction[]): Bounds {
  const settled = totalsOf(transactions)
  if (!transactions.some(isUnsettled)) return { least: settled, most: settled }
  const supposing = (...types: readonly TransactionType[]): Totals =>
    totalsOf(transactions.map(one => (types.includes(one.type) && isUnsettled(one) ? succeeded(one) : one)))
  const undone = supposing('VOID_AUTHORIZATION', 'VOID_CAPTURE', 'VOID_PAYMENT', 'VOID_REFUND')
  const done = supposing('CAPTURE', 'REFUND')
  const updates = transactions
    .filter(one => one.type === 'AUTHORIZATION_UPDATE' && isUnsettled(one))
    .map(effectiveAmount)
  return {
    least: { ...undone, authorized: updates.reduce(smaller, undone.authorized) },
    most: { ...done, authorized: updates.reduce(larger, done.authorized) },
  }
}

/** What has been refunded of one capture or payment, or may turn out to have been. */
export function mostRefundedOf({ id }: Transaction, transactions: readonly Transaction[]): bigint {
  const voided = voidedIds(transactions)
  return transactions
    .filter(one => one.type === 'REFUND' && one.targetId === id && !voided.has(one.id))
    .filter(one => tookEffect(one) || isUnsettled(one))
    .reduce((sum, one) => sum + effectiveAmount(one), 0n)
}

const succeeded = (transaction: Transaction): Transaction => ({
  ...transaction,
  result: 'SUCCESS',
  gatewayCode: 'APPROVED',
})
const smaller = (one: bigint, other: bigint): bigint => (one < other ? one : other)
const larger = (one: bigint, other: bigint): bigint => (one > other ? one : other)
