import { expect, test } from 'vitest'
import { durationText } from './durationText.ts'

test('a duration is told in the unit that people would use', () => {
  expect(durationText(999, 'en')).toBeUndefined()
  expect(durationText(Number.NaN, 'en')).toBeUndefined()
  expect(durationText(2_020, 'en')).toBe('2 seconds')
  expect(durationText(2_500, 'en')).toBe('2.5 seconds')
  expect(durationText(61_000, 'en')).toBe('1 minute')
  expect(durationText(7_200_000, 'de')).toBe('2 Stunden')
  expect(durationText(200_000_000, 'en')).toBe('2 days')
})
