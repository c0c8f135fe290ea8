// Lengths and odd counts of digits as no shipped dialect writes them, held against bytes written by hand.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyMessageOf } from '../../../../test/support/acquirers/anyMessage.ts'
import type { Coding, Dialect, FieldForm } from '../dialects/dialect.ts'
import { IsoFormatError, type IsoMessage } from '../dialects/message.ts'
import { iso1987Ascii } from '../dialects/shipped/iso1987Ascii.ts'
import { iso1987Packed } from '../dialects/shipped/iso1987Packed.ts'
import { createCodec } from './codec.ts'

const hex = (message: string) => Buffer.from(message.replaceAll(' ', ''), 'hex')
const packedWith = (
  coding: Partial<Coding>,
  fields: { readonly [number: string]: FieldForm } = {},
): Dialect => ({
  ...iso1987Packed,
  coding: { ...iso1987Packed.coding, ...coding },
  fields: { ...iso1987Packed.fields, ...fields },
})
const with55 = (coding: NonNullable<FieldForm['coding']>) => ({
  55: { ...iso1987Packed.fields[55], name: 'chip data', format: 'LLL b..255', coding },
})

const card = { type: '0200', fields: { 2: '345678901234564' } }
const track = { type: '0200', fields: { 35: '12=34' } }
const chip = { type: '0200', fields: { 55: '9A03261115' } }
const fee = { type: '0200', fields: { 60: 'hello' } }

describe.each<readonly [string, Dialect, IsoMessage, string]>([
  ['two bytes for LL', packedWith({ lengthBytes: 2 }), card, '4000000000000000 0015 0345678901234564'],
  ['two bytes for LLL as ever', packedWith({ lengthBytes: 2 }), fee, '0000000000000010 0005 68656C6C6F'],
  [
    'two bytes for LL in one field',
    packedWith({}, { 2: { name: 'number', format: 'LL n..19', coding: { lengthBytes: 2 } } }),
    { ...card, fields: { ...card.fields, 32: '123456' } },
    '4000000100000000 0015 0345678901234564 06 123456',
  ],
  [
    'one byte for LLL in one field',
    packedWith({}, { 54: { name: 'amounts', format: 'LLL an..99', coding: { lengthBytes: 1 } } }),
    { ...card, fields: { 54: 'A1' } },
    '0000000000000400 02 4131',
  ],
  ['a binary byte for LL', packedWith({ lengths: 'binary' }), card, '4000000000000000 0F 0345678901234564'],
  [
    'two binary bytes for LLL, high first',
    packedWith({ lengths: 'binary' }),
    { ...card, fields: { 60: 'x'.repeat(300) } },
    `0000000000000010 012C ${'78'.repeat(300)}`,
  ],
  [
    'a binary byte for chip data alone',
    packedWith({}, with55({ lengths: 'binary', lengthBytes: 1 })),
    { ...chip, fields: { 32: '123456', 55: 'AB'.repeat(255) } },
    `0000000100000200 06 123456 FF ${'AB'.repeat(255)}`,
  ],
  ['F on the left', packedWith({ oddFill: 'F' }), card, '4000000000000000 15 F345678901234564'],
  [
    'F on the right',
    packedWith({ oddFill: 'F', oddVariable: 'right' }),
    card,
    '4000000000000000 15 345678901234564F',
  ],
  [
    'F on the right of a track',
    packedWith({ oddFill: 'F', oddVariable: 'right' }),
    track,
    '0000000020000000 05 12D34F',
  ],
  [
    'F in one field, zero in the others',
    packedWith({}, { 22: { name: 'entry mode', format: 'n 3', coding: { oddFill: 'F' } } }),
    { ...card, fields: { ...card.fields, 22: '021' } },
    '4000040000000000 15 0345678901234564 F021',
  ],
  [
    'four digits of a length, packed',
    packedWith({}, { 60: { name: 'private', format: 'LLLL ans..5000' } }),
    { ...card, fields: { 60: 'x'.repeat(1234) } },
    `0000000000000010 1234 ${'78'.repeat(1234)}`,
  ],
])('%s', (_what, dialect, message, bytes) => {
  const codec = createCodec(dialect)
  const whole = hex(`0200 ${bytes}`)

  test('is written and read', () => {
    expect(codec.encode(message).toString('hex')).toBe(whole.toString('hex'))
    expect(codec.decode(whole)).toEqual(message)
  })

  test('every proper prefix is refused', () => {
    for (let length = 0; length < whole.length; length++)
      expect(() => codec.decode(whole.subarray(0, length))).toThrow(IsoFormatError)
  })
})

test('four digits of a length in text', () => {
  const fields = { ...iso1987Ascii.fields, 60: { name: 'private', format: 'LLLL ans..5000' } }
  const codec = createCodec({ ...iso1987Ascii, fields })
  const bytes = Buffer.from(`0100${'0000000000000010'}0005hello`)
  expect(codec.encode({ type: '0100', fields: { 60: 'hello' } })).toEqual(bytes)
  expect(codec.decode(bytes).fields).toEqual({ 60: 'hello' })
  expect(() => codec.decode(Buffer.from(`0100${'0000000000000010'}5001${'x'.repeat(5001)}`))).toThrow(
    'its length is over the maximum',
  )
})

test.each<readonly [string, Dialect, string]>([
  ['zero where F is said', packedWith({ oddFill: 'F' }), '4000000000000000 03 0123'],
  ['F where zero is said', packedWith({}), '4000000000000000 03 F123'],
  ['F on the other side', packedWith({ oddFill: 'F' }), '4000000000000000 03 123F'],
  ['F as a digit', packedWith({ oddFill: 'F' }), '4000000000000000 04 F123'],
  ['two bytes that say 115', packedWith({ lengthBytes: 2 }), `4000000000000000 0115 ${'00'.repeat(58)}`],
  ['two bytes with a letter', packedWith({ lengthBytes: 2 }), '4000000000000000 0A03 0123'],
  [
    'a binary byte over the maximum',
    packedWith({ lengths: 'binary' }),
    `4000000000000000 14 ${'00'.repeat(10)}`,
  ],
  ['packed where binary is said', packedWith({ lengths: 'binary' }), '4000000000000000 15 0345678901234564'],
])('%s is refused', (_what, dialect, bytes) => {
  expect(() => createCodec(dialect).decode(hex(`0200 ${bytes}`))).toThrow(IsoFormatError)
})

const codings: fc.Arbitrary<Partial<Coding>> = fc.record({
  ...{ digits: fc.constantFrom('ascii', 'packed'), binary: fc.constantFrom('hexadecimal', 'raw') },
  ...{ oddFixed: fc.constantFrom('left', 'right'), oddVariable: fc.constantFrom('left', 'right') },
  ...{ oddFill: fc.constantFrom('0', 'F'), lengths: fc.constantFrom('packed', 'binary') },
  lengthBytes: fc.constant(2),
})

test('what is written is read, however lengths and digits are written', () => {
  fc.assert(
    fc.property(codings, anyMessageOf(iso1987Packed), (coding, message) => {
      const codec = createCodec(packedWith(coding))
      expect(codec.decode(codec.encode(message))).toEqual(message)
    }),
  )
})
