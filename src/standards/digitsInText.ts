// Finds runs of digits in a text, in any script and with separators.

/** Digits with only separators between them: where their groups begin, and what precedes them. */
export type DigitRun = {
  readonly digits: string
  readonly starts: readonly number[]
  /** The text before each group, including the first; limited in length. */
  readonly gaps: readonly string[]
  /** The text before the run. */
  readonly before: string
}

/** Which characters separate groups of one number: only unambiguous ones, or anything that people use. */
type DigitSeparation = 'plain' | 'loose'

/** How many digits a text has, in any script. */
export function digitsIn(text: string): number {
  let count = 0
  for (let at = 0; at < text.length; at++) if ((characterClasses[text.charCodeAt(at)] ?? other) <= 9) count++
  return count
}

/** The result of one pass over a text: which of the searches could find anything in it. */
type TextScan = {
  readonly isAscii: boolean
  readonly digits: number
  readonly hasEscapes: boolean
  /** The length of the longest sequence of characters of the Base64 alphabet. */
  readonly longestWord: number
}

export function scanText(text: string): TextScan {
  let seen = 0
  let digits = 0
  let word = 0
  let longestWord = 0
  for (let at = 0; at < text.length; at++) {
    const look = characterProperties[text.charCodeAt(at)] ?? 0
    seen |= look
    digits += look & digitProperty
    word = look & wordProperty ? word + 1 : 0
    if (word > longestWord) longestWord = word
  }
  return {
    isAscii: !(seen & nonAsciiProperty),
    digits,
    hasEscapes: (seen & escapeProperty) !== 0,
    longestWord,
  }
}

/** All digits of a text as 0 to 9, without anything between them. */
export function allDigitsIn(text: string): string {
  let digits = ''
  for (let at = 0; at < text.length; at++) {
    const meaning = characterClasses[text.charCodeAt(at)]
    if (isDigit(meaning)) digits += meaning
  }
  return digits
}

/** Every run of at least this many digits, in any script, converted to 0 to 9. */
export function digitRunsOf(
  text: string,
  digitsMin: number,
  separation: DigitSeparation,
): readonly DigitRun[] {
  const separatorMax = separation === 'loose' ? looseSeparator : separator
  const runs: DigitRun[] = []
  let from = 0
  let count = 0
  for (let at = 0; at <= text.length; at++) {
    const meaning = at < text.length ? (characterClasses[text.charCodeAt(at)] ?? other) : other
    if (meaning <= 9) {
      count++
    } else if (meaning > separatorMax) {
      if (count >= digitsMin && count > 0) runs.push(readRun(text, from, at))
      from = at + 1
      count = 0
    }
  }
  return runs
}

function readRun(text: string, from: number, to: number): DigitRun {
  const starts: number[] = []
  const gaps: string[] = []
  let digits = ''
  let gapFrom = from
  for (let at = from; at < to; at++) {
    const meaning = characterClasses[text.charCodeAt(at)]
    if (!isDigit(meaning)) continue
    const groupStart = text.charCodeAt(at - 1) === mathematicalLead ? at - 1 : at
    if (digits === '' || gapFrom < groupStart) {
      gaps.push(text.slice(Math.max(gapFrom, groupStart - gapMax), groupStart))
      starts.push(digits.length)
    }
    const plainTo = plainDigitsFrom(text, at)
    digits += plainTo > at ? text.slice(at, plainTo) : meaning
    gapFrom = Math.max(plainTo, at + 1)
    at = gapFrom - 1
  }
  return { digits, starts, gaps, before: text.slice(Math.max(0, from - beforeMax), from) }
}

/** The end of the ASCII digits that begin here. Nearly all digits are ASCII, so this path is fast. */
function plainDigitsFrom(text: string, from: number): number {
  let at = from
  for (let code = text.charCodeAt(at); code >= 48 && code <= 57; code = text.charCodeAt(at)) at++
  return at
}

const gapMax = 4
const beforeMax = 3

function isDigit(meaning: number | undefined): boolean {
  return meaning !== undefined && meaning <= 9
}

/** The classes of UTF-16 code units in a written number. Classes 0 to 9 are the values of digits. */
const separator = 10
/** May separate the groups of one number, but also separates different numbers. */
const looseSeparator = 11
const other = 12
const looseSeparators = "./_,|*~'\u00b7\u2019\u2022\u2026+;=#&\\()[]{}<>"

/** The five mathematical alphabets (U+1D7CE to U+1D7FF): a shared first half, then a digit each. */
const mathematicalLead = 0xd835
const mathematicalZeros = [0xdfce, 0xdfd8, 0xdfe2, 0xdfec, 0xdff6]

/**
 * Spaces, line breaks, dashes and invisible characters: the first and the last code unit of each range.
 * Control characters are included; NUL because text in UTF-16 has it between digits.
 */
const separators: readonly (readonly [from: number, to: number])[] = [
  [0x00, 0x20],
  [0x2d, 0x2d],
  [0x7f, 0xa0],
  [0xad, 0xad],
  [0x1680, 0x1680],
  [0x180e, 0x180e],
  [0x2000, 0x2015],
  [0x2028, 0x202f],
  [0x205f, 0x2064],
  [0x2212, 0x2212],
  [0x3000, 0x3000],
  [0xfe58, 0xfe58],
  [0xfe63, 0xfe63],
  [0xfeff, 0xfeff],
  [0xff0d, 0xff0d],
  [mathematicalLead, mathematicalLead],
]

/** A table with one look-up for each character, because every character of every text is examined. */
const characterClasses: Readonly<Uint8Array> = characterClassTable()

function characterClassTable(): Uint8Array {
  const table = new Uint8Array(0x10000).fill(other)
  for (const [from, to] of separators) table.fill(separator, from, to + 1)
  for (const loose of looseSeparators) table[loose.charCodeAt(0)] = looseSeparator
  for (let tens = 0; tens < 0x10000; tens += 0x10)
    for (const zero of [tens, tens + 6]) if (isZero(table, zero)) fillDigits(table, zero)
  for (const zero of mathematicalZeros) fillDigits(table, zero)
  return table
}

/** Their code ends in the hexadecimal digit 0 or 6, whatever the script: a start looks at those alone. */
function isZero(table: Uint8Array, unit: number): boolean {
  return (table[unit] ?? other) > 9 && /\p{Nd}/u.test(String.fromCharCode(unit))
}

/** The ten digits of each script are consecutive, in the order of their values. */
function fillDigits(table: Uint8Array, zero: number): void {
  for (let value = 0; value <= 9; value++) table[zero + value] = value
}

/** The same for scanText, as bits, because one character may have several properties. */
const digitProperty = 1
const wordProperty = 2
const escapeProperty = 4
const nonAsciiProperty = 8
const characterProperties: Readonly<Uint8Array> = characterClasses.map((meaning, code) => {
  const digit = isDigit(meaning) ? digitProperty : 0
  if (code > 0x7f) return digit | nonAsciiProperty
  const character = String.fromCharCode(code)
  const isWord = /[\w+/-]/.test(character) ? wordProperty : 0
  return digit | isWord | (/[\\%&=]/.test(character) ? escapeProperty : 0)
})
