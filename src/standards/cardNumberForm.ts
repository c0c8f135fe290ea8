// Which digits can be a card number by their form: prefixes, lengths and check digit of the networks, and the
// forms of other long numbers.

import { brandOf, type CardBrand } from './cardBrands.ts'
import { passesLuhn } from './cardNumber.ts'

/**
 * Whether it can be a card number: a known prefix, a length of its network, the right check digit. `isWhole`:
 * it is written in one piece; some lengths count only if it is written in groups.
 */
export function isNumberInUse(number: string, isWhole: boolean): boolean {
  return beginsLikeNumber(number) && passesLuhn(number) && isLengthOf(brandOf(number), number, isWhole)
}

/** The shortest and the longest card numbers. */
export const numberDigitsMin = 12
export const numberDigitsMax = 19

/**
 * The fewest digits to search for. Numbers of twelve exist for few prefixes, which most texts do not contain.
 */
export const digitsMinIn = (text: string): number => (prefixesOfTwelve.test(text) ? numberDigitsMin : 13)
const prefixesOfTwelve = /6304|6762|5893|6759/

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

// Long numbers whose form shows that they are something else, whatever their check digits.

/**
 * Whether digits begin with a time: yymmddhhmmss, ddmmyyyyhhmmss or, after two letters as couriers write it,
 * yyddd. Years of four digits at the beginning need no test: no card number begins like that.
 */
export function readsAsTime(digits: string, isOfCourier: boolean): boolean {
  return shortMoment.test(digits) || wholeMoment.test(digits) || (isOfCourier && courierDay.test(digits))
}

const shortMoment =
  /^(?:2[0-9]|3[0-3])(?:0[1-9]|1[0-2])(?:0[1-9]|[12][0-9]|3[01])(?:[01][0-9]|2[0-3])[0-5][0-9][0-5][0-9]/
const wholeMoment =
  /^(?:0[1-9]|[12][0-9]|3[01])(?:0[1-9]|1[0-2])20[0-9]{2}(?:[01][0-9]|2[0-3])[0-5][0-9][0-5][0-9]/
const courierDay = /^(?:2[0-9]|3[0-3])(?:[0-2][0-9]{2}|3[0-5][0-9]|36[0-6])/

/** A text without identifiers that contain long runs of digits, by chance or by their form. */
export function withoutIdentifiers(text: string): string {
  return withoutOpaqueIds(text)
    .replace(account, written => (isAccount(written) ? '#' : written))
    .replace(parcel, '#')
    .replace(device, '#')
    .replace(parcelInFours, (written, inFours: string) => (isParcel(inFours) ? '#' : written))
    .replace(cartonInFours, (written, inFours: string) => (isParcel(inFours) ? '#' : written))
}

/**
 * Random identifiers in hexadecimal contain long runs of digits by chance, so what clearly is a UUID or a
 * digest is skipped. With few letters it may be a number after all, such as track 2 data with its D and F;
 * not so where version and variant are those of a UUID, which no number has by chance.
 */
export function withoutOpaqueIds(text: string): string {
  return text.replace(opaqueId, id => {
    const letters = id.replace(/[^a-f]/gi, '').length
    return letters >= (uuid.test(id) ? 1 : opaqueLettersMin) ? '#' : id
  })
}

const opaqueId = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{32,}/gi
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab]/i
const opaqueLettersMin = 6

/** Parcel numbers that contain sixteen digits: after 1Z, or in groups of four with a check digit. */
const parcel = /\b1Z[0-9A-Z]{16}\b/g
const parcelInFours = /\b(?:420[0-9] [0-9]{4} (?:[0-9]{4} )?)?(9[1-5][0-9]{2}(?: [0-9]{4}){4} [0-9]{2})\b/g
/** The number of a carton, after its application identifier (00). */
const cartonInFours = /\(00\) ?([0-9]{4}(?: [0-9]{4}){3} [0-9]{2})\b/g

/** The check digit has weights of one and three in turn. Without it, any groups of four would qualify. */
function isParcel(inFours: string): boolean {
  const digits = inFours.replaceAll(' ', '')
  let sum = 0
  for (let at = digits.length - 1, weight = 1; at >= 0; at--, weight = 4 - weight)
    sum += Number(digits[at]) * weight
  return sum % 10 === 0
}

/** The IMEI of a device, named as such; with the version of its software it has sixteen digits. */
const device = /\bIMEI(?:SV)?\b[:#= ]{0,3}[0-9]{14,16}\b/gi

/** An international bank account number; confirmed by its check digits. */
const account = /\b[A-Z]{2}[0-9]{2}(?: ?[0-9A-Z]{4}){2,7}(?: ?[0-9A-Z]{1,3})?\b/g

function isAccount(written: string): boolean {
  const plain = written.replaceAll(' ', '')
  let rest = 0
  for (const character of plain.slice(4) + plain.slice(0, 4))
    for (const digit of String(Number.parseInt(character, 36))) rest = (rest * 10 + Number(digit)) % 97
  return rest === 1
}
