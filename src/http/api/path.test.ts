import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bytesKept } from '../../../test/support/memory/bytesKept.ts'
import { readVersion, versions } from '../../contract/kit/versions.ts'
import { checkParameter, readQuery, readTarget } from './path.ts'

test.each([
  ['/order/a%2Fb', ['order', 'a/b'], 'an escaped slash belongs to its segment'],
  ['/order/a%252Fb', ['order', 'a%2Fb'], 'nothing is decoded twice'],
  ['/order/%20a%20', ['order', ' a '], 'spaces at the rim are kept'],
  ['/order/a+b', ['order', 'a+b'], 'a plus is a plus'],
  ['/order/caf%C3%A9', ['order', 'café'], 'UTF-8'],
  ['/order/a/', ['order', 'a'], 'one slash at the end is ignored'],
  ['/order/a;b=c', ['order', 'a;b=c'], 'no matrix parameters'],
  ['/order/%2e%2e', ['order', '..'], 'dots are for the parameter to judge'],
  ['http://localhost/order/a', ['order', 'a'], 'the absolute form names the same place'],
])('%s is %j: %s', (url, segments) => {
  expect(readTarget(url)).toMatchObject({ segments, query: '' })
})

test('the query is kept apart, undecoded', () => {
  expect(readTarget('/a/?x=%2F&y=/?')).toMatchObject({ segments: ['a'], query: 'x=%2F&y=/?' })
})

test.each([
  '/%zz',
  '/%',
  '/%2',
  '/%C3%28',
  '/%E0%80%AF',
  '/%ED%A0%80',
  '/%F4%90%80%80',
  '/a#b',
  '/a b',
  '/é',
])('%s is malformed', url =>
  expect(readTarget(url)).toMatchObject({ status: 400, rejection: { cause: 'INVALID_REQUEST' } }),
)

test.each(['//', '/a//b', '//a', '/a//', '', '*', 'a', `/${'a/'.repeat(30)}`, 'ftp://a/b'])(
  '%s leads nowhere',
  url => expect(readTarget(url)).toMatchObject({ status: 404 }),
)

test('the root is a place, without any segment', () => {
  expect(readTarget('/')).toEqual({ segments: [], sent: [], query: '' })
  expect(readTarget('/?a=b')).toEqual({ segments: [], sent: [], query: 'a=b' })
})

test.each([
  ['the query behind', (path: string) => `${path}?after=${'a'.repeat(16_000)}`],
  ['the address before', (path: string) => `http://${'a'.repeat(16_000)}${path}`],
])('who remembers an id does not remember %s it', (_, longUrl) => {
  const idOf = (each: number) => {
    const url = Buffer.from(longUrl(`/merchant/MERCHANT${10_000 + each}/notifications`))
    const target = readTarget(url.toString('latin1'))
    return 'segments' in target ? target.segments[1] : undefined
  }
  expect(idOf(7)).toBe('MERCHANT10007')
  expect(bytesKept(500, idOf)).toBeLessThan(2_000_000)
})

test('every id survives the way through a path', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), id => {
      expect(readTarget(`/order/${encodeURIComponent(id)}`)).toMatchObject({ segments: ['order', id] })
    }),
  )
})

test.each([
  ['a'.repeat(40), 'forty characters'],
  ['😀'.repeat(40), 'forty characters outside the basic plane'],
  [' a ', 'spaces'],
  ['a/b%2F+"<>', 'any punctuation'],
  ['...', 'three dots'],
  ['\u200d', 'a joiner'],
])('%s may be an order id: %s', id => expect(checkParameter('orderid', id)).toBeUndefined())

test.each([
  ['a'.repeat(41), 'too long'],
  ['😀'.repeat(41), 'too long in code points'],
  ['.', 'dropped by clients'],
  ['..', 'dropped by clients'],
  ['a\0', 'NUL'],
  ['a\n', 'control'],
  ['\u007f', 'delete'],
  ['\u0085', 'control of the second row'],
  ['\u2028', 'line separator'],
  ['\u2029', 'paragraph separator'],
  ['\u202e', 'right-to-left override'],
  ['\u2066', 'isolate'],
  ['\u200f', 'right-to-left mark'],
  ['\u061c', 'Arabic letter mark'],
])('%j may not be a transaction id: %s', id => {
  expect(checkParameter('transactionid', id)).toMatchObject({
    status: 400,
    rejection: { cause: 'INVALID_REQUEST', field: 'transactionid', validationType: 'INVALID' },
  })
})

test.each(['a'.repeat(41), 'é', '.', 'a b', 'a.b', '１'])('%s may not be a merchant id', id => {
  expect(checkParameter('merchantId', id)).toMatchObject({ rejection: { field: 'merchantId' } })
})

const cardData = [
  '4508750015741019',
  'order-4508750015741019',
  '4508.7500.1574.1019',
  'cvv 123',
  '371881634498004',
]

test.each(cardData)('%s may be no id at all: it would be kept and told in the clear', id => {
  for (const name of ['orderid', 'transactionid', 'sessionId', '3DSecureId', 'merchantId']) {
    const refusal = checkParameter(name, id)
    expect(refusal).toMatchObject({ status: 400, rejection: { field: name, validationType: 'INVALID' } })
    expect(JSON.stringify(refusal)).not.toMatch(/4508|123|3718/)
  }
})

test('a value that could be a card number is not shown again', () => {
  const refusal = checkParameter('orderid', '5123 4500-0000.0008\n')
  expect(refusal?.rejection.explanation).not.toContain('5123')
  expect(checkParameter('orderid', 'A1\n')?.rejection.explanation).toContain('A1')
})

test('versions are the exact decimal text of 1 to the newest', () => {
  const { last } = versions
  for (const text of ['1', '9', '10', '55', '99', '100', `${last}`])
    expect(readVersion(text)).toBe(Number(text))
  for (const text of ['0', `${last + 1}`, '055', 'abc', '-1', '55.0', '１', '+1', ' 1', '1e1', '', '1000']) {
    expect(readVersion(text)).toBeUndefined()
  }
})

test('a query is read only where its names are declared, each once', () => {
  expect(readQuery('')).toEqual({ values: {} })
  expect(readQuery('page=2&size=a%20b+c=d', ['page', 'size'])).toEqual({
    values: { page: '2', size: 'a b c=d' },
  })
  const refused = [
    'x=1',
    'page=1&page=2',
    'page',
    'page=1&',
    'page=%zz',
    'page=1&size=2&page=3',
    '__proto__=1',
  ]
  for (const query of refused) expect(readQuery(query, ['page', 'size'])).toMatchObject({ status: 400 })
  expect(readQuery('amount=1')).toMatchObject({ status: 400 })
})
