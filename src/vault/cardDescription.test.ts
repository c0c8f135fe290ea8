import fc from 'fast-check'
import { expect, test } from 'vitest'
import { describeCard } from './cards.ts'

test('A card is shown by network, way of funding and six and four of its digits', () => {
  expect(describeCard('5123450000000008')).toEqual({
    brand: 'NETWORK_B',
    scheme: 'NETWORK_B',
    fundingMethod: 'CREDIT',
    maskedNumber: '512345xxxxxx0008',
  })
})

test('Network A is charge; prefixes 4012 and 5111 are debit; all else is credit', () => {
  const methods = ['371881634498004', '4012000033330026', '5111111111111118', '4508750015741019'].map(
    number => describeCard(number).fundingMethod,
  )
  expect(methods).toEqual(['CHARGE', 'DEBIT', 'DEBIT', 'CREDIT'])
})

test('A number no network claims has no scheme', () => {
  expect(describeCard('9999999999999995')).toEqual({
    brand: 'UNKNOWN',
    fundingMethod: 'CREDIT',
    maskedNumber: '999999xxxxxx9995',
  })
})

test('A mask shows the first six and last four at most, and of a short number the last four only', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[0-9]{9,19}$/), number => {
      const { maskedNumber } = describeCard(number)
      const leading = number.length < 13 ? 0 : 6
      expect(maskedNumber).toHaveLength(number.length)
      expect(maskedNumber.slice(0, leading)).toBe(number.slice(0, leading))
      expect(maskedNumber.slice(leading, -4)).toMatch(/^x+$/)
      expect(maskedNumber.slice(-4)).toBe(number.slice(-4))
    }),
  )
})
