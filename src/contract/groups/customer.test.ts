import { expect, test } from 'vitest'
import { verdict } from '../../../test/support/contract/groupTesting.ts'
import type { ValueOf } from '../kit/vocabulary.ts'
import { confirmingCustomer, customer } from './customer.ts'

const payer = {
  email: 'payer@example.com',
  firstName: 'Ada',
  identification: { country: 'GBR', type: 'PASSPORT', value: '123456789' },
  lastName: 'Byron',
  middleName: 'K.',
  mobilePhone: '0400 000 000',
  phone: '(07) 3000-0000',
  taxRegistrationId: 'GB123',
} satisfies ValueOf<typeof customer>

test('telephone numbers of the payer are free text at every version', () => {
  for (const version of [1, 55, 100]) expect(verdict(customer.fields, payer, { version })).toBe('accepted')
})

test.each([
  [{ phone: '1'.repeat(21) }, 'INVALID phone'],
  [{ mobilePhone: '' }, 'INVALID mobilePhone'],
  [{ email: 'a@' }, 'INVALID email'],
  [{ firstName: 'x'.repeat(51) }, 'INVALID firstName'],
  [{ taxRegistrationId: 'x'.repeat(31) }, 'INVALID taxRegistrationId'],
  [{ identification: { type: 'LIBRARY_CARD' } }, 'INVALID identification.type'],
  [{ identification: { value: 'x'.repeat(51) } }, 'INVALID identification.value'],
])('%j → %s', (body, expected) => {
  expect(verdict(customer.fields, body)).toBe(expected)
})

test('a confirmation may change the e-mail address and nothing else', () => {
  expect(verdict(confirmingCustomer.fields, { email: payer.email })).toBe('accepted')
  expect(verdict(confirmingCustomer.fields, payer)).toBe('UNSUPPORTED firstName')
})
