import { caretAfter, digitsMaxOf, grouped } from './brands.ts'
import { type Role, traits } from './roles.ts'

/** What may be typed, and how it is shown. */
export type Habits = { readonly isGrouped: boolean; readonly rejectsOthers: boolean }

export type Entry = { readonly text: string; readonly caret: number }

/** What stands in the field after a change, and where the caret is. */
export function tidied(role: Role, { text, caret }: Entry, habits: Habits): Entry {
  if (!traits[role].isNumeric) return { text, caret }
  if (!habits.rejectsOthers && /[^\d -]/.test(text)) return { text, caret }
  const digits = digitsIn(text)
  if (role !== 'number') return { text: digits, caret: digitsIn(text.slice(0, caret)).length }
  const kept = digits.slice(0, digitsMaxOf(digits))
  const shown = habits.isGrouped ? grouped(kept) : kept
  const before = digitsIn(text.slice(0, caret)).length
  // Whoever types at the end goes on there, behind a space as well.
  return { text: shown, caret: before >= kept.length ? shown.length : caretAfter(shown, before) }
}

const digitsIn = (text: string): string => text.replace(/\D/g, '')
