// The texts of the provider's pages, in the payer's language.

import type { PageLocale } from '../pages/localisation.ts'
import { arabic } from './payerTexts/arabic.ts'
import { chinese } from './payerTexts/chinese.ts'
import { dutch } from './payerTexts/dutch.ts'
import { english } from './payerTexts/english.ts'
import { french } from './payerTexts/french.ts'
import { german } from './payerTexts/german.ts'
import { italian } from './payerTexts/italian.ts'
import { japanese } from './payerTexts/japanese.ts'
import { portuguese } from './payerTexts/portuguese.ts'
import type { ProviderTexts } from './payerTexts/providerTexts.ts'
import { spanish } from './payerTexts/spanish.ts'

export const providerTextsIn = (locale: PageLocale): ProviderTexts => languages[locale]

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
} as const satisfies Record<PageLocale, ProviderTexts>
