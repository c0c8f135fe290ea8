import { expect, test } from 'vitest'
import { checkJsonType } from './body.ts'

test.each([
  undefined,
  'application/json',
  'application/json;charset=utf-8',
  'application/json; charset=UTF-8',
  'Application/JSON ; Charset="utf-8"',
  'application/json; charset=utf8',
  'text/plain',
  'text/plain;charset=UTF-8',
  'application/json; odata=verbose',
])('%s is read as JSON', type => {
  expect(checkJsonType(type === undefined ? {} : { 'content-type': type })).toBeUndefined()
})

test.each([
  '',
  'json',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/vnd.x+json',
  'application/json, text/plain',
  'application/json; charset=latin1',
  'application/json; charset=utf-16',
  'application/json; charset=',
  'application/json; charset',
  'application/json; charset=utf-8; charset=latin1',
  `application/json${';x'.repeat(20)}`,
  'text/html',
])('%s is refused with 415', type => {
  expect(checkJsonType({ 'content-type': type })).toMatchObject({ status: 415 })
})

test('a compressed body is refused, one that says it is not compressed is read', () => {
  for (const encoding of ['gzip', 'br', 'deflate', 'gzip, identity', '']) {
    expect(checkJsonType({ 'content-encoding': encoding })).toMatchObject({ status: 415 })
  }
  expect(checkJsonType({ 'content-encoding': 'Identity' })).toBeUndefined()
})
