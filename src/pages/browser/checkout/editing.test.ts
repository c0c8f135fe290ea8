import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type FieldEdit, formatCardNumber, formatExpiry, formatSecurityCode, parseExpiry } from './editing.ts'

/** A text with the caret as a bar, as in the editor of somebody who types. */
function at(marked: string, more: Partial<FieldEdit> = {}): FieldEdit {
  const caret = marked.indexOf('|')
  return { text: marked.replace('|', ''), caret, before: '', ...more }
}
const shown = ({ text, caret }: { text: string; caret: number }) =>
  `${text.slice(0, caret)}|${text.slice(caret)}`

test.each([
  ['the fifth digit begins a group', '41111|', '4111 1|'],
  ['a digit in the middle moves the others', '4111 21|11 1111 1111 111', '4111 21|11 1111 1111 111'],
  ['a number pasted with dashes', '4111-1111-1111-1111|', '4111 1111 1111 1111|'],
  ['a number of network A', '371449635398431|', '3714 496353 98431|'],
  ['more digits than the network has', '37144963539843199|', '3714 496353 98431|'],
  ['Arabic digits', '٤١١١١|', '4111 1|'],
  ['anything but digits', 'abc|', '|'],
])('number: %s', (_, typed, expected) => {
  expect(shown(formatCardNumber(at(typed)))).toBe(expected)
})

test('deleting the gap deletes the digit beyond it, in either direction', () => {
  const before = '4111 1'
  expect(shown(formatCardNumber(at('4111|1', { before, deletes: 'backward' })))).toBe('411|1')
  expect(shown(formatCardNumber(at('4111|1', { before, deletes: 'forward' })))).toBe('4111|')
})

test('no edit loses or invents a digit, and the caret stays within the text', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 30 }), fc.nat(30), (text, place) => {
      const caret = Math.min(place, text.length)
      const edited = formatCardNumber({ text, caret, before: '' })
      expect(text.replace(/\D/g, '').startsWith(edited.text.replace(/ /g, ''))).toBe(true)
      expect(edited.caret).toBeLessThanOrEqual(edited.text.length)
      expect(formatCardNumber({ ...edited, before: edited.text })).toEqual(edited)
    }),
  )
})

test('a code is at most four digits', () => {
  expect(shown(formatSecurityCode(at('12a345|')))).toBe('1234|')
})

test.each([
  ['1', '1', '1|'],
  ['a month that can be no other', '5', '05 / |'],
  ['a whole month', '12', '12 / |'],
  ['month and stroke', '1/', '01 / |'],
  ['month, stroke, year', '12 / 29', '12 / 29|'],
  ['digits only', '1229', '12 / 29|'],
  ['a long year', '12 / 2029', '12 / 2029|'],
])('expiry while typing: %s', (_, typed, expected) => {
  expect(shown(formatExpiry({ text: typed, caret: typed.length, before: typed.slice(0, -1) }))).toBe(expected)
})

test.each(['12/2029', '12/29', '2029-12', '122029', '1229', '12-29'])('expiry filled in as %s', text => {
  expect(shown(formatExpiry({ text, caret: text.length, before: '' }))).toBe('12 / 29|')
})

test('deleting goes back through the stroke', () => {
  const erase = (text: string, before: string) =>
    shown(formatExpiry({ text, caret: text.length, before, deletes: 'backward' }))
  expect(erase('12 / ', '12 / 2')).toBe('12|')
  expect(erase('12 /', '12 / ')).toBe('1|')
})

test.each([
  ['12 / 29', { month: '12', year: '29' }],
  ['1/29', { month: '01', year: '29' }],
  ['13 / 29', undefined],
  ['00 / 29', undefined],
  ['12 / 2', undefined],
  ['', undefined],
])('expiry in "%s"', (text, expected) => {
  expect(parseExpiry(text)).toEqual(expected)
})
