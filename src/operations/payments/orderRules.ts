// Rules that hold a request against its order: state, currency, remainder, number of attempts, figures.
// `refusedBy…` returns a rejection (nothing is recorded), `verdictOn…` a decline that is recorded.

import { custom } from '../../contract/groups/order.ts'
import type { Content } from '../../contract/kit/content.ts'
import { compare, exact } from '../../contract/kit/decimals.ts'
import type { Operation } from '../../contract/kit/operation.ts'
import { mergeRecords, selectFields } from '../../contract/kit/records.ts'
import { amountNotOfCurrency, brokenRuleOfOrder } from '../../contract/kit/validate.ts'
import type { OrderRecord } from '../../contract/model.ts'
import { admits, type OperationName, whyNotAdmitted } from '../../orders/admission.ts'
import { toDecimal, toMinor } from '../../orders/money.ts'
import { authorizationExpiresAtMs } from '../../orders/periods.ts'
import { invalid, type Rejection, rejectionOf } from '../../orders/rejection.ts'
import { stateOf } from '../../orders/status.ts'
import { excessOf, orderAmountOf, type Totals } from '../../orders/totals.ts'
import {
  effectiveAmount,
  type Transaction,
  type TransactionType,
  tookEffect,
} from '../../orders/transaction.ts'
import type { CardBrand } from '../../standards/cardBrands.ts'
import type { ConcludedResult, PlanContext } from '../model/flow.ts'
import type { RecordedTransaction } from '../model/journal.ts'
import { unfinishedParts } from '../model/partialPayments.ts'
import { stepsOf } from '../model/steps.ts'
import { cardOf } from '../model/transactionCard.ts'

/** Refuses an operation that the order's state does not admit. */
export function refusedByState(context: PlanContext, operation: OperationName): Rejection | undefined {
  const state = stateOf(context.transactions)
  const refusal = refusedByRemainder(context, operation)
  if (refusal || paysRemainder(context) || admits(state, operation)) return refusal
  return invalid('apiOperation', whyNotAdmitted(state, operation), operation)
}

/** Refuses to use an authorization that has expired. */
export function refusedByExpiry(
  { transactions, nowMs, periods }: PlanContext,
  operation: OperationName,
): Rejection | undefined {
  const expiresAtMs = authorizationExpiresAtMs(transactions, periods, networkOf(transactions))
  if (expiresAtMs === undefined || nowMs === undefined || nowMs < expiresAtMs) return undefined
  const when = new Date(expiresAtMs).toISOString()
  return invalid('apiOperation', `The authorization expired at ${when}.`, operation)
}

/** Of the card that was authorized. */
function networkOf(transactions: readonly RecordedTransaction[]): CardBrand | undefined {
  const authorization = transactions.findLast(one => one.type === 'AUTHORIZATION' && tookEffect(one))
  const withCard = authorization && cardOf(transactions, authorization)
  return transactions.find(({ id }) => id === withCard)?.request.fields.sourceOfFunds?.provided?.card?.brand
}

/** All transactions of an order are in one currency. */
export function refusedByCurrency(
  context: PlanContext,
  { order, transaction }: { readonly order?: Priced; readonly transaction?: Priced },
): Rejection | undefined {
  if (context.currency === undefined) return undefined
  const given = [
    ['transaction.currency', transaction?.currency],
    ['order.currency', order?.currency],
  ] as const
  for (const [field, currency] of given)
    if (currency !== undefined && currency !== context.currency)
      return invalid(field, `The order is in ${context.currency}.`, currency)
  return undefined
}
type Priced = { readonly amount?: string; readonly currency?: string }

/**
 * While a payer is paying the remainder, the order admits nothing but payments of that payer: for the
 * remainder of exactly those parts that existed when the page asked for it.
 */
function refusedByRemainder(
  { transactions, remainder }: PlanContext,
  operation: OperationName,
): Rejection | undefined {
  const parts = unfinishedParts(transactions).map(({ id }) => id)
  if (isSameIds(parts, remainder?.after ?? []) && (parts.length === 0 || ofPayer.has(operation)))
    return undefined
  const why = parts.length > 0 ? 'The payer of this order is still paying the rest of it.' : partIsGone
  return invalid('apiOperation', why, operation)
}

const partIsGone = 'The payment that this is the rest of is gone.'

