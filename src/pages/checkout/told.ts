import { fillPlaceholders } from '../browser/checkout/protocol.ts'
import { moneyIn } from './money.ts'
import type { CheckoutView } from './view.ts'
import { type CheckoutWords, directionOf, wordsOf } from './words.ts'

/** A view with the words for it. */
export type LocalizedPage = {
  readonly view: CheckoutView
  /** A sentence of the page; merchant, amount and order are filled in. */
  readonly say: (word: keyof CheckoutWords, values?: Readonly<Record<string, string>>) => string
  readonly money: (amount: string) => string
}

export function localized(view: CheckoutView): LocalizedPage {
  const { locale, merchant, order } = view
  const money = moneyIn(order.currency, locale)
  const isolated = (text: string) =>
    directionOf(locale) === 'rtl' || rightToLeft.test(text) ? `\u2068${text}\u2069` : text
  const known = {
    merchant: isolated(merchant.name),
    amount: isolated(money(order.amount)),
    id: isolated(order.id),
  }
  const words = wordsOf(locale)
  const apart = (values: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(values).map(([gap, text]) => [gap, isolated(text)]))
  return {
    view,
    money,
    say: (word, values = {}) => fillPlaceholders(words[word], { ...known, ...apart(values) }),
  }
}

/** Names that run against the sentence around them are set apart from it. */
const rightToLeft = /[\u0590-\u08ff]/
