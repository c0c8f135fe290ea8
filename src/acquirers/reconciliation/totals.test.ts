import { expect, test } from 'vitest'
import {
  createTotals,
  differencesOfTotals,
  differOnlyByReversed,
  type MovementTotals,
  netOf,
  noTotals,
  readTotals,
  writeTotals,
} from './totals.ts'

const total = (count: number, amount: bigint) => ({ count, amount })
const day: MovementTotals = {
  debit: total(3, 3_000n),
  debitReversed: total(1, 500n),
  credit: total(2, 700n),
  creditReversed: total(1, 100n),
}

test('each currency has totals of its own', () => {
  const totals = createTotals()
  totals.add({ kind: 'debit', amount: 1_000n, currency: 'USD' })
  totals.add({ kind: 'debit', amount: 5n, currency: 'USD' })
  totals.add({ kind: 'creditReversed', amount: 7n, currency: 'JPY' })
  expect(totals.read()).toEqual({
    JPY: { ...noTotals, creditReversed: total(1, 7n) },
    USD: { ...noTotals, debit: total(2, 1_005n) },
  })
})

test('what was debited is negative, and what was reversed is not counted in the end', () => {
  expect(netOf(day)).toBe(-1_900n)
  expect(netOf(noTotals)).toBe(0n)
  expect(netOf({ ...noTotals, debit: total(1, 10n), debitReversed: total(1, 10n) })).toBe(0n)
})

test('every total that the host gives is compared, and what it leaves out is not', () => {
  expect(differencesOfTotals(day, day)).toEqual([])
  expect(differencesOfTotals(day, {})).toEqual([])
  expect(differencesOfTotals(day, { debit: { count: 4 }, net: -1_901n })).toEqual([
    { what: 'debit', gateway: total(3, 3_000n), host: { count: 4 } },
    { what: 'net', gateway: { amount: -1_900n }, host: { amount: -1_901n } },
  ])
})

test('a payment that the host booked and reversed, and that failed here, moves no money', () => {
  const booked = { ...day, debit: total(4, 3_999n), debitReversed: total(2, 1_499n) }
  expect(differencesOfTotals(day, booked)).toHaveLength(2)
  expect(differOnlyByReversed(day, booked)).toBe(true)
  expect(differOnlyByReversed(day, { ...booked, debit: total(4, 4_000n) })).toBe(false)
  expect(differOnlyByReversed(day, { ...booked, credit: total(2, 701n) })).toBe(false)
  expect(differOnlyByReversed(day, { net: -1_900n })).toBe(true)
  expect(differOnlyByReversed(day, { net: 1_900n })).toBe(false)
  expect(differOnlyByReversed(day, { debit: total(4, 3_999n) })).toBe(false)
})

test('totals are stored to the minor unit, however large they are', () => {
  const large = {
    ...day,
    credit: total(9_999_999_999, 9_999_999_999_999_999n),
    net: -12_345_678_901_234_567n,
  }
  expect(readTotals(writeTotals(large))).toEqual(large)
})
