import type { OperationName } from '../../orders/admission.ts'
import { toDecimal, toMinor } from '../../orders/money.ts'
import { invalid, type Rejection } from '../../orders/rejection.ts'
import { effectiveTransactions } from '../../orders/totals.ts'
import { effectiveAmount, isCharge, isUnsettled, tookEffect } from '../../orders/transaction.ts'
import { valueIn } from '../model/documents.ts'
import type { ConcludedResult, PlanContext, PlannedMovement } from '../model/flow.ts'
import type { Obligation, RecordedTransaction } from '../model/journal.ts'

type Recorded = readonly RecordedTransaction[]

/** How a checkout page finishes a payment of which a bank approved only a part. */
export type CheckoutRemainder = {
  /** The parts that were taken before, by their ids: what is asked for is the rest. */
  readonly after: readonly string[]
  /** How long the payer still has: what is not whole by then is given back. */
  readonly leftMs: number
}

/**
 * The parts of an order that wait for their rest, oldest first. Each further payment asks for all of the
 * rest, so the first one that is approved as a whole finishes the order for good.
 */
export function unfinishedParts(transactions: Recorded): Recorded {
  const newest = transactions.findLast(one => isCharge(one) && tookEffect(one))
  if (!newest || effectiveAmount(newest) === newest.amount) return []
  return effectiveTransactions(transactions).filter(one => isCharge(one) && isRemainderOwed(one))
}

export const isRemainderOwed = ({ owed }: RecordedTransaction): boolean =>
  owed?.obligation === 'rest' && owed.status === 'PENDING'

/**
 * While nobody knows what became of a payment, it may turn out to be the rest; but not what is only being
 * undone, however long that takes.
 */
export const isRemainderAwaited = (transactions: Recorded): boolean =>
  transactions.some(one => isCharge(one) && isUnsettled(one) && one.owed?.obligation !== 'reversal')

/**
 * While a payer is paying the rest, nothing is built on the parts, and nobody but the payer pays: of what was
 * there when the page asked for it, and of nothing else.
 */
export function refusedByRemainder(
  { transactions, remainder }: PlanContext,
  operation: OperationName,
): Rejection | undefined {
  const parts = unfinishedParts(transactions).map(({ id }) => id)
  if (isSameIds(parts, remainder?.after ?? []) && (parts.length === 0 || ofPayer.has(operation)))
    return undefined
  const why = parts.length > 0 ? 'The payer of this order is still paying the rest of it.' : partIsGone
  return invalid('apiOperation', why, operation)
}

const partIsGone = 'The payment that this is the rest of is gone.'

const ofPayer: ReadonlySet<OperationName> = new Set(['PAY', 'INITIATE_AUTHENTICATION', 'AUTHENTICATE_PAYER'])

/** Whether this finishes what others began: then the order is theirs, and what is asked for is the rest. */
export const paysRemainder = ({ remainder }: PlanContext): boolean => (remainder?.after.length ?? 0) > 0

/** What is to be paid of an order's amount: all of it, or what the parts before have left. */
export function amountDue(past: PlanContext, amount: string, currency: string): bigint | Rejection {
  const whole = toMinor(amount, currency)
  if (!paysRemainder(past)) return whole
  const parts = unfinishedParts(past.transactions)
  const due = parts.reduce((left, part) => left - effectiveAmount(part), whole)
  return due > 0n ? due : invalid('order.amount', 'As much as that is paid already.', amount)
}

/** Whoever was authenticated for the rest of something has agreed to that, and to nothing else. */
export function refusedByAuthenticatedRemainder(
  { remainder }: PlanContext,
  proof: RecordedTransaction | undefined,
): Rejection | undefined {
  const begun = proof && remainderIn(proof)
  if (!begun || isSameIds(begun.after, remainder?.after ?? [])) return undefined
  return invalid('authentication.transactionId', 'What the payer was authenticated for is not what is due.')
}

/** What was asked for as a rest, tried once more without its parts, would be taken for all of the order. */
export function refusedByLoss(
  { remainder }: PlanContext,
  tried: RecordedTransaction,
  operation: OperationName,
): Rejection | undefined {
  const isStillDue = isSameIds(remainderIn(tried)?.after ?? [], remainder?.after ?? [])
  return isStillDue ? undefined : invalid('apiOperation', partIsGone, operation)
}

const isSameIds = (some: readonly string[], others: readonly string[]): boolean =>
  some.length === others.length && some.every(id => others.includes(id))

/** A part of what a page asked for is to be made whole, or given back. */
export function remainderOwed(
  { result, approvedAmount }: ConcludedResult,
  isOfPage: boolean,
): { readonly obligation?: Obligation } {
  return isOfPage && result === 'SUCCESS' && approvedAmount !== undefined ? { obligation: 'rest' } : {}
}

/** What is written down with what a page asks for; no contract has fields of these names. */
export type WrittenRemainder = CheckoutRemainder & { readonly wholeAmount?: string }

export const writtenRemainder = (
  rest: CheckoutRemainder,
  { orderAmount, currency }: PlannedMovement,
): WrittenRemainder => ({
  ...rest,
  ...(orderAmount !== undefined && { wholeAmount: toDecimal(orderAmount, currency) }),
})

/** What its order was for, of a payment that asked for the rest. */
export function withWholeAmount(row: RecordedTransaction): RecordedTransaction {
  // Most have nothing of it: that is seen without reading them.
  if (!isCharge(row) || !row.request.includes('"ofCheckout"')) return row
  const whole = valueIn(row.request, 'ofCheckout', 'wholeAmount')
  return typeof whole === 'string' ? { ...row, wholeAmount: toMinor(whole, row.currency) } : row
}

/** What was written down with a page's payment; nothing for all others. */
export function remainderIn({ request }: RecordedTransaction): CheckoutRemainder | undefined {
  const after = valueIn(request, 'ofCheckout', 'after')
  const leftMs = valueIn(request, 'ofCheckout', 'leftMs')
  if (!Array.isArray(after) || typeof leftMs !== 'number') return undefined
  return { after: after.filter(id => typeof id === 'string'), leftMs }
}
