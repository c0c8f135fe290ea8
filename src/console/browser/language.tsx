// The language of the console, and everything that is written by its rules.

import { DirectionProvider } from '@mantine/core'
import { createContext, type ReactNode, useContext, useEffect, useMemo } from 'react'
import { directionOf, localeAmong, moneyIn } from '../../pages/localisation.ts'
import { usePreferences } from './preferences/preferences.tsx'
import { type ConsoleLocale, consoleLocales } from './words/consoleLocales.ts'
import { type AreaText, type AreaWords, type WordValues, wordIn } from './words/defineWords.ts'

const LanguageContext = createContext<ConsoleLocale>('en')

export function LanguageProvider({ children }: { readonly children: ReactNode }) {
  const { language } = usePreferences().preferences
  const locale = language === 'auto' ? localeAmong(consoleLocales, navigator.languages) : language
  const direction = directionOf(locale)
  useEffect(() => {
    document.documentElement.lang = locale
    document.documentElement.dir = direction
  }, [locale, direction])
  return (
    <DirectionProvider key={direction} initialDirection={direction} detectDirection={false}>
      <LanguageContext value={locale}>{children}</LanguageContext>
    </DirectionProvider>
  )
}

export const useLocale = (): ConsoleLocale => useContext(LanguageContext)

/** `const say = useWords(paymentsWords)`, then `say('title')` or `say('found', { count: 3 })`. */
export function useWords<W extends Readonly<Record<string, AreaText>>>(words: AreaWords<W>): Say<W> {
  const locale = useLocale()
  return useMemo(() => {
    const texts = words[locale]
    return (name, values) => wordIn(texts[name], locale, values)
  }, [words, locale])
}

export type Say<W> = (name: keyof W, values?: WordValues) => string

/** `formatMoney('12.50', 'EUR')`: with the decimals of the currency, whatever the language. */
export function useMoney(): (amount: string, currency: string) => string {
  const locale = useLocale()
  return useMemo(() => (amount, currency) => moneyIn(currency, locale)(amount), [locale])
}

export function useNumber(options?: Intl.NumberFormatOptions): (value: number) => string {
  const locale = useLocale()
  const key = JSON.stringify(options)
  return useMemo(() => {
    const given: Intl.NumberFormatOptions | undefined = key === undefined ? undefined : JSON.parse(key)
    const format = new Intl.NumberFormat(locale, given)
    return value => format.format(value)
  }, [locale, key])
}

export type TimeFormats = {
  /** Day and minute, as people speak of it. */
  readonly short: (time: Date) => string
  /** To the millisecond, with the time zone. */
  readonly exact: (time: Date) => string
  readonly day: (time: Date) => string
  /** Without the year. */
  readonly shortDay: (time: Date) => string
  readonly hour: (time: Date) => string
  /** Days that the server counts by, which begin by UTC wherever one reads. */
  readonly countedDay: (time: Date) => string
  readonly shortCountedDay: (time: Date) => string
}

/** In the time zone of whoever reads, but for counted days. */
export function useTimeFormats(): TimeFormats {
  const locale = useLocale()
  return useMemo(() => {
    const formatOf = (options: Intl.DateTimeFormatOptions) => {
      const format = new Intl.DateTimeFormat(locale, options)
      return (time: Date) => format.format(time)
    }
    const day = { year: 'numeric', month: 'short', day: 'numeric' } as const
    const shortDay = { month: 'short', day: 'numeric' } as const
    const minute = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
    return {
      short: formatOf({ ...day, ...minute }),
      exact: formatOf({
        ...{ ...day, ...minute, second: '2-digit', fractionalSecondDigits: 3, timeZoneName: 'longOffset' },
      }),
      day: formatOf(day),
      shortDay: formatOf(shortDay),
      hour: formatOf(minute),
      countedDay: formatOf({ ...day, timeZone: 'UTC' }),
      shortCountedDay: formatOf({ ...shortDay, timeZone: 'UTC' }),
    }
  }, [locale])
}
