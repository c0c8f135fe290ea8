import { expect, test } from 'vitest'
import { acceptsGzip, wireReplyOf } from './reply.ts'

test.each([
  ['gzip', true],
  ['gzip, deflate, br', true],
  ['br;q=1.0, gzip;q=0.8, *;q=0.1', true],
  ['deflate,\tgzip ; q=0.001', true],
  ['gzip;q=1', true],
  ['gzip;q=0', false],
  ['gzip; q=0.000', false],
  ['br, gzip;Q=0.0 , deflate', false],
  ['identity, xgzip', false],
  ['gzipped', false],
  ['*', false],
  ['', false],
  [undefined, false],
])('who says %s takes gzip: %s', (accepted, takes) => {
  expect(acceptsGzip(accepted)).toBe(takes)
})

test('a page without a body is of no type; the API is always JSON', () => {
  const headersOf = (reply: Parameters<typeof wireReplyOf>[0], isApi = false) =>
    Object.fromEntries(pairs(wireReplyOf(reply, isApi).headers))
  expect(headersOf({ status: 303, body: '', headers: { Location: '/next' } })).toEqual({
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    Location: '/next',
    'Content-Length': '0',
  })
  expect(headersOf({ status: 204, body: '' }, true)).toHaveProperty('Content-Type')
  expect(headersOf({ status: 200, body: {} })).toMatchObject({
    'Content-Type': 'application/json;charset=utf-8',
  })
  const empty = { status: 200, body: '', headers: { 'Content-Type': 'text/plain' } }
  expect(headersOf(empty)).toMatchObject({ 'Content-Type': 'text/plain' })
})

function pairs(flat: readonly string[]): readonly (readonly [string, string])[] {
  return flat.flatMap((name, index) => (index % 2 === 0 ? [[name, flat[index + 1] ?? ''] as const] : []))
}
