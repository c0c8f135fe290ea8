import { describe, expect, test } from 'vitest'
import { answerHeader, createFraming, type Frame } from '../../src/acquirers/iso8583/codec/frames.ts'
import type { FrameForm } from '../../src/acquirers/iso8583/dialects/dialect.ts'
import { IsoFormatError } from '../../src/acquirers/iso8583/dialects/message.ts'
import { type GoldenFrame, goldens } from './goldens.ts'

const [signOn] = goldens.messages.filter(({ id }) => id === 'A1')
const message = Buffer.from(signOn?.hex ?? '', 'hex')

const formOf = ({ length, lengthCountsItself, tpdu }: GoldenFrame): FrameForm => ({
  length,
  lengthCountsItself,
  ...(tpdu && { tpdu }),
  zeroLength: 'error',
  longestBytes: 200,
})

const inHex = (frames: readonly Frame[]) => frames.map(frame => frame.message.toString('hex'))

describe.each(goldens.frames)('$what', golden => {
  const bytes = Buffer.from(golden.hex, 'hex')
  const framing = createFraming(formOf(golden))
  const hex = message.toString('hex')

  test('frame a message as others do', () => {
    expect(framing.wrap(message).toString('hex').toUpperCase()).toBe(golden.hex)
  })

  test('give it back from one segment, and two from one', () => {
    const reader = framing.reader()
    expect(inHex(reader.push(bytes))).toEqual([hex])
    expect(reader.pendingBytes()).toBe(0)
    expect(inHex(reader.push(Buffer.concat([bytes, bytes])))).toEqual([hex, hex])
    expect(reader.pendingBytes()).toBe(0)
  })

  test('give it back byte by byte, at its last byte', () => {
    const reader = framing.reader()
    for (const [at, byte] of bytes.entries()) {
      const frames = reader.push(Buffer.from([byte]))
      expect(inHex(frames)).toEqual(at === bytes.length - 1 ? [hex] : [])
      expect(reader.pendingBytes()).toBe(at === bytes.length - 1 ? 0 : at + 1)
    }
  })

  test('give back two and a half wherever the stream is cut', () => {
    const stream = Buffer.concat([bytes, bytes, bytes.subarray(0, 30)])
    for (let cut = 0; cut <= stream.length; cut++) {
      const reader = framing.reader()
      const frames = [...reader.push(stream.subarray(0, cut)), ...reader.push(stream.subarray(cut))]
      expect(inHex(frames)).toEqual([hex, hex])
      expect(reader.pendingBytes()).toBe(30)
    }
  })

  test('refuse what is longer than the longest before it has come', () => {
    const long = golden.length === '2 bytes' ? Buffer.from([0xff, 0xff]) : Buffer.from('9999')
    expect(() => framing.reader().push(long)).toThrow(IsoFormatError)
    expect(() => framing.wrap(Buffer.alloc(201, 0x30))).toThrow(IsoFormatError)
  })

  test('refuse a length that holds nothing, or less than itself', () => {
    const lengths = golden.length === '2 bytes' ? ['\0\0'] : ['0000', '-001', '00 5', '0x37', '00A5', '+055']
    const below = golden.lengthCountsItself
      ? golden.length === '2 bytes'
        ? ['\0\x01']
        : ['0001', '0003']
      : []
    const belowHeader = golden.tpdu ? ['\0\x04'] : []
    for (const each of [...lengths, ...below, ...belowHeader])
      expect(() => framing.reader().push(Buffer.from(`${each}${'0'.repeat(60)}`, 'latin1'))).toThrow(
        IsoFormatError,
      )
  })
})

describe('a TPDU', () => {
  const [golden] = goldens.frames.filter(({ tpdu }) => tpdu)
  if (!golden) throw new Error('There is no frame with a TPDU')
  const framing = createFraming(formOf(golden))

  test('is given with the message, and swapped in the answer', () => {
    const [frame] = framing.reader().push(Buffer.from(golden.hex, 'hex'))
    expect(frame?.header?.toString('hex')).toBe('6000010002')
    if (!frame?.header) return
    const answer = framing.wrap(frame.message, answerHeader(frame.header))
    expect(answer.subarray(2, 7).toString('hex')).toBe('6000020001')
    expect(answer.readUInt16BE(0)).toBe(message.length + 5)
    expect(answer.subarray(7)).toEqual(message)
  })

  test('of another kind closes the connection', () => {
    const other = Buffer.from(golden.hex, 'hex')
    other[2] = 0x61
    expect(() => framing.reader().push(other)).toThrow(IsoFormatError)
  })
})

test('a length of zero is ignored where both ends use it to keep the connection alive', () => {
  for (const golden of goldens.frames.filter(({ tpdu }) => !tpdu)) {
    const framing = createFraming({ ...formOf(golden), zeroLength: 'keepAlive' })
    const own = golden.lengthCountsItself ? (golden.length === '2 bytes' ? 2 : 4) : 0
    const empty = golden.length === '2 bytes' ? Buffer.from([0, own]) : Buffer.from(`000${own}`)
    const reader = framing.reader()
    const stream = Buffer.concat([empty, empty, Buffer.from(golden.hex, 'hex'), empty])
    expect(inHex(reader.push(stream))).toEqual([message.toString('hex')])
    expect(reader.pendingBytes()).toBe(0)
  }
})
