// Checkout progress: how far the payer's payment has come, read from the order each time.

import type { LoadedOrder } from '../../operations/model/journal.ts'
import { idOfRecord } from '../../operations/model/steps.ts'
import type { OrderStatus } from '../../orders/status.ts'
import type { GatewayCode } from '../../orders/transaction.ts'
import { readCardNames } from '../../standards/cardNames.ts'
import { maskedNumber } from '../../standards/cardNumber.ts'
import {
  type CheckoutDeclineReason,
  isSettledBefore,
  type SettledBeforeStep,
  type ShownReceipt,
  type ShownRemainder,
} from '../browser/checkout/protocol.ts'
import { methodWaitMs } from '../browser/methodWait.ts'
import { isSameAmount } from '../localisation.ts'
import {
  type AttemptsAtOrder,
  amountDue,
  attemptsIn,
  attemptsMax,
  balanceOf,
  type CheckoutAttempt,
  type CheckoutBalance,
  elsewhereOf,
  isCharge,
  restOf,
  returnedOf,
} from './attempts.ts'
import { type CheckoutOrder, type CheckoutTransaction, knownOrder, retrieveOrder } from './gatewayRecords.ts'
import { paidCard } from './paidCard.ts'
import { type CheckoutDependencies, type CheckoutPrice, type CheckoutVisit, priceIn } from './visit.ts'

/**
 * Checkout progress: how far the payer's payment has come. It is read from the order each time, so that no
 * second record can contradict the order; the page and all actions decide by it alone.
 *
 * Three related things: a visit (visit.ts) is the payer's session and the time left; an attempt (attempts.ts)
 * is an authentication and a payment of the order; the checkout state (checkoutState.ts) is the answer to the
 * browser, derived from visit and progress.
 */
export type CheckoutProgress = {
  readonly phase: CheckoutPhase
  /** The attempt of the phase: the one that may have taken money, otherwise the last one. */
  readonly attempt?: CheckoutAttempt
  /** A notice of the issuer that came with the attempt, for the payer. */
  readonly issuerNotice?: string
  /** An attempt counts as soon as it is begun, even if the payer leaves it for another one. */
  readonly attemptsLeft: number
  /** The transaction ids of partial payments whose rest is not paid yet. */
  readonly unfinished: readonly string[]
  /** What is left to pay after them; absent if that cannot be paid any more. */
  readonly rest?: ShownRemainder
  /** What the payer's receipt says, once it is paid. */
  readonly receipt?: ShownReceipt
  /** The partial payments that are reversed, formatted. */
  readonly returned?: string
  /** The open partial payments of the same order at another page, formatted. */
  readonly elsewhere?: string
  /** The order that it was read from, for the next transaction; absent before the first. */
  readonly order?: LoadedOrder
}

/** The phase of the deciding attempt, read from the order. */
type CheckoutPhase =
  | { readonly kind: 'notStarted' }
  /** Authentication was requested, and its outcome is not known yet. */
  | { readonly kind: 'authenticating' }
  /** The issuer requests to examine the browser (3DS method); then the payer is authenticated. */
  | ({ readonly kind: 'method' } & WantedMethod)
  /** The payer can be authenticated immediately. */
  | { readonly kind: 'available' }
  | { readonly kind: 'challenge'; readonly acsUrl: string; readonly creq: string }
  /** Authentication is complete: payment is next. */
  | { readonly kind: 'authenticated' }
  /** Money may be moving: nothing else can be done until the outcome is known. */
  | { readonly kind: 'paying' }
  | { readonly kind: 'failed'; readonly reason: CheckoutDeclineReason }
  /** The bank approved a part, and the payer may pay the rest. */
  | { readonly kind: 'partTaken' }
  /** The bank approved another amount than the merchant requests now; merchant and payer settle the rest. */
  | { readonly kind: 'partlyPaid'; readonly paid: CheckoutPrice }
  | { readonly kind: 'paid' }
  /** The merchant has voided the payment since. */
  | { readonly kind: 'voided' }
  /** The order was paid, but not at this page: perhaps at another one that the shop opened for it. */
  | { readonly kind: SettledBeforeStep }

/** The issuer's page for the hidden frame, what is posted to it, and how long it may take. */
type WantedMethod = { readonly methodUrl: string; readonly methodData: string; readonly waitMs: number }

/** The progress of a payer who has not attempted anything. */
export const notStarted: CheckoutProgress = {
  phase: { kind: 'notStarted' },
  attemptsLeft: attemptsMax,
  unfinished: [],
}

/** Whether it has begun, and neither failed nor reached the payment: the payer may still begin another. */
export const isUnderWay = ({ kind }: CheckoutPhase): boolean => underWay.has(kind)
const underWay: ReadonlySet<CheckoutPhase['kind']> = new Set([
  'available',
  'method',
  'challenge',
  'authenticated',
])

