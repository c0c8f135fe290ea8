// The payer's attempts to pay, as found among the transactions of the order, and their amounts. progress.ts
// derives from them how far the payment has come.

import { createHash } from 'node:crypto'
import { fitsCurrency, toDecimal, toMinor } from '../../orders/money.ts'
import type { ShownRemainder } from '../browser/checkout/protocol.ts'
import { moneyIn } from '../localisation.ts'
import type { CheckoutOrder, CheckoutTransaction } from './gatewayRecords.ts'
import type { CheckoutPrice, CheckoutVisit } from './visit.ts'

/** One attempt: an authentication, and the payment that followed it. */
export type CheckoutAttempt = {
  readonly number: number
  readonly authentication?: CheckoutTransaction
  /** The payment after the authentication, if any. */
  readonly payment?: CheckoutTransaction
  /** Whether the merchant has voided the payment since. */
  readonly isVoided?: true
}

/** More failed attempts at one page would suggest card testing. */
export const attemptsMax = 5

/**
 * The attempts of one session among the transactions of its order, oldest first. They are recognised by their
 * ids: the order may have other transactions, which are not this payer's success.
 */
export const attemptsIn = (order: CheckoutOrder | undefined, sessionId: string): readonly CheckoutAttempt[] =>
  attemptsOf(order, checkoutMark(sessionId))

/** The same by the mark of the session. */
export function attemptsOf(order: CheckoutOrder | undefined, mark: string): readonly CheckoutAttempt[] {
  const records = order?.transaction ?? []
  const own = records.filter(isOfPage)
  const byId = new Map(own.map(record => [record.transaction?.id, record]))
  const voidedIds = new Set(records.filter(isDoneVoid).map(targetOf))
  const attempts: CheckoutAttempt[] = []
  for (let number = 1; number <= attemptsMax; number++) {
    const ids = idsWith(mark, number)
    const authentication = byId.get(ids.authentication)
    const payment = byId.get(ids.payment)
    if (!authentication && !payment) continue
    const isVoided = payment && voidedIds.has(ids.payment)
    attempts.push({
      number,
      ...(authentication && { authentication }),
      ...(payment && { payment }),
      ...(isVoided && { isVoided }),
    })
  }
  return attempts
}

/** The same for all tabs at the same attempt: two tabs make one payment, not two. */
export const transactionIds = (sessionId: string, number: number) => idsWith(checkoutMark(sessionId), number)

const idsWith = (mark: string, number: number) => ({
  authentication: `auth-${number}-${mark}`,
  payment: `pay-${number}-${mark}`,
})

/** The mark of the session whose page made the payment of this id; undefined if it is not such an id. */
export const markOfPayment = (transactionId: string): string | undefined =>
  /^pay-\d-([0-9a-f]{8})$/.exec(transactionId)?.[1]

/** Tells the checkouts of an order apart without revealing the session, which is the payer's credential. */
export const checkoutMark = (sessionId: string): string =>
  createHash('sha256').update(sessionId).digest('hex').slice(0, 8)

/** Transaction ids are predictable, so only transactions that the hosted page made count. */
const isOfPage = ({ gatewayEntryPoint }: CheckoutTransaction): boolean => gatewayEntryPoint === 'HOSTED_PAGE'

/** A successful void, by anyone. */
const isDoneVoid = ({ result, transaction }: CheckoutTransaction): boolean =>
  result === 'SUCCESS' && transaction?.type?.startsWith('VOID_') === true
const targetOf = ({ transaction }: CheckoutTransaction): string | undefined =>
  transaction?.targetTransactionId

/** The amounts of a payer's attempts. */
export type CheckoutBalance = {
  /** The price that the merchant currently requests. */
  readonly wanted: CheckoutPrice
  /** The sum of payments that were taken and not voided. */
  readonly taken: CheckoutPrice
  /** The ids of partial payments whose rest is not paid yet. */
  readonly unfinished: readonly string[]
}

export function balanceOf(
  order: CheckoutOrder | undefined,
  attempts: readonly CheckoutAttempt[],
  wanted: CheckoutPrice,
): CheckoutBalance {
  const ids = order?.unfinished ?? []
  const taken = attempts.filter(isTaken).map(approvedAmount)
  return {
    wanted,
    taken: sumOf(taken, wanted.currency),
    unfinished: attempts.map(paymentIdOf).filter(id => ids.includes(id)),
  }
}

/** The amount left to pay, formatted for the payer; undefined if no partial payment is open. */
export function restOf(
  balance: CheckoutBalance,
  attempts: readonly CheckoutAttempt[],
  { locale }: CheckoutVisit,
): ShownRemainder | undefined {
  const parts = attempts.filter(one => balance.unfinished.some(id => id === paymentIdOf(one)))
  const due = amountDue(balance)
  if (parts.length === 0 || due === undefined) return undefined
  const money = moneyIn(balance.wanted.currency, locale)
  return {
    due: money(due),
    taken: money(sumOf(parts.map(approvedAmount), balance.wanted.currency).amount),
    parts: parts.map(part => ({ amount: money(approvedAmount(part).amount), digits: lastDigitsOf(part) })),
  }
}

