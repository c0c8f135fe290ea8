import { expect, test } from 'vitest'
import { verdict } from '../../../test/support/contract/groupTesting.ts'
import { browserPayment } from '../groups/browserPayment.ts'
import { browserSourceOfFunds } from '../groups/sourceOfFunds.ts'
import { required } from '../kit/vocabulary.ts'
import { payerCanReturn } from './funds.ts'

const fields = {
  browserPayment: required(browserPayment, 'The payment.'),
  sourceOfFunds: required(browserSourceOfFunds, 'Who pays.'),
}
const rules = [payerCanReturn]
const returnUrl = 'https://shop.example/return'

test.each([
  ['BROWSER_PAYMENT', { operation: 'PAY', returnUrl }, 'accepted'],
  ['BROWSER_PAYMENT', { operation: 'PAY' }, 'MISSING browserPayment.returnUrl'],
  ['PROVIDER_B', { operation: 'PAY' }, 'MISSING browserPayment.returnUrl'],
  ['PROVIDER_A', { operation: 'PAY' }, 'accepted'],
  ['PROVIDER_A', { operation: 'PAY', returnUrl }, 'accepted'],
])('%s with %j → %s', (type, browserPayment, expected) => {
  expect(verdict(fields, { browserPayment, sourceOfFunds: { type } }, { rules })).toBe(expected)
})
