import { expect, test } from 'vitest'
import { orderStatuses } from '../standards/paymentCodes.ts'
import { admissions, admits, type OperationName, operationNames, whyNotAdmitted } from './admission.ts'
import type { OrderState } from './status.ts'

const states: readonly OrderState[] = ['NEW', ...orderStatuses]
const statesThatAdmit = (operation: OperationName) => states.filter(state => admits(state, operation)).sort()

const beforeAnyPayment: readonly OrderState[] = [
  'AUTHENTICATED',
  'AUTHENTICATION_INITIATED',
  'AUTHENTICATION_NOT_NEEDED',
  'AUTHENTICATION_UNSUCCESSFUL',
  'FAILED',
  'VERIFIED',
]
const afterCapture: readonly OrderState[] = [
  'CAPTURED',
  'EXCESSIVELY_REFUNDED',
  'PARTIALLY_CAPTURED',
  'PARTIALLY_REFUNDED',
  'REFUNDED',
]

test('a payment starts while none has succeeded, and not beside an open browser payment', () => {
  expect(statesThatAdmit('AUTHORIZE')).toEqual([...beforeAnyPayment, 'NEW'].sort())
  expect(statesThatAdmit('PAY')).toEqual([...beforeAnyPayment, 'NEW'].sort())
})

test('what prepares a payment is possible until one has succeeded', () => {
  const expected = [...beforeAnyPayment, 'INITIATED', 'NEW'].sort()
  expect(statesThatAdmit('VERIFY')).toEqual(expected)
  expect(statesThatAdmit('INITIATE_AUTHENTICATION')).toEqual(expected)
  expect(statesThatAdmit('INITIATE_BROWSER_PAYMENT')).toEqual(expected)
})

test('the second steps need a first one', () => {
  expect(statesThatAdmit('AUTHENTICATE_PAYER')).toEqual([...beforeAnyPayment, 'INITIATED'].sort())
  expect(statesThatAdmit('CONFIRM_BROWSER_PAYMENT')).toEqual(['INITIATED'])
  expect(statesThatAdmit('REFERRAL')).toEqual(['FAILED', 'VERIFIED'])
})

test('a capture needs an authorization with something left', () => {
  expect(statesThatAdmit('CAPTURE')).toEqual(['AUTHORIZED', 'PARTIALLY_CAPTURED'])
  expect(statesThatAdmit('UPDATE_AUTHORIZATION')).toEqual(['AUTHORIZED'])
})

test('a refund needs a capture, or an order of its own', () => {
  expect(statesThatAdmit('REFUND')).toEqual([...afterCapture, 'NEW'].sort())
})

test('a void needs something successful; a cancelled order admits nothing', () => {
  expect(statesThatAdmit('VOID')).toEqual(['AUTHORIZED', ...afterCapture].sort())
  expect(admissions.CANCELLED).toEqual([])
})

test('every refusal has its sentences, short enough for an explanation', () => {
  for (const state of states) {
    for (const operation of operationNames.filter(name => !admits(state, name))) {
      expect(whyNotAdmitted(state, operation)).toMatch(
        /^[A-Z][^.]+\. [A-Z][^.]+\.(?: (?:Use|Choose) [^.]+\.)?$/,
      )
      expect(whyNotAdmitted(state, operation).length).toBeLessThan(200)
    }
  }
  expect(whyNotAdmitted('AUTHORIZED', 'REFUND')).toMatch(/ Use VOID\.$/)
  expect(whyNotAdmitted('FAILED', 'CAPTURE')).toMatch(/ Use AUTHORIZE first\.$/)
  expect(whyNotAdmitted('CAPTURED', 'PAY')).toMatch(/ Choose a new order id\.$/)
  expect(whyNotAdmitted('CANCELLED', 'VOID')).toBe(
    'Only a successful transaction can be voided. This order is cancelled.',
  )
})
