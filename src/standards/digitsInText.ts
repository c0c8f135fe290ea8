/** Digits with nothing but separators between them; a group starts after each gap. */
export type DigitRun = {
  readonly digits: string
  readonly groupStarts: readonly number[]
  readonly isAfterPlus: boolean
}

/** How many digits a text has, in whichever scripts. */
export function digitsIn(text: string): number {
  let count = 0
  for (let at = 0; at < text.length; at++) if ((meanings[text.charCodeAt(at)] ?? other) <= 9) count++
  return count
}

/** All digits of a text as 0 to 9, whatever stands between them. */
export function allDigitsIn(text: string): string {
  let digits = ''
  for (let at = 0; at < text.length; at++) {
    const meaning = meanings[text.charCodeAt(at)]
    if (isDigit(meaning)) digits += meaning
  }
  return digits
}

/** Every run of at least this many digits, in whichever scripts; they are given as 0 to 9. */
export function digitRunsOf(text: string, digitsMin: number): readonly DigitRun[] {
  const runs: DigitRun[] = []
  let from = 0
  let count = 0
  for (let at = 0; at <= text.length; at++) {
    const meaning = at < text.length ? meanings[text.charCodeAt(at)] : other
    if (isDigit(meaning)) {
      count++
    } else if (meaning !== separator) {
      if (count >= digitsMin && count > 0) runs.push(readRun(text, from, at))
      from = at + 1
      count = 0
    }
  }
  return runs
}

function readRun(text: string, from: number, to: number): DigitRun {
  const groupStarts: number[] = []
  let digits = ''
  let isGap = true
  for (let at = from; at < to; at++) {
    const meaning = meanings[text.charCodeAt(at)]
    if (isDigit(meaning)) {
      if (isGap) groupStarts.push(digits.length)
      digits += meaning
      isGap = false
    } else if (text.charCodeAt(at) !== mathematicalLead) {
      isGap = true
    }
  }
  return { digits, groupStarts, isAfterPlus: from > 0 && text[from - 1] === '+' }
}

/** Digits of one run, with where its groups begin and what stands before each: at most so much of it. */
export type WrittenDigits = {
  readonly digits: string
  readonly starts: readonly number[]
  readonly gaps: readonly string[]
  readonly isAfterTwoLetters: boolean
}

/** Like the runs above, with whatever people put between groups, dots among it. */
export function digitGroupsOf(text: string, digitsMin: number): readonly WrittenDigits[] {
  const runs: WrittenDigits[] = []
  let from = 0
  let count = 0
  for (let at = 0; at <= text.length; at++) {
    const meaning = at < text.length ? meanings[text.charCodeAt(at)] : other
    if (isDigit(meaning)) {
      count++
    } else if (meaning !== separator && meaning !== looseSeparator) {
      if (count >= digitsMin) runs.push(readGroups(text, from, at))
      from = at + 1
      count = 0
    }
  }
  return runs
}

function readGroups(text: string, from: number, to: number): WrittenDigits {
  const starts: number[] = []
  const gaps: string[] = []
  let digits = ''
  let gapFrom = from
  for (let at = from; at < to; at++) {
    const meaning = meanings[text.charCodeAt(at)]
    if (!isDigit(meaning)) continue
    const begins = text.charCodeAt(at - 1) === mathematicalLead ? at - 1 : at
    if (digits === '' || gapFrom < begins) {
      gaps.push(text.slice(Math.max(gapFrom, begins - gapMax), begins))
      starts.push(digits.length)
    }
    digits += meaning
    gapFrom = at + 1
  }
  const isAfterTwoLetters = gaps[0] === '' && twoLetters.test(text.slice(Math.max(0, from - 3), from))
  return { digits, starts, gaps, isAfterTwoLetters }
}

const gapMax = 4
const twoLetters = /(?:^|[^A-Za-z])[A-Z]{2}$/

function isDigit(meaning: number | undefined): boolean {
  return meaning !== undefined && meaning <= 9
}

/** What a UTF-16 code unit means inside a written number, beside the values of digits. */
const separator = 10
const other = 11
/** Between the groups of a number that somebody writes out, but between numbers of their own elsewhere. */
const looseSeparator = 12
const looseSeparators = "./_,|*~'\u00b7\u2019\u2022\u2026+;=#&\\()[]{}<>"

/** The five mathematical alphabets (U+1D7CE to U+1D7FF): a shared first half, then a digit each. */
const mathematicalLead = 0xd835
const mathematicalZeros = [0xdfce, 0xdfd8, 0xdfe2, 0xdfec, 0xdff6]

/**
 * Spaces, line breaks, dashes and what cannot be seen: all that people and programs put between digits, as
 * first and last of each stretch. Controls are among them, NUL so that text in UTF-16 reads like any other.
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

/** One look-up a character, because every character of every text is asked for. */
const meanings: Readonly<Uint8Array> = meaningTable()

function meaningTable(): Uint8Array {
  const table = new Uint8Array(0x10000).fill(other)
  for (const [from, to] of separators) table.fill(separator, from, to + 1)
  for (const loose of looseSeparators) table[loose.charCodeAt(0)] = looseSeparator
  for (let unit = 0; unit < 0xd800; unit++) fillScript(table, unit)
  for (let unit = 0xe000; unit < 0x10000; unit++) fillScript(table, unit)
  for (const zero of mathematicalZeros) for (let value = 0; value <= 9; value++) table[zero + value] = value
  return table
}

/** Each script has its ten in a row, in the order of their values. */
function fillScript(table: Uint8Array, unit: number): void {
  if (!/\p{Nd}/u.test(String.fromCharCode(unit))) return
  const before = table[unit - 1] ?? other
  table[unit] = before < 9 ? before + 1 : 0
}