/** Whether a request authenticates the payer at this moment: it goes on to pay. */
export function isBeingAuthenticated({ phase, attempt, order }: CheckoutProgress): boolean {
  if (phase.kind === 'authenticating') return true
  const openId = idOfRecord(order?.openId ?? '')
  return isUnderWay(phase) && openId === attempt?.authentication?.transaction?.id
}

/** Whether the attempt is over, and another may follow. */
export const isRetryable = ({ kind }: CheckoutPhase): boolean => kind === 'failed' || kind === 'partTaken'

/**
 * Whether money was taken or authorized, wholly or partly, even if voided since: no further attempt is
 * possible.
 */
const isSettled = ({ kind }: CheckoutPhase): boolean => settledHere.has(kind) || isSettledBefore(kind)
const settledHere: ReadonlySet<CheckoutPhase['kind']> = new Set(['paid', 'partlyPaid', 'voided'])

/** Whether it is settled or being paid: the payer can neither change nor cancel it now. */
export const isCommitted = (phase: CheckoutPhase): boolean => phase.kind === 'paying' || isSettled(phase)

/** Whether the payer could pay, but the merchant takes no payments. What was paid is told all the same. */
export const isShopClosed = ({ profile }: CheckoutVisit, { phase }: CheckoutProgress): boolean =>
  profile.standing !== 'OPEN' && !isCommitted(phase) && phase.kind !== 'partTaken'

/**
 * The progress of a visit. Partial payments that can no longer be completed are reversed first. The order is
 * retrieved, unless the transaction just submitted has handed it on.
 */
export async function progressOf(
  dependencies: CheckoutDependencies,
  visit: CheckoutVisit,
  handed?: LoadedOrder,
): Promise<CheckoutProgress> {
  const progress = await readProgress(dependencies, visit, handed)
  if (!isRestUnpayable(visit, progress)) return progress
  await dependencies.gateway.giveUpRemainder(visit.key)
  return await readProgress(dependencies, visit)
}

/**
 * Whether there are partial payments whose rest cannot be paid: time or attempts are over, the price has
 * changed, the merchant has voided one of them, or takes no payments any more.
 */
function isRestUnpayable({ leftMs, profile }: CheckoutVisit, progress: CheckoutProgress): boolean {
  const { phase, unfinished, rest, attemptsLeft } = progress
  if (unfinished.length === 0 || phase.kind === 'paying') return false
  const isLastOver = isRetryable(phase) && attemptsLeft === 0
  return leftMs === 0 || !rest || phase.kind === 'voided' || isLastOver || profile.standing !== 'OPEN'
}

async function readProgress(
  dependencies: CheckoutDependencies,
  visit: CheckoutVisit,
  handed?: LoadedOrder,
): Promise<CheckoutProgress> {
  const { key } = visit
  const order = handed ? knownOrder(key, handed) : await retrieveOrder(dependencies.gateway, key)
  const attempts = attemptsIn(order, visit.session.key.sessionId)
  const balance = balanceOf(order, attempts, priceIn(visit.session.contents.values))
  const counted = decidingAttempt(attempts, balance)
  const returned = amountsReturned(dependencies, visit, { order, attempts })
  const known = order && { order: order.loaded }
  const before = visit.operation === 'NONE' ? undefined : settledBefore(order)
  if (!counted) return { ...notStarted, ...returned, ...known, ...(before && { phase: before }) }
  const { attempt } = counted
  const isAtHand = !isUnderWay(counted.phase) || holdsCardOf(visit, attempt)
  const own = isAtHand ? counted.phase : phaseWithoutCard(dependencies, attempt)
  const phase = before && !isCommitted(own) ? before : own
  const rest = restOf(balance, attempts, visit)
  const receipt = phase.kind === 'paid' ? receiptOf(dependencies, visit, { attempt, attempts }) : undefined
  const issuerNotice = attempt.authentication?.authentication?.['3ds2']?.cardholderInfo
  return {
    phase,
    attempt,
    ...(issuerNotice !== undefined && { issuerNotice }),
    attemptsLeft: attemptsLeftAfter(attempt, phase),
    unfinished: balance.unfinished,
    ...(rest && { rest }),
    ...(receipt && { receipt }),
    ...returned,
    ...known,
  }
}

type PaidAttempts = { readonly attempt: CheckoutAttempt; readonly attempts: readonly CheckoutAttempt[] }

function receiptOf(
  { cardNames = [] }: CheckoutDependencies,
  { profile }: CheckoutVisit,
  { attempt, attempts }: PaidAttempts,
): ShownReceipt {
  const card = paidCard(attempts, readCardNames(cardNames, profile.cardNames))
  return { paidAt: attempt.payment?.timeOfRecord ?? '', ...(card !== undefined && { card }) }
}

