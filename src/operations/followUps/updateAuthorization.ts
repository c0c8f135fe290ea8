import { updateAuthorization } from '../../contract/operations/followUp.ts'
import { toMinor } from '../../orders/money.ts'
import { invalid } from '../../orders/rejection.ts'
import { boundsOf } from '../../orders/totals.ts'
import { isUnsettled } from '../../orders/transaction.ts'
import { concludeAmount } from '../model/conclusions.ts'
import type { AcquirerFlow, PlanContext } from '../model/flow.ts'
import {
  refusedByCurrency,
  refusedByCustom,
  refusedByDecimals,
  refusedByExpiry,
  refusedByState,
} from '../payments/orderRules.ts'
import { verdictOnRaise } from '../payments/payerProof.ts'
import { following, heldBefore, standingAuthorization } from './originals.ts'
import { refusedByReview } from './review.ts'

/** Holds the funds for another period, and another amount of them when one is given. */
export const updateAuthorizationFlow: AcquirerFlow<typeof updateAuthorization> = {
  operation: updateAuthorization,
  startsOrder: false,
  whenUnknown: { obligation: 'reversal', keepsOrderBusy: true },
  typeWhileBusy: () => 'AUTHORIZATION_UPDATE',

  plan(request, context) {
    const refusal =
      refusedByState(context, 'UPDATE_AUTHORIZATION') ??
      refusedByExpiry(context, 'UPDATE_AUTHORIZATION') ??
      refusedByCurrency(context, { ...(request.transaction && { transaction: request.transaction }) }) ??
      refusedByCustom(context, request.order)
    if (refusal) return refusal
    const authorization = standingAuthorization(context.transactions)
    if (!authorization || isAwaited(context))
      return invalid(
        'apiOperation',
        'Another transaction of this order has no outcome yet.',
        'UPDATE_AUTHORIZATION',
      )
    const unreviewed = refusedByReview(context.transactions, authorization, 'UPDATE_AUTHORIZATION')
    if (unreviewed) return unreviewed
    const { currency } = authorization
    const unfit = refusedByDecimals({ operation: updateAuthorization, request }, currency)
    if (unfit) return unfit
    const given = request.transaction?.amount
    const held = heldBefore(context.transactions)
    const amount = given === undefined ? held : toMinor(given, currency)
    const movement = { type: 'AUTHORIZATION_UPDATE', amount, currency } as const
    const asking = following(context.transactions, authorization, {
      ...{ verb: 'update', amount, heldAmount: held },
    })
    const { cardOf } = asking
    const first = context.transactions.find(({ id }) => id === cardOf) ?? authorization
    const verdict = amount > held ? verdictOnRaise(first, context, amount) : undefined
    return verdict ? { ...movement, verdict, cardOf } : { ...movement, ...asking }
  },

  conclude: concludeAmount,
}

/** Whether a capture or void may still succeed: the authorization must not change under it. */
function isAwaited({ transactions }: PlanContext): boolean {
  const { least, most } = boundsOf(transactions)
  return most.captured > 0n || least.authorized === 0n || transactions.some(isUnsettledUpdate)
}
const isUnsettledUpdate = (one: Parameters<typeof isUnsettled>[0]): boolean =>
  one.type === 'AUTHORIZATION_UPDATE' && isUnsettled(one)
