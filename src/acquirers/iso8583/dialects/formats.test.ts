import { expect, test } from 'vitest'
import { fits, fitted, parseFormat } from './formats.ts'
import { IsoFormatError } from './message.ts'

test.each([
  ['n 12', { characters: 'n', lengthDigits: 0, isVariable: false, longest: 12 }],
  ['LL n..19', { characters: 'n', lengthDigits: 2, isVariable: true, longest: 19 }],
  ['LLL ans..999', { characters: 'ans', lengthDigits: 3, isVariable: true, longest: 999 }],
  ['LLLL ans..5000', { characters: 'ans', lengthDigits: 4, isVariable: true, longest: 5000 }],
  ['ans..32', { characters: 'ans', lengthDigits: 0, isVariable: true, longest: 32 }],
  ['x+n 8', { characters: 'x+n', lengthDigits: 0, isVariable: false, longest: 9 }],
  ['b 64', { characters: 'b', lengthDigits: 0, isVariable: false, longest: 16 }],
  ['LLL b..255', { characters: 'b', lengthDigits: 3, isVariable: true, longest: 510 }],
])('%s is a format', (text, format) => {
  expect(parseFormat(text)).toEqual(format)
})

test.each([
  '',
  'n',
  'n12',
  'n 0',
  'n 1000',
  'LL n 12',
  'L n..9',
  'LL n..100',
  'LLL n..1000',
  'LLLL n..10000',
  'LLLLL n..9',
  'b 7',
  'LL x+n..8',
  'q 3',
  'n  3',
  'n -3',
])('%j is none', text => {
  expect(() => parseFormat(text)).toThrow(IsoFormatError)
})

test('digits are filled with zeros before them, text with spaces behind it', () => {
  expect(fitted(parseFormat('n 6'), '12')).toBe('000012')
  expect(fitted(parseFormat('an 6'), 'A1')).toBe('A1    ')
  expect(fitted(parseFormat('LL n..11'), '12')).toBe('12')
})

test.each([
  ['n 3', '1234'],
  ['n 3', '12A'],
  ['n 3', '-1'],
  ['n 3', ' 1'],
  ['an 3', 'A-1'],
  ['ans 15', 'Café'],
  ['x+n 8', '00000001'],
  ['x+n 8', 'X00000001'],
  ['b 64', '00'],
  ['LL z..37', '12D34'],
])('what does not fit into %s is not cut: %s', (format, value) => {
  expect(fitted(parseFormat(format), value)).toBeUndefined()
})

test('a value fits as it stands, or not', () => {
  expect(fits(parseFormat('x+n 8'), 'D00000150')).toBe(true)
  expect(fits(parseFormat('x+n 8'), 'DC0000150')).toBe(false)
  expect(fits(parseFormat('n 6'), '12')).toBe(false)
  expect(fits(parseFormat('LL b..3'), 'ABC')).toBe(false)
})
