import type { RequestOf } from '../../contract/kit/operation.ts'
import type { authorize } from '../../contract/operations/payment.ts'
import { toMinor } from '../../orders/money.ts'
import { invalid, isRejection, type Rejection } from '../../orders/rejection.ts'
import { isUnsettled } from '../../orders/transaction.ts'
import type { Plan, PlanContext } from '../model/flow.ts'
import { verdictOnAttempts } from './attempts.ts'
import { askedCard, askedOfPayer, verdictOnReading, withoutCard } from './funds.ts'
import { refusedByOrder } from './orderFields.ts'
import { refusedByProof, verdictOnProof } from './payerProof.ts'
import { benefitsOf, presentedBy } from './presented.ts'
import { provenBy } from './provenPayer.ts'
import { amountDue, paysRemainder } from './rest.ts'
import { refusedByCurrency, refusedByState } from './state.ts'
import { refusedByTerminal } from './terminal.ts'

type Request = Omit<RequestOf<typeof authorize>, 'apiOperation'>

/** What authorizing and paying have in common, and the words in which they differ. */
type Kind = (typeof kinds)[keyof typeof kinds]
export const kinds = {
  AUTHORIZE: { operation: 'AUTHORIZE', type: 'AUTHORIZATION', verb: 'authorize' },
  PAY: { operation: 'PAY', type: 'PAYMENT', verb: 'pay' },
} as const

export function planPayment(kind: Kind, request: Request, past: PlanContext): Plan | Rejection {
  const { order } = request
  const { type, verb } = kind
  const refusal =
    refusedByState(past, kind.operation) ??
    refusedBesideRefund(past, kind.operation) ??
    refusedByCurrency(past, request) ??
    refusedByOrder(past, request) ??
    refusedByTerminal(request, past) ??
    refusedByProof(request, past)
  if (refusal) return refusal
  const { currency } = order
  const amount = amountDue(past, order.amount, currency)
  if (isRejection(amount)) return amount
  const card = askedCard(request)
  const { proof, asked } = provenBy(request, past)
  const whole = paysRemainder(past) && { orderAmount: toMinor(order.amount, currency) }
  const movement = { type, amount, currency, ...whole, ...(proof && { proof }) }
  const verdict =
    verdictOnAttempts(past) ?? verdictOnReading(request) ?? verdictOnProof(request, past, { card, amount })
  if (verdict) return { ...movement, verdict, ...(card && { card }) }
  if (!card) return withoutCard(request)
  const acceptPartialAmount = order.acceptPartialAmount ?? false
  const isOfAgreement = request.agreement !== undefined
  const payer = { ...askedOfPayer(request), ...asked, ...presentedBy(request), ...benefitsOf(request) }
  const ask = { verb, amount, currency, card, acceptPartialAmount, isOfAgreement, ...payer }
  return { ...movement, ask }
}

/** A refund that stands alone makes the order its own as soon as it succeeds. */
function refusedBesideRefund({ transactions }: PlanContext, operation: string): Rejection | undefined {
  if (!transactions.some(one => one.type === 'REFUND' && isUnsettled(one))) return undefined
  return invalid('apiOperation', 'A refund of this order has no outcome yet.', operation)
}