/** Undefined if the merchant now requests less than was paid, or another currency. */
export function amountDue({ wanted, taken }: CheckoutBalance): string | undefined {
  if (!isCounted(wanted) || taken.currency !== wanted.currency) return undefined
  const due = toMinor(wanted.amount, wanted.currency) - toMinor(taken.amount, taken.currency)
  return due > 0n ? toDecimal(due, wanted.currency) : undefined
}

/** An order, and the attempts at it that were made in this session. */
export type AttemptsAtOrder = {
  readonly order: CheckoutOrder | undefined
  readonly attempts: readonly CheckoutAttempt[]
}

/**
 * The sum of partial payments that are reversed, because their rest was not paid or the merchant voided them.
 * They may have been made at an earlier page: a partial payment is kept open no longer than a session lives.
 */
export function returnedOf(
  { order, attempts }: AttemptsAtOrder,
  visit: CheckoutVisit,
  openedMs: number,
): string | undefined {
  const own = attempts.filter(one => isGivenUp(one) || isPaymentVoided(one))
  const before = paymentsElsewhere(order, attempts).filter(
    one => isGivenUp(one) && startOf(one) > openedMs - sessionLifeMs,
  )
  return formattedSum([...before, ...own], visit)
}
const sessionLifeMs = 30 * 60_000

/** The sum of partial payments that are open at another page. */
export function elsewhereOf({ order, attempts }: AttemptsAtOrder, visit: CheckoutVisit): string | undefined {
  const ids = order?.unfinished ?? []
  const others = paymentsElsewhere(order, attempts).filter(one => ids.includes(paymentIdOf(one)))
  return formattedSum(others, visit)
}

type PaymentOfAttempt = Pick<CheckoutAttempt, 'isVoided' | 'payment'>

/** Payments of this order from other sessions' pages. */
function paymentsElsewhere(
  order: CheckoutOrder | undefined,
  attempts: readonly CheckoutAttempt[],
): readonly PaymentOfAttempt[] {
  const own = attempts.map(paymentIdOf)
  return (order?.transaction ?? [])
    .filter(isOfPage)
    .filter(isCharge)
    .map(payment => ({ payment }))
    .filter(one => !own.includes(paymentIdOf(one)))
}

function formattedSum(payments: readonly PaymentOfAttempt[], { locale }: CheckoutVisit): string | undefined {
  const amounts = payments.map(approvedAmount)
  const [first] = amounts
  return first && moneyIn(first.currency, locale)(sumOf(amounts, first.currency).amount)
}

const startOf = ({ payment }: PaymentOfAttempt): number => Date.parse(payment?.timeOfRecord ?? '')

const isGivenUp = ({ payment }: PaymentOfAttempt): boolean =>
  payment?.result === 'FAILURE' && payment.response?.gatewayCode === 'ABORTED'

/** Only of a payment that moved money: from an authorization nothing was taken. */
const isPaymentVoided = ({ payment, isVoided }: PaymentOfAttempt): boolean =>
  isVoided === true && payment?.transaction?.type === 'PAYMENT'

/** Whether a transaction moves or holds money; others cannot be partial payments. */
export const isCharge = ({ transaction }: CheckoutTransaction): boolean => charges.has(transaction?.type)
const charges: ReadonlySet<string | undefined> = new Set(['AUTHORIZATION', 'PAYMENT'])

/** Whether its payment, or the verification in its place, succeeded and stands. */
export const isMade = ({ payment, isVoided }: CheckoutAttempt): boolean =>
  !isVoided && payment?.result === 'SUCCESS'

const isTaken = (attempt: CheckoutAttempt): boolean =>
  isMade(attempt) && attempt.payment !== undefined && isCharge(attempt.payment)

const paymentIdOf = ({ payment }: PaymentOfAttempt): string => payment?.transaction?.id ?? ''

/** The amount of the transaction is the approved one, which may be less than requested. */
const approvedAmount = ({ payment }: PaymentOfAttempt): CheckoutPrice => ({
  amount: payment?.transaction?.amount ?? '',
  currency: payment?.transaction?.currency ?? '',
})

/** The last four digits of the masked number in the record, by which the payer recognises the card. */
export const lastDigitsOf = ({ payment }: CheckoutAttempt): string =>
  payment?.sourceOfFunds?.provided?.card?.number?.slice(-4) ?? ''

/** All payments of an order have the same currency. */
function sumOf(prices: readonly CheckoutPrice[], wanted: string): CheckoutPrice {
  const currency = prices[0]?.currency ?? wanted
  const counted = prices.filter(isCounted)
  const sum = counted.reduce((total, { amount }) => total + toMinor(amount, currency), 0n)
  return { amount: counted.length === 0 ? '0' : toDecimal(sum, currency), currency }
}

const isCounted = ({ amount, currency }: CheckoutPrice): boolean => fitsCurrency(amount, currency)
