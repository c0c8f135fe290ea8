// The texts of the checkout page by language.

import type { PageLocale } from '../../localisation.ts'
import { arabic } from './arabic.ts'
import { chinese } from './chinese.ts'
import { dutch } from './dutch.ts'
import { type CheckoutWords, english } from './english.ts'
import { french } from './french.ts'
import { german } from './german.ts'
import { italian } from './italian.ts'
import { japanese } from './japanese.ts'
import { portuguese } from './portuguese.ts'
import { spanish } from './spanish.ts'

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
