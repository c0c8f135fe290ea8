import fc from 'fast-check'
import { expect, test } from 'vitest'
import { businessDateOf, dateText, daysAfter, isBusinessDate, monthAndDayOf } from './businessDate.ts'

const dayMs = 86_400_000

test('the year is the one that is nearest to the transaction', () => {
  const newYearsEve = Date.UTC(2026, 11, 31, 23, 59)
  expect(businessDateOf('1231', newYearsEve)).toBe('2026-12-31')
  expect(businessDateOf('0101', newYearsEve)).toBe('2027-01-01')
  expect(businessDateOf('1231', newYearsEve + 3 * dayMs)).toBe('2026-12-31')
  expect(businessDateOf('0229', Date.UTC(2028, 1, 28))).toBe('2028-02-29')
})

test('what no year near it has is no date', () => {
  const wrong = ['', '1', '0000', '1301', '0230', 'abcd', '11015', '0229']
  for (const text of wrong) expect(businessDateOf(text, Date.UTC(2026, 5, 1))).toBeUndefined()
})

test('a month and a day come back as the date they were taken from, weeks before or after', () => {
  const date = fc.integer({ min: Date.UTC(2020, 0, 1), max: Date.UTC(2040, 0, 1) }).map(dateText)
  fc.assert(
    fc.property(date, fc.integer({ min: -60, max: 60 }), (wanted, days) => {
      const nearMs = Date.parse(`${daysAfter(wanted, days)}T07:00:00Z`)
      expect(isBusinessDate(wanted)).toBe(true)
      expect(businessDateOf(monthAndDayOf(wanted), nearMs)).toBe(wanted)
    }),
  )
})

test('only dates of the calendar are dates', () => {
  expect(['2026-02-28', '2028-02-29'].every(isBusinessDate)).toBe(true)
  expect(['2026-02-29', '2026-13-01', '2026-1-01', '20260101', '', '2026-00-10'].some(isBusinessDate)).toBe(
    false,
  )
})
