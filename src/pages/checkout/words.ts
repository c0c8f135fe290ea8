import type { Locale } from './view.ts'
import { arabic } from './words/arabic.ts'
import { english } from './words/english.ts'
import { french } from './words/french.ts'
import { german } from './words/german.ts'
import { spanish } from './words/spanish.ts'

export type Words = { readonly [word in keyof typeof english]: string }

export const wordsOf = (locale: Locale): Words => languages[locale]

const languages = {
  en: english,
  de: german,
  fr: french,
  es: spanish,
  ar: arabic,
} as const satisfies Record<Locale, Words>

export const directionOf = (locale: Locale): 'ltr' | 'rtl' => (locale === 'ar' ? 'rtl' : 'ltr')
