import type { RequestOf } from '../../contract/kit/operation.ts'
import { capture } from '../../contract/operations/followUp.ts'
import { percentOf, toMinor } from '../../orders/money.ts'
import { invalid, type Rejection, unsupported } from '../../orders/rejection.ts'
import { boundsOf, totalsOf } from '../../orders/totals.ts'
import { concludeAmount } from '../model/conclusions.ts'
import type { AcquirerFlow } from '../model/flow.ts'
import { presentedBy, refusedByReading, verdictOnReading } from '../payments/card.ts'
import {
  excessAllowed,
  refusedAmount,
  refusedByCurrency,
  refusedByExpiry,
  refusedByFigures,
  refusedByOrder,
  refusedByState,
} from '../payments/orderRules.ts'
import { following, heldBefore, isLastCapture, standingAuthorization } from './originals.ts'
import { refusedByReview } from './review.ts'

type Request = RequestOf<typeof capture>

/** Takes what is authorized, in parts or as a whole, and beyond it as far as the profile allows. */
export const captureFlow: AcquirerFlow<typeof capture> = {
  operation: capture,
  startsOrder: false,
  whenUnknown: { obligation: 'advice', keepsOrderBusy: true },
  typeWhileBusy: () => 'CAPTURE',

  plan(request, context) {
    const refusal =
      refusedAccount(request) ??
      refusedByState(context, 'CAPTURE') ??
      refusedByExpiry(context, 'CAPTURE') ??
      refusedByCurrency(context, request) ??
      refusedByOrder(context, request) ??
      refusedByFigures({ operation: capture, request }, context)
    if (refusal) return refusal
    const { transaction } = request
    const authorization = standingAuthorization(context.transactions)
    const target = transaction.targetTransactionId ?? authorization?.id
    if (!authorization || target !== authorization.id)
      return invalid('transaction.targetTransactionId', 'It is not the authorization of this order.', target)
    const unreviewed = refusedByReview(context.transactions, authorization, 'CAPTURE')
    if (unreviewed) return unreviewed
    const { currency } = transaction
    const amount = toMinor(transaction.amount, currency)
    const { least, most } = boundsOf(context.transactions)
    const allowance = percentOf(least.authorized, context.profile.captureExcessPercent)
    const left = least.authorized + allowance - most.captured
    const refused = refusedAmount({ amount, left, currency, done: 'captured' })
    if (refused) return refused
    const asking = following(context.transactions, authorization, {
      ...{ verb: 'capture', amount, isLast: isLastCapture(context.transactions, amount) },
      heldAmount: heldBefore(context.transactions),
      ...presentedBy(request),
    })
    const otherCard = refusedByReading(request, context, asking.cardOf)
    if (otherCard) return otherCard
    const excess = excessAllowed(totalsOf(context.transactions), allowance)
    const movement = { type: 'CAPTURE', amount, currency, excess } as const
    const verdict = verdictOnReading(request)
    return verdict ? { ...movement, verdict, cardOf: asking.cardOf } : { ...movement, ...asking }
  },

  conclude: concludeAmount,
}

/**
 * The card is that of the authorization: another account in the request is an error. Terminal readings of the
 * card are allowed.
 */
function refusedAccount({ sourceOfFunds }: Request): Rejection | undefined {
  const { card, ...others } = sourceOfFunds?.provided ?? {}
  const isNamed = sourceOfFunds?.token !== undefined || card?.number !== undefined
  return isNamed || Object.keys(others).length > 0 ? unsupported('sourceOfFunds') : undefined
}
