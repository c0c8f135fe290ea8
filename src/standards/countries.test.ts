import { iso31661 } from 'iso-3166'
import { expect, test } from 'vitest'
import { isCountry } from './countries.ts'

test('exactly the assigned alpha-3 codes are countries', () => {
  const assigned = new Set(iso31661.map(({ alpha3 }) => alpha3))
  const alphabet = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  const codes = alphabet.flatMap(a => alphabet.flatMap(b => alphabet.map(c => a + b + c)))
  expect(codes.filter(isCountry)).toEqual([...assigned].sort())
})

test('other spellings are not countries', () => {
  for (const code of ['US', 'usa', 'ZZZ', '', ' USA', '840', 'constructor'])
    expect(isCountry(code)).toBe(false)
})
