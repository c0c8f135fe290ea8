import { invalid, type Rejection } from '../../orders/rejection.ts'
import type { RecordedTransaction } from '../model/journal.ts'

/** What waits for a review is neither taken nor raised before somebody has released it. */
export function refusedByReview(
  { outcome }: RecordedTransaction,
  operation: 'CAPTURE' | 'UPDATE_AUTHORIZATION',
): Rejection | undefined {
  const decision = outcome?.fields.response?.risk?.review?.decision
  if (decision === 'PENDING')
    return invalid('apiOperation', 'The order waits for a review of its risk.', operation)
  if (decision === 'REJECTED')
    return invalid('apiOperation', 'A review of its risk has rejected this order.', operation)
  return undefined
}