/**
 * Why the order admits no payment any more: it was paid, wholly or as far as the shop wants, even if that was
 * refunded or voided since.
 */
function settledBefore(order: CheckoutOrder | undefined): CheckoutPhase | undefined {
  const { status, unfinished = [] } = order ?? {}
  const kind = status && unfinished.length === 0 ? settledBeforeBy[status] : undefined
  return kind && { kind }
}

const settledBeforeBy: { readonly [status in OrderStatus]?: SettledBeforeStep } = {
  AUTHORIZED: 'paidBefore',
  PARTIALLY_CAPTURED: 'paidBefore',
  CAPTURED: 'paidBefore',
  PARTIALLY_REFUNDED: 'paidBefore',
  REFUNDED: 'refundedBefore',
  EXCESSIVELY_REFUNDED: 'refundedBefore',
  CANCELLED: 'cancelledBefore',
}

/** The attempt that may have taken money, otherwise the last one; undefined before the first. */
export function decidingAttempt(
  attempts: readonly CheckoutAttempt[],
  balance: CheckoutBalance,
): { readonly attempt: CheckoutAttempt; readonly phase: CheckoutPhase } | undefined {
  const all = attempts.map(attempt => ({ attempt, phase: phaseOf(attempt, balance) }))
  return (
    all.find(({ phase }) => isSettled(phase)) ??
    all.find(({ phase }) => phase.kind === 'paying') ??
    all.at(-1)
  )
}

function attemptsLeftAfter({ number }: CheckoutAttempt, phase: CheckoutPhase): number {
  const isGuessing = phase.kind === 'failed' && phase.reason === 'tooManyAttempts'
  return isGuessing ? 0 : attemptsMax - number
}

function amountsReturned(
  { clock }: CheckoutDependencies,
  visit: CheckoutVisit,
  tried: AttemptsAtOrder,
): Pick<CheckoutProgress, 'elsewhere' | 'returned'> {
  const openedMs = clock.now().getTime() - visit.session.ageMs
  const returned = returnedOf(tried, visit, openedMs)
  const elsewhere = elsewhereOf(tried, visit)
  return { ...(returned !== undefined && { returned }), ...(elsewhere !== undefined && { elsewhere }) }
}

/**
 * Whether the card of the attempt is stored; until then only the request that began the attempt can continue.
 */
function holdsCardOf({ session }: CheckoutVisit, { authentication }: CheckoutAttempt): boolean {
  const { token, provided } = session.contents.values.sourceOfFunds ?? {}
  const used = authentication?.sourceOfFunds
  if (token !== undefined) return token === used?.token
  const held = provided?.card?.number
  return held !== undefined && maskedNumber(held) === used?.provided?.card?.number
}

/**
 * If the card is not stored within a time that allows for clock differences, it never will be. Before a
 * challenge it was: then it was taken out again, because the payer has left the attempt.
 */
function phaseWithoutCard(
  { clock }: CheckoutDependencies,
  { authentication }: CheckoutAttempt,
): CheckoutPhase {
  if (authentication && challengeIn(authentication))
    return { kind: 'failed', reason: 'authenticationCancelled' }
  const begunMs = Date.parse(authentication?.timeOfRecord ?? '')
  const isLost = clock.now().getTime() - begunMs > cardPatienceMs
  return isLost ? { kind: 'failed', reason: 'tryLater' } : authenticating
}
const cardPatienceMs = 60_000

function phaseOf(attempt: CheckoutAttempt, balance: CheckoutBalance): CheckoutPhase {
  const { authentication, payment, isVoided } = attempt
  if (payment && isVoided) return { kind: 'voided' }
  if (payment) return phaseOfPayment(payment, balance)
  if (!authentication) return authenticating
  const phase = phaseOfAuthentication(authentication)
  return isUnderWay(phase) && isOfOtherPrice(authentication, balance)
    ? { kind: 'failed', reason: 'orderChanged' }
    : phase
}

const authenticating: CheckoutPhase = { kind: 'authenticating' }

/** If the price has changed since the authentication, the payer has to see it before anything is paid. */
function isOfOtherPrice({ transaction }: CheckoutTransaction, balance: CheckoutBalance): boolean {
  if (transaction?.currency !== balance.wanted.currency) return true
  const due = amountDue(balance)
  return due !== undefined && !isSameAmount(transaction.amount ?? '', due)
}

function phaseOfPayment(record: CheckoutTransaction, balance: CheckoutBalance): CheckoutPhase {
  const { result } = record
  if (result === 'SUCCESS') return isCharge(record) ? phaseOfCharge(record, balance) : { kind: 'paid' }
  return result === 'FAILURE' ? { kind: 'failed', reason: reasonOf(record) } : { kind: 'paying' }
}

