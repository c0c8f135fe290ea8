import type { RequestOf } from '../../contract/kit/operation.ts'
import { refund } from '../../contract/operations/followUp.ts'
import { percentOf, toMinor } from '../../orders/money.ts'
import { invalid, isRejection, missing, type Rejection, unsupported } from '../../orders/rejection.ts'
import { boundsOf, mostRefundedOf, totalsOf } from '../../orders/totals.ts'
import { effectiveAmount, isCharge } from '../../orders/transaction.ts'
import { concludeAmount } from '../model/conclude.ts'
import type { AcquirerFlow, Plan, PlanContext } from '../model/flow.ts'
import type { RecordedTransaction } from '../model/journal.ts'
import { refusedByFigures } from '../payments/figures.ts'
import { excessAllowed, refusedAmount } from '../payments/left.ts'
import { refusedByOrder } from '../payments/orderFields.ts'
import { refusedByCurrency, refusedByState } from '../payments/state.ts'
import { following, standingCaptures } from './followUp.ts'
import { planStandaloneRefund } from './standaloneRefund.ts'

type Request = RequestOf<typeof refund>

/** Returns what was captured; on an order of its own, with a source of funds, it stands alone. */
export const refundFlow: AcquirerFlow<typeof refund> = {
  operation: refund,
  startsOrder: false,
  whenUnknown: { obligation: 'reversal', keepsOrderBusy: true },
  plan: (request, past) =>
    past.transactions.length === 0 ? planStandaloneRefund(request, past) : planLinkedRefund(request, past),
  conclude: concludeAmount,
}

function planLinkedRefund(request: Request, past: PlanContext): Plan | Rejection {
  const { sourceOfFunds, transaction } = request
  if (sourceOfFunds !== undefined) return unsupported('sourceOfFunds')
  if (transaction?.amount === undefined) return missing('transaction.amount')
  if (transaction.currency === undefined) return missing('transaction.currency')
  const refusal =
    refusedByState(past, 'REFUND') ??
    refusedByCurrency(past, request) ??
    refusedByOrder(past, request) ??
    refusedByFigures({ operation: refund, request }, past)
  if (refusal) return refusal
  const refunded = refundedBy(request, past)
  if (isRejection(refunded)) return refunded
  const { currency } = transaction
  const amount = toMinor(transaction.amount, currency)
  const left = leftToRefund(past, refunded.target)
  const refused = refusedAmount({ amount, left, currency, done: 'refunded' })
  if (refused) return refused
  const { least } = boundsOf(past.transactions)
  const { ask, cardOf } = following(past.transactions, refunded.original, { verb: 'refund', amount })
  const refundAuthorization = request.action?.refundAuthorization ?? past.profile.refundAuthorization
  return {
    type: 'REFUND',
    amount,
    currency,
    ...(refunded.target && { targetId: refunded.target.id }),
    excess: excessAllowed(totalsOf(past.transactions), allowance(past, least.captured)),
    ask: { ...ask, refundAuthorization },
    cardOf,
  }
}

/**
 * The capture or payment that is named, or the only one there is. With several and none named, the refund is
 * taken against all of them together, and the acquirer is reminded of the first; but of several payments,
 * each perhaps by another card, one must be named.
 */
function refundedBy({ transaction }: Request, past: PlanContext) {
  const captures = standingCaptures(past.transactions)
  const [first] = captures
  if (!first) return invalid('apiOperation', 'Nothing of this order is captured.', 'REFUND')
  const named = transaction?.targetTransactionId
  if (named === undefined && captures.filter(isCharge).length > 1)
    return invalid(
      'transaction.targetTransactionId',
      'This order was paid in parts: name one of its payments.',
    )
  if (named === undefined) return { original: first, ...(captures.length === 1 && { target: first }) }
  const target = captures.find(({ id }) => id === named)
  if (target) return { original: target, target }
  return invalid(
    'transaction.targetTransactionId',
    'It is no successful capture or payment of this order.',
    named,
  )
}

function leftToRefund(past: PlanContext, target: RecordedTransaction | undefined): bigint {
  const { least, most } = boundsOf(past.transactions)
  const ofOrder = least.captured + allowance(past, least.captured) - most.refunded
  if (!target) return ofOrder
  const captured = effectiveAmount(target)
  const ofTarget = captured + allowance(past, captured) - mostRefundedOf(target, past.transactions)
  return ofTarget < ofOrder ? ofTarget : ofOrder
}

const allowance = ({ profile }: PlanContext, captured: bigint): bigint =>
  percentOf(captured, profile.refundExcessPercent)
