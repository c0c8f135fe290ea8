import type { RequestOf } from '../../contract/kit/operation.ts'
import { refund } from '../../contract/operations/followUp.ts'
import { whyNotAdmitted } from '../../orders/admission.ts'
import { refundCap, toDecimal, toMinor } from '../../orders/money.ts'
import { invalid, missing, type Rejection } from '../../orders/rejection.ts'
import type { Plan, PlanContext } from '../model/flow.ts'
import { refusedBeside } from '../payments/figures.ts'
import { askedCard, askedOfPayer, verdictOnReading, withoutCard } from '../payments/funds.ts'
import { refusedByOrder } from '../payments/orderFields.ts'
import { benefitsOf, presentedBy } from '../payments/presented.ts'
import { refusedByTerminal } from '../payments/terminal.ts'

type Request = RequestOf<typeof refund>

/** A refund of nothing that went before: it begins an order, names who is paid, and is all excess. */
export function planStandaloneRefund(request: Request, past: PlanContext): Plan | Rejection {
  const { order, transaction } = request
  const refusal =
    refusedByPrivilege(past) ??
    refusedFunds(request) ??
    refusedContradiction(request) ??
    refusedByOrder(past, request) ??
    refusedByTerminal(request, past)
  if (refusal) return refusal
  const given = transaction?.amount ?? order?.amount
  const currency = transaction?.currency ?? order?.currency
  if (given === undefined) return missing('transaction.amount')
  if (currency === undefined) return missing('transaction.currency')
  const unequal =
    refusedByCap(request, { past, given, currency }) ??
    refusedBeside({ operation: refund, request }, { amount: given, currency })
  if (unequal) return unequal
  const amount = toMinor(given, currency)
  const movement = { type: 'REFUND', amount, currency, excess: amount } as const
  const card = askedCard(request)
  const verdict = verdictOnReading(request)
  if (verdict) return { ...movement, verdict, ...(card && { card }) }
  if (!card) return withoutCard(request)
  const refundAuthorization = request.action?.refundAuthorization ?? past.profile.refundAuthorization
  const asked = { verb: 'credit', amount, currency, card, acceptPartialAmount: false } as const
  const account = { ...askedOfPayer(request), ...presentedBy(request), ...benefitsOf(request) }
  return { ...movement, ask: { ...asked, refundAuthorization, ...account } }
}

/** Money that leaves without having come: nobody may do that unless the profile says how much. */
function refusedByPrivilege({ profile }: PlanContext): Rejection | undefined {
  if (profile.standaloneRefunds.length > 0) return undefined
  const why = whyNotAdmitted('NEW', 'REFUND')
  return invalid('apiOperation', `${why} Your profile allows no other (standaloneRefunds).`, 'REFUND')
}

type Wanted = { readonly past: PlanContext; readonly given: string; readonly currency: string }

function refusedByCap({ transaction }: Request, { past, given, currency }: Wanted): Rejection | undefined {
  const cap = refundCap(past.profile.standaloneRefunds, currency)
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

/** Without a source of funds it was meant for an order that exists, and this one does not. */
function refusedFunds({ referenceOrderId, sourceOfFunds }: Request): Rejection | undefined {
  if (sourceOfFunds === undefined && referenceOrderId === undefined) return missing('sourceOfFunds')
  const card = sourceOfFunds?.provided?.card
  if (card?.number !== undefined && card.expiry === undefined)
    return missing('sourceOfFunds.provided.card.expiry')
  return undefined
}

/** Amount and currency may be those of the order or of the transaction; said twice, they are the same. */
function refusedContradiction({ order, transaction }: Request): Rejection | undefined {
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
