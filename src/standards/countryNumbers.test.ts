import { iso31661 } from 'iso-3166'
import { expect, test } from 'vitest'
import { countryOfNumber, countryOfTwoLetters, numberOfCountry } from './countries.ts'

test('every number that is assigned names its country, and no other number names any', () => {
  const numbers = Array.from({ length: 1000 }, (_, number) => String(number).padStart(3, '0'))
  const named = numbers.flatMap(number => countryOfNumber(number) ?? [])
  expect(named).toHaveLength(iso31661.length)
  for (const { alpha3, numeric } of iso31661) expect(countryOfNumber(numeric)).toBe(alpha3)
  for (const { alpha3, numeric } of iso31661) expect(numberOfCountry(alpha3)).toBe(numeric)
  expect(numberOfCountry('XXX')).toBeUndefined()
})

test('so does every pair of letters', () => {
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  const pairs = letters.flatMap(first => letters.map(second => first + second))
  expect(pairs.flatMap(pair => countryOfTwoLetters(pair) ?? [])).toHaveLength(iso31661.length)
  for (const { alpha2, alpha3 } of iso31661) expect(countryOfTwoLetters(alpha2)).toBe(alpha3)
})
