import { expect, test } from 'vitest'
import { brandOf, hasKnownPrefix, prefixTable } from './cardBrands.ts'

test('the sandbox cards belong to their networks', () => {
  const cards = {
    NETWORK_A: ['371881634498004'],
    NETWORK_B: ['5123450000000008', '2223000000000007', '5111111111111118', '2223000000000023'],
    NETWORK_C: ['4508750015741019', '4012000033330026'],
    NETWORK_D: ['3528000000000007'],
    NETWORK_E: ['30123400000000', '36259600000012'],
    NETWORK_F: ['6011003179988686'],
    NETWORK_G: ['6201089999995464'],
    NETWORK_H: ['5000000000000000005', '5666555544443333'],
    NETWORK_I: ['135492354874528'],
  }
  for (const [brand, numbers] of Object.entries(cards)) {
    for (const number of numbers) expect(brandOf(number)).toBe(brand)
  }
})

test('a range includes its ends and nothing beyond them', () => {
  const rest = '000000000000'
  expect(brandOf(`2220${rest}`)).toBe('UNKNOWN')
  expect(brandOf(`2221${rest}`)).toBe('NETWORK_B')
  expect(brandOf(`2720${rest}`)).toBe('NETWORK_B')
  expect(brandOf('2720999999999999')).toBe('NETWORK_B')
  expect(brandOf(`2721${rest}`)).toBe('UNKNOWN')
  expect(brandOf(`3527${rest}`)).toBe('UNKNOWN')
  expect(brandOf(`3589${rest}`)).toBe('NETWORK_D')
  expect(brandOf(`3590${rest}`)).toBe('UNKNOWN')
  expect(brandOf(`6432${rest}`)).toBe('UNKNOWN')
  expect(brandOf(`6759${rest}`)).toBe('NETWORK_H')
  expect(brandOf(`6760${rest}`)).toBe('UNKNOWN')
})

test('what no network claims is unknown', () => {
  for (const number of ['6035710000000000000', '7000000000000000', '9', '', 'x4508750015741019', '4x']) {
    expect(brandOf(number)).toBe('UNKNOWN')
    expect(hasKnownPrefix(number)).toBe(false)
  }
  expect(hasKnownPrefix('4508750015741019')).toBe(true)
})

test("an operator's table replaces the default, the longer prefix wins over the shorter", () => {
  const table = prefixTable({ NETWORK_C: '4', LOCAL_BRAND_ONLY: '450875 60-61' })
  expect(brandOf('4508750015741019', table)).toBe('LOCAL_BRAND_ONLY')
  expect(brandOf('4508760015741019', table)).toBe('NETWORK_C')
  expect(brandOf('6101089999995464', table)).toBe('LOCAL_BRAND_ONLY')
  expect(brandOf('371881634498004', table)).toBe('UNKNOWN')
})

test('a table with a typo is refused', () => {
  for (const prefix of ['4x', '51-5', '55-51', '123456789', '1-2-3', '-', '51–55']) {
    expect(() => prefixTable({ NETWORK_A: prefix })).toThrow(RangeError)
  }
})
