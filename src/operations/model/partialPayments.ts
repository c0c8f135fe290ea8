// Partial approvals on a checkout page: a bank approves a part, and the payer pays the remainder by another
// card. The parts are owed as a `rest` until the order is paid in full or they are reversed.

import { toDecimal, toMinor } from '../../orders/money.ts'
import { effectiveTransactions } from '../../orders/totals.ts'
import {
  effectiveAmount,
  isCharge,
  isUnsettled,
  type Transaction,
  tookEffect,
} from '../../orders/transaction.ts'
import type { RecordedRemainder } from './documents.ts'
import type { Obligation, RecordedTransaction } from './journal.ts'

/** How a checkout page finishes a payment of which a bank approved only a part. */
export type PaymentRemainder = Omit<RecordedRemainder, 'wholeAmount'>

/**
 * The parts of an order that wait for the remainder, oldest first. Each further payment asks for all of the
 * remainder, so the first one that is approved in full finishes the order for good.
 */
export function unfinishedParts(transactions: Recorded): Recorded {
  const newest = transactions.findLast(one => isCharge(one) && tookEffect(one))
  if (!newest || effectiveAmount(newest) === newest.amount) return []
  return effectiveTransactions(transactions).filter(one => isCharge(one) && isRemainderOwed(one))
}

type Recorded = readonly RecordedTransaction[]

export const isRemainderOwed = (one: RecordedTransaction): boolean =>
  one.owed?.obligation === 'rest' && one.owed.status === 'PENDING' && !isRejectedByReview(one)

/** By a person: the rest that is owed about it is to undo it. Nothing else was owed when that was decided. */
export const isRejectedByReview = ({ outcome }: Pick<RecordedTransaction, 'outcome'>): boolean =>
  outcome?.fields.response?.risk?.review?.decision === 'REJECTED'

/**
 * A payment whose outcome is unknown may turn out to be the remainder; but not one that is only being
 * reversed, however long that takes.
 */
export const isRemainderAwaited = (transactions: Recorded): boolean =>
  transactions.some(one => isCharge(one) && isUnsettled(one) && one.owed?.obligation !== 'reversal')

/** The obligation that a partial approval on a checkout page leaves: to be completed, or reversed. */
export function remainderOwed(
  { result, approvedAmount }: Pick<Transaction, 'approvedAmount' | 'result'>,
  isOfPage: boolean,
): { readonly obligation?: Obligation } {
  return isOfPage && result === 'SUCCESS' && approvedAmount !== undefined ? { obligation: 'rest' } : {}
}

/** What is recorded with a request of a checkout page. */
export const recordedRemainder = (
  remainder: PaymentRemainder,
  { orderAmount, currency }: { readonly orderAmount?: bigint; readonly currency: string },
): RecordedRemainder => ({
  ...remainder,
  ...(orderAmount !== undefined && { wholeAmount: toDecimal(orderAmount, currency) }),
})

/** Adds what the order was for: to a payment that asked for the remainder, and to a verification. */
export function withWholeAmount(row: RecordedTransaction): RecordedTransaction {
  const whole = wholeAmountIn(row)
  return whole === undefined ? row : { ...row, wholeAmount: toMinor(whole, row.currency) }
}

function wholeAmountIn(row: RecordedTransaction): string | undefined {
  if (isCharge(row)) return row.request.additions.remainder?.wholeAmount
  return row.type === 'VERIFICATION' ? row.request.fields.order?.amount : undefined
}

/**
 * An order is paid or authorized once: an approval that comes after another one is not kept. The remainder of
 * a partial payment is kept while all of the parts before it stand.
 */
export function isApprovalWanted(transactions: Recorded, known: RecordedTransaction): boolean {
  if (!isCharge(known)) return true
  const after = known.request.additions.remainder?.after ?? []
  const others = transactions.filter(one => one.id !== known.id && isCharge(one) && tookEffect(one))
  const standingIds = effectiveTransactions(transactions).map(({ id }) => id)
  return others.length === after.length && after.every(id => standingIds.includes(id))
}