/**
 * Success means that the approved amount is what the merchant requests now: the price in the session may have
 * changed since.
 */
function phaseOfCharge(
  { transaction }: CheckoutTransaction,
  { wanted, taken, unfinished }: CheckoutBalance,
): CheckoutPhase {
  if (unfinished.some(id => id === transaction?.id)) return { kind: 'partTaken' }
  const isWhole = taken.currency === wanted.currency && isSameAmount(taken.amount, wanted.amount)
  return isWhole ? { kind: 'paid' } : { kind: 'partlyPaid', paid: taken }
}

function phaseOfAuthentication(record: CheckoutTransaction): CheckoutPhase {
  switch (record.transaction?.authenticationStatus) {
    case undefined:
      return record.result === 'FAILURE' ? { kind: 'failed', reason: reasonOf(record) } : authenticating
    case 'AUTHENTICATION_AVAILABLE':
      return methodIn(record) ?? { kind: 'available' }
    case 'AUTHENTICATION_PENDING':
      return challengeIn(record) ?? authenticating
    default:
      return record.response?.gatewayRecommendation === 'PROCEED'
        ? { kind: 'authenticated' }
        : { kind: 'failed', reason: reasonOfAuthentication(record) }
  }
}

/** The data that the browser posts into the issuer's hidden frame, unless that was done already. */
function methodIn({ authentication, consulted }: CheckoutTransaction): CheckoutPhase | undefined {
  const { methodUrl, methodData } = consulted ?? {}
  const { methodCompleted: isDone, protocolVersion } = authentication?.['3ds2'] ?? {}
  if (isDone || methodUrl === undefined || methodData === undefined) return undefined
  return { kind: 'method', methodUrl, methodData, waitMs: methodWaitMs(protocolVersion) }
}

function challengeIn({ consulted }: CheckoutTransaction): CheckoutPhase | undefined {
  const { acsUrl, challengeRequest: creq } = consulted ?? {}
  if (acsUrl === undefined || creq === undefined) return undefined
  return { kind: 'challenge', acsUrl, creq }
}

/**
 * EMV 3-D Secure transaction status reasons: the payer cancelled the authentication; the card has expired;
 * there is no such card, it was stolen, fraud is suspected, or the cardholder may not do this.
 */
const cancelledByPayer = '26'
const expiredForIssuer = '05'
const refusedForIssuer: ReadonlySet<string | undefined> = new Set(['06', '08', '10', '11', '12'])

function reasonOfAuthentication(record: CheckoutTransaction): CheckoutDeclineReason {
  const { authentication, response, transaction } = record
  if (response?.gatewayRecommendation === 'RESUBMIT_LATER') return 'tryLater'
  const reason = authentication?.['3ds2']?.statusReasonCode
  if (reason === cancelledByPayer) return 'authenticationCancelled'
  if (reason === expiredForIssuer) return 'expiredCard'
  const isRefused = transaction?.authenticationStatus === 'AUTHENTICATION_REJECTED'
  return isRefused || refusedForIssuer.has(reason) ? 'cardRefused' : 'authenticationFailed'
}

/** The reason of a decline that the payer may read; most response codes are not meant for payers. */
function reasonOf(record: CheckoutTransaction): CheckoutDeclineReason {
  const { response } = record
  const code = response?.gatewayCode
  const reason = reasons.find(([, codes]) => codes.some(one => one === code))?.[0] ?? 'declined'
  // Where no money could move, nothing is undone.
  if (reason === 'notCompleted' && !isCharge(record)) return 'tryLater'
  const isCodeWrong = response?.cardSecurityCode?.gatewayCode === 'NO_MATCH'
  return reason === 'declined' && isCodeWrong ? 'securityCode' : reason
}

const reasons: readonly (readonly [CheckoutDeclineReason, readonly GatewayCode[]])[] = [
  // Lost, stolen and restricted cards, too: which it is, is not for whoever has the card now.
  ['cardRefused', ['BLOCKED', 'DECLINED_DO_NOT_CONTACT', 'DECLINED_PIN_REQUIRED', 'NOT_SUPPORTED']],
  ['insufficientFunds', ['INSUFFICIENT_FUNDS']],
  ['expiredCard', ['EXPIRED_CARD']],
  ['securityCode', ['DECLINED_AVS_CSC', 'DECLINED_CSC', 'INVALID_CSC']],
  ['authenticationFailed', ['AUTHENTICATION_FAILED']],
  ['tooManyAttempts', ['EXCEEDED_RETRY_LIMIT']],
  ['givenBack', ['ABORTED']],
  ['notCompleted', ['TIMED_OUT']],
  ['tryLater', ['ACQUIRER_SYSTEM_ERROR', 'LOCK_FAILURE', 'SYSTEM_ERROR']],
]
