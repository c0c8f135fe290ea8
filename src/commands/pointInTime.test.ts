import { InvalidArgumentError } from 'commander'
import { expect, test } from 'vitest'
import { readPointInTime } from './notifications.ts'

const nowMs = Date.parse('2026-11-15T12:00:00Z')

test.each([
  ['90s', '2026-11-15T11:58:30.000Z'],
  ['15m', '2026-11-15T11:45:00.000Z'],
  ['2h', '2026-11-15T10:00:00.000Z'],
  ['3d', '2026-11-12T12:00:00.000Z'],
  ['1w', '2026-11-08T12:00:00.000Z'],
  ['2026-11-01', '2026-11-01T00:00:00.000Z'],
  ['2026-11-01T09:30', '2026-11-01T09:30:00.000Z'],
  ['2026-11-01 09:30:15', '2026-11-01T09:30:15.000Z'],
  ['2026-11-01T09:30:15.250Z', '2026-11-01T09:30:15.250Z'],
])('%s is %s', (text, moment) => {
  expect(new Date(readPointInTime(text)(nowMs)).toISOString()).toBe(moment)
})

test.each(['', 'yesterday', '2', '2y', '2026-13-01', '2026-11-31T99:00', '-2h', '11/15/2026'])(
  '%s is none',
  text => {
    expect(() => readPointInTime(text)).toThrow(InvalidArgumentError)
  },
)
