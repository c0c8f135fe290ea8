// The flows of the operations that begin a payment: AUTHORIZE, PAY, VERIFY and REFERRAL.

import type { RequestOf } from '../../contract/kit/operation.ts'
import { referral } from '../../contract/operations/followUp.ts'
import { authorize, pay, verify } from '../../contract/operations/payment.ts'
import { whyNotAdmitted } from '../../orders/admission.ts'
import { toMinor } from '../../orders/money.ts'
import { invalid, isRejection, type Rejection } from '../../orders/rejection.ts'
import { stateOf } from '../../orders/status.ts'
import { isCharge, isUnsettled } from '../../orders/transaction.ts'
import { concludeAmount, concludeWhole } from '../model/conclusions.ts'
import type { AcquirerFlow, Plan, PlanContext } from '../model/flow.ts'
import { cardOf } from '../model/transactionCard.ts'
import {
  askedCard,
  askedOfPayer,
  benefitsOf,
  presentedBy,
  refusedByTerminal,
  verdictOnReading,
  withoutCard,
} from './card.ts'
import {
  amountDue,
  paysRemainder,
  refusedByCurrency,
  refusedByCustom,
  refusedByLoss,
  refusedByOrder,
  refusedByState,
  verdictOnAttempts,
} from './orderRules.ts'
import { provenBy, refusedByProof, verdictOnProof } from './payerProof.ts'

export const authorizeFlow: AcquirerFlow<typeof authorize> = {
  operation: authorize,
  startsOrder: true,
  whenUnknown: { obligation: 'reversal', keepsOrderBusy: false },
  typeWhileBusy: () => 'AUTHORIZATION',
  plan: (request, context) => planPayment(paymentKinds.AUTHORIZE, request, context),
  conclude: concludeAmount,
}

/** Authorizes and captures in one step. */
export const payFlow: AcquirerFlow<typeof pay> = {
  operation: pay,
  startsOrder: true,
  whenUnknown: { obligation: 'reversal', keepsOrderBusy: false },
  typeWhileBusy: () => 'PAYMENT',
  plan: (request, context) => planPayment(paymentKinds.PAY, request, context),
  conclude: concludeAmount,
}

type PaymentRequest = Omit<RequestOf<typeof authorize>, 'apiOperation'>

/** How AUTHORIZE and PAY differ. */
type PaymentKind = (typeof paymentKinds)[keyof typeof paymentKinds]

export const paymentKinds = {
  AUTHORIZE: { operation: 'AUTHORIZE', type: 'AUTHORIZATION', verb: 'authorize' },
  PAY: { operation: 'PAY', type: 'PAYMENT', verb: 'pay' },
} as const

export function planPayment(
  kind: PaymentKind,
  request: PaymentRequest,
  context: PlanContext,
): Plan | Rejection {
  const { order } = request
  const { type, verb } = kind
  const refusal =
    refusedByState(context, kind.operation) ??
    refusedBesideRefund(context, kind.operation) ??
    refusedByCurrency(context, request) ??
    refusedByOrder(context, request) ??
    refusedByTerminal(request, context) ??
    refusedByProof(request, context)
  if (refusal) return refusal
  const { currency } = order
  const amount = amountDue(context, order.amount, currency)
  if (isRejection(amount)) return amount
  const card = askedCard(request)
  const { asked: authentication, ...proven } = provenBy(request, context)
  const whole = paysRemainder(context) && { orderAmount: toMinor(order.amount, currency) }
  const movement = { type, amount, currency, ...whole, ...proven }
  const verdict =
    verdictOnAttempts(context) ??
    verdictOnReading(request) ??
    verdictOnProof(request, context, { card, moved: { amount, currency } })
  if (verdict) return { ...movement, verdict, ...(card && { card }) }
  if (!card) return withoutCard(request)
  const acceptPartialAmount = order.acceptPartialAmount ?? false
  const isOfAgreement = request.agreement !== undefined
  const payer = {
    ...askedOfPayer(request),
    ...authentication,
    ...presentedBy(request),
    ...benefitsOf(request),
  }
  const asked = { verb, amount, currency, card, acceptPartialAmount, isOfAgreement, ...payer }
  return { ...movement, ask: { ...asked, ...earlierIn(context) } }
}

