import { caretAfterDigits, digitsMaxOf, groupDigits } from '../fields/brands.ts'

/** What a field holds after the browser changed it, and where the caret stands in it. */
export type FieldEdit = {
  readonly text: string
  readonly caret: number
  /** Which way the payer deletes; undefined while typing, pasting or filling in. */
  readonly deletes?: 'backward' | 'forward'
  /** What the field held before. */
  readonly before: string
}
export type FormattedField = { readonly text: string; readonly caret: number }

/** The card number in groups, with the caret after the same digit as before. */
export function formatCardNumber({ text, caret, deletes, before }: FieldEdit): FormattedField {
  let digits = digitsIn(text)
  let digitsBefore = digitsIn(text.slice(0, caret)).length
  // Only a gap was deleted: the payer meant the digit beyond it.
  if (deletes && digits === digitsIn(before)) {
    const at = deletes === 'backward' ? digitsBefore - 1 : digitsBefore
    digits = digits.slice(0, Math.max(at, 0)) + digits.slice(at + 1)
    if (deletes === 'backward' && digitsBefore > 0) digitsBefore--
  }
  const shown = groupDigits(digits.slice(0, digitsMaxOf(digits)))
  return { text: shown, caret: caretAfterDigits(shown, digitsBefore) }
}

/** A code of digits and nothing else. */
export function formatSecurityCode({ text, caret }: FieldEdit): FormattedField {
  const digits = digitsIn(text).slice(0, codeDigitsMax)
  return { text: digits, caret: Math.min(digitsIn(text.slice(0, caret)).length, digits.length) }
}
const codeDigitsMax = 4

/** The digits of a text, also of those that keyboards in Arabic, Persian or Japanese write. */
export function digitsIn(text: string): string {
  return withLatinDigits(text).replace(/\D/g, '')
}

export function withLatinDigits(text: string): string {
  return text.replace(/[٠-٩۰-۹０-９]/g, digit => {
    const code = digit.charCodeAt(0)
    return String(code - (zeros.find(zero => code >= zero && code < zero + 10) ?? code))
  })
}
const zeros = [0x0660, 0x06f0, 0xff10]
