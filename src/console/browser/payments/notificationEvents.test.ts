import { expect, test } from 'vitest'
import { isAttemptDue } from './notificationEvents.ts'

const at = (nextAttemptAt: string) => ({ state: 'WAITING', nextAttemptAt })
const now = Date.parse('2026-11-17T10:00:00Z')

test('a page is read again while a notification is about to be sent, and no longer', () => {
  expect(isAttemptDue([at('2026-11-17T10:00:02Z')], now)).toBe(true)
  expect(isAttemptDue([at('2026-11-17T09:59:00Z')], now)).toBe(true)
  expect(isAttemptDue([at('2026-11-17T11:00:00Z')], now)).toBe(false)
  expect(isAttemptDue([{ state: 'DELIVERED' }, { state: 'WAITING' }], now)).toBe(false)
})
