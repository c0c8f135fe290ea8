// How card values are formatted while they are typed, by the network of the card.

import { brandOf, type CardBrand } from '../../../standards/cardBrands.ts'
import { type FieldRole, fieldTraits } from './roles.ts'

/** What a field accepts and how it shows it, as the merchant's page configured it. */
export type EntryRules = { readonly isGrouped: boolean; readonly rejectsOthers: boolean }

export type FieldEntry = { readonly text: string; readonly caret: number }

/** The text and caret of a field after a change. */
export function formatEntry(role: FieldRole, { text, caret }: FieldEntry, rules: EntryRules): FieldEntry {
  if (!fieldTraits[role].isNumeric) return { text, caret }
  if (!rules.rejectsOthers && /[^\d -]/.test(text)) return { text, caret }
  const digits = digitsIn(text)
  if (role !== 'number') return { text: digits, caret: digitsIn(text.slice(0, caret)).length }
  const kept = digits.slice(0, digitsMaxOf(digits))
  const shown = rules.isGrouped ? groupDigits(kept) : kept
  const before = digitsIn(text.slice(0, caret)).length
  // Typing at the end goes on at the end, also behind a space.
  return { text: shown, caret: before >= kept.length ? shown.length : caretAfterDigits(shown, before) }
}

const digitsIn = (text: string): string => text.replace(/\D/g, '')

/** The network as soon as no further digit can change it; undefined before, and if none is known. */
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

/** In groups, as on the card. */
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

/** The caret position with this many digits before it. */
export function caretAfterDigits(text: string, digitCount: number): number {
  let left = digitCount
  let caret = 0
  while (caret < text.length && left > 0) if (/\d/.test(text.charAt(caret++))) left--
  return caret
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
