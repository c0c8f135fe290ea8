import { invalid, type Rejection } from '../../orders/rejection.ts'

export type QueryNumberBounds = { readonly name: string; readonly min: number; readonly max: number }

/** A whole number in a query string; a parameter left empty is one left out. */
export function readQueryNumber(
  query: Readonly<Record<string, string>>,
  { name, min, max }: QueryNumberBounds,
): number | Rejection | undefined {
  const text = query[name] ?? ''
  if (text === '') return undefined
  const value = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN
  if (value >= min && value <= max) return value
  return invalid(name, `It must be a whole number from ${min} to ${max}.`, text)
}
