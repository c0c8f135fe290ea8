import { countryOfNumber } from '../../standards/countries.ts'
import type { PageLocale } from './view.ts'

export type NamedCountry = { readonly code: string; readonly name: string }

/** Countries by their three-letter codes, named and ordered as the language does. Made once for each. */
export function countryNames(locale: PageLocale): readonly NamedCountry[] {
  const known = lists.get(locale) ?? named(locale)
  lists.set(locale, known)
  return known
}

export function countryName(code: string, locale: PageLocale): string {
  return countryNames(locale).find(country => country.code === code)?.name ?? code
}

const lists = new Map<PageLocale, readonly NamedCountry[]>()

function named(locale: PageLocale): readonly NamedCountry[] {
  const names = new Intl.DisplayNames(locale, { type: 'region' })
  const inOrder = new Intl.Collator(locale).compare
  return Array.from({ length: 1000 }, (_, number) => String(number).padStart(3, '0'))
    .map(number => ({ code: countryOfNumber(number), region: regionOf(number) }))
    .flatMap(({ code, region }) => (code ? [{ code, name: (region && names.of(region)) ?? code }] : []))
    .sort((one, other) => inOrder(one.name, other.name))
}

/** Language tags name regions by number, too, and are normalised to the two letters that names go by. */
function regionOf(number: string): string | undefined {
  const { region } = new Intl.Locale(`und-${number}`)
  return region && /^[A-Z]{2}$/.test(region) ? region : undefined
}
