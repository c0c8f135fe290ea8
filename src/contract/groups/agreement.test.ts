import { expect, test } from 'vitest'
import { seen, verdict } from '../../../test/support/contract/groupTesting.ts'
import type { Group, ValueOf } from '../kit/vocabulary.ts'
import {
  agreement,
  agreementAnswer,
  authorizedAgreement,
  checkoutAgreement,
  refundedAgreement,
} from './agreement.ts'

const subscription = {
  amountVariability: 'FIXED',
  customData: 'plan: gold',
  expiryDate: '2030-12-31',
  id: 'A1',
  maximumAmountPerPayment: '20.00',
  minimumAmountPerPayment: '5',
  minimumDaysBetweenPayments: 9999,
  numberOfPayments: 999,
  paymentFrequency: 'MONTHLY',
  retailer: { abbreviatedTradingName: 'Shop', merchantCategoryCode: '5411', tradingName: 'The Shop' },
  startDate: '2026-01-01',
  type: 'RECURRING',
} satisfies ValueOf<typeof agreement>

test('a subscription with every field is accepted by every operation that knows agreements', () => {
  for (const { fields } of [agreement, authorizedAgreement, refundedAgreement, checkoutAgreement])
    expect(verdict(fields, subscription)).toBe('accepted')
})

test.each([
  [{ numberOfPayments: 1000 }, 'INVALID numberOfPayments'],
  [{ numberOfPayments: '12' }, 'INVALID numberOfPayments'],
  [{ minimumDaysBetweenPayments: 0 }, 'INVALID minimumDaysBetweenPayments'],
  [{ expiryDate: '2030-02-29' }, 'INVALID expiryDate'],
  [{ maximumAmountPerPayment: '-1' }, 'INVALID maximumAmountPerPayment'],
  [{ paymentFrequency: 'HOURLY' }, 'INVALID paymentFrequency'],
  [{ retailer: { merchantCategoryCode: '541' } }, 'INVALID retailer.merchantCategoryCode'],
  [{ customData: 'x'.repeat(2049) }, 'INVALID customData'],
])('%j → %s', (body, expected) => {
  expect(verdict(agreement.fields, body)).toBe(expected)
})

test.each<[string, Group, number, object, string]>([
  ['others', agreement, 100, { daysBetweenPayments: 1 }, 'UNSUPPORTED recurring'],
  ['Authorize', authorizedAgreement, 55, { daysBetweenPayments: 999 }, 'accepted'],
  [
    'Authorize',
    authorizedAgreement,
    55,
    { daysBetweenPayments: 1000 },
    'INVALID recurring.daysBetweenPayments',
  ],
  ['Authorize', authorizedAgreement, 60, { numberOfPayments: 1 }, 'UNSUPPORTED recurring.numberOfPayments'],
  ['Refund', refundedAgreement, 39, { daysBetweenPayments: 1 }, 'accepted'],
  ['Refund', refundedAgreement, 59, { numberOfPayments: 1 }, 'UNSUPPORTED recurring.numberOfPayments'],
  [
    'Refund',
    refundedAgreement,
    59,
    { amountVariability: 'FIXED' },
    'UNSUPPORTED recurring.amountVariability',
  ],
  ['Refund', refundedAgreement, 60, { amountVariability: 'FIXED', numberOfPayments: 9999 }, 'accepted'],
  ['Refund', refundedAgreement, 60, { numberOfPayments: 10_000 }, 'INVALID recurring.numberOfPayments'],
])('recurring of %s at its version: %#', (_, { fields }, version, recurring, expected) => {
  expect(verdict(fields, { recurring }, { version })).toBe(expected)
})

test('a checkout names its agreement from version 53 on', () => {
  const nameless = { type: 'OTHER' }
  expect(verdict(checkoutAgreement.fields, nameless, { version: 52 })).toBe('accepted')
  expect(verdict(checkoutAgreement.fields, nameless, { version: 53 })).toBe('MISSING id')
  expect(verdict(agreement.fields, nameless, { version: 53 })).toBe('accepted')
})

test('answers show amounts as numbers', () => {
  const { maximumAmountPerPayment: _, minimumAmountPerPayment: __, ...rest } = subscription
  expect(seen(agreementAnswer, subscription)).toEqual({
    ...rest,
    maximumAmountPerPayment: 20,
    minimumAmountPerPayment: 5,
  })
  const shown: ValueOf<typeof agreementAnswer> = { maximumAmountPerPayment: 20 }
  // @ts-expect-error text in requests, a number in answers
  const wrong: ValueOf<typeof agreementAnswer> = { maximumAmountPerPayment: '20' }
  expect([shown, wrong]).toHaveLength(2)
})
