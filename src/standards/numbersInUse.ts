// Which numbers card networks have in use: prefixes, lengths, check digit.

import { brandOf, type CardBrand } from './cardBrands.ts'
import { passesLuhn } from './cardNumber.ts'

/** The shortest and the longest card numbers. */
export const numberDigitsMin = 12
export const numberDigitsMax = 19

/**
 * The fewest digits to search for. Numbers of twelve exist for few prefixes, which most texts do not contain.
 */
export const digitsMinIn = (text: string): number => (prefixesOfTwelve.test(text) ? numberDigitsMin : 13)
const prefixesOfTwelve = /6304|6762|5893|6759/

/**
 * Whether it can be a card number: a known prefix, a length of its network, the right check digit. `isWhole`:
 * it is written in one piece; some lengths count only if it is written in groups.
 */
export function isNumberInUse(number: string, isWhole: boolean): boolean {
  return beginsLikeNumber(number) && passesLuhn(number) && isLengthOf(brandOf(number), number, isWhole)
}

/**
 * Removes leading zeros from nineteen digits that begin with at least three: some programs pad a card number
 * to its maximum length. Eighteen digits are left as they are, because numbers of cartons begin with zeros.
 */
export const withoutFilling = (digits: string): string =>
  digits.length === numberDigitsMax && digits.startsWith('000') ? digits.replace(/^0+/, '') : digits

/** No network has numbers that begin with 0 or 7. */
function beginsLikeNumber(number: string): boolean {
  const first = number.charCodeAt(0)
  return first !== 48 && first !== 55
}

/**
 * The lengths that each network uses. The prefix alone is too weak: a third of all numbers has a known one.
 */
const lengths: { readonly [brand in CardBrand]: readonly number[] } = {
  NETWORK_A: [15],
  NETWORK_B: [16],
  NETWORK_C: [16, 19],
  NETWORK_D: [16],
  NETWORK_E: [14, 16],
  NETWORK_F: [16],
  NETWORK_G: [16, 19],
  NETWORK_H: [16, 19],
  NETWORK_I: [15],
  LOCAL_BRAND_ONLY: [16, 19],
  UNKNOWN: [],
}

/**
 * Thirteen digits in one piece are an article number or a telephone number. For the network with the prefix
 * 1, numbers that begin with 15 to 19 are Unix times, and those with 10 are ids of a large social network.
 */
function isLengthOf(brand: CardBrand, number: string, isWhole: boolean): boolean {
  if (brand === 'NETWORK_C' && number.length === 13) return !isWhole
  if (brand === 'NETWORK_I' && !/^1[1-4]/.test(number)) return false
  if (lengths[brand].includes(number.length) || othersInUse.test(number)) return true
  return !isWhole && ofAnyLength.test(number)
}

/** Smaller networks and domestic schemes, if their prefixes distinguish them from ordinary numbers. */
const othersInUse =
  /^(?:(?:220[0-4]|9792)\d{12}|(?:60|8[12])\d{14}|6011\d{15}|(?:6304|6762|5893|6759)(?:\d{12}|\d{14,15}))$/
/** Count in groups only: some shops number their orders with thirteen digits and these prefixes. */
const ofAnyLength = /^(?:6304|6762|5893|6759)\d{8,15}$/

/**
 * Whether groups are what usually follows a card number: its expiry date in one group or two, and perhaps a
 * security code. In one group only month-year counts: too many other numbers of four digits are year-month.
 */
export const endsLikeCard = (groups: readonly string[]): boolean => expiry.test(groups.join(' '))
const month = '(?:0[1-9]|1[0-2])'
const year = '(?:2[4-9]|3[0-9])'
const expiry = new RegExp(
  `^(?:${month}${year}|${month} (?:20)?${year}|(?:20)?${year} ${month})(?: [0-9]{3,4})?$`,
)
