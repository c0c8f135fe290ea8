// Symptoms of payments: outcomes that are taken for others, and payments that may be made twice.

import { catalogue } from '../contract/catalogue.ts'
import type { TransactionRole } from '../contract/kit/operation.ts'
import { callsByOrder, type ObservedCall, type Symptom, type SymptomEvidence, seen } from './traffic.ts'

const minuteMs = 60_000

const namesOf = (role: TransactionRole): ReadonlySet<string> =>
  new Set(catalogue.filter(operation => operation.role === role).map(({ name }) => name))
const paying = namesOf('payment')
const following = namesOf('followUp')

const isPayment = ({ operation = '' }: ObservedCall): boolean => paying.has(operation)
const isFollowUp = ({ operation = '' }: ObservedCall): boolean => following.has(operation)

/** Whether the caller cannot know from this answer whether the payer was charged. */
const isOpen = ({ result, gatewayCode, status }: ObservedCall): boolean =>
  result === 'PENDING' || result === 'UNKNOWN' || gatewayCode === 'TIMED_OUT' || status >= 500

/** Whether the merchant looked how an order stands. */
const isLook = ({ method, operation = '' }: ObservedCall): boolean =>
  method === 'GET' || operation.startsWith('RETRIEVE')

/** The last payment of an order before a call, as far as calls can tell. */
const paymentBefore = (calls: readonly ObservedCall[], index: number): ObservedCall | undefined =>
  calls.slice(0, index).findLast(call => isPayment(call) && call.result !== undefined)

/** Follow-ups of orders whose payment ended so. */
function followUpsAfter(
  calls: readonly ObservedCall[],
  isSo: (payment: ObservedCall) => boolean,
  say: (followUp: ObservedCall, payment: ObservedCall) => string,
): readonly SymptomEvidence[] {
  return callsByOrder(calls).flatMap(order =>
    order.flatMap((call, index) => {
      const payment = isFollowUp(call) ? paymentBefore(order, index) : undefined
      const hasPaid = order.slice(0, index).some(one => isPayment(one) && one.result === 'SUCCESS')
      return payment && !hasPaid && isSo(payment) ? [seen(call, say(call, payment))] : []
    }),
  )
}

const createdReadAsApproved: Symptom = {
  id: 'created-read-as-approved',
  severity: 'error',
  title: 'A decline was treated as an approval',
  advice:
    'HTTP 201 says that the transaction was recorded, not that it was approved: look at `result`, which ' +
    'is SUCCESS for an approval only.',
  find: ({ calls }) =>
    followUpsAfter(
      calls,
      payment => payment.result === 'FAILURE' && !isOpen(payment),
      ({ operation }, { gatewayCode, status, transactionId }) =>
        `${operation} after transaction ${transactionId} was answered ${status} with FAILURE ${gatewayCode}`,
    ),
}

const openReadAsFinal: Symptom = {
  id: 'open-read-as-final',
  severity: 'error',
  title: 'An outcome that was still open was treated as final',
  advice:
    'PENDING, UNKNOWN and TIMED_OUT are not final: wait for the notification, or retrieve the order, ' +
    'before you capture, ship or tell the payer.',
  find: ({ calls }) =>
    followUpsAfter(
      calls,
      isOpen,
      ({ operation }, { result, gatewayCode, transactionId }) =>
        `${operation} while transaction ${transactionId} was ${result} ${gatewayCode}`,
    ),
}

/** The same order again, or another order with the same card and amount. */
const isSamePurchase = (one: ObservedCall, other: ObservedCall): boolean =>
  one.orderId === other.orderId ||
  (one.about?.card !== undefined &&
    one.about.card === other.about?.card &&
    one.about.amount === other.about?.amount &&
    one.about.currency === other.about?.currency)

const isOtherTransaction = (one: ObservedCall, other: ObservedCall): boolean =>
  one.orderId !== other.orderId || one.transactionId !== other.transactionId

function secondTry(first: ObservedCall, next: ObservedCall): string {
  const seconds = Math.round((next.atMs - first.atMs) / 1_000)
  const before = `${first.orderId}/${first.transactionId} was ${first.gatewayCode ?? first.status}`
  return `${next.operation} ${seconds} s after ${before}`
}

const retriedUnderNewId: Symptom = {
  id: 'retried-under-new-id',
  severity: 'error',
  title: 'A payment with an open outcome was sent again under new ids',
  advice:
    'The payer may be charged twice. Retry under the same order and transaction id: the gateway executes ' +
    'it once, and answers what became of it. Or look first, by retrieving the order.',
  find: ({ calls }) =>
    calls.flatMap((first, index) => {
      if (!isPayment(first) || !isOpen(first)) return []
      for (const next of calls.slice(index + 1)) {
        if (next.atMs - first.atMs > 10 * minuteMs) return []
        if (isLook(next) && next.orderId === first.orderId) return []
        if (isPayment(next) && isOtherTransaction(first, next) && isSamePurchase(first, next))
          return [seen(next, secondTry(first, next))]
      }
      return []
    }),
}

/** The issuer, or the network, forbids to try the card again. */
const finalDeclines: ReadonlySet<string> = new Set(['BLOCKED', 'DECLINED_DO_NOT_CONTACT', 'EXPIRED_CARD'])

const finalDeclineRetried: Symptom = {
  id: 'final-decline-retried',
  severity: 'warning',
  title: 'A card was tried again after a decline that is final',
  advice:
    'After BLOCKED, DECLINED_DO_NOT_CONTACT or EXPIRED_CARD the same card is declined again, and networks ' +
    'charge for such tries. Ask the payer for another card.',
  find: ({ calls }) =>
    calls.flatMap((first, index) => {
      if (!isPayment(first) || !finalDeclines.has(first.gatewayCode ?? '') || !first.about?.card) return []
      const again = calls
        .slice(index + 1)
        .find(
          next => isPayment(next) && next.about?.card === first.about?.card && isSamePurchase(first, next),
        )
      if (!again || again.atMs - first.atMs > 60 * minuteMs) return []
      return [seen(again, `${again.about?.card} again after ${first.gatewayCode}`)]
    }),
}

const openNeverLearned: Symptom = {
  id: 'outcome-never-learned',
  severity: 'error',
  title: 'Nobody learned what became of a payment',
  advice:
    'The answer was still open, notifications are not received, and the order was never retrieved: set a ' +
    'notification address, or read the notification feed.',
  find: ({ calls, isNotified, deliveries }) => {
    if (isNotified || deliveries.some(({ attempts }) => attempts.length > 0)) return []
    const last = calls.at(-1)?.atMs ?? 0
    return calls.flatMap((call, index) => {
      if (!isPayment(call) || !isOpen(call) || last - call.atMs < minuteMs) return []
      const learned = calls
        .slice(index + 1)
        .some(
          next =>
            isReadingFeed(next) || (next.orderId === call.orderId && (isLook(next) || isAgain(call, next))),
        )
      return learned
        ? []
        : [seen(call, `answered ${call.result ?? call.status} ${call.gatewayCode ?? ''}`.trim())]
    })
  },
}

const isReadingFeed = ({ method, path }: ObservedCall): boolean =>
  method === 'GET' && path.endsWith('/notifications')

/** The same request again is answered with what became of it. */
const isAgain = (one: ObservedCall, other: ObservedCall): boolean =>
  other.transactionId === one.transactionId && other.operation === one.operation

export const paymentSymptoms: readonly Symptom[] = [
  createdReadAsApproved,
  openReadAsFinal,
  retriedUnderNewId,
  openNeverLearned,
  finalDeclineRetried,
]
