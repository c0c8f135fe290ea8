// The languages of the console: some of those that payers have.

import type { PageLocale } from '../../../pages/localisation.ts'

export const consoleLocales = ['en', 'de', 'fr', 'es', 'ar'] as const satisfies readonly PageLocale[]
export type ConsoleLocale = (typeof consoleLocales)[number]
