import { expect, test } from 'vitest'
import { fromField, toField } from './localTime.ts'

test('what a field shows is the same time again', () => {
  expect(fromField(toField('2026-11-17T05:30:00.000Z'))).toBe('2026-11-17T05:30:00.000Z')
  expect(toField('2026-11-17T05:30:00.000Z')).toMatch(/^2026-11-1\dT\d\d:\d\d$/)
})

test('what is no time is none', () => {
  expect([toField(undefined), toField('yesterday'), fromField('')]).toEqual(['', '', undefined])
})
