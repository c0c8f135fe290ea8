import { expect, test } from 'vitest'
import { maskSecrets } from './exchange.ts'

test('secrets become dots wherever they lie, and card numbers keep their ends only', () => {
  const body = {
    session: { id: 'SESSION0002', aes256Key: 'a2V5', authenticationLimit: 25 },
    successIndicator: '9f3a0c5d7e1b2a48',
    list: [{ card: { number: '5123450000000008', securityCode: '100', expiry: { month: '1', year: '39' } } }],
    note: 'paid with 5123450000000008, thank you',
  }
  expect(maskSecrets(body)).toEqual({
    session: { id: 'SESSION0002', aes256Key: '••••••••', authenticationLimit: 25 },
    successIndicator: '9f3a••••••••••••',
    list: [
      { card: { number: '512345xxxxxx0008', securityCode: '••••••••', expiry: { month: '1', year: '39' } } },
    ],
    note: 'paid with 512345xxxxxx0008, thank you',
  })
})

test('what is wrong with a secret may be said', () => {
  const errors = { securityCode: 'missing', cardNumber: 'invalid' }
  expect(maskSecrets({ errors })).toEqual({ errors })
})

test('identifiers, times and numbers stay as they are; markup is cut', () => {
  const plain = {
    id: 'demo-checkout-1234567890123456',
    time: '2026-01-02T03:04:05.678Z',
    amount: 22,
    none: null,
  }
  expect(maskSecrets(plain)).toEqual(plain)
  expect(maskSecrets({ html: '<div>'.repeat(100) })).toEqual({
    html: `${'<div>'.repeat(48)}… (500 characters)`,
  })
})
