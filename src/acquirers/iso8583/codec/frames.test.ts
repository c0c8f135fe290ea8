import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type FrameForm, frameLengthNames } from '../dialects/dialect.ts'
import { IsoFormatError } from '../dialects/message.ts'
import { answerHeader, createFraming } from './frames.ts'

const plain: FrameForm = {
  length: '2 bytes',
  lengthCountsItself: false,
  zeroLength: 'error',
  longestBytes: 400,
}
const digits: FrameForm = { ...plain, length: '4 digits' }
const tpdu: FrameForm = { ...plain, tpdu: { destination: '0001', source: '0002' } }
const message = Buffer.from('0800')
const hex = (bytes: string) => Buffer.from(bytes.replaceAll(' ', ''), 'hex')

describe('a frame', () => {
  test.each<readonly [string, FrameForm, Buffer]>([
    ['two bytes', plain, hex('0004 30383030')],
    ['two bytes that count themselves', { ...plain, lengthCountsItself: true }, hex('0006 30383030')],
    ['four digits', digits, Buffer.from('00040800')],
    ['four digits that count themselves', { ...digits, lengthCountsItself: true }, Buffer.from('00080800')],
    ['a TPDU, which the length counts', tpdu, hex('0009 6000010002 30383030')],
  ])('begins with %s', (_what, form, frame) => {
    const framing = createFraming(form)
    expect(framing.wrap(message)).toEqual(frame)
    expect(framing.reader().push(frame)).toMatchObject([{ message }])
  })

  test.each<readonly [FrameForm['length'], boolean, Buffer]>([
    ['2 bytes', false, hex('0130')],
    ['2 bytes', true, hex('0132')],
    ['2 packed bytes', false, hex('0304')],
    ['2 packed bytes', true, hex('0306')],
    ['6 digits', false, Buffer.from('000304')],
    ['6 digits', true, Buffer.from('000310')],
    ['4 hexadecimal digits', false, Buffer.from('0130')],
    ['4 hexadecimal digits', true, Buffer.from('0134')],
  ])('has a length in %s (counting itself: %s)', (length, lengthCountsItself, bytes) => {
    const sent = Buffer.alloc(304, 'x')
    const framing = createFraming({ ...plain, length, lengthCountsItself })
    const frame = Buffer.concat([bytes, sent])
    expect(framing.wrap(sent)).toEqual(frame)
    expect(framing.reader().push(frame)).toMatchObject([{ message: sent }])
  })

  test('has hexadecimal digits in capitals, and they are read in either case', () => {
    const framing = createFraming({ ...plain, length: '4 hexadecimal digits' })
    const sent = Buffer.alloc(171, 'x')
    expect(framing.wrap(sent).toString('latin1', 0, 4)).toBe('00AB')
    for (const length of ['00AB', '00ab'])
      expect(framing.reader().push(Buffer.concat([Buffer.from(length), sent]))).toHaveLength(1)
  })

  test('of an answer has the TPDU of its question swapped', () => {
    const framing = createFraming(tpdu)
    const [frame] = framing.reader().push(framing.wrap(message))
    expect(frame?.header).toEqual(hex('6000010002'))
    const answer = framing.wrap(message, answerHeader(frame?.header ?? Buffer.alloc(0)))
    expect(answer).toEqual(hex('0009 6000020001 30383030'))
  })

  const counting = { ...tpdu, lengthCountsItself: true }
  test.each([plain, tpdu, ...frameLengthNames.map(length => ({ ...counting, length }))])(
    'comes in whatever pieces: %j',
    form => {
      const framing = createFraming(form)
      const messages = fc.array(fc.uint8Array({ minLength: 1, maxLength: 300 }), { maxLength: 6 })
      fc.assert(
        fc.property(messages, fc.infiniteStream(fc.integer({ min: 1, max: 350 })), (sent, sizes) => {
          const stream = Buffer.concat(sent.map(bytes => framing.wrap(Buffer.from(bytes))))
          const reader = framing.reader()
          const got = pieces(stream, sizes).flatMap(piece => reader.push(piece))
          expect(got.map(frame => [...frame.message])).toEqual(sent.map(bytes => [...bytes]))
          expect(reader.pendingBytes()).toBe(0)
        }),
      )
    },
  )

  test('that comes byte by byte is complete with its last byte', () => {
    const reader = createFraming(digits).reader()
    const frame = Buffer.from('00040800')
    for (let at = 0; at < 7; at++) {
      expect(reader.push(frame.subarray(at, at + 1))).toEqual([])
      expect(reader.pendingBytes()).toBe(at + 1)
    }
    expect(reader.push(frame.subarray(7))).toMatchObject([{ message }])
  })
})

