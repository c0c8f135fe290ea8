// The texts of the small pages with a message, in the payer's language.

import type { PageLocale } from './localisation.ts'
import { arabic } from './noticeWords/arabic.ts'
import { chinese } from './noticeWords/chinese.ts'
import { dutch } from './noticeWords/dutch.ts'
import { english, type NoticeWords } from './noticeWords/english.ts'
import { french } from './noticeWords/french.ts'
import { german } from './noticeWords/german.ts'
import { italian } from './noticeWords/italian.ts'
import { japanese } from './noticeWords/japanese.ts'
import { portuguese } from './noticeWords/portuguese.ts'
import { spanish } from './noticeWords/spanish.ts'

export const noticeWordsIn = (locale: PageLocale): NoticeWords => languages[locale]

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
} as const satisfies Record<PageLocale, NoticeWords>
