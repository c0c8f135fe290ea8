import { caretAfterDigits, digitsMaxOf, groupDigits } from './brands.ts'
import { type FieldRole, fieldTraits } from './roles.ts'

/** What may be typed, and how it is shown. */
export type EntryRules = { readonly isGrouped: boolean; readonly rejectsOthers: boolean }

export type FieldEntry = { readonly text: string; readonly caret: number }

/** What stands in the field after a change, and where the caret is. */
export function formatEntry(role: FieldRole, { text, caret }: FieldEntry, habits: EntryRules): FieldEntry {
  if (!fieldTraits[role].isNumeric) return { text, caret }
  if (!habits.rejectsOthers && /[^\d -]/.test(text)) return { text, caret }
  const digits = digitsIn(text)
  if (role !== 'number') return { text: digits, caret: digitsIn(text.slice(0, caret)).length }
  const kept = digits.slice(0, digitsMaxOf(digits))
  const shown = habits.isGrouped ? groupDigits(kept) : kept
  const before = digitsIn(text.slice(0, caret)).length
  // Whoever types at the end goes on there, behind a space as well.
  return { text: shown, caret: before >= kept.length ? shown.length : caretAfterDigits(shown, before) }
}

const digitsIn = (text: string): string => text.replace(/\D/g, '')
