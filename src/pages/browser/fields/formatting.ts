import { brandOf, type CardBrand } from '../../../standards/cardBrands.ts'
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

/** The network as soon as no further digit can change it; undefined before, and where none is known. */
export function likelyBrand(digits: string): CardBrand | undefined {
  if (digits === '') return undefined
  const samples = digits.length === 1 ? [...'0123456789'] : ['0', '9']
  const [brand, ...others] = samples.map(next => brandOf(digits.padEnd(digits.length + 8, next)))
  return brand !== 'UNKNOWN' && others.every(other => other === brand) ? brand : undefined
}

/** No card of the network has more digits. */
export const digitsMaxOf = (digits: string): number => layoutOf(digits).digitsMax

/** The API takes 9 digits; no card that people pay with has fewer than 12. */
export const digitsMinOf = (digits: string): number => layoutOf(digits).digitsMin ?? 12

/** The digits as they stand on the card: in groups. */
export function groupDigits(digits: string): string {
  const { groups } = layoutOf(digits)
  const parts: string[] = []
  let at = 0
  for (const size of groups) {
    if (at < digits.length) parts.push(digits.slice(at, at + size))
    at += size
  }
  return parts.join(' ')
}

/** Where the caret goes so that as many digits stand before it as did. */
export function caretAfterDigits(text: string, digitCount: number): number {
  let seen = 0
  let at = 0
  while (at < text.length && seen < digitCount) {
    if (text[at] !== ' ') seen++
    at++
  }
  return at
}

type NumberLayout = {
  readonly digitsMin?: number
  readonly digitsMax: number
  readonly groups: readonly number[]
}

const usualLayout: NumberLayout = { digitsMax: 19, groups: [4, 4, 4, 4, 3] }
const layouts: { readonly [brand in CardBrand]?: NumberLayout } = {
  NETWORK_A: { digitsMin: 15, digitsMax: 15, groups: [4, 6, 5] },
  NETWORK_B: { digitsMin: 16, digitsMax: 16, groups: [4, 4, 4, 4] },
  NETWORK_I: { digitsMax: 15, groups: [4, 5, 6] },
}

function layoutOf(digits: string): NumberLayout {
  const brand = likelyBrand(digits)
  return (brand && layouts[brand]) ?? usualLayout
}
