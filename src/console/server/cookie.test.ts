import { expect, test } from 'vitest'
import { cookieGone, cookieWith, readCookie } from './cookie.ts'

const token = 'A'.repeat(43)

test('a browser returns the cookie it was given, among others', () => {
  const [given] = cookieWith(token, true).split(';')
  expect(readCookie(`theme=dark; ${given}; other=1`, true)).toBe(token)
})

test('over TLS a cookie without the guarded name is not read', () => {
  const [plain] = cookieWith(token, false).split(';')
  expect(readCookie(plain, true)).toBeUndefined()
})

test('two cookies of one name: one of them is somebody else’s, and neither is believed', () => {
  const [given] = cookieWith(token, true).split(';')
  expect(readCookie(`${given}; ${given}`, true)).toBeUndefined()
})

test.each(['', 'short', `${token}=`, `${token} `])('what has not the form of a token is none: %j', value => {
  expect(readCookie(`__Host-tollgate-console=${value}x`, true)).toBeUndefined()
})

test('scripts cannot read it, other sites do not send it, and over TLS it stays there', () => {
  expect(cookieWith(token, true)).toBe(
    `__Host-tollgate-console=${token}; Path=/; HttpOnly; SameSite=Strict; Secure`,
  )
  expect(cookieGone(true)).toContain('Max-Age=0')
})
