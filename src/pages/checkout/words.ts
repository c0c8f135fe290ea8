// The texts and formats of the checkout page in the payer's language.

import { fillPlaceholders } from '../browser/checkout/protocol.ts'
import { directionOf, moneyIn } from '../localisation.ts'
import type { CheckoutView } from './view.ts'
import type { CheckoutWords } from './words/english.ts'
import { wordsOf } from './words/languages.ts'

/** Texts and amounts in the payer's language. */
export type PageTexts = {
  /** A text of the page; merchant, amount and order are filled in. */
  readonly text: (word: keyof CheckoutWords, values?: Readonly<Record<string, string>>) => string
  readonly money: (amount: string) => string
}

/** The view, with its texts. */
export type LocalizedPage = PageTexts & { readonly view: CheckoutView }

export const localized = (view: CheckoutView): LocalizedPage => ({ view, ...textsFor(view) })

/** What the texts are about. */
export type TextSubject = Pick<CheckoutView, 'locale'> & {
  readonly merchant: Pick<CheckoutView['merchant'], 'name'>
  readonly order: Pick<CheckoutView['order'], 'amount' | 'currency' | 'id'>
}

export function textsFor({ locale, merchant, order }: TextSubject): PageTexts {
  const money = moneyIn(order.currency, locale)
  const isolated = (text: string) =>
    directionOf(locale) === 'rtl' || rightToLeft.test(text) ? `\u2068${text}\u2069` : text
  const known = {
    merchant: isolated(merchant.name),
    amount: isolated(money(order.amount)),
    id: isolated(order.id),
  }
  const words = wordsOf(locale)
  const allIsolated = (values: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(values).map(([placeholder, text]) => [placeholder, isolated(text)]))
  return {
    money,
    text(word, values) {
      const text = words[word]
      if (!text.includes('{')) return text
      const filled = fillPlaceholders(text, values ? { ...known, ...allIsolated(values) } : known)
      return locale === 'zh-Hans' ? filled.replace(spaceInChinese, '') : filled
    },
  }
}

/** Between Chinese and Latin letters there is a space, between Chinese ones none. */
const spaceInChinese = /(?<=\p{Script=Han}) (?=\p{Script=Han})/gu

/** Names in the opposite writing direction are isolated from the text around them. */
const rightToLeft = /[\u0590-\u08ff]/
