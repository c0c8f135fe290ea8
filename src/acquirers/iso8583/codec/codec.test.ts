import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyMessageOf } from '../../../../test/support/acquirers/anyMessage.ts'
import { IsoFormatError, type IsoMessage } from '../dialects/message.ts'
import { iso1987Ascii } from '../dialects/shipped/iso1987Ascii.ts'
import { iso1987Packed } from '../dialects/shipped/iso1987Packed.ts'
import { shippedDialects } from '../dialects/shippedDialects.ts'
import { createCodec } from './codec.ts'

const ascii = createCodec(iso1987Ascii)
const packed = createCodec(iso1987Packed)
const text = (message: string) => Buffer.from(message, 'latin1')
const hex = (message: string) => Buffer.from(message.replaceAll(' ', ''), 'hex')

const signOn: IsoMessage = { type: '0800', fields: { 7: '1115123000', 11: '000001', 70: '001' } }
const signOnText = '080082200000000000000400000000000000' + '1115123000' + '000001' + '001'

describe('a message in text', () => {
  test('is type, bitmaps and fields in ascending order', () => {
    expect(ascii.encode(signOn).toString('latin1')).toBe(signOnText)
    expect(ascii.decode(text(signOnText))).toEqual(signOn)
  })

  test('has a second bitmap only where a field above 64 is sent', () => {
    const echo = { type: '0110', fields: { 39: '00' } }
    expect(ascii.encode(echo).toString('latin1')).toBe('0110' + '0000000002000000' + '00')
    expect(ascii.decode(ascii.encode(echo))).toEqual(echo)
  })

  test('has binary fields in hexadecimal, whose length counts characters', () => {
    const chip = { type: '0100', fields: { 55: '9F2701809A03261115' } }
    expect(ascii.encode(chip).toString('latin1')).toBe(
      '0100' + '0000000000000200' + '018' + '9F2701809A03261115',
    )
    expect(ascii.decode(ascii.encode(chip))).toEqual(chip)
  })
})

describe('a packed message', () => {
  test('fills odd counts of digits on the left, and its lengths count digits', () => {
    const message = { type: '0200', fields: { 2: '345678901234564', 22: '021', 35: '12=345', 49: '840' } }
    const bytes = '0200 4000040020008000 15 0345678901234564 0021 06 12D345 383430'
    expect(packed.encode(message)).toEqual(hex(bytes))
    expect(packed.decode(hex(bytes))).toEqual(message)
  })

  test('fills them on the right where the dialect says so', () => {
    const coding = { ...iso1987Packed.coding, oddVariable: 'right' as const }
    const codec = createCodec({ ...iso1987Packed, coding })
    const message = { type: '0200', fields: { 2: '345678901234564', 22: '021' } }
    expect(codec.encode(message)).toEqual(hex('0200 4000040000000000 15 3456789012345640 0021'))
    expect(codec.decode(codec.encode(message))).toEqual(message)
  })

  test('has raw binary fields, and a letter before the digits of a fee', () => {
    const message = { type: '0220', fields: { 28: 'D00000150', 52: '0123456789ABCDEF', 55: '9A03261115' } }
    const bytes = '0220 0000001000001200 44 00000150 0123456789ABCDEF 0005 9A03261115'
    expect(packed.encode(message)).toEqual(hex(bytes))
    expect(packed.decode(hex(bytes))).toEqual(message)
  })
})

/** What is wrong, the message, and the field that the refusal names. */
const malformedTexts: readonly (readonly [string, string] | readonly [string, string, number])[] = [
  ['a letter in the type', signOnText.replace('0800', '0X00')],
  ['a type of another generation', signOnText.replace('0800', '1800')],
  ['a bitmap in small letters', '0100' + '000000000000020a' + '00'],
  ['a bitmap that is cut', '0100' + '00000000'],
  ['a second bitmap that is cut', '0800' + '8220000000000000' + '0400'],
  ['one byte too many', `${signOnText}0`],
  ['a second bitmap without bit 1', signOnText.replace('8220', '0220')],
  ['bit 65', '0800' + '8220000000000000' + '8400000000000000' + '1115123000000001001', 65],
  ['a letter in the amount', '0100' + '1000000000000000' + '00000001234A', 4],
  ['a minus in the amount', '0100' + '1000000000000000' + '-00000012345', 4],
  ['a space in the amount', '0100' + '1000000000000000' + ' 00000012345', 4],
  ['a full-width digit', '0100' + '1000000000000000' + '\u00b200000012345', 4],
  ['a length with a minus', '0100' + '4000000000000000' + '-1' + '5123450000000008', 2],
  ['a length with a plus', '0100' + '4000000000000000' + '+9' + '5123450000000008', 2],
  ['a length with a letter', '0100' + '4000000000000000' + '1A' + '5123450000000008', 2],
  ['a length over the maximum', '0100' + '4000000000000000' + '20' + '51234500000000080000', 2],
  ['a length that is cut', '0100' + '4000000000000000' + '1', 2],
  ['a value that is cut', '0100' + '4000000000000000' + '16' + '51234500', 2],
  ['an odd count of hexadecimal', '0100' + '0000000000000200' + '003' + '9A0', 55],
  ['small letters in hexadecimal', '0100' + '0000000000000200' + '002' + '9a', 55],
  ['a control character in text', '0100' + '0000000000800000' + 'TG00000\n', 41],
  ['a fee without its letter', '0220' + '0000001000000000' + '000000150', 28],
]

