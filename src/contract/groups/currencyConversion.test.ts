import { expect, test } from 'vitest'
import { seen, verdict } from '../../../test/support/contract/groupTesting.ts'
import { optional, type ValueOf } from '../kit/vocabulary.ts'
import { payerAmountFitsPayerCurrency } from '../rules/amounts.ts'
import { currencyConversion, currencyConversionAnswer } from './currencyConversion.ts'

const offer = {
  exchangeRateTime: '2026-01-01T00:00:00.000Z',
  marginPercentage: '3.5',
  payerAmount: '12345',
  payerCurrency: 'JPY',
  payerExchangeRate: '155.1234567890123',
  provider: 'RATE_PROVIDER_A',
  providerReceipt: 'P1',
  requestId: 'Q1',
  uptake: 'ACCEPTED',
} satisfies ValueOf<typeof currencyConversion>

test('an accepted offer is accepted, and answered with numbers', () => {
  expect(verdict(currencyConversion.fields, offer)).toBe('accepted')
  expect(seen(currencyConversionAnswer, offer)).toEqual({
    ...offer,
    marginPercentage: 3.5,
    payerAmount: 12345,
    payerExchangeRate: 155.1234567890123,
  })
})

test.each([
  [{ exchangeRateTime: '2026-01-01T00:00:00Z' }, 'INVALID exchangeRateTime'],
  [{ marginPercentage: '1.2345678' }, 'INVALID marginPercentage'],
  [{ payerCurrency: 'yen' }, 'INVALID payerCurrency'],
  [{ payerExchangeRate: `1.${'1'.repeat(18)}` }, 'INVALID payerExchangeRate'],
  [{ provider: 'SOMEBODY' }, 'INVALID provider'],
  [{ uptake: 'MAYBE' }, 'INVALID uptake'],
])('%j → %s', (body, expected) => {
  expect(verdict(currencyConversion.fields, body)).toBe(expected)
})

const fields = { currencyConversion: optional(currencyConversion, 'Conversion.') }
const rules = [payerAmountFitsPayerCurrency]

test.each([
  ['JPY', '12345', 'accepted'],
  ['JPY', '12345.6', 'INVALID currencyConversion.payerAmount'],
  ['USD', '12.34', 'accepted'],
  ['USD', '12.345', 'INVALID currencyConversion.payerAmount'],
  ['KWD', '12.345', 'accepted'],
  ['USD', '99999999999.99', 'accepted'],
  ['USD', '1000000000001', 'INVALID currencyConversion.payerAmount'],
])('%s %s → %s', (payerCurrency, payerAmount, expected) => {
  const body = { currencyConversion: { payerAmount, payerCurrency } }
  expect(verdict(fields, body, { rules })).toBe(expected)
})

test('an amount without its currency, or no conversion at all, is left alone', () => {
  expect(verdict(fields, { currencyConversion: { payerAmount: '1.23456' } }, { rules })).toBe('accepted')
  expect(verdict(fields, {}, { rules })).toBe('accepted')
})
