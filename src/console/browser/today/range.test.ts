import { expect, test } from 'vitest'
import { rangeNamed, rangeUntil } from './range.ts'

const until = Date.parse('2026-11-17T05:12:34.567Z')

test('a range ends with the hour or day that is under way', () => {
  expect(rangeUntil('24h', until)).toEqual({
    ...{ step: 'hour', from: '2026-11-16T06:00:00.000Z', to: '2026-11-17T05:00:00.000Z' },
  })
  expect(rangeUntil('30d', until)).toEqual({
    ...{ step: 'day', from: '2026-10-19T00:00:00.000Z', to: '2026-11-17T00:00:00.000Z' },
  })
})

test('it stays the same within an hour', () => {
  expect(rangeUntil('7d', until)).toEqual(rangeUntil('7d', Date.parse('2026-11-17T05:59:59.999Z')))
  expect(rangeUntil('7d', until)).not.toEqual(rangeUntil('7d', Date.parse('2026-11-17T06:00:00.000Z')))
})

test('an address may name anything', () => {
  expect(rangeNamed('90d')).toBe('90d')
  expect(rangeNamed('constructor')).toBe('24h')
  expect(rangeNamed(undefined)).toBe('24h')
})
