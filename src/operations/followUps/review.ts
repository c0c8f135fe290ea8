import { invalid, type Rejection } from '../../orders/rejection.ts'
import { effectiveTransactions } from '../../orders/totals.ts'
import type { RecordedTransaction } from '../model/journal.ts'

/** What waits for a review, or was raised to what does, is neither taken nor raised before it is released. */
export function refusedByReview(
  transactions: readonly RecordedTransaction[],
  authorization: RecordedTransaction,
  operation: 'CAPTURE' | 'UPDATE_AUTHORIZATION',
): Rejection | undefined {
  const raised = transactions.slice(transactions.indexOf(authorization) + 1).filter(isUpdate)
  const held = [authorization, ...effectiveTransactions(raised)]
  const decisions = held.map(({ outcome }) => outcome?.fields.response?.risk?.review?.decision)
  if (decisions.includes('REJECTED'))
    return invalid('apiOperation', 'A review of its risk has rejected this order.', operation)
  if (decisions.includes('PENDING'))
    return invalid('apiOperation', 'The order waits for a review of its risk.', operation)
  return undefined
}

const isUpdate = ({ type }: RecordedTransaction): boolean => type === 'AUTHORIZATION_UPDATE'
