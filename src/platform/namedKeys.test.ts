import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseNamedKeys, writeNamedKeys } from './secretBox.ts'

const one = Buffer.alloc(32, 1).toString('base64')
const two = Buffer.alloc(32, 2).toString('base64')

test('Keys are read in the order they are written: the first is the current one', () => {
  const keys = parseNamedKeys(`2027:${two}, 2026:${one}`)
  expect(keys?.map(({ id, key }) => [id, key[0]])).toEqual([
    ['2027', 2],
    ['2026', 1],
  ])
})

test('What is written is read back', () => {
  const id = fc.stringMatching(/^[A-Za-z0-9_-]{1,16}$/)
  fc.assert(
    fc.property(fc.uniqueArray(id, { minLength: 1, maxLength: 16 }), ids => {
      const keys = ids.map(id => ({ id, key: randomBytes(32) }))
      expect(parseNamedKeys(writeNamedKeys(keys))).toEqual(keys)
    }),
  )
})

const notKeys = {
  nothing: '',
  'no id': one,
  'an empty id': `:${one}`,
  'an id of 17 characters': `${'k'.repeat(17)}:${one}`,
  'an id with a space inside': `a b:${one}`,
  'a key of 31 bytes': `k:${Buffer.alloc(31).toString('base64')}`,
  'a key of 33 bytes': `k:${Buffer.alloc(33).toString('base64')}`,
  'a key in hexadecimal': `k:${Buffer.alloc(32).toString('hex')}`,
  'loose bits after the last byte': `k:${'A'.repeat(42)}B=`,
  'the same id twice': `k:${one},k:${two}`,
  'a trailing comma': `k:${one},`,
  'more than sixteen': Array.from({ length: 17 }, (_, index) => `k${index}:${one}`).join(','),
}

for (const [what, text] of Object.entries(notKeys)) {
  test(`Not keys: ${what}`, () => expect(parseNamedKeys(text)).toBeUndefined())
}
