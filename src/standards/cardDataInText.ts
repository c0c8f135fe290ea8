import { brandOf, defaultPrefixes, type PrefixTable } from './cardBrands.ts'
import { type DigitRun, digitRunsOf } from './digitsInText.ts'
import { readingsOf } from './encodedText.ts'
import { passesLuhn } from './luhn.ts'

/**
 * Whether free text carries a card number or track data (spec 7, rule 2): in plain sight, grouped, split over
 * lines, in other scripts' digits, or behind JSON escapes, percent signs, hexadecimal or Base64. Linear time.
 */
export function holdsCardData(text: string, table: PrefixTable = defaultPrefixes): boolean {
  for (const reading of readingsOf(text)) {
    if (trackSentinels.test(reading)) return true
    if (holdsCardNumber(reading, table) && holdsCardNumber(withoutOpaqueIds(reading), table)) return true
  }
  return false
}

const trackSentinels = /%B ?\d[\d ]{8,22}\^|;\d{9,19}[=D]/i

const numberDigitsMin = 13
const numberDigitsMax = 19
const telephoneDigitsMax = 15
/** The smallest group that people write card numbers in; only the last may be smaller. */
const groupDigitsMin = 4

function holdsCardNumber(text: string, table: PrefixTable): boolean {
  return digitRunsOf(text, numberDigitsMin).some(run => runHoldsCardNumber(run, table))
}

/** Judges the whole run, and each sequence of whole groups in it that looks written as one number. */
function runHoldsCardNumber(run: DigitRun, table: PrefixTable): boolean {
  const { groupStarts, digits } = run
  if (isCardNumber(run, { from: 0, to: digits.length }, table)) return true
  for (let first = 0; first < groupStarts.length; first++) {
    const from = groupStarts[first] ?? 0
    for (let next = first + 1; next <= groupStarts.length; next++) {
      const to = groupStarts[next] ?? digits.length
      if (to - from > numberDigitsMax) break
      if (isCardNumber(run, { from, to }, table)) return true
      if (to - (groupStarts[next - 1] ?? 0) < groupDigitsMin) break
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
  if (length < numberDigitsMin || length > numberDigitsMax) return false
  // An international telephone number: without this, one German mobile number in ten could not be mentioned.
  if (run.isAfterPlus && span.from === 0 && length <= telephoneDigitsMax) return false
  const number = run.digits.slice(span.from, span.to)
  const brand = brandOf(number, table)
  // This network's numbers have 15 digits; at other lengths its prefix, a mere 1, is that of every Unix time.
  if (brand === 'UNKNOWN' || (brand === 'NETWORK_I' && length !== 15)) return false
  return passesLuhn(number)
}

/**
 * Random identifiers in hexadecimal contain long runs of digits by chance, so what clearly is a UUID or a
 * digest is skipped. With few letters it may be a number after all, such as track 2 data with its D and F.
 */
function withoutOpaqueIds(text: string): string {
  return text.replace(opaqueId, id => (id.replace(/[^a-f]/gi, '').length >= opaqueLettersMin ? '#' : id))
}

const opaqueId = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{32,}/gi
const opaqueLettersMin = 6
