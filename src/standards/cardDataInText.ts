import { brandOf, defaultPrefixes, type PrefixTable } from './cardBrands.ts'
import { passesLuhn } from './cardNumber.ts'
import { allDigitsIn, type DigitRun, digitRunsOf, digitsIn, glance } from './digitsInText.ts'
import { decodedDigits, mayBeEncoded, plainText, readingsOf, withoutEscapes } from './encodedText.ts'
import { digitsMinIn, numberDigitsMax, numberDigitsMin, withoutFilling } from './numbersInUse.ts'
import { withoutOpaqueIds } from './ordinaryNumbers.ts'
import { namesSecurityCode } from './securityCodeInText.ts'
import { dividesCardNumber, holdsChipData, writesCardNumber } from './writtenCardNumber.ts'

/**
 * Whether a text carries card data that somebody wrote or pasted there: a card number, track data, a security
 * code that is called one; in other scripts' digits or behind escapes, percent signs, hexadecimal or Base64,
 * too. For every text and id of every request: linear, quick where there is nothing, and seldom mistaken.
 */
export function holdsCardData(written: string): boolean {
  if (written.length < shortest) return false
  const seen = glance(written)
  if (!seen.isAscii) return isInPlain(plainText(written))
  return isInPlain(written, seen)
}

/** Most texts are told by one glance: too few digits, and nothing that could be read in another way. */
function isInPlain(text: string, { digits, hasEscapes, longestWord } = glance(text)): boolean {
  if (digits >= codeDigitsMin && showsCardData(text, digits)) return true
  if (hasEscapes) return isEscaped(text)
  return mayBeEncoded(digits, longestWord) && isEncoded(text)
}

/** Twice, because an address inside an address is encoded twice. */
function isEscaped(text: string): boolean {
  const plain = withoutEscapes(withoutEscapes(text))
  return (plain !== text && showsCardData(plain)) || isEncoded(plain)
}

function isEncoded(plain: string): boolean {
  for (const decoded of decodedDigits(plain)) {
    if (showsCardData(decoded)) return true
    const unescaped = withoutEscapes(decoded)
    if (unescaped !== decoded && showsCardData(unescaped)) return true
  }
  return false
}

/** Whether a text has this number in it, whatever stands between its digits. */
export function repeatsNumber(written: string, number: string): boolean {
  if (written.length < number.length) return false
  const text = plainText(written)
  if (digitsIn(text) < number.length) return false
  const isIn = (reading: string) => allDigitsIn(reading).includes(number)
  if (isIn(text)) return true
  const plain = withoutEscapes(withoutEscapes(text))
  return plain !== text && isIn(plain)
}

/**
 * The same of a number that pays. One that is shorter than a card's, as of gifts, may be among the digits of
 * any text by chance: in one piece it is none.
 */
export function repeatsCard(written: string, number: string): boolean {
  if (number.length >= numberDigitsMin) return repeatsNumber(written, number)
  if (written.length < number.length || number.length < shortestThatPays) return false
  return (
    plainText(written)
      .match(/[0-9]+/g)
      ?.includes(number) ?? false
  )
}
export const shortestThatPays = 9

/** A security code right behind its name. */
const shortest = 6
const codeDigitsMin = 3

function showsCardData(text: string, digits = digitsIn(text)): boolean {
  if (digits < codeDigitsMin) return false
  if (namesSecurityCode(text)) return true
  if (digits < 9) return false
  if (trackSentinels.test(text)) return true
  return digits >= digitsMinIn(text) && (writesCardNumber(text) || holdsChipData(text))
}

/**
 * Whether a text may carry a card number or track data (decision of spec 7, rule 2): whatever its length and
 * grouping, every run of digits that could be a number counts, so one ordinary number in thirty does, too.
 */
export function mayHoldCardData(text: string, table: PrefixTable = defaultPrefixes): boolean {
  for (const reading of readingsOf(plainText(text))) {
    if (trackSentinels.test(reading) || holdsChipData(reading)) return true
    if (holdsCardNumber(reading, table) && holdsCardNumber(withoutOpaqueIds(reading), table)) return true
  }
  return false
}
const trackSentinels = /%B ?\d[\d ]{8,22}\^|;\d{9,19}[=D]/i

/** One of twelve is somebody's telephone. */
const wideDigitsMin = 13
const telephoneDigitsMax = 15
/** The smallest group that people write card numbers in; only the last may be smaller. */
const groupDigitsMin = 4

function holdsCardNumber(text: string, table: PrefixTable): boolean {
  const runs = digitRunsOf(text, wideDigitsMin, 'plain')
  return runs.some(run => runHoldsCardNumber(run, table)) || dividesCardNumber(text)
}

/** Judges the whole run, and each sequence of whole groups in it that looks written as one number. */
function runHoldsCardNumber(run: DigitRun, table: PrefixTable): boolean {
  const { starts, digits } = run
  if (isCardNumber(run, { from: 0, to: digits.length }, table)) return true
  for (let first = 0; first < starts.length; first++) {
    const from = starts[first] ?? 0
    for (let next = first + 1; next <= starts.length; next++) {
      const to = starts[next] ?? digits.length
      if (to - from > numberDigitsMax) break
      if (isCardNumber(run, { from, to }, table)) return true
      if (to - (starts[next - 1] ?? 0) < groupDigitsMin) break
    }
  }
  return false
}

function isCardNumber(
  run: DigitRun,
  span: { readonly from: number; readonly to: number },
  table: PrefixTable,
) {
  const length = span.to - span.from
  if (length < wideDigitsMin || length > numberDigitsMax) return false
  // An international telephone number: without this, one German mobile number in ten could not be mentioned.
  if (run.before.endsWith('+') && span.from === 0 && length <= telephoneDigitsMax) return false
  const number = withoutFilling(run.digits.slice(span.from, span.to))
  if (number.length < wideDigitsMin) return false
  const brand = brandOf(number, table)
  // This network's numbers have 15 digits; at other lengths its prefix, a mere 1, is that of every Unix time.
  if (brand === 'UNKNOWN' || (brand === 'NETWORK_I' && number.length !== 15)) return false
  return passesLuhn(number)
}
