// Which numbers card networks have in use: prefixes, lengths, check digit.

import { brandOf, type CardBrand } from './cardBrands.ts'
import { passesLuhn } from './cardNumber.ts'

/** The shortest and the longest card numbers. */
export const numberDigitsMin = 12
export const numberDigitsMax = 19

/** In most texts the shortest that is looked for is longer: only few prefixes have numbers of twelve. */
export const digitsMinIn = (text: string): number => (shortOnes.test(text) ? numberDigitsMin : 13)
const shortOnes = /6304|6762|5893|6759/

/** Whether a number can be a card's: a known prefix, a length of its network, the right check digit. */
export function isNumberInUse(number: string, isWhole: boolean): boolean {
  return beginsLikeNumber(number) && passesLuhn(number) && isLengthOf(brandOf(number), number, isWhole)
}

/**
 * Programs fill a number up to as many digits as one may have: what is behind three zeros or more of nineteen
 * digits. Of eighteen it is no card's: numbers of cartons begin so.
 */
export const withoutFilling = (digits: string): string =>
  digits.length === numberDigitsMax && digits.startsWith('000') ? digits.replace(/^0+/, '') : digits

/** No network begins with a zero or a seven. */
function beginsLikeNumber(number: string): boolean {
  const first = number.charCodeAt(0)
  return first !== 48 && first !== 55
}

/** Which lengths the networks have in use. A prefix alone says too little: one number in three begins so. */
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
 * Thirteen digits are an article's number or a telephone's unless somebody grouped them. Of the network whose
 * prefix is a mere 1, what begins with 15 to 19 is a time and with 10 a member of a large social network.
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
/** In groups only: shops with one counter for all have orders of thirteen digits that begin so. */
const ofAnyLength = /^(?:6304|6762|5893|6759)\d{8,15}$/

/**
 * Whether groups are what stands behind a card's number: its expiry in one piece or two, and perhaps a code.
 * In one piece it is the month that comes first: the other way round, too many numbers of four digits do.
 */
export const endsLikeCard = (groups: readonly string[]): boolean => expiry.test(groups.join(' '))
const month = '(?:0[1-9]|1[0-2])'
const year = '(?:2[4-9]|3[0-9])'
const expiry = new RegExp(
  `^(?:${month}${year}|${month} (?:20)?${year}|(?:20)?${year} ${month})(?: [0-9]{3,4})?$`,
)
