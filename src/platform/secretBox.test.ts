import { createHmac, randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { BoxBroken, keyedHash, open, seal } from './secretBox.ts'

const key = randomBytes(32)
const bytes = fc.uint8Array({ maxLength: 300 }).map(array => Buffer.from(array))

test('What is sealed opens to the same under the same key and context', () => {
  fc.assert(
    fc.property(bytes, fc.string(), (plain, context) => {
      expect(open(key, seal(key, plain, context), context)).toEqual(plain)
    }),
  )
})

test('Any flipped bit anywhere in the box breaks it', () => {
  fc.assert(
    fc.property(bytes, fc.nat(), fc.integer({ min: 0, max: 7 }), (plain, position, bit) => {
      const sealed = seal(key, plain, 'here')
      const at = position % sealed.length
      sealed[at] = (sealed[at] ?? 0) ^ (1 << bit)
      expect(() => open(key, sealed, 'here')).toThrow(BoxBroken)
    }),
  )
})

test('A box cut short or made longer does not open', () => {
  const sealed = seal(key, Buffer.from('a secret'), 'here')
  for (let length = 0; length < sealed.length; length++) {
    expect(() => open(key, sealed.subarray(0, length), 'here')).toThrow(BoxBroken)
  }
  expect(() => open(key, Buffer.concat([sealed, Buffer.from([0])]), 'here')).toThrow(BoxBroken)
})

test('Another context or another key does not open the box', () => {
  fc.assert(
    fc.property(bytes, fc.string(), fc.string(), (plain, context, other) => {
      fc.pre(context !== other)
      const sealed = seal(key, plain, context)
      expect(() => open(key, sealed, other)).toThrow(BoxBroken)
      expect(() => open(randomBytes(32), sealed, context)).toThrow(BoxBroken)
    }),
  )
})

test('A nonce is never used twice, also when the supply is filled again', () => {
  const plain = Buffer.from('the same every time')
  const boxes = Array.from({ length: 2_000 }, () => seal(key, plain, 'here'))
  expect(new Set(boxes.map(box => box.subarray(1, 13).toString('hex'))).size).toBe(boxes.length)
})

test('A box costs 29 bytes beyond its content', () => {
  expect(seal(key, Buffer.alloc(100), 'here')).toHaveLength(129)
})

test('A keyed hash is HMAC-SHA-256, as the published vector says', () => {
  const expected = '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843'
  expect(keyedHash(Buffer.from('Jefe'), 'what do ya want for nothing?').toString('hex')).toBe(expected)
})

test.each([8_192, 8_193, 100_000])('A keyed hash of %d characters is what the library computes', length => {
  for (const value of ['€'.repeat(length), Buffer.alloc(length, 7)])
    expect(keyedHash(key, value)).toEqual(createHmac('sha256', key).update(value).digest())
})

test('A keyed hash is what the library computes, for keys and values of any kind', () => {
  const keys = fc.uint8Array({ minLength: 1, maxLength: 200 }).map(array => Buffer.from(array))
  fc.assert(
    fc.property(keys, fc.oneof(bytes, fc.string({ unit: 'grapheme' })), (anyKey, value) => {
      expect(keyedHash(anyKey, value)).toEqual(createHmac('sha256', anyKey).update(value).digest())
    }),
  )
})
