import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkFormType, formFieldsMax, readForm } from './body.ts'

const read = (text: string | Buffer) => readForm(Buffer.from(text))

test('what a browser posts is a flat object of strings', () => {
  expect(read('cres=eyJ9&a+b=c%20d%2Be&empty=&bare&%C3%A4=%E2%82%AC')).toEqual({
    value: { cres: 'eyJ9', 'a b': 'c d+e', empty: '', bare: '', ä: '€' },
  })
  expect(read('a==b=')).toEqual({ value: { a: '=b=' } })
  expect(read('')).toEqual({ value: {} })
})

test('names that mean something to objects are names like any other', () => {
  const form = read('__proto__=a&constructor=b&toString=c')
  const value = 'value' in form ? form.value : {}
  expect(Object.keys(value)).toEqual(['__proto__', 'constructor', 'toString'])
  expect(Object.hasOwn(value, '__proto__')).toBe(true)
})

test.each([
  ['a name twice', 'a=1&b=2&a=3', 'twice'],
  ['a name twice, once escaped', 'a=1&%61=3', 'twice'],
  ['a broken escape', 'a=%zz', 'percent-encoded'],
  ['half an escape', 'a=%C3', 'percent-encoded'],
  ['too many fields', Array.from({ length: formFieldsMax + 1 }, (_, index) => `f${index}=`).join('&'), '100'],
  ['nothing but separators', '&'.repeat(200_000), '100'],
  ['bytes that are no UTF-8', Buffer.from([0x61, 0x3d, 0xff]), 'UTF-8'],
])('%s is refused', (_name, body, why) => {
  expect(read(body)).toMatchObject({
    rejection: { cause: 'INVALID_REQUEST', explanation: expect.stringContaining(why) },
  })
})

test('whatever a form holds is read as it was written', () => {
  const field = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
  fc.assert(
    fc.property(fc.dictionary(field, field, { maxKeys: 20 }), fields => {
      const form = read(new URLSearchParams(fields).toString())
      expect('value' in form && Object.entries(form.value)).toEqual(Object.entries(fields))
    }),
  )
})

test('only a form is read as a form', () => {
  const type = 'application/x-www-form-urlencoded'
  for (const fit of [type, `${type}; charset=UTF-8`, type.toUpperCase()])
    expect(checkFormType({ 'content-type': fit })).toBeUndefined()
  for (const other of [
    '',
    'text/plain',
    'application/json',
    'multipart/form-data',
    `${type}; charset=latin1`,
  ])
    expect(checkFormType({ 'content-type': other })).toMatchObject({ status: 415 })
  expect(checkFormType({})).toMatchObject({ status: 415 })
  expect(checkFormType({ 'content-type': type, 'content-encoding': 'gzip' })).toMatchObject({ status: 415 })
})
