// The languages of pages for payers, and how each writes amounts and countries.

import { countryOfNumber } from '../standards/countries.ts'
import { currencyExponent } from '../standards/currencies.ts'

export const locales = ['en', 'de', 'fr', 'es', 'ar', 'pt', 'it', 'ja', 'zh-Hans', 'nl'] as const
export type PageLocale = (typeof locales)[number]

/** The first of the requested languages that is supported; English otherwise. */
export const localeFor = (...wishes: readonly (string | undefined)[]): PageLocale =>
  localeAmong(locales, wishes)

/** The first of the requested languages that is among these; English otherwise. */
export function localeAmong<Some extends PageLocale>(
  some: readonly Some[],
  wishes: readonly (string | undefined)[],
): Some | 'en' {
  for (const wish of wishes) {
    const language = wish === undefined ? undefined : languageOf(wish)
    const locale = some.find(one => one === language)
    if (locale !== undefined) return locale
  }
  return 'en'
}

function languageOf(wish: string): string | undefined {
  const language = wish.split(/[-_]/)[0]?.toLowerCase()
  return language === 'zh' && !traditionalChinese.test(wish) ? 'zh-Hans' : language
}

/** Who writes traditional characters asks for them by script or region: the next wish may be closer. */
const traditionalChinese = /^zh(?![-_]hans).*[-_](?:hant|tw|hk|mo)\b/i

export const directionOf = (locale: PageLocale): 'ltr' | 'rtl' => (locale === 'ar' ? 'rtl' : 'ltr')

/**
 * The languages of an Accept-Language header, in order of preference; without excluded ones (q=0) and "*".
 */
export function languagesIn(header: string | undefined): readonly string[] {
  return (header ?? '')
    .slice(0, headerMax)
    .split(',')
    .map(wishIn)
    .filter(({ language, weight }) => /^[a-z]{1,8}(?:-[a-z0-9]{1,8})*$/i.test(language) && weight > 0)
    .sort((one, other) => other.weight - one.weight)
    .map(({ language }) => language)
}

/** More than any browser sends; the rest of a longer header is ignored. */
const headerMax = 500

function wishIn(wish: string) {
  const [language = '', ...parameters] = wish.split(';').map(part => part.trim())
  const quality = parameters.find(parameter => /^q\s*=/i.test(parameter))?.split('=')[1]
  return { language, weight: quality === undefined ? 1 : Number(quality) || 0 }
}

/** A sentence about a number of things, by the plural forms that the language has; {count} is the number. */
export function countedIn(
  locale: PageLocale,
  forms: Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> & { readonly other: string },
): (count: number) => string {
  let format: { readonly rules: Intl.PluralRules; readonly digits: Intl.NumberFormat } | undefined
  return count => {
    // Making them takes a millisecond or two, and a start loads the texts of all languages.
    format ??= { rules: new Intl.PluralRules(locale), digits: new Intl.NumberFormat(locale) }
    const { rules, digits } = format
    return (forms[rules.select(count)] ?? forms.other).replace('{count}', digits.format(count))
  }
}

/** Formats amounts of a currency for a language. */
export function moneyIn(currency: string, locale: PageLocale): (amount: string) => string {
  const name = `${locale} ${currency}`
  const format = formats.get(name) ?? formatOf(currency, locale)
  if (formats.size >= formatsMax) formats.clear()
  formats.set(name, format)
  return amount => (isDecimal(amount) ? format.format(amount) : amount)
}

/** A format takes longer to make than a page full of amounts takes to write. */
const formats = new Map<string, Intl.NumberFormat>()
const formatsMax = 100

function formatOf(currency: string, locale: PageLocale): Intl.NumberFormat {
  const digits = currencyExponent(currency) ?? 2
  const fraction = { minimumFractionDigits: digits, maximumFractionDigits: digits }
  return new Intl.NumberFormat(locale, { style: 'currency', currency, ...fraction })
}

/** Whether two decimal texts are the same amount. */
export function isSameAmount(one: string, other: string): boolean {
  const [here, there] = [scaled(one), scaled(other)]
  if (!here || !there) return false
  return here.units * 10n ** BigInt(there.places) === there.units * 10n ** BigInt(here.places)
}

/** The exact product of two decimal texts. */
export function times(quantity: string, price: string): string {
  const [one, other] = [scaled(quantity), scaled(price)]
  if (!one || !other) return price
  const places = one.places + other.places
  const product = one.units * other.units
  const digits = String(product < 0n ? -product : product).padStart(places + 1, '0')
  const whole = digits.slice(0, digits.length - places)
  return `${product < 0n ? '-' : ''}${whole}${places > 0 ? `.${digits.slice(-places)}` : ''}`
}

/** The formatter gets texts: numbers could lose their last digits. */
const isDecimal = (text: string): text is `${number}` => /^-?\d{1,30}(?:\.\d{1,10})?$/.test(text)

function scaled(text: string): { readonly units: bigint; readonly places: number } | undefined {
  if (!isDecimal(text)) return undefined
  const [whole = '', fraction = ''] = text.split('.')
  return { units: BigInt(whole + fraction), places: fraction.length }
}

type NamedCountry = { readonly code: string; readonly name: string }

/** Countries by their three-letter codes, named and sorted for the language. Computed once for each. */
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

/** Language tags accept numeric regions, and normalise them to the two letters that the names need. */
function regionOf(number: string): string | undefined {
  const { region } = new Intl.Locale(`und-${number}`)
  return region && /^[A-Z]{2}$/.test(region) ? region : undefined
}
