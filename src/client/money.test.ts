import fc from 'fast-check'
import { expect, test } from 'vitest'
import { currencies } from '../standards/currencies.ts'
import { amountOf, minorUnitsOf } from './money.ts'

test.each([
  [1050n, 'USD', '10.50'],
  [5n, 'EUR', '0.05'],
  [1050n, 'JPY', '1050'],
  [1050n, 'KWD', '1.050'],
  [0n, 'USD', '0.00'],
] as const)('%s of %s are %s', (units, currency, amount) => {
  expect(amountOf(units, currency)).toBe(amount)
  expect(minorUnitsOf(amount, currency)).toBe(units)
})

test('an amount of an answer, which is a JSON number, is read exactly in every currency', () => {
  const largest = 10n ** 14n - 1n
  fc.assert(
    fc.property(fc.constantFrom(...currencies), fc.bigInt({ min: 0n, max: largest }), (currency, units) => {
      const answered: number = JSON.parse(amountOf(units, currency).replace(/^0+(?=\d)/, ''))
      expect(minorUnitsOf(answered, currency)).toBe(units)
    }),
  )
})

test.each(['', '1.', '.5', '-1', '1e3', '10,50', ' 1', '1.2345', 'NaN', '1'.repeat(16)])(
  '%j is not an amount',
  amount => expect(() => minorUnitsOf(amount, 'USD')).toThrow(/is not an amount/),
)

test('what would be rounded is refused, and so is what nobody can pay in', () => {
  expect(() => minorUnitsOf('10.505', 'USD')).toThrow('10.505 has more decimals than USD, which has 2')
  expect(() => minorUnitsOf(0.1 + 0.2, 'USD')).toThrow('is not an amount')
  expect(() => minorUnitsOf('10.5', 'JPY')).toThrow('JPY, which has 0')
  expect(minorUnitsOf('10.500', 'USD')).toBe(1050n)
  expect(() => amountOf(-1n, 'USD')).toThrow('not negative')
  expect(() => amountOf(1n, 'XXX')).toThrow('XXX is not a currency')
})
