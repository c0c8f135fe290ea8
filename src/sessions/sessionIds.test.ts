import { expect, test } from 'vitest'
import { firstVersion, isSessionId, newSessionId, nextVersion } from './heldSession.ts'

test('a session is named by 24 random letters and digits', () => {
  const names = Array.from({ length: 1_000 }, newSessionId)
  expect(new Set(names).size).toBe(1_000)
  for (const name of names) expect(isSessionId(name)).toBe(true)
  const used = new Set(names.flatMap(name => [...name.slice(7)]))
  expect(used.size).toBe(36)
})

test.each(['', 'SESSION', `SESSION${'a'.repeat(24)}`, `SESSION${'0'.repeat(25)}`, 7, undefined])(
  '%j names no session',
  value => {
    expect(isSessionId(value)).toBe(false)
  },
)

test('versions count in hexadecimal and never come again', () => {
  const first = firstVersion()
  const seen = new Set([first])
  let version = first
  for (let count = 0; count < 600; count++) {
    version = nextVersion(version)
    expect(version).toMatch(/^[0-9a-f]{10}$/)
    seen.add(version)
  }
  expect(seen.size).toBe(601)
  expect(nextVersion('0123456709')).toBe('012345670a')
})
