import { createHash } from 'node:crypto'
import { type Content, isObject } from '../../contract/kit/content.ts'
import { fitsCurrency, toDecimal, toMinor } from '../../orders/money.ts'
import { moneyIn } from '../localisation.ts'
import { textAt } from './fieldPaths.ts'
import type { CheckoutPrice } from './stage.ts'
import type { CheckoutRemainder } from './view.ts'
import type { CheckoutVisit } from './visit.ts'

/** One try of the payer: an authentication, where there is any, and the payment that followed. */
export type CheckoutAttempt = {
  readonly number: number
  readonly authentication?: Content
  readonly payment?: Content
  /** Whether the merchant has voided the payment since. */
  readonly isVoided?: true
}

/** Whoever failed so often at one page is guessing. */
export const attemptsMax = 5

/**
 * A session's own tries among the transactions of its order, oldest first. They are told by their ids: the
 * merchant may have used the order before, and what others did to it is no success of this payer.
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

/** What pages of this order have tried, whoever's. */
export const triedAtPages = (order: Content | undefined): readonly Content[] =>
  recordsOf(order).filter(isOfPage)

const recordsOf = (order: Content | undefined): readonly Content[] =>
  Array.isArray(order?.transaction) ? order.transaction.filter(isObject) : []

/** Ids can be foretold: only what this page itself began counts. */
const isOfPage = (record: Content): boolean => record.gatewayEntryPoint === 'HOSTED_PAGE'

/** Whoever it was that voided it. */
const isDoneVoid = (record: Content): boolean =>
  textAt(record, 'result') === 'SUCCESS' &&
  textAt(record, 'transaction', 'type')?.startsWith('VOID_') === true
const targetOf = (record: Content): string | undefined => textAt(record, 'transaction', 'targetTransactionId')

/** The same for everybody who is at the same try: two tabs ask for one payment, not for two. */
export function transactionIds(sessionId: string, number: number) {
  const mark = createHash('sha256').update(sessionId).digest('hex').slice(0, 8)
  return { authentication: `auth-${number}-${mark}`, payment: `pay-${number}-${mark}` }
}

/** What a payer's tries have come to, all of them together. */
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
  const taken = attempts.filter(isTaken).map(paidBy)
  return {
    wanted,
    taken: sumOf(taken, wanted.currency),
    unfinished: attempts.map(idOf).filter(id => ids.includes(id)),
  }
}

const unfinishedIn = (order: Content | undefined): readonly unknown[] =>
  Array.isArray(order?.unfinished) ? order.unfinished : []

/** What is left to pay, and what the payer is told of it; nothing where no part waits for its rest. */
export function restOf(
  bill: CheckoutBalance,
  attempts: readonly CheckoutAttempt[],
  { locale }: CheckoutVisit,
): CheckoutRemainder | undefined {
  const parts = attempts.filter(one => bill.unfinished.some(id => id === idOf(one)))
  const left = amountDue(bill)
  if (parts.length === 0 || left === undefined) return undefined
  const money = moneyIn(bill.wanted.currency, locale)
  return {
    due: money(left),
    taken: money(sumOf(parts.map(paidBy), bill.wanted.currency).amount),
    parts: parts.map(part => ({ amount: money(paidBy(part).amount), digits: digitsOf(part) })),
  }
}

/** What is due: nothing where the merchant wants less by now than was paid, or another currency. */
export function amountDue({ wanted, taken }: CheckoutBalance): string | undefined {
  if (!isCounted(wanted) || taken.currency !== wanted.currency) return undefined
  const left = toMinor(wanted.amount, wanted.currency) - toMinor(taken.amount, taken.currency)
  return left > 0n ? toDecimal(left, wanted.currency) : undefined
}

/** An order, and which of the tries at it are this payer's page's. */
export type AttemptsAtOrder = {
  readonly order: Content | undefined
  readonly attempts: readonly CheckoutAttempt[]
}

/**
 * What was taken and is given back, because its rest did not come or the merchant voided it. The payer may
 * have left it at a page before this one: nothing waits for its rest longer than a session lives.
 */
export function returnedOf(
  { order, attempts }: AttemptsAtOrder,
  visit: CheckoutVisit,
  openedMs: number,
): string | undefined {
  const own = attempts.filter(one => isGivenUp(one) || isPaymentVoided(one))
  const before = othersIn(order, attempts).filter(
    one => isGivenUp(one) && startOf(one) > openedMs - halfHourMs,
  )
  return toldSum([...before, ...own], visit)
}
const halfHourMs = 30 * 60_000

/** What waits for its rest at another page. */
export function elsewhereOf({ order, attempts }: AttemptsAtOrder, visit: CheckoutVisit): string | undefined {
  const ids = unfinishedIn(order)
  const others = othersIn(order, attempts).filter(one => ids.includes(idOf(one)))
  return toldSum(others, visit)
}

type Paid = Pick<CheckoutAttempt, 'isVoided' | 'payment'>

function othersIn(order: Content | undefined, attempts: readonly CheckoutAttempt[]): readonly Paid[] {
  const own = attempts.map(idOf)
  return triedAtPages(order)
    .filter(isCharge)
    .map(payment => ({ payment }))
    .filter(one => !own.includes(idOf(one)))
}

function toldSum(taken: readonly Paid[], { locale }: CheckoutVisit): string | undefined {
  const given = taken.map(paidBy)
  const [first] = given
  return first && moneyIn(first.currency, locale)(sumOf(given, first.currency).amount)
}

const startOf = ({ payment }: Paid): number => Date.parse(textAt(payment, 'timeOfRecord') ?? '')

const isGivenUp = ({ payment }: Paid): boolean =>
  textAt(payment, 'result') === 'FAILURE' && textAt(payment, 'response', 'gatewayCode') === 'ABORTED'

/** Of money that is only held, nothing was taken. */
const isPaymentVoided = ({ payment, isVoided }: Paid): boolean =>
  isVoided === true && textAt(payment, 'transaction', 'type') === 'PAYMENT'

const charges: ReadonlySet<string | undefined> = new Set(['AUTHORIZATION', 'PAYMENT'])

/** Of transactions that move money; others have nothing that could be a part. */
export const isCharge = (payment: Content): boolean => charges.has(textAt(payment, 'transaction', 'type'))

const isTaken = ({ payment, isVoided }: CheckoutAttempt): boolean =>
  payment !== undefined && !isVoided && isCharge(payment) && textAt(payment, 'result') === 'SUCCESS'

const idOf = ({ payment }: Paid): string => textAt(payment, 'transaction', 'id') ?? ''

/** The transaction tells what was approved. */
const paidBy = ({ payment }: Paid): CheckoutPrice => ({
  amount: textAt(payment, 'transaction', 'amount') ?? '',
  currency: textAt(payment, 'transaction', 'currency') ?? '',
})

const digitsOf = ({ payment }: CheckoutAttempt): string =>
  textAt(payment, 'sourceOfFunds', 'provided', 'card', 'number')?.slice(-4) ?? ''

/** An order is in one currency, which is that of its payments. */
function sumOf(prices: readonly CheckoutPrice[], wanted: string): CheckoutPrice {
  const currency = prices[0]?.currency ?? wanted
  const counted = prices.filter(isCounted)
  const sum = counted.reduce((total, { amount }) => total + toMinor(amount, currency), 0n)
  return { amount: counted.length === 0 ? '0' : toDecimal(sum, currency), currency }
}

const isCounted = ({ amount, currency }: CheckoutPrice): boolean => fitsCurrency(amount, currency)
