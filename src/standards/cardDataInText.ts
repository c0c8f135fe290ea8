// Finds card data (numbers, tracks, security codes) in any text of a request.

import { brandOf, defaultPrefixes, type PrefixTable } from './cardBrands.ts'
import { passesLuhn } from './cardNumber.ts'
import {
  digitsMinIn,
  numberDigitsMax,
  numberDigitsMin,
  withoutFilling,
  withoutOpaqueIds,
} from './cardNumberForm.ts'
import { allDigitsIn, type DigitRun, digitRunsOf, digitsIn, scanText } from './digitsInText.ts'
import { decodedDigits, decodedFormsOf, mayBeEncoded, plainText, withoutEscapes } from './encodedText.ts'
import { namesSecurityCode } from './securityCodeInText.ts'
import { dividesCardNumber, holdsChipData, writesCardNumber } from './writtenCardNumber.ts'

/**
 * Whether a text contains card data: a card number, track data, or a security code that is named as such;
 * also in digits of other scripts, or encoded by escapes, percent signs, hexadecimal or Base64. It is called
 * for every text and id of every request, so it takes linear time, is fast for ordinary texts, and has few
 * false positives.
 */
export function holdsCardData(written: string): boolean {
  if (written.length < shortest) return false
  const seen = scanText(written)
  if (!seen.isAscii) return isInPlain(plainText(written))
  return isInPlain(written, seen)
}

/** Most texts are decided by one pass: too few digits, and nothing that could be encoded. */
function isInPlain(text: string, { digits, hasEscapes, longestWord } = scanText(text)): boolean {
  if (digits >= codeDigitsMin && showsCardData(text, digits)) return true
  if (hasEscapes) return isEscaped(text)
  return mayBeEncoded(digits, longestWord) && isEncoded(text)
}

/** Decodes twice, because an address inside an address is encoded twice. */
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

/** Whether a text contains this number, with anything between its digits. */
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
 * Like repeatsNumber, for the number of the paying card. A number shorter than those of payment cards, such
 * as of a gift card, may occur in any text by chance, so it counts only as a whole run of digits.
 */
export function repeatsCard(written: string, number: string): boolean {
  if (number.length >= numberDigitsMin) return repeatsNumber(written, number)
  if (written.length < number.length || number.length < payingNumberDigitsMin) return false
  return (
    plainText(written)
      .match(/[0-9]+/g)
      ?.includes(number) ?? false
  )
}
export const payingNumberDigitsMin = 9

/** The shortest text with card data: a security code directly after its name. */
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
 * Whether a text may contain a card number or track data (decision of spec 7, rule 2): every run of digits
 * that could be a number counts, with any length and grouping, so one ordinary number in thirty does, too.
 */
export function mayHoldCardData(text: string, table: PrefixTable = defaultPrefixes): boolean {
  for (const reading of decodedFormsOf(plainText(text))) {
    if (trackSentinels.test(reading) || holdsChipData(reading)) return true
    if (holdsCardNumber(reading, table) && holdsCardNumber(withoutOpaqueIds(reading), table)) return true
  }
  return false
}
const trackSentinels = /%B ?\d[\d ]{8,22}\^|;\d{9,19}[=D]/i

/** A run of twelve digits may be a telephone number. */
const wideDigitsMin = 13
const telephoneDigitsMax = 15
/** The smallest group in which card numbers are written; only the last may be smaller. */
const groupDigitsMin = 4

function holdsCardNumber(text: string, table: PrefixTable): boolean {
  const runs = digitRunsOf(text, wideDigitsMin, 'plain')
  return runs.some(run => runHoldsCardNumber(run, table)) || dividesCardNumber(text)
}

/** Checks the whole run, and each sequence of whole groups in it that looks like one number. */
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
  // An international telephone number: without this, one German mobile number in ten would be refused.
  if (run.before.endsWith('+') && span.from === 0 && length <= telephoneDigitsMax) return false
  const number = withoutFilling(run.digits.slice(span.from, span.to))
  if (number.length < wideDigitsMin) return false
  const brand = brandOf(number, table)
  // This network's numbers have 15 digits; at other lengths its prefix, a mere 1, is that of every Unix time.
  if (brand === 'UNKNOWN' || (brand === 'NETWORK_I' && number.length !== 15)) return false
  return passesLuhn(number)
}
