import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatEntry, likelyBrand } from './formatting.ts'

const habits = { isGrouped: true, rejectsOthers: true }
const typed = (text: string, caret = text.length) => formatEntry('number', { text, caret }, habits)

test.each([
  ['51234', '5123 4'],
  ['5123-4500 0000.0008', '5123 4500 0000 0008'],
  ['51234500000000081234', '5123 4500 0000 0008'],
  ['371881634498004', '3718 816344 98004'],
  ['5000000000000000005', '5000 0000 0000 0000 005'],
  ['abc', ''],
])('"%s" is shown as "%s"', (text, shown) => {
  expect(typed(text)).toEqual({ text: shown, caret: shown.length })
})

test('the caret stays behind the digit it was behind', () => {
  expect(typed('512 3450', 3)).toEqual({ text: '5123 450', caret: 3 })
  expect(typed('51239 450', 5)).toEqual({ text: '5123 9450', caret: 6 })
  expect(typed('51234500', 4)).toEqual({ text: '5123 4500', caret: 4 })
})

test('no digit is lost, added or moved, and the caret is within the text', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[0-9 -]{0,24}$/), fc.nat(24), (text, at) => {
      const { text: shown, caret } = typed(text, Math.min(at, text.length))
      const digits = text.replace(/\D/g, '')
      expect(digits.startsWith(shown.replace(/ /g, ''))).toBe(true)
      expect(caret).toBeLessThanOrEqual(shown.length)
      expect(typed(shown).text).toBe(shown)
    }),
  )
})

test('a page that allows other characters sees them judged, not removed', () => {
  const lenient = { isGrouped: false, rejectsOthers: false }
  expect(formatEntry('number', { text: '5123x', caret: 5 }, lenient)).toEqual({ text: '5123x', caret: 5 })
  expect(formatEntry('number', { text: '5123 45', caret: 7 }, lenient)).toEqual({ text: '512345', caret: 6 })
  expect(formatEntry('nameOnCard', { text: 'Ada 1', caret: 2 }, habits)).toEqual({ text: 'Ada 1', caret: 2 })
})

test('a network is named as soon as it is certain, and not before', () => {
  expect(
    ['', '3', '34', '5', '51', '50', '4', '22', '2221', '35', '3528', '9', '99999999'].map(likelyBrand),
  ).toEqual([
    undefined,
    undefined,
    'NETWORK_A',
    undefined,
    'NETWORK_B',
    'NETWORK_H',
    'NETWORK_C',
    undefined,
    'NETWORK_B',
    undefined,
    'NETWORK_D',
    undefined,
    undefined,
  ])
})
