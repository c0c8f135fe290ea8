// The flow of REFUND: of captures and payments of the order, or standalone.

import type { RequestOf } from '../../contract/kit/operation.ts'
import { refund } from '../../contract/operations/followUp.ts'
import { whyNotAdmitted } from '../../orders/admission.ts'
import { percentOf, refundCap, toDecimal, toMinor } from '../../orders/money.ts'
import { invalid, isRejection, missing, type Rejection, unsupported } from '../../orders/rejection.ts'
import { boundsOf, mostRefundedOf, totalsOf } from '../../orders/totals.ts'
import { effectiveAmount, isCharge } from '../../orders/transaction.ts'
import { concludeAmount } from '../model/conclusions.ts'
import type { AcquirerFlow, Plan, PlanContext } from '../model/flow.ts'
import type { RecordedTransaction } from '../model/journal.ts'
import {
  askedCard,
  askedOfPayer,
  benefitsOf,
  presentedBy,
  refusedByTerminal,
  verdictOnReading,
  withoutCard,
} from '../payments/card.ts'
import {
  excessAllowed,
  refusedAmount,
  refusedBeside,
  refusedByCurrency,
  refusedByFigures,
  refusedByOrder,
  refusedByState,
} from '../payments/orderRules.ts'
import { following, standingCaptures } from './originals.ts'

type RefundRequest = RequestOf<typeof refund>

/** Returns captured money; on a new order, with a source of funds, it is a standalone refund. */
export const refundFlow: AcquirerFlow<typeof refund> = {
  operation: refund,
  startsOrder: false,
  whenUnknown: { obligation: 'reversal', keepsOrderBusy: true },
  typeWhileBusy: () => 'REFUND',
  plan: (request, context) =>
    context.transactions.length === 0
      ? planStandaloneRefund(request, context)
      : planLinkedRefund(request, context),
  conclude: concludeAmount,
}

function planLinkedRefund(request: RefundRequest, context: PlanContext): Plan | Rejection {
  const { sourceOfFunds, transaction } = request
  if (sourceOfFunds !== undefined) return unsupported('sourceOfFunds')
  if (transaction?.amount === undefined) return missing('transaction.amount')
  if (transaction.currency === undefined) return missing('transaction.currency')
  const refusal =
    refusedByState(context, 'REFUND') ??
    refusedByCurrency(context, request) ??
    refusedByOrder(context, request) ??
    refusedByFigures({ operation: refund, request }, context)
  if (refusal) return refusal
  const refunded = refundedBy(request, context)
  if (isRejection(refunded)) return refunded
  const { currency } = transaction
  const amount = toMinor(transaction.amount, currency)
  const left = leftToRefund(context, refunded.target)
  const refused = refusedAmount({ amount, left, currency, done: 'refunded' })
  if (refused) return refused
  const { least } = boundsOf(context.transactions)
  const { ask, cardOf } = following(context.transactions, refunded.original, { verb: 'refund', amount })
  const refundAuthorization = request.action?.refundAuthorization ?? context.profile.refundAuthorization
  return {
    type: 'REFUND',
    amount,
    currency,
    ...(refunded.target && { targetId: refunded.target.id }),
    excess: excessAllowed(totalsOf(context.transactions), allowance(context, least.captured)),
    ask: { ...ask, refundAuthorization },
    cardOf,
  }
}

/**
 * The capture or payment that is named, or the only one there is. With several captures and none named, the
 * refund counts against all of them together, and the acquirer gets the first as the original; but of several
 * payments, each perhaps by another card, one must be named.
 */