describe('what is malformed is refused, and the error holds no value', () => {
  test.each(malformedTexts)('%s', (...[, message, field]) => {
    const error = refusalOf(() => ascii.decode(text(message)))
    if (field !== undefined) expect(error.field).toBe(field)
    expect(error.message).not.toMatch(/\d{3}/)
  })

  test.each([
    ['a letter in a packed number', '0200 4000000000000000 02 A4'],
    ['a fill that is not zero', '0200 4000000000000000 01 34'],
    ['a packed length of letters', '0200 4000000000000000 0A 1234567890'],
    ['a packed length of four digits', '0200 0000000000000200 1001 9A'],
    ['a separator in a number', '0200 4000000000000000 02 D4'],
    ['a letter in the type', '0A00 4000000000000000 02 44'],
  ])('packed: %s', (_what, message) => {
    refusalOf(() => packed.decode(hex(message)))
  })

  test('a field that the dialect has not', () => {
    const { 4: _amount, ...fields } = iso1987Ascii.fields
    const codec = createCodec({ ...iso1987Ascii, fields })
    expect(refusalOf(() => codec.decode(text('0100' + '1000000000000000' + '000000012345'))).field).toBe(4)
    expect(refusalOf(() => codec.encode({ type: '0100', fields: { 4: '000000012345' } })).field).toBe(4)
  })

  test.each([
    ['too short', 4, '12345'],
    ['too long', 4, '0000000123456'],
    ['no digits', 4, '00000001234A'],
    ['too long for its length', 2, '51234500000000080000'],
    ['half a byte', 55, '9A0'],
    ['not hexadecimal', 52, '0123456789abcdef'],
    ['a character outside ASCII', 42, 'CAFÉ           '],
    ['bit 65', 65, '1'],
    ['the second bitmap', 1, '0000000000000000'],
    ['no field', 129, '1'],
  ])('nothing is written of a value that is %s', (_what, number, value) => {
    for (const codec of [ascii, packed])
      expect(refusalOf(() => codec.encode({ type: '0100', fields: { [number]: value } })).field).toBe(number)
  })

  test.each(['080', '08000', '0X00', '1800', ''])('nor of the type %j', type => {
    refusalOf(() => ascii.encode({ type, fields: {} }))
    refusalOf(() => packed.encode({ type, fields: {} }))
  })
})

describe.each(shippedDialects.map(dialect => [dialect.name, dialect] as const))('in %s', (_name, dialect) => {
  const codec = createCodec(dialect)
  const messages = anyMessageOf(dialect)

  test('what is written is read', () => {
    fc.assert(
      fc.property(messages, message => void expect(codec.decode(codec.encode(message))).toEqual(message)),
    )
  })

  test('every proper prefix is refused, and so is anything behind', () => {
    fc.assert(
      fc.property(messages, fc.nat(), (message, cut) => {
        const bytes = codec.encode(message)
        refusalOf(() => codec.decode(bytes.subarray(0, cut % bytes.length)))
        refusalOf(() => codec.decode(Buffer.concat([bytes, Buffer.from('0')])))
      }),
    )
  })

  test('whatever comes, nothing but an IsoFormatError is thrown', () => {
    const damaged = fc.tuple(messages, fc.nat(), fc.nat(255)).map(([message, at, byte]) => {
      const bytes = Buffer.from(codec.encode(message))
      bytes[at % bytes.length] = byte
      return bytes
    })
    const anything = fc.uint8Array({ maxLength: 300 }).map(bytes => Buffer.from(bytes))
    fc.assert(
      fc.property(fc.oneof(damaged, anything), bytes => {
        try {
          codec.decode(bytes)
        } catch (error) {
          expect(error).toBeInstanceOf(IsoFormatError)
        }
      }),
    )
  })
})

function refusalOf(act: () => unknown): IsoFormatError {
  try {
    act()
  } catch (error) {
    if (error instanceof IsoFormatError) return error
    throw error
  }
  throw new Error('it was accepted')
}
