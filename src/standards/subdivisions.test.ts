import { iso31662 } from 'iso-3166'
import { expect, test } from 'vitest'
import { isSubdivision, listsSubdivisionsOf } from './countries.ts'

const alphabet = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
const pairs = alphabet.flatMap(a => alphabet.map(b => a + b))

function published(country: string): readonly string[] {
  return iso31662.filter(({ parent }) => parent === country).map(({ code }) => code.slice(3))
}

test('the United States have their states, district, territories and the three military post codes', () => {
  const expected = [...published('US'), 'AA', 'AE', 'AP'].sort()
  expect(pairs.filter(code => isSubdivision('USA', code))).toEqual(expected)
})

test('Canada has its provinces and territories', () => {
  expect(pairs.filter(code => isSubdivision('CAN', code))).toEqual([...published('CA')].sort())
})

test('a code is the second part only, in capitals', () => {
  for (const code of ['US-CA', 'ca', 'California', '', 'C', 'CAL'])
    expect(isSubdivision('USA', code)).toBe(false)
})

test('countries without a list say so', () => {
  expect(listsSubdivisionsOf('USA')).toBe(true)
  expect(listsSubdivisionsOf('CAN')).toBe(true)
  expect(listsSubdivisionsOf('DEU')).toBe(false)
  expect(isSubdivision('DEU', 'BY')).toBe(false)
  expect(isSubdivision('US', 'CA')).toBe(false)
})
