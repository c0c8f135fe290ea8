import { createHash } from 'node:crypto'
import { type Content, isObject } from '../../contract/kit/content.ts'
import { fitsCurrency, toDecimal, toMinor } from '../../orders/money.ts'
import type { ShownRemainder } from '../browser/checkout/protocol.ts'
import { moneyIn } from '../localisation.ts'
import { textAt } from './fieldPaths.ts'
import type { CheckoutPrice, CheckoutVisit } from './visit.ts'

/**
 * The payer's attempts to pay, as found among the transactions of the order, and the money they add up to.
 * What they mean for the payer is checkout progress (progress.ts).
 */
export type CheckoutAttempt = {
  readonly number: number
  readonly authentication?: Content
  /** The payment that followed the authentication, if there was one. */
  readonly payment?: Content
  /** Whether the merchant has voided the payment since. */
  readonly isVoided?: true
}

/** Whoever failed so often at one page is guessing. */
export const attemptsMax = 5

/**
 * A session's own attempts among the transactions of its order, oldest first. They are recognised by their
 * ids: the merchant may have used the order before, and what others did to it is no success of this payer.
 */
export function attemptsIn(order: Content | undefined, sessionId: string): readonly CheckoutAttempt[] {
  const records = recordsOf(order)
  const own = records.filter(isOfPage)
  const byId = new Map(own.map(record => [textAt(record, 'transaction', 'id'), record]))
  const voidedIds = new Set(records.filter(isDoneVoid).map(targetOf))
  const attempts: CheckoutAttempt[] = []
  for (let number = 1; number <= attemptsMax; number++) {
    const ids = transactionIds(sessionId, number)
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

/** The same for everybody who is at the same attempt: two tabs ask for one payment, not for two. */
export function transactionIds(sessionId: string, number: number) {
  const mark = createHash('sha256').update(sessionId).digest('hex').slice(0, 8)
  return { authentication: `auth-${number}-${mark}`, payment: `pay-${number}-${mark}` }
}

const recordsOf = (order: Content | undefined): readonly Content[] =>
  Array.isArray(order?.transaction) ? order.transaction.filter(isObject) : []

/** Transaction ids are predictable: only what the hosted page itself began counts. */
const isOfPage = (record: Content): boolean => record.gatewayEntryPoint === 'HOSTED_PAGE'

/** Whoever it was that voided it. */
const isDoneVoid = (record: Content): boolean =>
  textAt(record, 'result') === 'SUCCESS' &&
  textAt(record, 'transaction', 'type')?.startsWith('VOID_') === true
const targetOf = (record: Content): string | undefined => textAt(record, 'transaction', 'targetTransactionId')

/** What a payer's attempts add up to. */
export type CheckoutBalance = {
  /** What the merchant wants to be paid as of now. */
  readonly wanted: CheckoutPrice
  /** What was taken and not voided since. */
  readonly taken: CheckoutPrice
  /** The payments that wait for their rest, by their ids. */
  readonly unfinished: readonly string[]
}

export function balanceOf(
  order: Content | undefined,
  attempts: readonly CheckoutAttempt[],
  wanted: CheckoutPrice,
): CheckoutBalance {
  const ids = unfinishedIn(order)
  const taken = attempts.filter(isTaken).map(approvedAmount)
  return {
    wanted,
    taken: sumOf(taken, wanted.currency),
    unfinished: attempts.map(paymentIdOf).filter(id => ids.includes(id)),
  }
}

const unfinishedIn = (order: Content | undefined): readonly unknown[] =>
  Array.isArray(order?.unfinished) ? order.unfinished : []

/** What is left to pay, as the payer is shown it; undefined where no partial payment waits for its rest. */
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

/** Undefined where the merchant wants less by now than was paid, or another currency. */
export function amountDue({ wanted, taken }: CheckoutBalance): string | undefined {
  if (!isCounted(wanted) || taken.currency !== wanted.currency) return undefined
  const due = toMinor(wanted.amount, wanted.currency) - toMinor(taken.amount, taken.currency)
  return due > 0n ? toDecimal(due, wanted.currency) : undefined
}

/** An order, and the attempts at it that were made in this session. */
export type AttemptsAtOrder = {
  readonly order: Content | undefined
  readonly attempts: readonly CheckoutAttempt[]
}

/**
 * What was taken and is given back, because its rest was not paid or the merchant voided it. The payer may
 * have left it at a page before this one: nothing waits for its rest longer than a session lives.
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

/** What waits for its rest at another page. */
export function elsewhereOf({ order, attempts }: AttemptsAtOrder, visit: CheckoutVisit): string | undefined {
  const ids = unfinishedIn(order)
  const others = paymentsElsewhere(order, attempts).filter(one => ids.includes(paymentIdOf(one)))
  return formattedSum(others, visit)
}

type PaymentOfAttempt = Pick<CheckoutAttempt, 'isVoided' | 'payment'>

/** Payments of this order from other sessions' pages. */
function paymentsElsewhere(
  order: Content | undefined,
  attempts: readonly CheckoutAttempt[],
): readonly PaymentOfAttempt[] {
  const own = attempts.map(paymentIdOf)
  return recordsOf(order)
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

const startOf = ({ payment }: PaymentOfAttempt): number => Date.parse(textAt(payment, 'timeOfRecord') ?? '')

const isGivenUp = ({ payment }: PaymentOfAttempt): boolean =>
  textAt(payment, 'result') === 'FAILURE' && textAt(payment, 'response', 'gatewayCode') === 'ABORTED'

/** Of money that is only held, nothing was taken. */
const isPaymentVoided = ({ payment, isVoided }: PaymentOfAttempt): boolean =>
  isVoided === true && textAt(payment, 'transaction', 'type') === 'PAYMENT'

/** Whether a transaction moves money; of any other, nothing can be a partial payment. */
export const isCharge = (payment: Content): boolean => charges.has(textAt(payment, 'transaction', 'type'))
const charges: ReadonlySet<string | undefined> = new Set(['AUTHORIZATION', 'PAYMENT'])

const isTaken = ({ payment, isVoided }: CheckoutAttempt): boolean =>
  payment !== undefined && !isVoided && isCharge(payment) && textAt(payment, 'result') === 'SUCCESS'

const paymentIdOf = ({ payment }: PaymentOfAttempt): string => textAt(payment, 'transaction', 'id') ?? ''

/** The amount of the transaction is what was approved, which may be less than what was asked for. */
const approvedAmount = ({ payment }: PaymentOfAttempt): CheckoutPrice => ({
  amount: textAt(payment, 'transaction', 'amount') ?? '',
  currency: textAt(payment, 'transaction', 'currency') ?? '',
})

/** The number in the record is masked; the payer knows a card by its last four digits. */
const lastDigitsOf = ({ payment }: CheckoutAttempt): string =>
  textAt(payment, 'sourceOfFunds', 'provided', 'card', 'number')?.slice(-4) ?? ''

/** An order is in one currency, which is that of its payments. */
function sumOf(prices: readonly CheckoutPrice[], wanted: string): CheckoutPrice {
  const currency = prices[0]?.currency ?? wanted
  const counted = prices.filter(isCounted)
  const sum = counted.reduce((total, { amount }) => total + toMinor(amount, currency), 0n)
  return { amount: counted.length === 0 ? '0' : toDecimal(sum, currency), currency }
}

const isCounted = ({ amount, currency }: CheckoutPrice): boolean => fitsCurrency(amount, currency)
