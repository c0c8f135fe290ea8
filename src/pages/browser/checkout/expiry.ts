import { digitsIn, type FieldEdit, type FormattedField, withLatinDigits } from './editing.ts'

/** Month and year with a stroke between them, however they were typed, pasted or filled in. */
export function formatExpiry({ text, caret, deletes, before }: FieldEdit): FormattedField {
  const latin = withLatinDigits(text)
  const filled = deletes ? undefined : parseExpiry(latin)
  if (filled && digitsIn(latin).length >= 4 && latin.length > before.length + 1) {
    const shown = expiryText(filled)
    return { text: shown, caret: shown.length }
  }
  const shown = formatWhileTyping(latin, { deletes: deletes !== undefined, before })
  if (caret >= text.length) return { text: shown, caret: shown.length }
  return { text: shown, caret: afterDigits(shown, digitsIn(latin.slice(0, caret)).length) }
}

export type CardExpiry = { readonly month: string; readonly year: string }

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

export const expiryText = ({ month, year }: CardExpiry): string => `${month}${stroke}${year}`

const stroke = ' / '
const yearDigitsMax = 4

function formatWhileTyping(latin: string, { deletes, before }: { deletes: boolean; before: string }): string {
  let digits = digitsIn(latin)
  // Only the stroke was deleted: the payer meant the digit before it.
  if (deletes && digits === digitsIn(before)) digits = digits.slice(0, 1)
  const startsYear = !deletes && /^\s*\d{1,2}\s*[/.-]/.test(latin)
  const isLateMonth = /^[2-9]/.test(digits)
  if (isLateMonth || (startsYear && /^\s*\d\s*[/.-]/.test(latin))) digits = `0${digits}`
  const month = digits.slice(0, 2)
  const year = digits.slice(2, 2 + yearDigitsMax)
  const hasStroke = year !== '' || startsYear || (!deletes && month.length === 2)
  return month + (hasStroke ? stroke : '') + year
}

function afterDigits(text: string, count: number): number {
  let seen = 0
  let at = 0
  while (at < text.length && seen < count) {
    if (/\d/.test(text[at] ?? '')) seen++
    at++
  }
  return at
}
