import type { RequestOf } from '../../contract/kit/operation.ts'
import { initiateBrowserPayment } from '../../contract/operations/browserPayment.ts'
import { toMinor } from '../../orders/money.ts'
import { invalid, type Rejection } from '../../orders/rejection.ts'
import type { ConsultingFlow, ConsultQuestion } from '../model/consulting.ts'
import { verdictOnAttempts } from '../payments/attempts.ts'
import { refusedByOrder } from '../payments/orderFields.ts'
import { kinds } from '../payments/payment.ts'
import { refusedByCurrency, refusedByState } from '../payments/state.ts'
import { judgeBrowserPayment, notStarted } from './browserPaymentNews.ts'

type Request = RequestOf<typeof initiateBrowserPayment>

/** Announces a payer to a payment provider; what they do there comes later. */
export const initiateBrowserPaymentFlow: ConsultingFlow<typeof initiateBrowserPayment> = {
  operation: initiateBrowserPayment,
  startsOrder: true,
  asks: 'provider',

  plan(request, past) {
    const refusal =
      refusedByState(past, 'INITIATE_BROWSER_PAYMENT') ??
      refusedByCurrency(past, request) ??
      refusedByOrder(past, request) ??
      refusedByFunds(request)
    if (refusal) return refusal
    const { amount: given, currency } = request.order
    const amount = toMinor(given, currency)
    const movement = { type: kinds[request.browserPayment.operation].type, amount, currency }
    const verdict = verdictOnAttempts(past)
    return verdict ? { ...movement, verdict } : { ...movement, consult: consultOf(request, amount) }
  },

  judge: judgeBrowserPayment,
  afterCrash: () => notStarted('TIMED_OUT'),
}

/** A card is asked for at the provider, if at all. */
function refusedByFunds({ sourceOfFunds: { type } }: Request): Rejection | undefined {
  if (!cards.has(type)) return undefined
  return invalid('sourceOfFunds.type', 'At a payment provider no card of the request pays.', type)
}
const cards: ReadonlySet<string> = new Set(['CARD', 'EBT_CARD', 'GIFT_CARD', 'SCHEME_TOKEN'])

function consultOf(request: Request, amount: bigint): ConsultQuestion {
  const { browserPayment, order, sourceOfFunds, shipping, customer } = request
  const { operation, preferredLanguage, providerA } = browserPayment
  return {
    verb: 'initiate',
    amount,
    currency: order.currency,
    operation,
    kind: sourceOfFunds.browserPayment?.type ?? sourceOfFunds.type ?? 'BROWSER_PAYMENT',
    isConfirmedAtMerchant: providerA?.paymentConfirmation === 'CONFIRM_AT_MERCHANT',
    showsShippingAddress: providerA?.displayShippingAddress ?? true,
    mayChangeShippingAddress: providerA?.overrideShippingAddress ?? true,
    ...(order.reference !== undefined && { reference: order.reference }),
    ...(preferredLanguage !== undefined && { preferredLanguage }),
    particulars: { order, ...(shipping && { shipping }), ...(customer && { customer }) },
  }
}
