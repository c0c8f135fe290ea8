import type { PageLocale } from './view.ts'
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
