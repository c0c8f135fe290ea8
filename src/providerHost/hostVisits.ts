// The payer's side of the provider host: opening the page, and deciding there.

import { toMinor } from '../orders/money.ts'
import type { ProviderBooks } from './hostCalls.ts'
import { type HostPayment, hostPaymentState, type StartedHostPayment } from './hostPayment.ts'
import type { PayerAct, PayerVisit, PayerVisitState } from './payerVisit.ts'
import { isPayerNotAsked } from './triggers.ts'

export type HostVisits = {
  /** The payment of a page. */
  find(page: string): HostPayment | undefined
  open(payment: HostPayment): PayerVisit | undefined
  /** The first decision counts. */
  act(
    payment: HostPayment,
    act: PayerAct,
    shippingAddress?: Readonly<Record<string, string>>,
  ): PayerVisit | undefined
}

type VisitMeans = {
  readonly books: ProviderBooks
  /** Whether a fault charges a payer who agrees after a cancel. */
  readonly approvesAfterCancel: () => boolean
  /** The payer has decided. */
  readonly decided: (payment: HostPayment) => void
}

export function createHostVisits({ books, approvesAfterCancel, decided }: VisitMeans): HostVisits {
  const byPage = new Map<string, HostPayment>()
  let indexed = 0

  function find(page: string): HostPayment | undefined {
    if (indexed !== books.payments.size) {
      for (const payment of books.payments.values())
        if (payment.start) byPage.set(payment.start.page, payment)
      indexed = books.payments.size
    }
    return byPage.get(page)
  }

  function act(
    payment: HostPayment,
    decision: PayerAct,
    shippingAddress?: Readonly<Record<string, string>>,
  ): PayerVisit | undefined {
    const { paymentId } = payment
    const atMs = books.nowMs()
    const { state } = hostPaymentState(payment, atMs)
    const isAfterCancel = state === 'cancelled' && decision === 'approve' && approvesAfterCancel()
    if ((state === 'open' && !payment.decision) || isAfterCancel) {
      books.write({
        ...{ line: 'decide', paymentId, act: decision, atMs },
        ...(shippingAddress && { shippingAddress }),
        ...(isAfterCancel && { isAfterCancel }),
        ...(decision === 'approve' && isTakenAtOnce(payment) && books.takesMore() && { isMore: true }),
      })
      decided(payment)
    }
    return visitOf(books, payment)
  }

  return {
    find,
    act,
    open: payment =>
      isPayerNotAsked(payment.start?.call.reference) ? act(payment, 'approve') : visitOf(books, payment),
  }
}

const isTakenAtOnce = ({ start }: HostPayment): boolean => start?.call.confirmation === 'AT_PROVIDER'

function visitOf(books: ProviderBooks, payment: HostPayment): PayerVisit | undefined {
  const { start, decision } = payment
  if (!start) return undefined
  const { state } = hostPaymentState(payment, books.nowMs())
  return { state: visitState(state, decision?.act), payment: visited(start, decision?.shippingAddress) }
}

function visitState(state: ReturnType<typeof hostPaymentState>['state'], act?: string): PayerVisitState {
  switch (state) {
    case 'open':
      return 'asking'
    case 'approved':
      return 'paid'
    case 'processing':
      return 'waiting'
    case 'agreed':
      return 'agreed'
    case 'cancelled':
      return 'over'
    case 'declined':
      return endsByAct[act ?? ''] ?? 'over'
  }
}

const endsByAct: Readonly<Record<string, PayerVisitState>> = {
  approve: 'declined',
  decline: 'declined',
  cancel: 'cancelled',
  abort: 'left',
}

function visited({ call }: StartedHostPayment, changed: object | undefined): PayerVisit['payment'] {
  const { merchantId, orderId, currency, language, shippingAddress, particulars = {} } = call
  const given = 'shipping' in particulars ? particulars.shipping : undefined
  const shipping = { ...(typeof given === 'object' && given), address: changed }
  return {
    ...{ merchantId, orderId, currency, amount: toMinor(call.amount, currency) },
    returnCallback: call.returnUrl,
    isConfirmedAtMerchant: call.confirmation === 'AT_MERCHANT',
    ...(language !== undefined && { preferredLanguage: language }),
    showsShippingAddress: shippingAddress?.isShown ?? false,
    mayChangeShippingAddress: shippingAddress?.mayChange ?? false,
    particulars: changed ? { ...particulars, shipping } : particulars,
  }
}
