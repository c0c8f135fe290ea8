import { expect, test } from 'vitest'
import { isEmvRequest } from './emv.ts'

const cryptogram = `9F2608${'A5'.repeat(8)}`

test.each([
  ['9A03250101'],
  ['9a03250101'],
  [`${cryptogram}9A03250101`],
  ['9F7C00'],
  ['5A0851234500000000089F3501228202FFFF'],
])('permitted tags are taken: %s', text => {
  expect(isEmvRequest(text)).toBe(true)
})

test.each([
  ['nothing', ''],
  ['no hexadecimal', '9A03ZZ0101'],
  ['half a byte', '9A032501010'],
  ['a tag that is not permitted (PIN data)', '9908A5A5A5A5A5A5A5A5'],
  ['another one after a good one', `${cryptogram}9F0106A5A5A5A5A5A5`],
  ['a template', '7005 9A03250101'.replace(' ', '')],
  ['a length beyond the end', '9A04250101'],
  ['no length', '9A'],
  ['half a tag', '9F'],
  ['an indefinite length', '9A802501010000'],
  ['a length of two bytes', '9A8103250101'],
  ['a tag twice', '9A032501019A03250101'],
  ['a tag twice in another case', '9A032501019a03250101'],
])('%s is refused', (_, text) => {
  expect(isEmvRequest(text)).toBe(false)
})