const ofPayer: ReadonlySet<OperationName> = new Set(['PAY', 'INITIATE_AUTHENTICATION', 'AUTHENTICATE_PAYER'])

/** Whether this pays the remainder of an order that earlier payments paid a part of. */
export const paysRemainder = ({ remainder }: PlanContext): boolean => (remainder?.after.length ?? 0) > 0

/** What is to be paid of an order's amount: all of it, or what earlier parts have left. */
export function amountDue(context: PlanContext, amount: string, currency: string): bigint | Rejection {
  const whole = toMinor(amount, currency)
  if (!paysRemainder(context)) return whole
  const parts = unfinishedParts(context.transactions)
  const due = parts.reduce((left, part) => left - effectiveAmount(part), whole)
  return due > 0n ? due : invalid('order.amount', 'As much as that is paid already.', amount)
}

/** An authentication for one remainder is not valid for another. */
export function refusedByAuthenticatedRemainder(
  { remainder }: PlanContext,
  proof: RecordedTransaction | undefined,
): Rejection | undefined {
  const begun = proof?.request.additions.remainder
  if (!begun || isSameIds(begun.after, remainder?.after ?? [])) return undefined
  return invalid('authentication.transactionId', 'What the payer was authenticated for is not what is due.')
}

/**
 * Refuses to repeat an attempt to pay a remainder once its parts were reversed: it would count as payment of
 * the whole order.
 */
export function refusedByLoss(
  { remainder }: PlanContext,
  tried: RecordedTransaction,
  operation: OperationName,
): Rejection | undefined {
  const isStillDue = isSameIds(tried.request.additions.remainder?.after ?? [], remainder?.after ?? [])
  return isStillDue ? undefined : invalid('apiOperation', partIsGone, operation)
}

const isSameIds = (some: readonly string[], others: readonly string[]): boolean =>
  some.length === others.length && some.every(id => others.includes(id))

/** Too many unsuccessful attempts on one order look like card testing: the acquirer is asked no more. */
export function verdictOnAttempts({ transactions }: PlanContext): ConcludedResult | undefined {
  const failed = transactions.filter(isFailedAttempt).length
  return failed < failedAttemptsMax ? undefined : { result: 'FAILURE', gatewayCode: 'EXCEEDED_RETRY_LIMIT' }
}

const failedAttemptsMax = 10

/** Attempts without an outcome count too: the acquirer was asked. */
const isFailedAttempt = ({ type, result, gatewayCode }: Transaction): boolean =>
  attempts.has(type) && result !== 'SUCCESS' && gatewayCode !== 'EXCEEDED_RETRY_LIMIT'

const attempts: ReadonlySet<TransactionType> = new Set(['AUTHORIZATION', 'PAYMENT', 'VERIFICATION'])

type WantedAmount = {
  readonly amount: bigint
  readonly left: bigint
  readonly currency: string
  readonly done: 'captured' | 'charged back' | 'refunded' | 'reversed'
}

/** Refuses an amount that exceeds what is left; the text has how much that is. */
export function refusedAmount({ amount, left, currency, done }: WantedAmount): Rejection | undefined {
  if (amount <= left) return undefined
  const why =
    left > 0n
      ? `At most ${toDecimal(left, currency)} ${currency} can still be ${done}.`
      : `Nothing is left that could be ${done}.`
  return invalid('transaction.amount', why, toDecimal(amount, currency))
}

/** By how much the order may exceed its bounds: as the profile allows, but not less than it does already. */
export function excessAllowed(totals: Totals, allowance: bigint): bigint {
  const already = excessOf(totals)
  return already > allowance ? already : allowance
}

type OrderFieldsRequest = {
  readonly order?: Customised & { readonly subMerchant?: object }
  readonly transaction?: { readonly source?: string }
}
type Customised = { readonly custom?: Readonly<Record<string, string>> }

