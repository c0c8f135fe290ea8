import { expect, test } from 'vitest'
import { randomAlphanumerics, randomHex, supportCode } from './ids.ts'

test('random texts have the length asked for and only their own alphabet', () => {
  expect(supportCode()).toMatch(/^[0-9A-Z]{12}$/)
  expect(randomAlphanumerics(24)).toMatch(/^[0-9A-Z]{24}$/)
  expect(randomHex(16)).toMatch(/^[0-9a-f]{32}$/)
})

test('a thousand support codes are a thousand different ones', () => {
  expect(new Set(Array.from({ length: 1_000 }, supportCode)).size).toBe(1_000)
})
