import fc from 'fast-check'
import { expect, test } from 'vitest'
import { luhnDigit, passesLuhn } from './cardNumber.ts'

const digits = fc
  .array(fc.integer({ min: 0, max: 9 }), { minLength: 8, maxLength: 18 })
  .map(list => list.join(''))

test('the numbers of the sandbox cards pass', () => {
  for (const number of ['5123450000000008', '371881634498004', '30123400000000', '5000000000000000005']) {
    expect(passesLuhn(number)).toBe(true)
  }
})

test('a number passes with its check digit and with no other', () => {
  fc.assert(
    fc.property(digits, payload => {
      const passing = [...'0123456789'].filter(digit => passesLuhn(payload + digit))
      expect(passing).toEqual([luhnDigit(payload)])
    }),
  )
})

test('one wrong digit is always noticed', () => {
  fc.assert(
    fc.property(digits, fc.nat(17), fc.integer({ min: 1, max: 9 }), (payload, position, step) => {
      const number = payload + luhnDigit(payload)
      const at = position % number.length
      const wrong = number.slice(0, at) + ((Number(number[at]) + step) % 10) + number.slice(at + 1)
      expect(passesLuhn(wrong)).toBe(false)
    }),
  )
})

test('what is not all digits never passes', () => {
  for (const text of [
    '',
    '0',
    '4508 7500 1574 1019',
    '450875001574101x',
    '４５０８７５００１５７４１０１９',
    '-1',
    '1.8',
  ]) {
    expect(passesLuhn(text)).toBe(false)
  }
  expect(() => luhnDigit('12a')).toThrow(RangeError)
})
