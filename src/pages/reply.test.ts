import { createHash } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { html } from '../platform/html.ts'
import type { Asset } from './assets.ts'
import { pageReply, redirectReply, scriptReply } from './reply.ts'

const assetOf = (text: string): Asset => ({
  name: text,
  text,
  gzip: Buffer.from('packed'),
  hash: `sha256-${createHash('sha256').update(text).digest('base64')}`,
  integrity: 'sha384-x',
})

const policyOf = (page: Partial<Parameters<typeof pageReply>[0]> = {}) =>
  pageReply({ markup: 'x', acceptsGzip: false, ...page }).headers?.['Content-Security-Policy']?.split('; ')

test('a page that asks for nothing may do nothing', () => {
  expect(policyOf()).toEqual([
    "default-src 'none'",
    "script-src 'none'",
    "style-src 'none'",
    "img-src 'none'",
    "connect-src 'none'",
    "frame-src 'none'",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ])
  expect(pageReply({ markup: html`<p>${'<b>'}</p>`, status: 404, acceptsGzip: false })).toEqual({
    status: 404,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': expect.any(String),
      'X-Frame-Options': 'DENY',
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Referrer-Policy': 'no-referrer',
      'Permissions-Policy': expect.stringMatching(/camera=\(\).*payment=\(\)/),
      Vary: 'Accept-Encoding, Accept-Language',
    },
    body: '<p>&lt;b&gt;</p>',
  })
})

test('a page that shows issuers leaves it to their frames whether they authenticate payments', () => {
  const { headers } = pageReply({ markup: '', delegatesPayment: true, acceptsGzip: false })
  expect(headers?.['Permissions-Policy']).toMatch(/camera=\(\)/)
  expect(headers?.['Permissions-Policy']).not.toContain('payment')
})

test('what it asks for is named, scripts by what they are', () => {
  const [script, style] = [assetOf('a()'), assetOf('p{}')]
  const policy = policyOf({
    scripts: [script],
    styles: [style],
    frames: ["'self'", 'https://acs.example/challenge?x=1;2'],
    forms: ['https://acs.example:8443/a', 'https://acs.example:8443/b'],
    images: ['data:', 'https://shop.example/logo.png'],
    frameAncestors: ['https://shop.example', 'http://localhost:*'],
    connects: 'self',
  })
  expect(policy).toContain(`script-src '${script.hash}'`)
  expect(policy).toContain(`style-src '${style.hash}'`)
  expect(policy).toContain("frame-src 'self' https://acs.example")
  expect(policy).toContain('form-action https://acs.example:8443')
  expect(policy).toContain('img-src data: https://shop.example')
  expect(policy).toContain('frame-ancestors https://shop.example http://localhost:*')
  expect(policy).toContain("connect-src 'self'")
  expect(policyOf({ scripts: [script], ownScripts: true })).toContain(`script-src 'self' '${script.hash}'`)
})

test('a page that may be framed does not forbid it elsewhere', () => {
  const { headers } = pageReply({ markup: '', acceptsGzip: false, frameAncestors: ["'self'"] })
  expect(headers).not.toHaveProperty('X-Frame-Options')
  expect(headers).not.toHaveProperty('Cross-Origin-Opener-Policy')
})

test.each([
  '*',
  "'unsafe-inline'",
  'javascript:alert(1)',
  'a b',
  'x; script-src *',
  'blob:',
  '',
  'null',
  'https://a;b',
  'https://*.a',
])('the policy cannot be widened by %s', source => {
  expect(policyOf({ frames: [source] })).toEqual(policyOf())
  const beside = policyOf({ frames: [source, 'https://acs.example/'], frameAncestors: [source] })
  expect(beside).toEqual(policyOf({ frames: ['https://acs.example'] }))
})

test('whoever takes gzip gets it', () => {
  const { headers, body } = pageReply({ markup: 'ä'.repeat(1_000), acceptsGzip: true })
  expect(headers).toMatchObject({ 'Content-Encoding': 'gzip' })
  expect(Buffer.isBuffer(body) && gunzipSync(body).toString()).toBe('ä'.repeat(1_000))
})

test('a script may be loaded by every page and is known by its tag', () => {
  const asset = assetOf('b()')
  expect(scriptReply(asset, false)).toMatchObject({
    status: 200,
    headers: {
      'Content-Type': 'text/javascript; charset=utf-8',
      'Access-Control-Allow-Origin': '*',
      'Cross-Origin-Resource-Policy': 'cross-origin',
      'Cache-Control': 'public, max-age=300',
      ETag: `"${asset.hash.slice(7)}"`,
    },
    body: 'b()',
  })
  expect(scriptReply(asset, true)).toMatchObject({
    headers: { 'Content-Encoding': 'gzip' },
    body: asset.gzip,
  })
})

test('a browser is sent on with GET, to pages of ours and of the web only', () => {
  const locationOf = (location: string) => redirectReply(location).headers?.Location
  expect(redirectReply('/checkout').status).toBe(303)
  expect(locationOf('/checkout?a=b#c')).toBe('/checkout?a=b#c')
  expect(locationOf('https://shop.example/ä?b=ü')).toBe('https://shop.example/%C3%A4?b=%C3%BC')
  expect(locationOf('https://shop.example/a\r\nSet-Cookie: b')).toBe('https://shop.example/aSet-Cookie:%20b')
  for (const location of [
    '//evil.example',
    'javascript:alert(1)',
    'data:text/html,x',
    '',
    'x',
    '/\\evil.example\n',
  ])
    expect(() => locationOf(location), location).toThrow()
})

const unpacked = (body: unknown) => (Buffer.isBuffer(body) ? gunzipSync(body).toString() : '')

test.each([
  ['in their order', '<style>s { é: 1 }</style><p>ä</p><script>call("é")</script>'],
  ['in another order', '<script>call("é")</script><p>ä</p><style>s { é: 1 }</style>'],
  ['twice', '<style>s { é: 1 }</style><style>s { é: 1 }</style><script>call("é")</script>'],
  ['not at all', '<p>ä</p>'],
])('a compressed page is the page, with its script and style %s', (_how, markup) => {
  const page = { scripts: [assetOf('call("é")')], styles: [assetOf('s { é: 1 }')], acceptsGzip: true }
  for (const _ of ['compressed', 'kept']) {
    const { body } = pageReply({ markup, ...page })
    expect(unpacked(body)).toBe(markup)
  }
})
