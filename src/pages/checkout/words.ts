import { fillPlaceholders } from '../browser/checkout/protocol.ts'
import { moneyIn } from '../localisation.ts'
import type { CheckoutView, PageLocale } from './view.ts'
import { arabic } from './words/arabic.ts'
import { english } from './words/english.ts'
import { french } from './words/french.ts'
import { german } from './words/german.ts'
import { spanish } from './words/spanish.ts'

export type CheckoutWords = { readonly [word in keyof typeof english]: string }

export const wordsOf = (locale: PageLocale): CheckoutWords => languages[locale]

const languages = {
  en: english,
  de: german,
  fr: french,
  es: spanish,
  ar: arabic,
} as const satisfies Record<PageLocale, CheckoutWords>

export const directionOf = (locale: PageLocale): 'ltr' | 'rtl' => (locale === 'ar' ? 'rtl' : 'ltr')

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
