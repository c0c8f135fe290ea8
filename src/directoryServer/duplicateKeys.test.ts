import { expect, test } from 'vitest'
import { duplicateKeys } from './duplicateKeys.ts'

test.each([
  ['{"a":1,"b":{"a":2}}', []],
  ['{"a":1,"b":2,"a":3}', ['a']],
  ['{"a":{"b":1,"c":[{"b":1},{"b":2}],"b":2}}', ['a.b']],
  ['{"list":[{"x":1,"x":2}]}', ['list.x']],
  ['{"a":"a","b":"\\"a\\":1,","c":["a","a"]}', []],
  ['{"\\u0061":1,"a":2}', ['a']],
  ['{"a":[],"b":{},"a":null}', ['a']],
])('%s', (text, expected) => {
  expect(duplicateKeys(text)).toEqual(expected)
})