/** Where an earlier payment took effect, or may have, this one goes there too: one order, one acquirer. */
function earlierIn({ transactions }: PlanContext): { readonly earlierTrace?: string } {
  if (transactions.length === 0) return {}
  const earlier = transactions.findLast(
    one => isCharge(one) && Boolean(one.trace) && (one.result === 'SUCCESS' || isUnsettled(one)),
  )
  return earlier?.trace === undefined ? {} : { earlierTrace: earlier.trace }
}

/** A standalone refund on the order may still succeed, and such an order admits no payment. */
function refusedBesideRefund({ transactions }: PlanContext, operation: string): Rejection | undefined {
  if (!transactions.some(one => one.type === 'REFUND' && isUnsettled(one))) return undefined
  return invalid('apiOperation', 'A refund of this order has no outcome yet.', operation)
}

/** Asks about an account without moving money: the order's amount is not sent (spec 2.3). */
export const verifyFlow: AcquirerFlow<typeof verify> = {
  operation: verify,
  startsOrder: true,
  whenUnknown: { keepsOrderBusy: false },
  typeWhileBusy: () => 'VERIFICATION',

  plan(request, context) {
    const refusal =
      refusedByState(context, 'VERIFY') ??
      refusedByCurrency(context, request) ??
      refusedByOrder(context, request) ??
      refusedByTerminal(request, context) ??
      refusedByProof(request, context)
    if (refusal) return refusal
    const { amount, currency } = request.order
    const { asked: authentication, ...proven } = provenBy(request, context)
    const movement = {
      type: 'VERIFICATION',
      amount: 0n,
      currency,
      ...(amount !== undefined && { orderAmount: toMinor(amount, currency) }),
      ...proven,
    } as const
    const card = askedCard(request)
    const verdict =
      verdictOnAttempts(context) ?? verdictOnReading(request) ?? verdictOnProof(request, context, { card })
    if (verdict) return { ...movement, verdict, ...(card && { card }) }
    if (!card) return withoutCard(request)
    const asked = { verb: 'verify', amount: 0n, currency, card, acceptPartialAmount: false } as const
    const account = { ...presentedBy(request), ...benefitsOf(request) }
    return { ...movement, ask: { ...asked, ...askedOfPayer(request), ...authentication, ...account } }
  },

  conclude: (_, answer) => concludeWhole(answer),
}

/** Submits an attempt that was referred to the issuer again, with the code the issuer gave. */
export const referralFlow: AcquirerFlow<typeof referral> = {
  operation: referral,
  startsOrder: false,
  whenUnknown: { obligation: 'reversal', keepsOrderBusy: false },
  typeWhileBusy: (_, { transactions }) => transactions.findLast(isCharge)?.type ?? 'AUTHORIZATION',

  plan(request, context) {
    const refusal = refusedByState(context, 'REFERRAL') ?? refusedByCustom(context, request.order)
    if (refusal) return refusal
    const { transactions } = context
    const referred = transactions.findLast(isCharge)
    if (referred?.gatewayCode !== 'REFERRED')
      return invalid('apiOperation', whyNotAdmitted(stateOf(transactions), 'REFERRAL'), 'REFERRAL')
    const lost = refusedByLoss(context, referred, 'REFERRAL')
    if (lost) return lost
    const { type, amount, currency } = referred
    const card = cardOf(transactions, referred)
    if (!transactions.some(one => one.id === card && one.card))
      return invalid('apiOperation', 'What was referred was not paid by card.', 'REFERRAL')
    const verdict = verdictOnAttempts(context)
    if (verdict) return { type, amount, currency, verdict, cardOf: card }
    const verb = type === 'PAYMENT' ? 'pay' : 'authorize'
    const { authorizationCode } = request.transaction
    const channel = referred.request.fields.transaction?.source
    const asked = { verb, amount, currency, acceptPartialAmount: false, authorizationCode } as const
    const ask = channel === undefined ? asked : { ...asked, channel }
    return { type, amount, currency, ask, cardOf: card }
  },

  conclude: concludeAmount,
}
