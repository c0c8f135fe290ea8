// What is bought and how it reaches the payer: `merchantRiskIndicator`, and the kind of the transaction.

import { numberOfCurrency } from '../../../standards/currencies.ts'
import type { Particulars } from './particulars.ts'
import { emailOf } from './payer.ts'

const isLoad = (given: Particulars): boolean =>
  /^(?:GIFT_CARD|PREPAID)_LOAD$/.test(given.text('order.valueTransfer.accountType') ?? '')

/** Goods or services unless the merchant says otherwise. */
export function transactionTypeOf(given: Particulars): string {
  if (given.text('order.purchaseType') === 'ACCOUNT_FUNDING') return '10'
  return isLoad(given) ? '28' : '01'
}

export function riskOf(given: Particulars, currency: string) {
  const method = given.text('shipping.method') ?? ''
  const risk = {
    shipIndicator: shipIndicatorOf(given, method),
    deliveryTimeframe: timeframes.get(method),
    ...(method === 'ELECTRONIC' && { deliveryEmailAddress: emailOf(given.text('shipping.contact.email')) }),
    ...(isLoad(given) && giftCardsOf(given, currency)),
  }
  const told = Object.entries(risk).filter(([, value]) => value !== undefined)
  return told.length === 0 ? undefined : risk
}

const timeframes: ReadonlyMap<string, string> = new Map([
  ['ELECTRONIC', '01'],
  ['SAME_DAY', '02'],
  ['OVERNIGHT', '03'],
  ['PRIORITY', '04'],
  ['GROUND', '04'],
])

/** To the cardholder, to an address used before, to another, to a shop; by wire; not at all. */
function shipIndicatorOf(given: Particulars, method: string): string | undefined {
  if (method === 'PICKUP') return '04'
  if (method === 'ELECTRONIC') return '05'
  if (method === 'NOT_SHIPPED') return '07'
  const isBilling = given.text('shipping.address.sameAsBilling')
  if (isBilling === 'SAME') return '01'
  const source = given.text('shipping.address.source')
  if (source === 'ADDRESS_ON_FILE') return '02'
  return source === 'NEW_ADDRESS' || isBilling === 'DIFFERENT' ? '03' : undefined
}

/** In whole units of their currency. */
function giftCardsOf(given: Particulars, orderCurrency: string) {
  const [units = ''] = (given.text('order.valueTransfer.amount') ?? '').split('.')
  const count = given.integer('order.valueTransfer.numberOfCards') ?? 0
  const currency = given.text('order.valueTransfer.currency') ?? orderCurrency
  const isTold = /^[0-9]{1,15}$/.test(units)
  return {
    giftCardAmount: isTold ? units : undefined,
    giftCardCurr: isTold ? numberOfCurrency(currency) : undefined,
    giftCardCount: count >= 1 && count <= 99 ? String(count).padStart(2, '0') : undefined,
  }
}
