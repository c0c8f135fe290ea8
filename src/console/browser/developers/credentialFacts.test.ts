import { expect, test } from 'vitest'
import { certificateState, holdsPrivateKey, olderPassword, testLine } from './credentialFacts.ts'

test('a certificate is told to end within its last thirty days', () => {
  const now = Date.parse('2026-11-17T12:00:00.000Z')
  const of = (notAfter: string) => certificateState({ notAfter }, now)
  expect(of('2027-11-17T12:00:00.000Z')).toEqual({ kind: 'valid' })
  expect(of('2026-12-17T12:00:00.000Z')).toEqual({ kind: 'valid' })
  expect(of('2026-12-17T11:59:59.000Z')).toEqual({ kind: 'ending', days: 29 })
  expect(of('2026-11-17T12:00:01.000Z')).toEqual({ kind: 'ending', days: 0 })
  expect(of('2026-11-17T12:00:00.000Z')).toEqual({ kind: 'expired' })
  const revoked = { notAfter: '2027-11-17T12:00:00.000Z', revokedAt: '2026-11-01T00:00:00.000Z' }
  expect(certificateState(revoked, now)).toEqual({ kind: 'revoked' })
})

test('a rotation retires the older password, whichever slot it is in', () => {
  const [old, fresh] = [
    { slot: 2, createdAt: '2026-01-01T00:00:00.000Z' },
    { slot: 1, createdAt: '2026-11-01T00:00:00.000Z' },
  ]
  expect(olderPassword([fresh, old])).toBe(old)
  expect(olderPassword([old, fresh])).toBe(old)
  expect(olderPassword([old])).toBeUndefined()
})

test('a private key is recognized by its form', () => {
  expect(holdsPrivateKey('-----BEGIN PRIVATE KEY-----\nMIG')).toBe(true)
  expect(holdsPrivateKey('-----BEGIN EC PRIVATE KEY-----\nMHc')).toBe(true)
  expect(holdsPrivateKey('-----BEGIN CERTIFICATE-----\nMII')).toBe(false)
})

test('the test line has the password as a variable, which single quotes would not fill in', () => {
  expect(testLine('https://gateway.example', 'SHOP', 100)).toBe(
    `curl -sS -o /dev/null -w '%{http_code}\\n' -u "merchant.SHOP:$PASSWORD" ` +
      `'https://gateway.example/api/rest/version/100/merchant/SHOP/notifications?last=0'`,
  )
})
