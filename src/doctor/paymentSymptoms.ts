// Symptoms of payments: outcomes that are taken for others, and payments that may be made twice.

import { catalogue } from '../contract/catalogue.ts'
import type { TransactionRole } from '../contract/kit/operation.ts'
import type { TextValues } from './texts.ts'
import { callsByOrder, type ObservedCall, type Symptom, type SymptomEvidence, seen } from './traffic.ts'

const minuteMs = 60_000

const namesOf = (role: TransactionRole): ReadonlySet<string> =>
  new Set(catalogue.filter(operation => operation.role === role).map(({ name }) => name))
const paying = namesOf('payment')
const following = namesOf('followUp')

const isPayment = ({ operation = '' }: ObservedCall): boolean => paying.has(operation)
/** It submits a payment again that was referred to the issuer: its outcome is that of the payment. */
const isReferral = ({ operation }: ObservedCall): boolean => operation === 'REFERRAL'
const isAttempt = (call: ObservedCall): boolean => isPayment(call) || isReferral(call)
/** Whether it takes the payment of its order for approved. */
const isFollowUp = (call: ObservedCall): boolean => following.has(call.operation ?? '') && !isReferral(call)

/** Whether the caller cannot know from this answer whether the payer was charged. */
const isOpen = ({ result, gatewayCode, status }: ObservedCall): boolean =>
  result === 'PENDING' || result === 'UNKNOWN' || gatewayCode === 'TIMED_OUT' || status >= 500

/** Whether the merchant looked how an order stands. */
const isLook = ({ method, operation = '' }: ObservedCall): boolean =>
  method === 'GET' || operation.startsWith('RETRIEVE')

/** The last attempt to pay an order before a call, as far as calls can tell. */
const attemptBefore = (calls: readonly ObservedCall[], index: number): ObservedCall | undefined =>
  calls.slice(0, index).findLast(call => isAttempt(call) && call.result !== undefined)

/** Follow-ups of orders whose payment ended so. */
function followUpsAfter(
  calls: readonly ObservedCall[],
  isSo: (payment: ObservedCall) => boolean,
  name: 'followedDecline' | 'followedOpen',
): readonly SymptomEvidence[] {
  return callsByOrder(calls).flatMap(order =>
    order.flatMap((call, index) => {
      const payment = isFollowUp(call) ? attemptBefore(order, index) : undefined
      const hasPaid = order.slice(0, index).some(one => isAttempt(one) && one.result === 'SUCCESS')
      return payment && !hasPaid && isSo(payment) ? [seen(call, name, followed(call, payment))] : []
    }),
  )
}

/** What both texts of followUps have: an operation of one transaction after another was answered so. */
const followed = (
  { operation = '' }: ObservedCall,
  { transactionId = '', status, result = '', gatewayCode = '' }: ObservedCall,
): TextValues => ({ operation, transactionId, status: String(status), result, gatewayCode })

const createdReadAsApproved: Symptom = {
  id: 'created-read-as-approved',
  severity: 'error',
  find: ({ calls }) =>
    followUpsAfter(calls, payment => payment.result === 'FAILURE' && !isOpen(payment), 'followedDecline'),
}

const openReadAsFinal: Symptom = {
  id: 'open-read-as-final',
  severity: 'error',
  find: ({ calls }) => followUpsAfter(calls, isOpen, 'followedOpen'),
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

const secondTry = (first: ObservedCall, next: ObservedCall): SymptomEvidence =>
  seen(next, 'secondTry', {
    operation: next.operation ?? '',
    seconds: Math.round((next.atMs - first.atMs) / 1_000),
    before: `${first.orderId}/${first.transactionId}`,
    outcome: first.gatewayCode ?? String(first.status),
  })

const retriedUnderNewId: Symptom = {
  id: 'retried-under-new-id',
  severity: 'error',
  find: ({ calls }) =>
    calls.flatMap((first, index) => {
      if (!isPayment(first) || !isOpen(first)) return []
      for (const next of calls.slice(index + 1)) {
        if (next.atMs - first.atMs > 10 * minuteMs) return []
        if (isLook(next) && next.orderId === first.orderId) return []
        if (isPayment(next) && isOtherTransaction(first, next) && isSamePurchase(first, next))
          return [secondTry(first, next)]
      }
      return []
    }),
}

/** The issuer, or the network, forbids to try the card again. */
const finalDeclines: ReadonlySet<string> = new Set(['BLOCKED', 'DECLINED_DO_NOT_CONTACT', 'EXPIRED_CARD'])

const finalDeclineRetried: Symptom = {
  id: 'final-decline-retried',
  severity: 'warning',
  find: ({ calls }) =>
    calls.flatMap((first, index) => {
      if (!isPayment(first) || !finalDeclines.has(first.gatewayCode ?? '') || !first.about?.card) return []
      const again = calls
        .slice(index + 1)
        .find(
          next => isPayment(next) && next.about?.card === first.about?.card && isSamePurchase(first, next),
        )
      if (!again || again.atMs - first.atMs > 60 * minuteMs) return []
      const { card } = first.about
      return [seen(again, 'sameCard', { card, gatewayCode: first.gatewayCode ?? '' })]
    }),
}

const openNeverLearned: Symptom = {
  id: 'outcome-never-learned',
  severity: 'error',
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
        : [
            seen(call, 'leftOpen', {
              outcome: `${call.result ?? call.status} ${call.gatewayCode ?? ''}`.trim(),
            }),
          ]
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