describe('the connection must close', () => {
  test.each<readonly [string, FrameForm, Buffer]>([
    ['a length over the limit', plain, hex('0191')],
    ['the longest length', plain, hex('FFFF')],
    ['letters in a length', digits, Buffer.from('00A4')],
    ['a minus in a length', digits, Buffer.from('-004')],
    ['a letter in packed digits', { ...plain, length: '2 packed bytes' }, hex('00A4')],
    ['a letter in six digits', { ...plain, length: '6 digits' }, Buffer.from('0000A4')],
    ['a space in six digits', { ...plain, length: '6 digits' }, Buffer.from('    64')],
    ['no hexadecimal digit', { ...plain, length: '4 hexadecimal digits' }, Buffer.from('0x40')],
    ['a minus before them', { ...plain, length: '4 hexadecimal digits' }, Buffer.from('-0A4')],
    ['a length that does not count itself', { ...plain, lengthCountsItself: true }, hex('0001')],
    ['no message', plain, hex('0000')],
    ['no message behind a TPDU', tpdu, hex('0005 6000010002')],
    ['a TPDU that is cut', tpdu, hex('0003 600001')],
    ['something else than a TPDU', tpdu, hex('0009 6100010002 30383030')],
  ])('after %s', (_what, form, bytes) => {
    const reader = createFraming(form).reader()
    expect(() => reader.push(bytes)).toThrow(IsoFormatError)
    expect(() => reader.push(message)).toThrow(IsoFormatError)
  })

  test('but what came before is delivered first', () => {
    const framing = createFraming(plain)
    const reader = framing.reader()
    expect(reader.push(Buffer.concat([framing.wrap(message), hex('FFFF')]))).toMatchObject([{ message }])
    expect(reader.trouble()).toBeInstanceOf(IsoFormatError)
    expect(() => reader.push(Buffer.alloc(0))).toThrow(IsoFormatError)
  })

  test('but not for keep-alives, where both ends agreed on them', () => {
    const reader = createFraming({ ...plain, zeroLength: 'keepAlive' }).reader()
    expect(reader.push(hex('0000 0004 30383030 0000'))).toMatchObject([{ message }])
    const counting = createFraming({ ...digits, zeroLength: 'keepAlive', lengthCountsItself: true }).reader()
    expect(counting.push(Buffer.from('0000' + '0004' + '00080800'))).toMatchObject([{ message }])
  })

  test('nothing longer than the limit is written either', () => {
    expect(() => createFraming(plain).wrap(Buffer.alloc(401))).toThrow(IsoFormatError)
    expect(() => createFraming(tpdu).wrap(Buffer.alloc(396))).toThrow(IsoFormatError)
    const long = createFraming({ ...digits, longestBytes: 60_000 })
    expect(() => long.wrap(Buffer.alloc(10_000))).toThrow(IsoFormatError)
    expect(long.wrap(Buffer.alloc(9999))).toHaveLength(10_003)
  })
})

function pieces(stream: Buffer, sizes: Iterator<number>): readonly Buffer[] {
  const cut: Buffer[] = []
  for (let at = 0; at < stream.length; ) {
    const size = Number(sizes.next().value)
    cut.push(stream.subarray(at, at + size))
    at += size
  }
  return cut
}
