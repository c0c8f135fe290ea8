import { useMemo } from 'react'
import { type Say, useLocale } from '../language.tsx'
import { readable } from '../payments/codeWords.ts'
import type { todayWords } from '../words/today.ts'

/** Empty, or asked for as OTHER: no card, or none that is known. */
export const brandText = (brand: string, say: Say<(typeof todayWords)['en']>): string =>
  brand === '' || brand === 'OTHER' ? say('otherBrand') : readable(brand)

/** How much more it is than before, relative to that; undefined where there was nothing. */
export function changeOf(value: number | null, before: number | null): number | undefined {
  return value === null || before === null || before === 0 ? undefined : value / before - 1
}

/** Milliseconds up to a second, then seconds. */
export function useDuration(): (ms: number | null) => string {
  const locale = useLocale()
  return useMemo(() => {
    const whole = new Intl.NumberFormat(locale, {
      style: 'unit',
      unit: 'millisecond',
      maximumFractionDigits: 0,
    })
    const seconds = new Intl.NumberFormat(locale, { style: 'unit', unit: 'second', maximumFractionDigits: 1 })
    return ms => {
      if (ms === null) return '–'
      return ms < 1_000 ? whole.format(ms) : seconds.format(ms / 1_000)
    }
  }, [locale])
}
