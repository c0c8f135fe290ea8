import { type Content, isObject, mergeContent } from '../../contract/kit/content.ts'
import { compare, exact } from '../../contract/kit/decimals.ts'
import type { Operation } from '../../contract/kit/operation.ts'
import { amountNotOfCurrency, brokenRuleOfOrder } from '../../contract/kit/validate.ts'
import { toDecimal } from '../../orders/money.ts'
import { invalid, type Rejection, rejectionOf } from '../../orders/rejection.ts'
import { orderAmountOf } from '../../orders/totals.ts'
import { tookEffect } from '../../orders/transaction.ts'
import { valueIn } from '../model/documents.ts'
import type { PlanContext } from '../model/flow.ts'
import type { RecordedTransaction } from '../model/journal.ts'
import { stepsOf } from '../model/steps.ts'

/** Sub-totals and what they are held against. */
const names = ['amount', 'discount', 'item', 'itemAmount', 'shippingAndHandlingAmount', 'taxAmount'] as const

type Asking = { readonly operation: Operation; readonly request: Content & { readonly order?: Content } }

/** A request that leaves the currency to its order is held to the decimals of that. */
export function refusedByDecimals({ operation, request }: Asking, currency: string): Rejection | undefined {
  const finding = amountNotOfCurrency(operation, request, currency)
  return finding && rejectionOf(finding)
}

/**
 * What follows up may say more of the order, but nothing that contradicts what the order says already. The
 * order's amount is settled by then: how much moves now, the transaction says.
 */
export function refusedByFigures(asking: Asking, past: PlanContext): Rejection | undefined {
  const { order } = asking.request
  if (!order || !names.some(name => order[name] !== undefined)) return undefined
  const figures = figuresOf(past)
  if (typeof order.amount === 'string' && !isSame(order.amount, figures.amount))
    return invalid('order.amount', `The order is of ${figures.amount} ${figures.currency}.`, order.amount)
  return refusedBeside(asking, figures)
}

/** The same where the amount may be another, or where the request itself begins the order. */
export function refusedBeside({ operation, request }: Asking, figures: Content): Rejection | undefined {
  const { order = {} } = request
  if (!names.some(name => order[name] !== undefined && !isSame(order[name], figures[name]))) return undefined
  const finding = brokenRuleOfOrder(operation, request, figures)
  if (!finding) return undefined
  return rejectionOf({ ...finding, sentence: `${finding.sentence} ${whoseFigures}` })
}

const whoseFigures = 'What the request leaves out, the order says.'

/** As the order stands: what failed has no say in it. */
function figuresOf({ transactions, amount = 0n, currency = '' }: PlanContext): Content {
  const said = figuresSaidBy(transactions.filter(tookEffect))
  return { ...said, amount: toDecimal(orderAmountOf(transactions) ?? amount, currency), currency }
}

/** The newest word on each of them, put together group by group as the order itself is. */
export function figuresSaidBy(transactions: readonly RecordedTransaction[]): Content {
  return transactions
    .flatMap(stepsOf)
    .map(({ request }) => valueIn(request, 'order'))
    .filter(isObject)
    .map(figuresIn)
    .reduce(mergeContent, {})
}

const figuresIn = (order: Content): Content =>
  Object.fromEntries(names.flatMap(name => (order[name] === undefined ? [] : [[name, order[name]]])))

/** 100 and 100.00 are one amount. */
function isSame(one: unknown, other: unknown): boolean {
  if (typeof one === 'string' && typeof other === 'string') return compare(exact(one), exact(other)) === 0
  return JSON.stringify(one) === JSON.stringify(other)
}
