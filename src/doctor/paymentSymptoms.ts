// Symptoms of payments: outcomes that are taken for others, and payments that may be made twice.

import {
  isAgain,
  isAttempt,
  isFollowUp,
  isOpen,
  isPayment,
  isRefusedAsUnpaid,
  isVerification,
  tellsOutcomeOf,
  wasNotifiedOf,
} from './outcomes.ts'
import type { TextValues } from './texts.ts'
import {
  callsByOrder,
  type ObservedCall,
  type Symptom,
  type SymptomEvidence,
  seen,
  type Traffic,
} from './traffic.ts'

const minuteMs = 60_000

/**
 * Follow-ups of orders whose payment was known to stand so. Of one that was recorded, something was paid by
 * then: after a decline at checkout, or in the console. One that was refused for what it says tells nothing.
 */
function followUpsAfter(
  traffic: Traffic,
  isSo: (known: ObservedCall) => boolean,
  name: 'followedDecline' | 'followedOpen',
): readonly SymptomEvidence[] {
  return callsByOrder(traffic.calls).flatMap(order =>
    order.flatMap((call, index) => {
      const before = order.slice(0, index)
      const known = isFollowUp(call) ? knownOutcome(before) : undefined
      if (!known || !isSo(known) || before.some(one => isAttempt(one) && one.result === 'SUCCESS')) return []
      const isRecordedWhileOpen = isOpen(known) && call.result !== undefined
      if (!isRecordedWhileOpen && !isRefusedAsUnpaid(call)) return []
      const after = before.slice(before.indexOf(known) + 1)
      const isTold = after.some(one => tellsOutcomeOf(known, one)) || wasNotifiedOf(known, call, traffic)
      return isOpen(known) && isTold ? [] : [seen(call, name, followed(call, known))]
    }),
  )
}

/** The last attempt to pay an order as it was answered, or as it was when it was retrieved after that. */
function knownOutcome(order: readonly ObservedCall[]): ObservedCall | undefined {
  const isAnswered = ({ result }: ObservedCall) => result !== undefined
  const at = order.findLastIndex(call => isAttempt(call) && isAnswered(call))
  const attempt = order[at]
  const retrieved = order
    .slice(at + 1)
    .findLast(
      call =>
        call.operation === 'RETRIEVE_TRANSACTION' &&
        call.transactionId === attempt?.transactionId &&
        isAnswered(call),
    )
  return retrieved ?? attempt
}

/** What both texts of followUps have: an operation of one transaction after another was answered so. */
const followed = (
  { operation = '' }: ObservedCall,
  { transactionId = '', status, result = '', gatewayCode = '' }: ObservedCall,
): TextValues => ({ operation, transactionId, status: String(status), result, gatewayCode })

const createdReadAsApproved: Symptom = {
  id: 'created-read-as-approved',
  severity: 'error',
  find: traffic => followUpsAfter(traffic, ({ result }) => result === 'FAILURE', 'followedDecline'),
}

const openReadAsFinal: Symptom = {
  id: 'open-read-as-final',
  severity: 'error',
  find: traffic => followUpsAfter(traffic, isOpen, 'followedOpen'),
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
  find: traffic =>
    traffic.calls.flatMap((first, index) => {
      if (!isPayment(first) || !isOpen(first)) return []
      for (const next of traffic.calls.slice(index + 1)) {
        if (next.atMs - first.atMs > 10 * minuteMs || tellsOutcomeOf(first, next)) return []
        // Still open: what follows is judged by this one.
        if (isAgain(first, next) && isOpen(next)) return []
        if (isPayment(next) && isOtherTransaction(first, next) && isSamePurchase(first, next))
          return wasNotifiedOf(first, next, traffic) ? [] : [secondTry(first, next)]
      }
      return []
    }),
}

/** The issuer, or the network, forbids to try the card again; an expired one, with the same date. */
const finalDeclines: ReadonlySet<string> = new Set(['BLOCKED', 'DECLINED_DO_NOT_CONTACT', 'EXPIRED_CARD'])

const triesCard = (call: ObservedCall): boolean => isPayment(call) || isVerification(call)

/** Whether what was declined for good is tried again; the very same request is only answered again. */
const isTriedAgain = (first: ObservedCall, next: ObservedCall): boolean =>
  triesCard(next) &&
  isOtherTransaction(first, next) &&
  isSamePurchase(first, next) &&
  next.about?.card === first.about?.card &&
  (first.gatewayCode !== 'EXPIRED_CARD' || next.about?.expiry === first.about?.expiry)

const finalDeclineRetried: Symptom = {
  id: 'final-decline-retried',
  severity: 'warning',
  find: ({ calls }) =>
    calls.flatMap((first, index) => {
      const { gatewayCode = '', about: { card } = {} } = first
      if (!triesCard(first) || !finalDeclines.has(gatewayCode) || !card) return []
      const again = calls.slice(index + 1).find(next => isTriedAgain(first, next))
      if (!again || again.atMs - first.atMs > 60 * minuteMs) return []
      return [seen(again, 'sameCard', { card, gatewayCode })]
    }),
}

const openNeverLearned: Symptom = {
  id: 'outcome-never-learned',
  severity: 'error',
  find: ({ calls, isNotified, deliveries, feedReadsMs }) => {
    if (isNotified || deliveries.some(({ attempts }) => attempts.length > 0)) return []
    const last = calls.at(-1)?.atMs ?? 0
    return calls.flatMap((call, index) => {
      if (!isPayment(call) || !isOpen(call) || last - call.atMs < minuteMs) return []
      const learned =
        feedReadsMs.some(atMs => atMs >= call.atMs) ||
        calls.slice(index + 1).some(next => tellsOutcomeOf(call, next) || isAgain(call, next))
      return learned
        ? []
        : [
            seen(call, 'leftOpen', {
              operation: call.operation ?? '',
              outcome: `${call.result ?? call.status} ${call.gatewayCode ?? ''}`.trim(),
            }),
          ]
    })
  },
}

export const paymentSymptoms: readonly Symptom[] = [
  createdReadAsApproved,
  openReadAsFinal,
  retriedUnderNewId,
  openNeverLearned,
  finalDeclineRetried,
]
