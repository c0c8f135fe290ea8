import fc from 'fast-check'
import { expect, test } from 'vitest'
import { luhnDigit } from '../../../standards/cardNumber.ts'
import { cardOf, errorsIn, validateField } from './submission.ts'

const month = '2026-11'
const judged = (role: Parameters<typeof validateField>[0], text: string, others = {}) => {
  const { isValid, isIncomplete, errorReason } = validateField(role, { ...others, [role]: text }, month)
  return isValid ? 'valid' : (errorReason ?? (isIncomplete ? 'incomplete' : 'nothing'))
}

test.each([
  ['', 'EMPTY'],
  ['   ', 'EMPTY'],
  ['5123', 'incomplete'],
  ['512345000000000', 'incomplete'],
  ['5123 4500 0000 0008', 'valid'],
  ['5123-4500-0000-0008', 'valid'],
  ['5123450000000009', 'INVALID_VALUE'],
  ['51234500000000081', 'INVALID_VALUE'],
  ['371881634498004', 'valid'],
  ['5000000000000000005', 'valid'],
  ['30123400000000', 'valid'],
  ['135492354874528', 'valid'],
  ['4012000033330026', 'valid'],
  ['4012 0000 3333 002x', 'INVALID_CHARACTERS'],
])('the card number "%s" is %s', (text, verdict) => {
  expect(judged('number', text)).toBe(verdict)
})

test('whatever its network, a number with the right check digit is accepted at its full length', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[1-9][0-9]{14}$/), digits => {
      fc.pre(!/^(?:1|34|37)/.test(digits))
      expect(judged('number', digits + luhnDigit(digits))).toBe('valid')
    }),
  )
})

test('the security code has four digits on cards of network A and three on others', () => {
  const codes = (number: string) =>
    ['12', '123', '1234'].map(code => judged('securityCode', code, { number }))
  expect(codes('3718 8163')).toEqual(['incomplete', 'incomplete', 'valid'])
  expect(codes('5123 4500')).toEqual(['incomplete', 'valid', 'INVALID_VALUE'])
  expect(codes('')).toEqual(['incomplete', 'valid', 'valid'])
  expect(judged('securityCode', '12a')).toBe('INVALID_CHARACTERS')
})

test('a card is good until the end of its month', () => {
  const months = (expiryYear: string) =>
    ['10', '11', '1'].map(text => judged('expiryMonth', text, { expiryYear }))
  expect(months('26')).toEqual(['INVALID_VALUE', 'valid', 'INVALID_VALUE'])
  expect(months('2027')).toEqual(['valid', 'valid', 'valid'])
  expect(['0', '00', '13', '012', 'a'].map(text => judged('expiryMonth', text))).toEqual([
    'incomplete',
    'INVALID_VALUE',
    'INVALID_VALUE',
    'INVALID_VALUE',
    'INVALID_CHARACTERS',
  ])
  expect(['3', '25', '26', '20', '203', '2039', '1939'].map(text => judged('expiryYear', text))).toEqual([
    'incomplete',
    'INVALID_VALUE',
    'valid',
    'incomplete',
    'incomplete',
    'valid',
    'INVALID_VALUE',
  ])
})

test('a card number in place of the name is not taken for one', () => {
  expect(judged('nameOnCard', 'Ada Lovelace 2nd')).toBe('valid')
  expect(judged('nameOnCard', '5123 4500 0000 0008')).toBe('INVALID_VALUE')
})

test('the card goes out as the API has it, without what was left empty', () => {
  const typed = { number: '5123 4500 0000 0008', expiryMonth: '1', expiryYear: '2039', securityCode: ' ' }
  expect(cardOf(typed)).toEqual({ number: '5123450000000008', expiry: { month: '01', year: '39' } })
  expect(cardOf({ securityCode: '123', nameOnCard: ' Ada ' })).toEqual({
    securityCode: '123',
    nameOnCard: 'Ada',
  })
})

test('errors are named as merchants’ pages know them; code and name may stay empty beside a card', () => {
  const nothing = { number: '', expiryMonth: '', expiryYear: '', securityCode: '' }
  expect(errorsIn(nothing, month)).toEqual({
    cardNumber: 'missing',
    expiryMonth: 'missing',
    expiryYear: 'missing',
    securityCode: 'missing',
  })
  const card = { number: '5123450000000008', expiryMonth: '13', expiryYear: '39', securityCode: '' }
  expect(errorsIn(card, month)).toEqual({ expiryMonth: 'invalid' })
  expect(errorsIn({ securityCode: '' }, month)).toEqual({ securityCode: 'missing' })
  expect(errorsIn({ securityCode: '123' }, month)).toEqual({})
})
