import { data } from 'currency-codes'
import { expect, test } from 'vitest'
import { currencies, currencyOfNumber, numberOfCurrency } from './currencies.ts'

test('every currency has the number of the published list, and is found by it', () => {
  // Newer than that list, with the number of its predecessor.
  const published = new Map([...data.map(({ code, number }) => [code, number] as const), ['XCG', '532']])
  expect(currencies.map(numberOfCurrency)).toEqual(currencies.map(code => published.get(code)))
  for (const code of currencies) expect(currencyOfNumber(numberOfCurrency(code) ?? '')).toBe(code)
})

test('what is no currency has none', () => {
  expect([numberOfCurrency('XXX'), currencyOfNumber('999')]).toEqual([undefined, undefined])
})
