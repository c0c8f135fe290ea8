import { boundsOf, mostRefundedOf } from './bounds.ts'
import { effectiveAmount, type Transaction } from './transaction.ts'

/**
 * What rests on a transaction, so that it cannot be undone before that: captures on an authorization, refunds
 * on a capture or payment. Also when only the totals tell: what would be left must bear what was refunded.
 */
export function builtUpon(
  target: Transaction,
  transactions: readonly Transaction[],
): 'captures' | 'refunds' | undefined {
  const { least, most } = boundsOf(transactions)
  if (target.type === 'AUTHORIZATION') return most.captured > 0n ? 'captures' : undefined
  if (target.type !== 'CAPTURE' && target.type !== 'PAYMENT') return undefined
  const rest = least.captured - effectiveAmount(target)
  return most.refunded > rest || mostRefundedOf(target, transactions) > 0n ? 'refunds' : undefined
}
