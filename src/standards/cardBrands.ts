// Card networks by the leading digits of a card number.

/**
 * The network of a card number, by its leading digits; UNKNOWN if no prefix matches or it is not a number.
 */
export function brandOf(number: string, table: PrefixTable = defaultPrefixes): CardBrand {
  let leading = 0
  for (let at = 0; at < prefixDigitsMax; at++) {
    const digit = at < number.length ? number.charCodeAt(at) - 48 : 0
    if (digit < 0 || digit > 9) return 'UNKNOWN'
    leading = leading * 10 + digit
  }
  if (number === '') return 'UNKNOWN'
  for (const range of table) {
    if (leading >= range.from && leading <= range.to) return range.brand
  }
  return 'UNKNOWN'
}

export function hasKnownPrefix(number: string, table: PrefixTable = defaultPrefixes): boolean {
  return brandOf(number, table) !== 'UNKNOWN'
}

export const cardBrands = [
  'NETWORK_A',
  'NETWORK_B',
  'NETWORK_C',
  'NETWORK_D',
  'NETWORK_E',
  'NETWORK_F',
  'NETWORK_G',
  'NETWORK_H',
  'NETWORK_I',
  'LOCAL_BRAND_ONLY',
  'UNKNOWN',
] as const
export type CardBrand = (typeof cardBrands)[number]

/** Networks of one family number their electronic commerce indicators from 00; all others end at 07. */
export const countsEciFromZero = (brand: string): boolean => brand === 'NETWORK_B' || brand === 'NETWORK_H'

/** Prefixes and prefix ranges of a brand, separated by spaces: `51-55 2221-2720`. */
type CardPrefixes = { readonly [brand in CardBrand]?: string }

/** Bounds of the first eight digits, longest prefix first, so that the more specific one applies. */
export type PrefixTable = readonly { readonly from: number; readonly to: number; readonly brand: CardBrand }[]

const prefixDigitsMax = 8

/**
 * Parses an operator's prefixes; throws on anything that is not a prefix, so that a typo prevents the start.
 */
export function prefixTable(prefixes: CardPrefixes): PrefixTable {
  return cardBrands
    .flatMap(brand => (prefixes[brand] ?? '').split(' ').map(prefix => ({ brand, prefix })))
    .filter(({ prefix }) => prefix !== '')
    .map(({ brand, prefix }) => ({ brand, ...bounds(prefix) }))
    .sort((one, other) => one.to - one.from - (other.to - other.from))
}

function bounds(prefix: string): { readonly from: number; readonly to: number } {
  const [from = '', to = from, ...rest] = prefix.split('-')
  const areDigits = /^\d{1,8}$/.test(from) && /^\d{1,8}$/.test(to)
  if (!areDigits || from.length !== to.length || from > to || rest.length > 0) {
    throw new RangeError(`'${prefix}' is not a card prefix: 1 to 8 digits, or two of one length like 51-55`)
  }
  return { from: Number(from.padEnd(prefixDigitsMax, '0')), to: Number(to.padEnd(prefixDigitsMax, '9')) }
}

export const defaultPrefixes: PrefixTable = prefixTable({
  NETWORK_A: '34 37',
  NETWORK_B: '51-55 2221-2720',
  NETWORK_C: '4',
  NETWORK_D: '3528-3589',
  NETWORK_E: '30 36 38 39',
  NETWORK_F: '6011 644-649 65',
  NETWORK_G: '62',
  NETWORK_H: '50 56-58 6759',
  NETWORK_I: '1',
})
