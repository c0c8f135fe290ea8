import { expect, test } from 'vitest'
import { userStatus } from './userStatus.ts'

const user = {
  ...{ userId: 'u', email: 'ada@example.com', name: 'Ada', role: 'OPERATOR' as const, createdAtMs: 1 },
  ...{ isDisabled: false, hasPassword: false, hasTotp: false, passkeys: 0, sessions: 0 },
}

test('who can sign in is active, unless somebody disabled them', () => {
  expect(userStatus({ ...user, hasPassword: true })).toBe('active')
  expect(userStatus({ ...user, passkeys: 2 })).toBe('active')
  expect(userStatus({ ...user, passkeys: 2, isDisabled: true })).toBe('disabled')
})

test('who has not accepted the invitation is invited until it ends', () => {
  expect(userStatus({ ...user, invitedUntilMs: 2 })).toBe('invited')
  expect(userStatus(user)).toBe('lapsed')
  expect(userStatus({ ...user, isDisabled: true })).toBe('withdrawn')
})

test('the user of a sandbox, who has nothing but an address to sign in by, is active', () => {
  expect(userStatus({ ...user, sessions: 1, signedInAtMs: 2 })).toBe('active')
  expect(userStatus({ ...user, signedInAtMs: 2, isDisabled: true })).toBe('disabled')
})
