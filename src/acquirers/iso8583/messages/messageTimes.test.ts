import { expect, test } from 'vitest'
import { localDateAndTime, offsetMsOf, referenceHour, transmissionTime } from './messageTimes.ts'

const at = (text: string) => Date.parse(text)

test('a transmission is timed in UTC, and locally where the acquirer is', () => {
  const lastSecond = at('2026-12-31T23:59:59.999Z')
  expect(transmissionTime(lastSecond)).toBe('1231235959')
  expect(localDateAndTime(lastSecond, offsetMsOf('+0530'))).toBe('270101052959')
  expect(localDateAndTime(lastSecond, offsetMsOf('-1000'))).toBe('261231135959')
})

test('a reference begins with year, day and hour', () => {
  expect(referenceHour(at('2026-01-01T00:00:00Z'))).toBe('600100')
  expect(referenceHour(at('2028-12-31T23:59:59Z'))).toBe('836623')
})
