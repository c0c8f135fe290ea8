import { expect, test } from 'vitest'
import { isOrigin, ordinaryProfile } from '../orders/merchant.ts'
import { frameAncestors, isAllowedOrigin, isOwnOrigin } from './origins.ts'

const profile = { ...ordinaryProfile, allowedOrigins: ['https://shop.example', 'http://localhost:3000'] }

test('in production only pages that the merchant named may frame its pages', () => {
  expect(frameAncestors(profile, false)).toEqual(profile.allowedOrigins)
  expect(frameAncestors(ordinaryProfile, false)).toEqual([])
  expect(isAllowedOrigin(profile, false, 'https://shop.example')).toBe(true)
  for (const origin of [
    'http://localhost:8080',
    'https://shop.example.evil',
    'http://shop.example',
    'null',
    '',
  ])
    expect(isAllowedOrigin(profile, false, origin), origin).toBe(false)
})

test('in the sandbox pages of this machine may, too', () => {
  expect(frameAncestors(ordinaryProfile, true)).toEqual([
    'http://localhost:*',
    'http://127.0.0.1:*',
    'https://localhost:*',
    'https://127.0.0.1:*',
    "'self'",
  ])
  for (const origin of ['http://localhost', 'https://localhost:3000', 'http://127.0.0.1:65535'])
    expect(isAllowedOrigin(ordinaryProfile, true, origin), origin).toBe(true)
  for (const origin of ['http://localhost.evil', 'http://127.0.0.1.evil', 'null', 'http://localhost:3000/x'])
    expect(isAllowedOrigin(ordinaryProfile, true, origin), origin).toBe(false)
})

test('in the sandbox alone, the gateway’s origin has the names of this machine, too', () => {
  const own = 'http://127.0.0.1:8080'
  for (const isSandbox of [true, false]) {
    expect(isOwnOrigin(own, own, isSandbox)).toBe(true)
    for (const origin of ['http://localhost:8080', 'http://[::1]:8080', 'http://127.0.0.2:8080'])
      expect(isOwnOrigin(origin, own, isSandbox), origin).toBe(isSandbox)
    for (const origin of [
      'http://localhost:8081',
      'https://localhost:8080',
      'http://localhost:8080/x',
      'null',
    ])
      expect(isOwnOrigin(origin, own, isSandbox), origin).toBe(false)
    expect(isOwnOrigin('http://localhost:8080', 'https://pay.example', isSandbox)).toBe(false)
  }
})

test('an origin is what browsers send, in their spelling', () => {
  for (const origin of [
    'https://shop.example',
    'https://shop.example:8443',
    'http://127.0.0.1:3000',
    'http://[::1]',
  ])
    expect(isOrigin(origin), origin).toBe(true)
  const others = [
    ...[
      'https://shop.example/',
      'https://Shop.example',
      'https://shop.example:443',
      'https://shop.example/a',
    ],
    ...['http://shop.example', 'shop.example', 'null', '*', 'https://*.example', "'self'", 'data:x', 7, null],
    ...[
      'https://a.example https://b.example',
      'https://a.example;script-src',
      `https://${'a'.repeat(300)}.example`,
    ],
  ]
  for (const origin of others) expect(isOrigin(origin), String(origin)).toBe(false)
})
