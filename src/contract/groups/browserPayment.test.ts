import { expect, test } from 'vitest'
import { seen, verdict } from '../../../test/support/contract/groupTesting.ts'
import type { ValueOf } from '../kit/vocabulary.ts'
import { browserPayment, browserPaymentAnswer } from './browserPayment.ts'

const redirect = {
  operation: 'PAY',
  preferredLanguage: 'pt-BR',
  providerA: {
    displayShippingAddress: true,
    overrideShippingAddress: false,
    paymentConfirmation: 'CONFIRM_AT_MERCHANT',
  },
  returnUrl: 'https://shop.example/return',
} satisfies ValueOf<typeof browserPayment>

test('a redirect with every field is accepted', () => {
  expect(verdict(browserPayment.fields, redirect)).toBe('accepted')
})

test.each([
  [{ operation: undefined }, 'MISSING operation'],
  [{ operation: 'VERIFY' }, 'INVALID operation'],
  [{ preferredLanguage: 'p' }, 'INVALID preferredLanguage'],
  [{ returnUrl: 'ftp://shop.example/' }, 'INVALID returnUrl'],
  [{ providerA: { paymentConfirmation: 'NEVER' } }, 'INVALID providerA.paymentConfirmation'],
  [{ providerA: { accountId: 'mine' } }, 'UNSUPPORTED providerA.accountId'],
  [{ redirectUrl: 'https://elsewhere.example/' }, 'UNSUPPORTED redirectUrl'],
])('%j → %s', (change, expected) => {
  expect(verdict(browserPayment.fields, { ...redirect, ...change })).toBe(expected)
})

test('an answer says how far the payer has come and where to send them', () => {
  const answer = {
    interaction: { status: 'INITIATED', timeInitiated: '2026-01-01T00:00:00.000Z' },
    operation: 'PAY',
    preferredLanguage: 'pt-BR',
    providerA: { accountId: 'A1', interactionId: 'I1' },
    redirectUrl: 'http://127.0.0.1:8080/provider/1',
    returnUrl: 'https://shop.example/return',
  } satisfies ValueOf<typeof browserPaymentAnswer>
  expect(seen(browserPaymentAnswer, answer)).toEqual(answer)
  // @ts-expect-error status is missing
  const wrong: ValueOf<typeof browserPaymentAnswer> = { interaction: { timeInitiated: '' } }
  expect(seen(browserPaymentAnswer, wrong)).toEqual(wrong)
})
