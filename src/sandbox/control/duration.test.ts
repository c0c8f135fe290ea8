import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readDuration, showDuration } from './duration.ts'

const day = { months: 0, days: 1, ms: 0 }

test.each([
  ['P8D', { ...day, days: 8 }],
  ['P2W', { ...day, days: 14 }],
  ['P1M', { ...day, months: 1, days: 0 }],
  ['P1Y2M3D', { months: 14, days: 3, ms: 0 }],
  ['PT1H', { ...day, days: 0, ms: 3_600_000 }],
  ['PT1M', { ...day, days: 0, ms: 60_000 }],
  ['P1DT1H1M1S', { ...day, ms: 3_661_000 }],
  ['PT0.5S', { ...day, days: 0, ms: 500 }],
  ['PT1,25S', { ...day, days: 0, ms: 1_250 }],
  ['PT90S', { ...day, days: 0, ms: 90_000 }],
  ['P0D', { ...day, days: 0 }],
])('%s is read', (text, duration) => {
  expect(readDuration(text)).toEqual(duration)
})

test.each([
  ...['', 'P', 'PT', 'P1', 'P1DT', '8D', 'p8d', 'P8d', ' P8D', 'P8D\n', 'P-8D', '-P8D', '+P8D', 'P+8D'],
  ...['P1W1D', 'P1D1M', 'PT1S1M', 'P1H', 'PT1D', 'P1DT1HT1M', 'P1.5D', 'PT1.5H', 'PT1.2345S', 'PT.5S'],
  ...['P1234567890D', 'P1e3D', 'P٣D', `P${'0'.repeat(70)}1D`, 'P1D1D', 'PT1S2', 'P1Y/P2Y'],
])('%j is no duration', text => {
  expect(readDuration(text)).toBeUndefined()
})

test('what is shown is read back as the same length', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2 ** 41 }), ms => {
      const { months, days, ms: rest } = readDuration(showDuration(ms)) ?? day
      expect(months).toBe(0)
      expect(days * 86_400_000 + rest).toBe(ms)
    }),
  )
  expect([0, 691_200_000, 90_061_001].map(showDuration)).toEqual(['PT0S', 'P8D', 'P1DT1H1M1.001S'])
  expect(showDuration(-691_200_500)).toBe('-P8DT0.5S')
})
