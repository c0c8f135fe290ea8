import { data } from 'currency-codes'
import { expect, test } from 'vitest'
import { currencyExponent, isCurrency } from './currencies.ts'

// Why a code of the published list is not a currency here. The list compared with is of June 2024.
const leftOut = {
  'units of account and funds': 'BOV CHE CHW CLF COU MXV USN UYI UYW XBA XBB XBC XBD XDR XSU XUA',
  metals: 'XAG XAU XPD XPT',
  'test and no currency': 'XTS XXX',
  'no longer legal tender': 'ANG BGN CUC',
}
const leftOutCodes = Object.values(leftOut).flatMap(codes => codes.split(' '))

test('every published currency has its official exponent here, or a reason why it is left out', () => {
  const published = data.filter(({ code }) => !leftOutCodes.includes(code))
  expect(published.map(({ code }) => [code, currencyExponent(code)])).toEqual(
    published.map(({ code, digits }) => [code, digits]),
  )
  expect(leftOutCodes.filter(isCurrency)).toEqual([])
})

test('the only currency newer than the published list is XCG, the successor of ANG', () => {
  const published = new Set(data.map(({ code }) => code))
  const alphabet = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  const codes = alphabet.flatMap(a => alphabet.flatMap(b => alphabet.map(c => a + b + c)))
  expect(codes.filter(code => isCurrency(code) && !published.has(code))).toEqual(['XCG'])
})

test('currencies without cents and with mills are as the standard says', () => {
  for (const code of ['JPY', 'KRW', 'ISK', 'CLP', 'VND', 'XAF', 'XOF', 'XPF']) {
    expect(currencyExponent(code)).toBe(0)
  }
  for (const code of ['BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND']) expect(currencyExponent(code)).toBe(3)
})

test('what is not an active currency code is not a currency', () => {
  for (const code of [
    'usd',
    'US',
    'USDX',
    'XXX',
    'XTS',
    'XAU',
    '999',
    'DEM',
    'HRK',
    '',
    ' USD',
    'toString',
  ]) {
    expect(isCurrency(code)).toBe(false)
    expect(currencyExponent(code)).toBeUndefined()
  }
})
