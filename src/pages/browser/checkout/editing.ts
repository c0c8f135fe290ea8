// How the card fields of the checkout page are formatted while the payer types.

import { caretAfterDigits, digitsMaxOf, groupDigits } from '../fields/formatting.ts'

/** A field after the browser changed it. */
export type FieldEdit = {
  readonly text: string
  readonly caret: number
  /** The direction of a deletion; undefined while typing, pasting or filling in. */
  readonly deletes?: 'backward' | 'forward'
  /** What the field held before. */
  readonly before: string
}
export type FormattedField = { readonly text: string; readonly caret: number }

/** The card number in groups, with the caret after the same digit as before. */
export function formatCardNumber({ text, caret, deletes, before }: FieldEdit): FormattedField {
  let digits = digitsIn(text)
  let digitsBefore = digitsIn(text.slice(0, caret)).length
  // Only a space was deleted: the payer meant the digit beyond it.
  if (deletes && digits === digitsIn(before)) {
    const at = deletes === 'backward' ? digitsBefore - 1 : digitsBefore
    digits = digits.slice(0, Math.max(at, 0)) + digits.slice(at + 1)
    if (deletes === 'backward' && digitsBefore > 0) digitsBefore--
  }
  const shown = groupDigits(digits.slice(0, digitsMaxOf(digits)))
  return { text: shown, caret: caretAfterDigits(shown, digitsBefore) }
}

/** Digits only. */
export function formatSecurityCode({ text, caret }: FieldEdit): FormattedField {
  const digits = digitsIn(text).slice(0, codeDigitsMax)
  return { text: digits, caret: Math.min(digitsIn(text.slice(0, caret)).length, digits.length) }
}
const codeDigitsMax = 4

/** The digits of a text, including those of Arabic, Persian and Japanese keyboards. */
export function digitsIn(text: string): string {
  return withLatinDigits(text).replace(/\D/g, '')
}

function withLatinDigits(text: string): string {
  return text.replace(/[٠-٩۰-۹０-９]/g, digit => {
    const code = digit.charCodeAt(0)
    return String(code - (zeros.find(zero => code >= zero && code < zero + 10) ?? code))
  })
}
const zeros = [0x0660, 0x06f0, 0xff10]

/** Month and year separated by a slash, however they were typed, pasted or filled in. */
export function formatExpiry({ text, caret, deletes, before }: FieldEdit): FormattedField {
  const latin = withLatinDigits(text)
  const filled = deletes ? undefined : parseExpiry(latin)
  if (filled && digitsIn(latin).length >= 4 && latin.length > before.length + 1) {
    const shown = expiryText(filled)
    return { text: shown, caret: shown.length }
  }
  const shown = formatWhileTyping(latin, { deletes: deletes !== undefined, before })
  if (caret >= text.length) return { text: shown, caret: shown.length }
  return { text: shown, caret: caretAfterDigits(shown, digitsIn(latin.slice(0, caret)).length) }
}

type CardExpiry = { readonly month: string; readonly year: string }

/** Two digits each; undefined while it is not a month and a year. */
export function parseExpiry(text: string): CardExpiry | undefined {
  const found =
    /^\s*(?<month>\d{1,2})\s*[/.\-\s]\s*(?:20)?(?<year>\d\d)\s*$/.exec(withLatinDigits(text)) ??
    /^\s*(?<month>\d\d)(?:20)?(?<year>\d\d)\s*$/.exec(withLatinDigits(text)) ??
    /^\s*20(?<year>\d\d)-(?<month>\d\d)\s*$/.exec(withLatinDigits(text))
  const month = found?.groups?.month?.padStart(2, '0') ?? ''
  const year = found?.groups?.year
  return year && month >= '01' && month <= '12' ? { month, year } : undefined
}

export const expiryText = ({ month, year }: CardExpiry): string => `${month}${separator}${year}`

const separator = ' / '
const yearDigitsMax = 4

function formatWhileTyping(latin: string, { deletes, before }: { deletes: boolean; before: string }): string {
  let digits = digitsIn(latin)
  // Only the separator was deleted: the payer meant the digit before it.
  if (deletes && digits === digitsIn(before)) digits = digits.slice(0, 1)
  const startsYear = !deletes && /^\s*\d{1,2}\s*[/.-]/.test(latin)
  const isLateMonth = /^[2-9]/.test(digits)
  if (isLateMonth || (startsYear && /^\s*\d\s*[/.-]/.test(latin))) digits = `0${digits}`
  const month = digits.slice(0, 2)
  const year = digits.slice(2, 2 + yearDigitsMax)
  const hasSeparator = year !== '' || startsYear || (!deletes && month.length === 2)
  return month + (hasSeparator ? separator : '') + year
}
