import { expect, test } from 'vitest'
import { createCodec } from '../../src/acquirers/iso8583/codec/codec.ts'
import { IsoFormatError } from '../../src/acquirers/iso8583/dialects/message.ts'
import { type GoldenCoding, goldenCodings, goldenDialect } from './goldens.ts'

// In messages of one field, whatever a lax reader takes for the length is all there is: nothing but the check
// of the length itself refuses them.

const codecs = new Map(goldenCodings.map(coding => [coding, createCodec(goldenDialect(coding))]))
const decode = (coding: GoldenCoding, bytes: Buffer) => codecs.get(coding)?.decode(bytes)

const bitmapOf = (field: number): string =>
  (1n << BigInt(64 - field)).toString(16).toUpperCase().padStart(16, '0')

/** A request that has one field, whose length and value are given as bytes. */
function withOnly(coding: GoldenCoding, field: number, length: string, value: Buffer): Buffer {
  const isPacked = coding.startsWith('bcd')
  const bitmap = coding === 'ascii-hex' ? Buffer.from(bitmapOf(field)) : Buffer.from(bitmapOf(field), 'hex')
  const type = isPacked ? Buffer.from('0100', 'hex') : Buffer.from('0100')
  return Buffer.concat([type, bitmap, isPacked ? Buffer.from(length, 'hex') : Buffer.from(length), value])
}

const digits = (coding: GoldenCoding, count: number): Buffer =>
  coding.startsWith('bcd') ? Buffer.alloc((count + 1) >> 1) : Buffer.alloc(count, '0')

test.each(goldenCodings)('an account number has up to 19 digits in %s, and never 20', coding => {
  expect(decode(coding, withOnly(coding, 2, '19', digits(coding, 19)))?.fields).toEqual({ 2: '0'.repeat(19) })
  for (const count of [20, 21, 99])
    expect(() => decode(coding, withOnly(coding, 2, String(count), digits(coding, count)))).toThrow(
      IsoFormatError,
    )
})

test.each(goldenCodings)(
  'a length of anything but digits is refused in %s, however it could be taken',
  coding => {
    for (const [length, takenFor] of [
      ['0A', 17],
      ['0A', 10],
      ['0F', 15],
      ['0:', 10],
      ['1/', 9],
      [' 5', 5],
      ['+5', 5],
      ['5 ', 5],
      ['-5', 5],
      ['0x', 0],
      ['1e', 10],
      ['5.', 5],
    ] as const) {
      if (coding.startsWith('bcd') && !/^[\dA-Fa-f]{2}$/.test(length)) continue
      const bytes = withOnly(coding, 2, length, digits(coding, takenFor))
      expect(() => decode(coding, bytes), `${length} for ${takenFor}`).toThrow(IsoFormatError)
    }
  },
)

test.each(goldenCodings)(
  'the first half of a long length in %s is digits, or zero where it fills a byte',
  coding => {
    const isPacked = coding.startsWith('bcd')
    const whole = withOnly(coding, 48, isPacked ? '0005' : '005', Buffer.from('hello'))
    expect(decode(coding, whole)?.fields).toEqual({ 48: 'hello' })
    for (const length of isPacked ? ['0A05', 'A005', '1005', '00F5'] : ['A05', ' 05', '-05'])
      expect(() => decode(coding, withOnly(coding, 48, length, Buffer.from('hello')))).toThrow(IsoFormatError)
  },
)

test('bytes of chip data are counted: in characters where they are written in hexadecimal', () => {
  const raw = Buffer.from('9F2701', 'hex')
  expect(decode('ascii-bin', withOnly('ascii-bin', 55, '003', raw))?.fields).toEqual({ 55: '9F2701' })
  expect(decode('bcd-left', withOnly('bcd-left', 55, '0003', raw))?.fields).toEqual({ 55: '9F2701' })
  const text = Buffer.from('9F2701')
  expect(decode('ascii-hex', withOnly('ascii-hex', 55, '006', text))?.fields).toEqual({ 55: '9F2701' })
  for (const [length, value] of [
    ['005', '9F270'],
    ['006', '9f2701'],
    ['006', '9F27 1'],
  ] as const)
    expect(() => decode('ascii-hex', withOnly('ascii-hex', 55, length, Buffer.from(value)))).toThrow(
      IsoFormatError,
    )
  expect(() => decode('ascii-bin', withOnly('ascii-bin', 55, '256', Buffer.alloc(256)))).toThrow(
    IsoFormatError,
  )
})

test('an odd count of packed digits is filled with a zero, on its side, and with nothing else', () => {
  const three = (coding: GoldenCoding, bytes: string) =>
    decode(coding, withOnly(coding, 2, '03', Buffer.from(bytes, 'hex')))?.fields
  expect(three('bcd-left', '0123')).toEqual({ 2: '123' })
  expect(three('bcd-right', '1230')).toEqual({ 2: '123' })
  for (const wrong of ['1123', 'F123', 'D123']) expect(() => three('bcd-left', wrong)).toThrow(IsoFormatError)
  for (const wrong of ['1231', '123F', '123D'])
    expect(() => three('bcd-right', wrong)).toThrow(IsoFormatError)
})

test('a track has its separator in a nibble, and no other letter', () => {
  const track = (bytes: string) =>
    decode('bcd-left', withOnly('bcd-left', 35, '06', Buffer.from(bytes, 'hex')))?.fields
  expect(track('123D45')).toEqual({ 35: '123=45' })
  for (const letter of ['A', 'B', 'C', 'E', 'F'])
    expect(() => track(`123${letter}45`)).toThrow(IsoFormatError)
})