/** Fields of the order as a whole: given on its first transaction only, or counted over all of them. */
export function refusedByOrder(
  context: PlanContext,
  { order, transaction }: OrderFieldsRequest,
): Rejection | undefined {
  // Failed attempts and payer authentications do not count as the first transaction: the next one may give
  // these fields again. So may the payment of a remainder: it comes from the session of the first part.
  const isLater =
    !paysRemainder(context) &&
    context.transactions.some(one => one.type !== 'AUTHENTICATION' && tookEffect(one))
  if (isLater && order?.subMerchant)
    return invalid('order.subMerchant', 'It may be given on the first transaction of an order only.')
  if (isLater && transaction?.source !== undefined)
    return invalid('transaction.source', 'It may be given on the first transaction only.', transaction.source)
  return refusedByCustom(context, order)
}

/** The merchant's own fields are counted over all requests of an order (spec 8). */
export function refusedByCustom(
  { transactions }: PlanContext,
  order: Customised | undefined,
): Rejection | undefined {
  if (!order?.custom) return undefined
  const names = new Set(Object.keys(order.custom))
  for (const { request } of transactions) {
    for (const name of Object.keys(request.fields.order?.custom ?? {})) names.add(name)
  }
  if (names.size <= custom.max) return undefined
  return invalid(
    'order.custom',
    `An order has at most ${custom.max} fields of your own over all its requests.`,
  )
}

/** The sub-totals of an order, and the amounts that they must add up to. */
const figureNames = [
  'amount',
  'discount',
  'item',
  'itemAmount',
  'shippingAndHandlingAmount',
  'taxAmount',
] as const

/** With what the order is for, which says whether a request may name an account that is funded. */
const judgedNames = [...figureNames, 'purchaseType'] as const

type OrderFigures = Partial<Pick<OrderRecord, (typeof judgedNames)[number] | 'currency'>>

type FiguredRequest = {
  readonly operation: Operation
  readonly request: Content & { readonly order?: OrderRecord }
}

/** Where a request leaves out the currency, its amounts must have the decimals of the order's currency. */
export function refusedByDecimals(
  { operation, request }: FiguredRequest,
  currency: string,
): Rejection | undefined {
  const finding = amountNotOfCurrency(operation, request, currency)
  return finding && rejectionOf(finding)
}

/**
 * A follow-up may add figures to the order, but none that contradict those it has. The order's amount is
 * fixed by then; the amount of the follow-up is transaction.amount.
 */
export function refusedByFigures(asking: FiguredRequest, context: PlanContext): Rejection | undefined {
  const { order = {}, accountFunding } = asking.request
  const isJudged = accountFunding !== undefined || figureNames.some(name => order[name] !== undefined)
  if (!isJudged) return undefined
  const figures = figuresOf(context)
  if (typeof order.amount === 'string' && !isSame(order.amount, figures.amount))
    return invalid('order.amount', `The order is of ${figures.amount} ${figures.currency}.`, order.amount)
  return refusedBeside(asking, figures)
}

/** The same where the order's amount may differ, or where the request itself begins the order. */
export function refusedBeside(
  { operation, request }: FiguredRequest,
  figures: OrderFigures,
): Rejection | undefined {
  const { order = {}, accountFunding } = request
  const isOther = (name: (typeof figureNames)[number]) =>
    order[name] !== undefined && !isSame(order[name], figures[name])
  if (accountFunding === undefined && !figureNames.some(isOther)) return undefined
  const finding = brokenRuleOfOrder(operation, request, figures)
  if (!finding) return undefined
  return rejectionOf({ ...finding, sentence: `${finding.sentence} ${whoseFigures}` })
}

const whoseFigures = 'What the request leaves out, the order says.'

/** The order's current figures: unsuccessful transactions do not count. */
function figuresOf({ transactions, amount = 0n, currency = '' }: PlanContext): OrderFigures {
  const figures = figuresGivenIn(transactions.filter(tookEffect))
  return { ...figures, amount: toDecimal(orderAmountOf(transactions) ?? amount, currency), currency }
}

/** The newest value of each figure, merged group by group as the order itself is. */
export function figuresGivenIn(transactions: readonly RecordedTransaction[]): OrderFigures {
  return transactions
    .flatMap(stepsOf)
    .map(({ request }) => selectFields(request.fields.order ?? {}, judgedNames))
    .reduce<OrderFigures>(mergeRecords, {})
}

/** 100 and 100.00 are the same amount. */
function isSame(one: unknown, other: unknown): boolean {
  if (typeof one === 'string' && typeof other === 'string') return compare(exact(one), exact(other)) === 0
  return JSON.stringify(one) === JSON.stringify(other)
}
