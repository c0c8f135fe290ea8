import type { Content } from '../../contract/kit/content.ts'
import type { GatewayCode } from '../../orders/transaction.ts'
import { isSameAmount } from '../localisation.ts'
import { amountDue, type CheckoutAttempt, type CheckoutBalance, isCharge } from './attempts.ts'
import { groupAt, textAt, valueAt } from './fieldPaths.ts'
import type { CheckoutDeclineReason } from './view.ts'

/** How far one try has come, read from what the order says of it and from nothing else. */
export type CheckoutPhase =
  | { readonly at: 'paid' }
  /** The bank approved something else than the merchant wants by now: the rest is between the two. */
  | { readonly at: 'partlyPaid'; readonly paid: CheckoutPrice }
  /** The bank approved a part, and the payer may pay the rest. */
  | { readonly at: 'part' }
  /** The merchant has voided since what was paid. */
  | { readonly at: 'undone' }
  /** Nobody knows yet what came of a step. */
  | { readonly at: 'running' }
  /** The issuer wants to look at the browser; then the payer is authenticated. */
  | { readonly at: 'method'; readonly methodUrl: string; readonly methodData: string }
  /** The payer can be authenticated, and nothing stands in between. */
  | { readonly at: 'available' }
  | { readonly at: 'challenge'; readonly acsUrl: string; readonly creq: string }
  /** All that can be known of the payer is: payment is next. */
  | { readonly at: 'authenticated' }
  | { readonly at: 'failed'; readonly reason: CheckoutDeclineReason }

/** Amounts are decimal texts as the API has them. */
export type CheckoutPrice = { readonly amount: string; readonly currency: string }

/** What a try has come to, as one of all on the bill. */
export function phaseOf(
  { authentication, payment, isVoided }: CheckoutAttempt,
  bill: CheckoutBalance,
): CheckoutPhase {
  if (payment && isVoided) return { at: 'undone' }
  if (payment) return stageOfPayment(payment, bill)
  if (!authentication) return running
  const stage = stageOfAuthentication(authentication)
  return isUnderWay(stage) && isOfOtherPrice(authentication, bill) ? orderChanged : stage
}

/** Whoever approved one price has not seen another: they are shown it before anything is paid. */
function isOfOtherPrice({ transaction }: Content, bill: CheckoutBalance): boolean {
  if (textAt(transaction, 'currency') !== bill.wanted.currency) return true
  const left = amountDue(bill)
  return left !== undefined && !isSameAmount(textAt(transaction, 'amount') ?? '', left)
}
const orderChanged: CheckoutPhase = { at: 'failed', reason: 'orderChanged' }

/** It has begun, and neither failed nor come to a payment: the payer may still leave it for another. */
export const isUnderWay = ({ at }: CheckoutPhase): boolean => underWay.has(at)
const underWay: ReadonlySet<CheckoutPhase['at']> = new Set([
  'available',
  'method',
  'challenge',
  'authenticated',
])

const running: CheckoutPhase = { at: 'running' }

function stageOfPayment(record: Content, bill: CheckoutBalance): CheckoutPhase {
  const result = textAt(record, 'result')
  if (result === 'SUCCESS') return isCharge(record) ? stageOfCharge(record, bill) : { at: 'paid' }
  return result === 'FAILURE' ? { at: 'failed', reason: reasonOf(record) } : running
}

/**
 * Success is judged by what was approved, and by what the merchant wants now: it may have changed the price
 * in the session since.
 */
function stageOfCharge(record: Content, { wanted, taken, unfinished }: CheckoutBalance): CheckoutPhase {
  if (unfinished.some(id => id === textAt(record, 'transaction', 'id'))) return { at: 'part' }
  const isWhole = taken.currency === wanted.currency && isSameAmount(taken.amount, wanted.amount)
  return isWhole ? { at: 'paid' } : { at: 'partlyPaid', paid: taken }
}

/** Money was taken or held, all of it or a part, and perhaps given back: nothing more can be tried here. */
export const isOver = ({ at }: CheckoutPhase): boolean =>
  at === 'paid' || at === 'partlyPaid' || at === 'undone'

function stageOfAuthentication(record: object): CheckoutPhase {
  switch (textAt(record, 'transaction', 'authenticationStatus')) {
    case undefined:
      return textAt(record, 'result') === 'FAILURE' ? { at: 'failed', reason: reasonOf(record) } : running
    case 'AUTHENTICATION_AVAILABLE':
      return methodOf(record) ?? { at: 'available' }
    case 'AUTHENTICATION_PENDING':
      return challengeOf(record) ?? running
    default:
      return isRecommended(record)
        ? { at: 'authenticated' }
        : { at: 'failed', reason: reasonOfAuthentication(record) }
  }
}

const isRecommended = (record: object): boolean =>
  textAt(record, 'response', 'gatewayRecommendation') === 'PROCEED'

/** What the browser posts into the issuer's hidden frame, unless that was done already. */
function methodOf(record: object): CheckoutPhase | undefined {
  const { methodUrl, methodData } = groupAt(record, 'consulted')
  const isDone = valueAt(record, 'authentication', '3ds2', 'methodCompleted') === true
  if (isDone || typeof methodUrl !== 'string' || typeof methodData !== 'string') return undefined
  return { at: 'method', methodUrl, methodData }
}

function challengeOf(record: object): CheckoutPhase | undefined {
  const { acsUrl, challengeRequest: creq } = groupAt(record, 'consulted')
  if (typeof acsUrl !== 'string' || typeof creq !== 'string') return undefined
  return { at: 'challenge', acsUrl, creq }
}

/** EMV 3-D Secure: an authentication that the payer themselves left. */
const leftByPayer = '26'

function reasonOfAuthentication(record: object): CheckoutDeclineReason {
  if (textAt(record, 'response', 'gatewayRecommendation') === 'RESUBMIT_LATER') return 'tryLater'
  const reason = textAt(record, 'authentication', '3ds2', 'statusReasonCode')
  return reason === leftByPayer ? 'authenticationCancelled' : 'authenticationFailed'
}

/** What the payer may be told of a refusal; most issuers' words are not for them. */
function reasonOf(record: object): CheckoutDeclineReason {
  const code = textAt(record, 'response', 'gatewayCode')
  const reason = reasons.find(([, codes]) => codes.some(one => one === code))?.[0] ?? 'declined'
  const isCodeWrong = textAt(record, 'response', 'cardSecurityCode', 'gatewayCode') === 'NO_MATCH'
  return reason === 'declined' && isCodeWrong ? 'securityCode' : reason
}

const reasons: readonly (readonly [CheckoutDeclineReason, readonly GatewayCode[]])[] = [
  ['insufficientFunds', ['INSUFFICIENT_FUNDS']],
  ['expiredCard', ['EXPIRED_CARD']],
  ['securityCode', ['DECLINED_AVS_CSC', 'DECLINED_CSC', 'INVALID_CSC']],
  ['authenticationFailed', ['AUTHENTICATION_FAILED']],
  ['tooManyAttempts', ['EXCEEDED_RETRY_LIMIT']],
  ['givenBack', ['ABORTED']],
  ['tryLater', ['ACQUIRER_SYSTEM_ERROR', 'LOCK_FAILURE', 'SYSTEM_ERROR', 'TIMED_OUT']],
]
