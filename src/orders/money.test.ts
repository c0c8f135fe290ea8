import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fitsCurrency, toDecimal, toMinor } from './money.ts'

const currency = fc.constantFrom('JPY', 'USD', 'KWD')

test('a decimal becomes minor units of its currency', () => {
  expect(toMinor('12.30', 'USD')).toBe(1230n)
  expect(toMinor('12.3', 'USD')).toBe(1230n)
  expect(toMinor('12', 'USD')).toBe(1200n)
  expect(toMinor('0.01', 'USD')).toBe(1n)
  expect(toMinor('0', 'USD')).toBe(0n)
  expect(toMinor('500', 'JPY')).toBe(500n)
  expect(toMinor('1.234', 'KWD')).toBe(1234n)
  expect(toMinor('99999999999.99', 'USD')).toBe(9999999999999n)
  expect(toMinor('99999999999999', 'KWD')).toBe(99999999999999000n)
})

test('minor units are written with all decimals of their currency', () => {
  expect(toDecimal(1230n, 'USD')).toBe('12.30')
  expect(toDecimal(5n, 'USD')).toBe('0.05')
  expect(toDecimal(0n, 'USD')).toBe('0.00')
  expect(toDecimal(500n, 'JPY')).toBe('500')
  expect(toDecimal(1n, 'KWD')).toBe('0.001')
  expect(toDecimal(-5n, 'USD')).toBe('-0.05')
})

test('an amount has at most the decimals of its currency', () => {
  const fitting = {
    USD: ['10', '10.5', '10.50', '0', '0.00'],
    JPY: ['1', '0'],
    KWD: ['1.234', '1.2'],
    ISK: ['7'],
  }
  const failing = {
    USD: ['10.001', '10.000'],
    JPY: ['1.5', '1.0'],
    KWD: ['1.2345'],
    CLP: ['1.0'],
    VND: ['1.0'],
  }
  for (const [code, amounts] of Object.entries(fitting)) {
    for (const amount of amounts) expect(fitsCurrency(amount, code), amount).toBe(true)
  }
  for (const [code, amounts] of Object.entries(failing)) {
    for (const amount of amounts) expect(fitsCurrency(amount, code), amount).toBe(false)
  }
})

test('what is not a plain decimal does not fit and is never counted', () => {
  const signs = [
    '-0',
    '-1',
    '+1',
    '1e3',
    '1E3',
    '0x10',
    '1_000',
    '1,000.00',
    '10,00',
    'NaN',
    'Infinity',
    '１',
  ]
  const shapes = ['', ' ', ' 10', '10\n', '00.1', '010', '.5', '5.', '1.2.3', '.', '1000000000000000.00']
  for (const text of [...signs, ...shapes]) {
    expect(fitsCurrency(text, 'USD'), text).toBe(false)
    expect(() => toMinor(text, 'USD'), text).toThrow(RangeError)
  }
})

test('there is no money without a currency', () => {
  expect(fitsCurrency('1', 'XXX')).toBe(false)
  expect(() => toMinor('1', 'usd')).toThrow(RangeError)
  expect(() => toDecimal(1n, 'DEM')).toThrow(RangeError)
})

test('writing and reading an amount loses nothing', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 9_999_999_999n }), currency, (minor, code) => {
      expect(toMinor(toDecimal(minor, code), code)).toBe(minor)
    }),
  )
})

test('larger decimals are larger amounts', () => {
  fc.assert(
    fc.property(fc.nat(), fc.nat(), currency, (one, other, code) => {
      const difference = toMinor(String(one), code) - toMinor(String(other), code)
      expect(difference > 0n).toBe(one > other)
    }),
  )
})
