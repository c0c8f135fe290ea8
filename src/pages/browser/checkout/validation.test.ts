import { expect, test } from 'vitest'
import type { CheckoutDemands, FieldError, FormField } from './protocol.ts'
import { type CheckoutFormValues, fieldErrorIn, securityCodeDigits } from './validation.ts'

const demands: CheckoutDemands = {
  month: '2026-11',
  email: 'MANDATORY',
  billing: 'MANDATORY',
  shipping: 'OPTIONAL',
}

type Case = readonly [field: FormField, typed: CheckoutFormValues, fault: FieldError | undefined]
test.each<Case>([
  ['number', {}, 'numberMissing'],
  ['number', { number: '4111' }, 'numberShort'],
  ['number', { number: '4111 1111 1111 1' }, 'numberShort'],
  ['number', { number: '4111 1111 1111 1112' }, 'numberWrong'],
  ['number', { number: '4111 1111 1111 1111' }, undefined],
  ['number', { number: '3714 496353 98431' }, undefined],
  ['expiry', {}, 'expiryMissing'],
  ['expiry', { expiry: '13 / 29' }, 'expiryWrong'],
  ['expiry', { expiry: '10 / 26' }, 'expiryPast'],
  ['expiry', { expiry: '11 / 26' }, undefined],
  ['expiry', { expiry: '11 / 99' }, 'expiryWrong'],
  ['securityCode', {}, 'codeMissing'],
  ['securityCode', { securityCode: '12', number: '4' }, 'codeShort'],
  ['securityCode', { securityCode: '123', number: '4' }, undefined],
  ['securityCode', { securityCode: '123', number: '37' }, 'codeShort'],
  ['securityCode', { securityCode: '1234', number: '37' }, undefined],
  ['securityCode', { securityCode: '1234' }, undefined],
  ['nameOnCard', {}, 'nameMissing'],
  ['nameOnCard', { nameOnCard: 'Ada Lovelace' }, undefined],
  ['nameOnCard', { nameOnCard: '4111 1111 1111 1111' }, 'cardNumberHere'],
  ['email', {}, 'emailMissing'],
  ['email', { email: 'ada' }, 'emailWrong'],
  ['email', { email: 'ada@example.com' }, undefined],
  ['billing.street', {}, 'streetMissing'],
  ['billing.street', { 'billing.street': 'Box 4111111111111111' }, 'cardNumberHere'],
  ['billing.street2', {}, undefined],
  ['billing.stateProvince', {}, undefined],
  ['billing.postcodeZip', {}, 'postcodeMissing'],
  ['billing.postcodeZip', { 'billing.country': 'HKG' }, undefined],
  ['billing.postcodeZip', { 'billing.postcodeZip': 'ÄÖ' }, 'postcodeWrong'],
  ['billing.country', {}, 'countryMissing'],
  ['shipping.street', {}, undefined],
])('%s with %j: %s', (field, typed, fault) => {
  expect(fieldErrorIn(field, typed, demands)).toBe(fault)
})

test('a hostile address is judged in no time', () => {
  const text = `${'1 '.repeat(50_000)}@`
  expect(fieldErrorIn('email', { email: text }, demands)).toBe('emailWrong')
  expect(fieldErrorIn('billing.city', { 'billing.city': text }, demands)).toBeUndefined()
})

test('network A prints four digits on the front', () => {
  expect(securityCodeDigits('3714')).toBe(4)
  expect(securityCodeDigits('4111')).toBe(3)
})
