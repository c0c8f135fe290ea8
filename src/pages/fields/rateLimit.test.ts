import { expect, test } from 'vitest'
import { createFormRateLimit } from './rateLimit.ts'

test('so many a minute pass, each address for itself, and the next minute begins anew', () => {
  let nowMs = 0
  const limit = createFormRateLimit({ monotonicMs: () => nowMs }, 3)
  const passes = (name: string) => Array.from({ length: 5 }, () => limit.pass(name))
  expect(passes('M1 a')).toEqual([true, true, true, false, false])
  expect(passes('M1 b')).toEqual([true, true, true, false, false])
  nowMs = 60_000
  expect(passes('M1 a')).toEqual([true, true, true, false, false])
})

test('it remembers a bounded number of addresses', () => {
  const limit = createFormRateLimit({ monotonicMs: () => 0 }, 1, 2)
  expect(['a', 'b', 'c', 'b', 'a'].map(limit.pass)).toEqual([true, true, true, false, true])
})
