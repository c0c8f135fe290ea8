// What operators enter: chargebacks, reversals of them, and fees. The gateway records them, and asks nobody.

import type { RequestOf } from '../../contract/kit/operation.ts'
import { enterChargeback, enterFee } from '../../contract/operations/entered.ts'
import { toMinor } from '../../orders/money.ts'
import { invalid, type Rejection } from '../../orders/rejection.ts'
import { boundsOf, chargedBackOf, isChargebackReversal } from '../../orders/totals.ts'
import { effectiveAmount, isCharge, tookEffect } from '../../orders/transaction.ts'
import { concludeWhole } from '../model/conclusions.ts'
import type { AcquirerFlow, GatewayDecision, PlanContext } from '../model/flow.ts'
import type { RecordedTransaction } from '../model/journal.ts'
import { cardOf } from '../model/transactionCard.ts'
import { refusedAmount, refusedByCurrency, refusedByState } from '../payments/orderRules.ts'
import { standingCaptures } from './originals.ts'

const entered: GatewayDecision = { result: 'SUCCESS', gatewayCode: 'APPROVED', rule: 'ENTERED_BY_OPERATOR' }

/** Nothing is sent: what a crash left half entered did not take effect, and is entered again. */
const owesNothing = { keepsOrderBusy: false } as const

/**
 * Bounded by what was captured, whatever was refunded of it: a payer may be given back twice. It changes no
 * status, so the merchant may still refund.
 */
export const enterChargebackFlow: AcquirerFlow<typeof enterChargeback> = {
  operation: enterChargeback,
  startsOrder: false,
  whenUnknown: owesNothing,
  typeWhileBusy: () => 'CHARGEBACK',

  plan(request, context) {
    const refusal = refusedByState(context, 'ENTER_CHARGEBACK') ?? refusedByCurrency(context, request)
    if (refusal) return refusal
    const { currency } = request.transaction
    const amount = toMinor(request.transaction.amount, currency)
    const targetId = request.transaction.targetTransactionId
    const target = targetOf(request, context)
    if ('explanation' in target) return target
    const left = leftToCharge(target.known, context)
    const isReversal = target.known?.type === 'CHARGEBACK'
    const refused = refusedAmount({
      ...{ amount, left, currency },
      done: isReversal ? 'reversed' : 'charged back',
    })
    if (refused) return refused
    const movement = { type: 'CHARGEBACK', amount, currency, verdict: entered } as const
    return { ...movement, ...cardFor(context, target.known), ...(targetId !== undefined && { targetId }) }
  },

  conclude: (_, answer) => concludeWhole(answer),
}

export const enterFeeFlow: AcquirerFlow<typeof enterFee> = {
  operation: enterFee,
  startsOrder: false,
  whenUnknown: owesNothing,
  typeWhileBusy: () => 'FEE',

  plan(request, context) {
    const refusal = refusedByState(context, 'ENTER_FEE') ?? refusedByCurrency(context, request)
    if (refusal) return refusal
    const { currency } = request.transaction
    const amount = toMinor(request.transaction.amount, currency)
    return { type: 'FEE', amount, currency, verdict: entered, ...cardFor(context, undefined) }
  },

  conclude: (_, answer) => concludeWhole(answer),
}

/** Without a target it is about the order as a whole. */
function targetOf(
  { transaction }: RequestOf<typeof enterChargeback>,
  { transactions }: PlanContext,
): { readonly known: RecordedTransaction | undefined } | Rejection {
  const { targetTransactionId } = transaction
  if (targetTransactionId === undefined) return { known: undefined }
  const known = transactions.find(({ id }) => id === targetTransactionId)
  const isCapture = known && standingCaptures(transactions).includes(known)
  const isChargeback =
    known?.type === 'CHARGEBACK' && tookEffect(known) && !isChargebackReversal(known, transactions)
  if (isCapture || isChargeback) return { known }
  return invalid(
    'transaction.targetTransactionId',
    'It is no capture, payment or chargeback of this order that is in effect.',
    targetTransactionId,
  )
}

/** What may still be charged back, or reversed of a chargeback. */
function leftToCharge(target: RecordedTransaction | undefined, { transactions }: PlanContext): bigint {
  if (target?.type === 'CHARGEBACK') return chargedBackOf(target, transactions)
  const { least, most } = boundsOf(transactions)
  const left = least.captured - (most.chargedBack ?? 0n)
  if (!target) return left
  const ofTarget = effectiveAmount(target) - chargedBackOf(target, transactions)
  return ofTarget < left ? ofTarget : left
}

/** The card that paid, which the record shows. */
function cardFor({ transactions }: PlanContext, target: RecordedTransaction | undefined) {
  const followed = target ?? transactions.find(one => isCharge(one) && tookEffect(one))
  return followed ? { cardOf: cardOf(transactions, followed) } : {}
}
