import fc from 'fast-check'
import { expect, test } from 'vitest'
import { duplicateKeys } from './duplicateKeys.ts'

test('a name that an object has twice is found, wherever the object is', () => {
  expect(duplicateKeys('{"a":1,"b":2,"a":3}')).toEqual(['a'])
  expect(duplicateKeys('{"a":{"b":1,"c":{"d":1,"d":2}},"e":[{"f":1},{"f":1,"f":2}]}')).toEqual([
    'a.c.d',
    'e.f',
  ])
  expect(duplicateKeys('{"a" : 1, "\\u0061"\n: 2}')).toEqual(['a'])
})

test('the same name in several objects is none, nor is text that looks like one', () => {
  expect(duplicateKeys('{"a":{"a":1},"b":[{"a":1},{"a":2}],"c":"a\\":1,\\"a"}')).toEqual([])
  expect(duplicateKeys('{"a":"{","b":"\\\\","c":["a","a"],"d":"}"}')).toEqual([])
  expect(duplicateKeys('["a","a"]')).toEqual([])
  expect(duplicateKeys('"a"')).toEqual([])
})

test('what JSON.stringify wrote never has a name twice, and with one more it has', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.string(), fc.constantFrom('', ' ', '\n\t'), (value, name, space) => {
      const text = JSON.stringify(value)
      expect(duplicateKeys(text)).toEqual([])
      const written = JSON.stringify(name)
      const twice = `{${written}${space}:${text}${space},${written}:${text}}`
      expect(Object.keys(JSON.parse(twice))).toEqual([name])
      expect(duplicateKeys(twice)).toEqual([name])
    }),
    { numRuns: 300 },
  )
})
