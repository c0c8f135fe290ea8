// What a merchant's calls and notifications tell it of the outcome of a payment.

import { catalogue } from '../contract/catalogue.ts'
import type { TransactionRole } from '../contract/kit/operation.ts'
import { admits, stateSentences } from '../orders/admission.ts'
import { orderStatuses } from '../standards/paymentCodes.ts'
import { isTaken, type ObservedCall, type Traffic } from './traffic.ts'

const namesOf = (role: TransactionRole): ReadonlySet<string> =>
  new Set(catalogue.filter(operation => operation.role === role).map(({ name }) => name))
const paying = namesOf('payment')
const following = namesOf('followUp')

/** It asks the issuer about a card, and charges nobody. */
export const isVerification = ({ operation }: ObservedCall): boolean => operation === 'VERIFY'
export const isPayment = (call: ObservedCall): boolean =>
  paying.has(call.operation ?? '') && !isVerification(call)
/** It submits a payment again that was referred to the issuer: its outcome is that of the payment. */
const isReferral = ({ operation }: ObservedCall): boolean => operation === 'REFERRAL'
export const isAttempt = (call: ObservedCall): boolean => isPayment(call) || isReferral(call)
/** Whether it takes the payment of its order for approved. */
export const isFollowUp = (call: ObservedCall): boolean =>
  following.has(call.operation ?? '') && !isReferral(call)

/** In these a payer can still be authenticated, which comes before any payment. */
const unpaidSentences = orderStatuses
  .filter(status => admits(status, 'INITIATE_AUTHENTICATION'))
  .map(status => stateSentences[status])

/** Whether it was refused because nothing of its order was paid. Its merchant had taken it for paid. */
export const isRefusedAsUnpaid = ({ error }: ObservedCall): boolean =>
  unpaidSentences.some(sentence => error?.explanation?.includes(sentence))

/**
 * Whether the caller cannot know from this answer whether the payer was charged. After TIMED_OUT it can: that
 * is a decline, and the gateway reverses.
 */
export const isOpen = ({ result, status }: ObservedCall): boolean =>
  result === 'PENDING' || result === 'UNKNOWN' || status >= 500

/** Whether the merchant looked how an order stands. */
const isLook = ({ method, operation = '' }: ObservedCall): boolean =>
  method === 'GET' || operation.startsWith('RETRIEVE')

/** Whether the merchant read what is notified: of which orders it was is not logged. */
export const isFeedRead = ({ method, path }: Pick<ObservedCall, 'method' | 'path'>): boolean =>
  method === 'GET' && path.endsWith('/notifications')

/** The same request again is answered with what became of it. */
export const isAgain = (one: ObservedCall, other: ObservedCall): boolean =>
  other.orderId === one.orderId &&
  other.transactionId === one.transactionId &&
  other.operation === one.operation

/** Whether a later answer says what became of a payment whose outcome was open. */
export const tellsOutcomeOf = (open: ObservedCall, later: ObservedCall): boolean =>
  later.orderId === open.orderId &&
  !isOpen(later) &&
  (isLook(later) || (isAgain(open, later) && later.result !== undefined))

/**
 * Whether a notification of what became of it was taken, or was there when the feed was read, before a later
 * call. The first of its own goes with an outcome that is recorded as open; of such orders all are known.
 */
export function wasNotifiedOf(
  open: ObservedCall,
  later: ObservedCall,
  { deliveries, feedReadsMs }: Pick<Traffic, 'deliveries' | 'feedReadsMs'>,
): boolean {
  const laterMs = later.about?.recordedAtMs
  if (laterMs === undefined) return false
  const isRecorded = open.result !== undefined
  const hasReadFeed = feedReadsMs.some(atMs => open.atMs <= atMs && atMs <= later.atMs)
  return deliveries
    .filter(({ orderId, transactionId }) => orderId === open.orderId && transactionId === open.transactionId)
    .slice(isRecorded ? 1 : 0)
    .some(
      ({ changedAtMs, attempts }) =>
        (hasReadFeed && changedAtMs <= laterMs) ||
        attempts.some(attempt => isTaken(attempt) && attempt.atMs <= laterMs),
    )
}
