import { currencyExponent } from '../../standards/currencies.ts'
import type { PageLocale } from './view.ts'

/** Amounts of a currency as people write them where the language is spoken. */
export function moneyIn(currency: string, locale: PageLocale): (amount: string) => string {
  const digits = currencyExponent(currency) ?? 2
  const format = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
  return amount => (isDecimal(amount) ? format.format(amount) : amount)
}

/** Whether two decimal texts say the same amount. */
export function isSameAmount(one: string, other: string): boolean {
  const [here, there] = [scaled(one), scaled(other)]
  if (!here || !there) return false
  return here.units * 10n ** BigInt(there.places) === there.units * 10n ** BigInt(here.places)
}

/** What several of one thing cost, exactly: both are decimal texts. */
export function times(quantity: string, price: string): string {
  const [one, other] = [scaled(quantity), scaled(price)]
  if (!one || !other) return price
  const places = one.places + other.places
  const product = one.units * other.units
  const digits = String(product < 0n ? -product : product).padStart(places + 1, '0')
  const whole = digits.slice(0, digits.length - places)
  return `${product < 0n ? '-' : ''}${whole}${places > 0 ? `.${digits.slice(-places)}` : ''}`
}

/** Texts reach the formatter as they are: as a number they could lose their last digits. */
const isDecimal = (text: string): text is `${number}` => /^-?\d{1,30}(?:\.\d{1,10})?$/.test(text)

function scaled(text: string): { readonly units: bigint; readonly places: number } | undefined {
  if (!isDecimal(text)) return undefined
  const [whole = '', fraction = ''] = text.split('.')
  return { units: BigInt(whole + fraction), places: fraction.length }
}
