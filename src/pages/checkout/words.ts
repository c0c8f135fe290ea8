// The texts and formats of the checkout page in the payer's language.

import { fillPlaceholders } from '../browser/checkout/protocol.ts'
import { directionOf, moneyIn, type PageLocale } from '../localisation.ts'
import type { CheckoutView } from './view.ts'
import { arabic } from './words/arabic.ts'
import { chinese } from './words/chinese.ts'
import { dutch } from './words/dutch.ts'
import { type CheckoutWords, english } from './words/english.ts'
import { french } from './words/french.ts'
import { german } from './words/german.ts'
import { italian } from './words/italian.ts'
import { japanese } from './words/japanese.ts'
import { portuguese } from './words/portuguese.ts'
import { spanish } from './words/spanish.ts'

/** The view, with functions for texts and amounts in its language. */
export type LocalizedPage = {
  readonly view: CheckoutView
  /** A text of the page; merchant, amount and order are filled in. */
  readonly text: (word: keyof CheckoutWords, values?: Readonly<Record<string, string>>) => string
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
  const allIsolated = (values: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(values).map(([placeholder, text]) => [placeholder, isolated(text)]))
  return {
    view,
    money,
    text(word, values) {
      const text = words[word]
      if (!text.includes('{')) return text
      return fillPlaceholders(text, values ? { ...known, ...allIsolated(values) } : known)
    },
  }
}

/** Names in the opposite writing direction are isolated from the text around them. */
const rightToLeft = /[\u0590-\u08ff]/

export const wordsOf = (locale: PageLocale): CheckoutWords => languages[locale]

const languages = {
  en: english,
  de: german,
  fr: french,
  es: spanish,
  ar: arabic,
  pt: portuguese,
  it: italian,
  ja: japanese,
  'zh-Hans': chinese,
  nl: dutch,
} as const satisfies Record<PageLocale, CheckoutWords>
