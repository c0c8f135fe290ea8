// An amount as somebody writes it, in a form or a search: as the language writes it, with or without groups
// of thousands, or as a plain decimal. What could be thousands as well as decimals is not guessed.

import { currencyExponent } from '../../../standards/currencies.ts'
import type { ConsoleLocale } from '../words/consoleLocales.ts'

/** The language stays that in which it was written. */
export type WrittenAmount = { readonly text: string; readonly locale: ConsoleLocale }

/** Why it cannot be read; of the two readings, `whole` is the one with thousands. */
export type AmountTrouble =
  | { readonly name: 'ambiguous'; readonly whole: string; readonly fraction: string }
  | { readonly name: 'noDecimals' | 'notAnAmount' | 'tooFine' }

/** As the language writes it, without groups. */
export const writeAmount = (decimal: string, locale: ConsoleLocale): WrittenAmount => ({
  ...{ text: decimal.replace('.', separatorsOf(locale).decimal), locale },
})

/** A plain decimal that fits the currency, or some currency where none is given; or what is wrong. */
export function readAmount(
  { text, locale }: WrittenAmount,
  currency: string | undefined,
): { readonly amount: string } | { readonly trouble: AmountTrouble } {
  const parts = partsOf(text)
  if (!parts) return { trouble: { name: 'notAnAmount' } }
  const exponent = currency === undefined ? undefined : (currencyExponent(currency) ?? 2)
  const meant = meaningOf(parts, exponent, locale)
  if (meant === 'ambiguous')
    return { trouble: { name: 'ambiguous', whole: wholeOf(parts.runs), fraction: parts.runs.join('.') } }
  const hasDecimals = meant === 'decimals'
  const [runs, marks] = hasDecimals
    ? [parts.runs.slice(0, -1), parts.marks.slice(0, -1)]
    : [parts.runs, parts.marks]
  if (!isGrouped(runs, marks)) return { trouble: { name: 'notAnAmount' } }
  const decimals = hasDecimals ? (parts.runs.at(-1) ?? '') : ''
  if (decimals.length > (exponent ?? decimalsMax)) return { trouble: { name: tooManyName(exponent) } }
  return { amount: hasDecimals ? `${wholeOf(runs)}.${decimals}` : wholeOf(runs) }
}

/** Of any currency. */
const decimalsMax = 3

function tooManyName(exponent: number | undefined): 'noDecimals' | 'notAnAmount' | 'tooFine' {
  if (exponent === undefined) return 'notAnAmount'
  return exponent === 0 ? 'noDecimals' : 'tooFine'
}

/** Runs of digits, and what stands between them. */
type Parts = { readonly runs: readonly string[]; readonly marks: readonly string[] }

function partsOf(text: string): Parts | undefined {
  const written = [...text.replace(unseen, '').trim()].map(latin).join('')
  const runs = written.split(anyMark)
  return runs.every(run => /^\d+$/.test(run)) ? { runs, marks: written.match(anyMark) ?? [] } : undefined
}

/** Only for decimals, wherever it is written; U+066C is only for thousands. */
const arabicDecimal = '\u066b'
const anyMark = /[.,'’\s\u066b\u066c]/g
/** Marks of direction, which come with what is copied. */
const unseen = /[\u200e\u200f\u061c\u2066-\u2069]/g

/** Arabic and Persian digits are read, too. */
function latin(character: string): string {
  const digit = ['\u0660', '\u06f0']
    .map(zero => (character.codePointAt(0) ?? 0) - (zero.codePointAt(0) ?? 0))
    .find(value => value >= 0 && value <= 9)
  return digit === undefined ? character : String(digit)
}

/** What the last mark is for. */
function meaningOf(
  { runs, marks }: Parts,
  exponent: number | undefined,
  locale: ConsoleLocale,
): 'ambiguous' | 'decimals' | 'thousands' {
  const last = marks.at(-1)
  if (last === undefined || (last !== '.' && last !== ',' && last !== arabicDecimal)) return 'thousands'
  if (last === arabicDecimal) return 'decimals'
  if (marks.length > 1) return marks.indexOf(last) < marks.length - 1 ? 'thousands' : 'decimals'
  if (!isGrouped(runs, marks)) return 'decimals'
  const { decimal, group } = separatorsOf(locale)
  if (exponent === 0) return last === group ? 'thousands' : 'decimals'
  return exponent === 3 && last === decimal ? 'decimals' : 'ambiguous'
}

/** Whether these are thousands: threes after the first, and always the same mark between them. */
const isGrouped = ([first = '', ...rest]: readonly string[], marks: readonly string[]): boolean =>
  rest.length === 0 ||
  (/^[1-9]\d{0,2}$/.test(first) &&
    rest.every(({ length }) => length === 3) &&
    marks[0] !== arabicDecimal &&
    marks.every(mark => mark === marks[0]))

const wholeOf = (runs: readonly string[]): string => runs.join('').replace(/^0+(?=\d)/, '')

function separatorsOf(locale: ConsoleLocale): { readonly decimal: string; readonly group: string } {
  const parts = new Intl.NumberFormat(locale, { minimumFractionDigits: 1 }).formatToParts(1_234_567)
  const named = (type: 'decimal' | 'group') => parts.find(part => part.type === type)?.value
  return { decimal: named('decimal') ?? '.', group: named('group') ?? ',' }
}
