// Rules about amounts and currencies.

import type { currencyConversion } from '../groups/currencyConversion.ts'
import type { interaction } from '../groups/interaction.ts'
import type { order, paidOrder } from '../groups/order.ts'
import type { transaction } from '../groups/transaction.ts'
import { type ExactDecimal, exact, isEqual, minus, plus, times, zero } from '../kit/decimals.ts'
import { rule, ruleOfOrder } from '../kit/operation.ts'
import { amountsFitTheirCurrency, invalid } from '../kit/validateFields.ts'
import type { ValueOf } from '../kit/vocabulary.ts'

type Ordered = { readonly order?: ValueOf<typeof order> | ValueOf<typeof paidOrder> }
type Moved = Ordered & { readonly transaction?: ValueOf<typeof transaction> }

/** Sub-totals that are given must add up; none is required. */
export const subTotalsAddUp = ruleOfOrder<Ordered>(
  'sub-totals add up',
  'Of itemAmount, shippingAndHandlingAmount, taxAmount those given, less the discount, make up the amount; ' +
    'a request that follows up and changes one of them is judged with those of the order.',
  ({ order }) => {
    const given = [order?.itemAmount, order?.shippingAndHandlingAmount, order?.taxAmount].filter(isGiven)
    if (order?.amount === undefined || given.length === 0) return undefined
    const total = minus(sum(given.map(exact)), exact(order.discount?.amount ?? '0'))
    if (isEqual(total, exact(order.amount))) return undefined
    return invalid('order.amount', 'Its sub-totals, less the discount, must add up to it.', order.amount)
  },
)

export const taxAmountIsThatOfItems = ruleOfOrder<Ordered>(
  'tax of the items',
  'When line items give unitTaxAmount, order.taxAmount must equal the sum of quantity times unitTaxAmount.',
  ({ order }) => {
    const taxed = order?.item?.filter(item => item.unitTaxAmount !== undefined) ?? []
    if (order?.taxAmount === undefined || taxed.length === 0) return undefined
    const total = sum(taxed.map(item => times(exact(item.quantity), exact(item.unitTaxAmount ?? '0'))))
    if (isEqual(total, exact(order.taxAmount))) return undefined
    return invalid('order.taxAmount', 'It must equal the tax of the line items.', order.taxAmount)
  },
)

/** Operations that move money refuse zero. */
export const moneyMoves = rule<Moved>(
  'money moves',
  'An amount of zero is refused where money would move.',
  ({ order, transaction }) => {
    const amounts = [
      ['order.amount', order?.amount],
      ['transaction.amount', transaction?.amount],
    ] as const
    for (const [field, value] of amounts) if (isZero(value)) return invalid(field, moreThanZero, value)
    return undefined
  },
)

type Checkout = Ordered & { readonly interaction?: ValueOf<typeof interaction> }

/** A checkout that only verifies or stores a card may have an amount of zero. */
export const checkoutMovesMoney = rule<Checkout>(
  'money moves at checkout',
  'An order.amount of zero is accepted with interaction.operation VERIFY or NONE only.',
  ({ interaction, order }) => {
    const operation = interaction?.operation
    if (operation === 'NONE' || operation === 'VERIFY' || !isZero(order?.amount)) return undefined
    return invalid('order.amount', moreThanZero, order?.amount)
  },
)

/** The first transaction of an order moves the order's amount: if both are given, they must be equal. */
export const transactionIsTheOrder = rule<Moved>(
  'transaction and order agree',
  'transaction.amount and transaction.currency, where given, must equal those of the order.',
  ({ order, transaction }) => {
    if (transaction?.currency !== undefined && transaction.currency !== order?.currency)
      return invalid('transaction.currency', "It must equal the order's.", transaction.currency)
    if (transaction?.amount === undefined || order?.amount === undefined) return undefined
    if (isEqual(exact(transaction.amount), exact(order.amount))) return undefined
    return invalid('transaction.amount', "It must equal the order's.", transaction.amount)
  },
)

/** A linked refund gives the amount with the transaction; a standalone one may give it with the order. */
export const refundSaysHowMuch = rule<Moved>(
  'a refund says how much',
  'transaction.amount and transaction.currency, or for a standalone refund order.amount and order.currency.',
  ({ order, transaction }) => {
    const missing = (['amount', 'currency'] as const).find(
      name => transaction?.[name] === undefined && order?.[name] === undefined,
    )
    return missing && { field: `transaction.${missing}`, validationType: 'MISSING' }
  },
)

const moreThanZero = 'It must be more than zero.'
const isZero = (value: string | undefined) => value !== undefined && isEqual(exact(value), zero)
const sum = (amounts: readonly ExactDecimal[]): ExactDecimal => amounts.reduce(plus, zero)
const isGiven = (value: string | undefined): value is string => value !== undefined

type Converted = { readonly currencyConversion?: ValueOf<typeof currencyConversion> }

/** The payer's amount is not in the order's currency, so it is compared with its own. */
export const payerAmountFitsPayerCurrency = rule<Converted>(
  "the payer's amount fits the payer's currency",
  'currencyConversion.payerAmount has at most the decimals of payerCurrency.',
  ({ currencyConversion }) => {
    const { payerAmount, payerCurrency } = currencyConversion ?? {}
    if (payerAmount === undefined || payerCurrency === undefined) return undefined
    return amountsFitTheirCurrency({ order: { currency: payerCurrency } }, [
      { field: 'currencyConversion.payerAmount', value: payerAmount },
    ])
  },
)
