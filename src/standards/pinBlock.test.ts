import fc from 'fast-check'
import { expect, test } from 'vitest'
import { aesPinBlock, pinBlock, pinOf, pinOfAes } from './pinBlock.ts'

const hex = (text: string) => Buffer.from(text, 'hex')
const shown = (buffer: Buffer) => buffer.toString('hex').toUpperCase()

const digits = (minLength: number, maxLength: number) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength, maxLength }).map(list => list.join(''))
const pins = digits(4, 12)
const numbers = digits(9, 19)
const key = hex('AF8CB133A78F8DC2D1359F18527593FB')

test('format 0, as published', () => {
  expect(shown(pinBlock('1234', '4012345678909'))).toBe('041274EDCBA9876F')
  expect(pinOf(hex('041274EDCBA9876F'), '4012345678909')).toBe('1234')
})

test('format 4, as X9 publishes it for the first PIN keys of its device', () => {
  const published = [
    ['AF8CB133A78F8DC2D1359F18527593FB', 'A912150391AB65A67E52883D81CE2D15'],
    ['D30BDC73EC9714B000BEC66BDB7B6D09', '52A00503BD34BA1383F6A7EE9FE2547F'],
    ['7D69F01F3B45449F62C7816ECE723268', 'A5A27E82B43A9A866A93D7ABE89CEF93'],
  ]
  for (const [pinKey = '', block = ''] of published) {
    const made = aesPinBlock('1234', '4111111111111111', hex(pinKey), hex('2F69ADDE2E9E7ACE'))
    expect(shown(made)).toBe(block)
    expect(pinOfAes(hex(block), '4111111111111111', hex(pinKey))).toBe('1234')
  }
})

test('every PIN comes back from its block', () => {
  fc.assert(
    fc.property(pins, numbers, fc.uint8Array({ minLength: 8, maxLength: 8 }), (pin, number, filling) => {
      expect(pinOf(pinBlock(pin, number), number)).toBe(pin)
      expect(pinOfAes(aesPinBlock(pin, number, key, Buffer.from(filling)), number, key)).toBe(pin)
    }),
  )
})

/** A wrong number may look right by chance where its digits happen to turn digits into digits. */
test('what is opened is a PIN, whatever is given', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 20 }), numbers, (bytes, number) => {
      for (const pin of [pinOf(Buffer.from(bytes), number), pinOfAes(Buffer.from(bytes), number, key)])
        expect(pin ?? '1234').toMatch(/^[0-9]{4,12}$/)
    }),
  )
})

test('a block of another number, format or length opens to nothing', () => {
  const block = pinBlock('1234', '4012345678909')
  expect(pinOf(block, '5123450000000008')).toBeUndefined()
  expect(pinOf(hex('141274EDCBA9876F'), '4012345678909')).toBeUndefined()
  expect(pinOf(block.subarray(1), '4012345678909')).toBeUndefined()
  expect(pinOfAes(Buffer.alloc(16), '4012345678909', key)).toBeUndefined()
  expect(pinOfAes(block, '4012345678909', key)).toBeUndefined()
})

test('no block is made of what is no PIN or no number', () => {
  for (const pin of ['', '123', '1234567890123', '12a4'])
    expect(() => pinBlock(pin, '4012345678909')).toThrow(RangeError)
  for (const number of ['', '12345678', '40123456789O9', '1'.repeat(20)])
    expect(() => pinBlock('1234', number)).toThrow(RangeError)
  expect(() => aesPinBlock('1234', '4012345678909', key, Buffer.alloc(7))).toThrow(RangeError)
})
