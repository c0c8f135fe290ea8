import { expect, test } from 'vitest'
import { passwordText } from './passwordText.ts'

const nothing = { hasPassword: false, hasTotp: false, recoveryCodes: 0, passkeys: [] }
const passkey = { passkeyId: 'k', name: 'Laptop', createdAtMs: 1 }

test('whoever has no password is told how they do sign in', () => {
  expect(passwordText({ ...nothing, passkeys: [passkey] })).toBe('noPassword')
  expect(passwordText({ ...nothing, hasPassword: true, hasTotp: true })).toBe('passwordSet')
})

test('nobody without a passkey is told that they sign in with one', () => {
  expect(passwordText(nothing)).toBe('nothingSetUp')
  expect(passwordText({ ...nothing, hasPassword: true })).toBe('nothingSetUp')
})
