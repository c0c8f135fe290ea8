import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toDecimal } from '../../../orders/money.ts'
import { moneyIn } from '../../../pages/localisation.ts'
import { consoleLocales } from '../words/consoleLocales.ts'
import { readAmount, writeAmount } from './writtenAmount.ts'

test.each([
  ['de', 'EUR', '10,50', '10.50'],
  ['de', 'EUR', '10.50', '10.50'],
  ['de', 'EUR', ' 10,5 ', '10.5'],
  ['de', 'EUR', '1.050,00', '1050.00'],
  ['de', 'EUR', '1,050.00', '1050.00'],
  ['de', 'EUR', '1.234.567', '1234567'],
  ['de', 'EUR', '1050', '1050'],
  ['en', 'EUR', '10,50', '10.50'],
  ['en', 'USD', '0.05', '0.05'],
  ['en', 'USD', '007', '7'],
  ['fr', 'EUR', '1\u202f050,50', '1050.50'],
  ['fr', 'EUR', '12 050', '12050'],
  ['de', 'CHF', '1’050.50', '1050.50'],
  ['ar', 'EUR', '\u0661\u066c\u0660\u0665\u0660\u066b\u0665\u0660', '1050.50'],
  ['ar', 'EUR', '\u200f10.50', '10.50'],
  ['de', 'JPY', '1.050', '1050'],
  ['en', 'JPY', '1,050', '1050'],
  ['de', 'BHD', '1,050', '1.050'],
  ['en', 'BHD', '1.050', '1.050'],
  ['de', 'BHD', '1050.000', '1050.000'],
  ['de', 'BHD', '0.050', '0.050'],
] as const)('in %s an amount of %s that is written %s is %s', (locale, currency, text, amount) => {
  expect(readAmount({ text, locale }, currency)).toEqual({ amount })
})

test.each([
  ['de', 'EUR', '1.050', { name: 'ambiguous', whole: '1050', fraction: '1.050' }],
  ['de', 'EUR', '1,050', { name: 'ambiguous', whole: '1050', fraction: '1.050' }],
  ['en', 'USD', '1.050', { name: 'ambiguous', whole: '1050', fraction: '1.050' }],
  ['en', 'USD', '12,000', { name: 'ambiguous', whole: '12000', fraction: '12.000' }],
  ['de', 'BHD', '1.050', { name: 'ambiguous', whole: '1050', fraction: '1.050' }],
  ['en', 'BHD', '1,050', { name: 'ambiguous', whole: '1050', fraction: '1.050' }],
  ['de', 'EUR', '0,050', { name: 'tooFine' }],
  ['en', 'USD', '1234.567', { name: 'tooFine' }],
  ['de', 'EUR', '1.234,567', { name: 'tooFine' }],
  ['en', 'BHD', '1.0505', { name: 'tooFine' }],
  ['en', 'JPY', '1.050', { name: 'noDecimals' }],
  ['de', 'JPY', '10,5', { name: 'noDecimals' }],
  ['de', 'EUR', '', { name: 'notAnAmount' }],
  ['de', 'EUR', '10,', { name: 'notAnAmount' }],
  ['de', 'EUR', ',50', { name: 'notAnAmount' }],
  ['de', 'EUR', '-5', { name: 'notAnAmount' }],
  ['de', 'EUR', '10,50 €', { name: 'notAnAmount' }],
  ['de', 'EUR', '1e3', { name: 'notAnAmount' }],
  ['de', 'EUR', '1.05,00', { name: 'notAnAmount' }],
  ['de', 'EUR', '1,050,00', { name: 'notAnAmount' }],
  ['de', 'EUR', '1.050.00', { name: 'notAnAmount' }],
  ['fr', 'EUR', '1 05', { name: 'notAnAmount' }],
  ['fr', 'EUR', '1 050.050,00', { name: 'notAnAmount' }],
  ['ar', 'EUR', '1\u066b050\u066b50', { name: 'notAnAmount' }],
] as const)('in %s an amount of %s that is written %s is refused', (locale, currency, text, trouble) => {
  expect(readAmount({ text, locale }, currency)).toEqual({ trouble })
})

test.each([
  ['de', '10,50', { amount: '10.50' }],
  ['en', '0.125', { amount: '0.125' }],
  ['en', '007', { amount: '7' }],
  ['en', "1'234.5", { amount: '1234.5' }],
  ['en', '1.234.567', { amount: '1234567' }],
  ['de', '1.050', { trouble: { name: 'ambiguous', whole: '1050', fraction: '1.050' } }],
  ['de', '1,050', { trouble: { name: 'ambiguous', whole: '1050', fraction: '1.050' } }],
  ['en', '1.2345', { trouble: { name: 'notAnAmount' } }],
  ['en', '12.', { trouble: { name: 'notAnAmount' } }],
  ['en', 'twelve', { trouble: { name: 'notAnAmount' } }],
] as const)('in %s an amount of any currency that is written %s is %o', (locale, text, read) => {
  expect(readAmount({ text, locale }, undefined)).toEqual(read)
})

const locale = fc.constantFrom(...consoleLocales)
const currency = fc.constantFrom('USD', 'JPY', 'BHD')
const minor = fc.bigInt(0n, 99_999_999_999_999n)

test('what the console writes itself, in a field or on a page, is read as that amount', () => {
  fc.assert(
    fc.property(locale, currency, minor, (locale, currency, minor) => {
      const amount = toDecimal(minor, currency)
      expect(readAmount(writeAmount(amount, locale), currency)).toEqual({ amount })
      const shown = moneyIn(currency, locale)(amount).replace(/^\D+|\D+$/g, '')
      expect(readAmount({ text: shown, locale }, currency)).toEqual({ amount })
    }),
  )
})

test('a plain decimal is read as it is, or is refused', () => {
  fc.assert(
    fc.property(locale, currency, minor, (locale, currency, minor) => {
      const amount = toDecimal(minor, currency)
      const read = readAmount({ text: amount, locale }, currency)
      if ('amount' in read) expect(read).toEqual({ amount })
      else expect(read.trouble.name).toBe('ambiguous')
    }),
  )
})
