import { expect, test } from 'vitest'
import { createBreaker } from './breaker.ts'

test('an answer between silences keeps it closed', () => {
  let nowMs = 0
  const states: string[] = []
  const breaker = createBreaker({
    clock: { now: () => new Date(0), monotonicMs: () => nowMs },
    ...{ failuresMax: 3, pauseMs: 1_000, longestPauseMs: 4_000, random: () => 0.5 },
    onChange: state => states.push(state),
  })
  for (const step of ['failure', 'failure', 'success', 'failure', 'failure'] as const) breaker[step]()
  expect(states).toEqual([])
  breaker.failure()
  expect([breaker.admits(), breaker.isDue()]).toEqual([false, false])
  const pauses: number[] = []
  for (let count = 0; count < 4; count++) {
    const from = nowMs
    while (!breaker.isDue()) nowMs += 100
    pauses.push(nowMs - from)
    breaker.prolong()
  }
  expect(pauses).toEqual([1_000, 2_000, 4_000, 4_000])
})