function refundedBy({ transaction }: RefundRequest, context: PlanContext) {
  const captures = standingCaptures(context.transactions)
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

function leftToRefund(context: PlanContext, target: RecordedTransaction | undefined): bigint {
  const { least, most } = boundsOf(context.transactions)
  const ofOrder = least.captured + allowance(context, least.captured) - most.refunded
  if (!target) return ofOrder
  const captured = effectiveAmount(target)
  const ofTarget = captured + allowance(context, captured) - mostRefundedOf(target, context.transactions)
  return ofTarget < ofOrder ? ofTarget : ofOrder
}

const allowance = ({ profile }: PlanContext, captured: bigint): bigint =>
  percentOf(captured, profile.refundExcessPercent)

type StandaloneRefundRequest = RequestOf<typeof refund>

/** A refund without an earlier payment: it begins an order, names who is paid, and all of it is excess. */
function planStandaloneRefund(request: StandaloneRefundRequest, context: PlanContext): Plan | Rejection {
  const { order, transaction } = request
  const refusal =
    refusedByPrivilege(context) ??
    refusedFunds(request) ??
    refusedContradiction(request) ??
    refusedByOrder(context, request) ??
    refusedByTerminal(request, context)
  if (refusal) return refusal
  const given = transaction?.amount ?? order?.amount
  const currency = transaction?.currency ?? order?.currency
  if (given === undefined) return missing('transaction.amount')
  if (currency === undefined) return missing('transaction.currency')
  const unequal =
    refusedByCap(request, { context, given, currency }) ??
    refusedBeside({ operation: refund, request }, { amount: given, currency })
  if (unequal) return unequal
  const amount = toMinor(given, currency)
  const movement = { type: 'REFUND', amount, currency, excess: amount } as const
  const card = askedCard(request)
  const verdict = verdictOnReading(request)
  if (verdict) return { ...movement, verdict, ...(card && { card }) }
  if (!card) return withoutCard(request)
  const refundAuthorization = request.action?.refundAuthorization ?? context.profile.refundAuthorization
  const asked = { verb: 'credit', amount, currency, card, acceptPartialAmount: false } as const
  const account = { ...askedOfPayer(request), ...presentedBy(request), ...benefitsOf(request) }
  return { ...movement, ask: { ...asked, refundAuthorization, ...account } }
}

/** Standalone refunds pay out money that was never received: only merchants with a limit for it may. */
function refusedByPrivilege({ profile }: PlanContext): Rejection | undefined {
  if (profile.standaloneRefunds.length > 0) return undefined
  return refusedAsNew('Your profile allows no other (standaloneRefunds).')
}

const refusedAsNew = (more: string): Rejection =>
  invalid('apiOperation', `${whyNotAdmitted('NEW', 'REFUND')} ${more}`, 'REFUND')

type WantedRefund = { readonly context: PlanContext; readonly given: string; readonly currency: string }

function refusedByCap(
  { transaction }: StandaloneRefundRequest,
  { context, given, currency }: WantedRefund,
): Rejection | undefined {
  const cap = refundCap(context.profile.standaloneRefunds, currency)
  const group = (name: 'amount' | 'currency') => (transaction?.[name] === undefined ? 'order' : 'transaction')
  if (cap === undefined)
    return invalid(
      `${group('currency')}.currency`,
      `Your profile allows no refund in ${currency} without an earlier payment.`,
      currency,
    )
  if (toMinor(given, currency) <= cap) return undefined
  const most = `${toDecimal(cap, currency)} ${currency}`
  return invalid(
    `${group('amount')}.amount`,
    `Without an earlier payment at most ${most} can be refunded at once.`,
    given,
  )
}

/** Without a source of funds it was meant for an existing order, and this order does not exist. */
function refusedFunds({ referenceOrderId, sourceOfFunds }: StandaloneRefundRequest): Rejection | undefined {
  if (sourceOfFunds === undefined && referenceOrderId === undefined)
    return refusedAsNew('A refund without an earlier payment names sourceOfFunds.')
  const card = sourceOfFunds?.provided?.card
  if (card?.number !== undefined && card.expiry === undefined)
    return missing('sourceOfFunds.provided.card.expiry')
  return undefined
}

/** Amount and currency may be given in order or in transaction; where given in both, they must be equal. */
function refusedContradiction({ order, transaction }: StandaloneRefundRequest): Rejection | undefined {
  if (transaction?.targetTransactionId !== undefined)
    return invalid(
      'transaction.targetTransactionId',
      'There is no such order yet, so it has no transaction.',
      transaction.targetTransactionId,
    )
  const currency = transaction?.currency ?? order?.currency
  if (order?.currency !== undefined && order.currency !== currency)
    return invalid('transaction.currency', "It must equal the order's.", currency)
  if (transaction?.amount === undefined || order?.amount === undefined || currency === undefined)
    return undefined
  if (toMinor(transaction.amount, currency) === toMinor(order.amount, currency)) return undefined
  return invalid('transaction.amount', "It must equal the order's.", transaction.amount)
}
