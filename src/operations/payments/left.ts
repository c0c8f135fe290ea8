import { toDecimal } from '../../orders/money.ts'
import { invalid, type Rejection } from '../../orders/rejection.ts'
import { excessOf, type Totals } from '../../orders/totals.ts'

type Wanted = {
  readonly amount: bigint
  readonly left: bigint
  readonly currency: string
  readonly done: 'captured' | 'refunded'
}

/** More was asked for than is left; the sentence tells how much that is. */
export function refusedAmount({ amount, left, currency, done }: Wanted): Rejection | undefined {
  if (amount <= left) return undefined
  const why =
    left > 0n
      ? `At most ${toDecimal(left, currency)} ${currency} can still be ${done}.`
      : `Nothing is left that could be ${done}.`
  return invalid('transaction.amount', why, toDecimal(amount, currency))
}

/** What the order may exceed its bounds by: as the profile lets it, and no less than it does already. */
export function excessAllowed(totals: Totals, allowance: bigint): bigint {
  const already = excessOf(totals)
  return already > allowance ? already : allowance
}
