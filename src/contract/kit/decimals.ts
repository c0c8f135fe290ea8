// Decimal data types, and exact arithmetic on them.

import { string } from './scalars.ts'
import type { Scalar } from './vocabulary.ts'

/** Exact arithmetic on decimal texts: whole numbers over a power of ten, never floating point. */
export type ExactDecimal = { readonly units: bigint; readonly scale: number }

export const zero: ExactDecimal = { units: 0n, scale: 0 }

export function exact(text: string): ExactDecimal {
  const [whole = '0', fraction = ''] = text.split('.')
  return { units: BigInt(whole + fraction), scale: fraction.length }
}
export function plus(left: ExactDecimal, right: ExactDecimal): ExactDecimal {
  const scale = Math.max(left.scale, right.scale)
  return { units: atScale(left, scale) + atScale(right, scale), scale }
}
export const minus = (left: ExactDecimal, right: ExactDecimal): ExactDecimal =>
  plus(left, { units: -right.units, scale: right.scale })
export const times = (left: ExactDecimal, right: ExactDecimal): ExactDecimal => ({
  units: left.units * right.units,
  scale: left.scale + right.scale,
})
/** Negative, zero or positive, as left is less than, equal to or more than right. */
export function compare(left: ExactDecimal, right: ExactDecimal): number {
  const scale = Math.max(left.scale, right.scale)
  const difference = atScale(left, scale) - atScale(right, scale)
  return difference < 0n ? -1 : difference > 0n ? 1 : 0
}
export const isEqual = (left: ExactDecimal, right: ExactDecimal): boolean => compare(left, right) === 0

const atScale = ({ units, scale }: ExactDecimal, wanted: number) => units * 10n ** BigInt(wanted - scale)

/** Decimals are text in requests and JSON numbers in answers (spec 2.2). */
export interface Decimal extends Scalar<string> {
  readonly name: 'Decimal'
}

const plainDecimal = /^[0-9]+(?:\.[0-9]+)?$/

/** A decimal number that is not money: a quantity, a rate. */
export const decimal = (max = 14): Decimal => ({
  ...string('Decimal', { min: 1, max, pattern: plainDecimal }),
  name: 'Decimal',
  canonical: value => (value.length <= max ? value.replace(/^0+(?=[0-9])/, '') : value),
  sentence: `It must be a decimal number of at most ${max} characters: digits, and a point between digits.`,
})

/** The largest amount in any currency (spec 2.2). */
const amountMax = 1_000_000_000_000

/**
 * Money in the currency of the order (or of the transaction). An amount that is too large for an acquirer's
 * message format is refused by the link to that acquirer, not here.
 */
export const amount: Decimal = {
  ...decimal(14),
  holds: value => isBetween(value, 0, amountMax),
  sentence:
    `It must be a decimal number of at most 14 characters and at most ${amountMax}: ` +
    'digits, and a point between digits.',
  money: true,
}

/** A decimal whose value is bounded rather than its length. */
export const decimalBetween = (min: number, max: number | bigint, places: number): Decimal => ({
  ...decimal(String(max).length + 1 + places),
  holds: value => isBetween(value, min, max) && (value.split('.')[1] ?? '').length <= places,
  sentence: `It must be a decimal number from ${min} to ${max} with at most ${places} decimals.`,
})

/** Money whose value is bounded rather than its length. */
export const amountBetween = (min: number, max: number, places: number): Decimal => ({
  ...decimalBetween(min, max, places),
  money: true,
})

/** Decimals in answers: a JSON number, of which records have the text. */
export const decimalAnswer = (min = 0, max = amountMax, places = 3): Scalar<number, string> => ({
  kind: 'scalar',
  name: 'Decimal',
  json: 'number',
  min,
  max,
  sentence: `A decimal number from ${min} to ${max} with at most ${places} decimals.`,
  show: Number,
})
/** Quantities and rates in answers, without bounds: their requests have bounds of their own. */
export const plainDecimalAnswer: Scalar<number, string> = {
  kind: 'scalar',
  name: 'Decimal',
  json: 'number',
  min: 0,
  sentence: 'A decimal number.',
  show: Number,
}
/** Numbers in answers that requests send as digits. */
export const integerAnswer = (min: number, max: number): Scalar<number, string> => ({
  kind: 'scalar',
  name: 'Integer',
  json: 'integer',
  min,
  max,
  sentence: `A whole number from ${min} to ${max}.`,
  show: Number,
})

const isBetween = (value: string, min: number, max: number | bigint) =>
  compare(exact(value), exact(String(min))) >= 0 && compare(exact(value), exact(String(max))) <= 0
