import { expect, test } from 'vitest'
import { createRequestIds, timeOfRequest } from './requestIds.ts'

test('ids differ, on one node and on another, and tell when the request came', () => {
  const nowMs = Date.parse('2026-11-18T02:00:00.123Z')
  const [one, other] = [createRequestIds(() => nowMs), createRequestIds(() => nowMs)]
  const ids = Array.from({ length: 1_000 }, () => [one(), other()]).flat()
  expect(new Set(ids).size).toBe(2_000)
  for (const id of ids) expect([id.length, timeOfRequest(id)]).toEqual([16, nowMs])
})

test.each(['', 'order-1', 'A'.repeat(16), '0'.repeat(17)])('"%s" is no id of a request', text => {
  expect(timeOfRequest(text)).toBeUndefined()
})
