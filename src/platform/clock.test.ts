import { expect, test } from 'vitest'
import { isOver, systemClock } from './clock.ts'

test('a process that was busy does not share a deadline that is older than it may be', async () => {
  const { deadline, monotonicMs } = systemClock
  const first = deadline(60)
  expect(deadline(60)).toBe(first)
  // No timer fires meanwhile.
  for (const busyUntilMs = monotonicMs() + 40; monotonicMs() < busyUntilMs; );
  const askedMs = monotonicMs()
  const second = deadline(60)
  expect(second).not.toBe(first)
  await new Promise(ended => {
    second.addEventListener('abort', ended)
    setTimeout(ended, 5_000)
  })
  expect(monotonicMs() - askedMs).toBeGreaterThanOrEqual(59)
})

test('a deadline is over in time for a process that was held up, before any timer has fired', () => {
  const { deadline, monotonicMs } = systemClock
  const signal = deadline(20)
  expect(isOver(signal)).toBe(false)
  for (const busyUntilMs = monotonicMs() + 40; monotonicMs() < busyUntilMs; );
  expect([signal.aborted, isOver(signal)]).toEqual([false, true])
  expect(isOver(AbortSignal.abort())).toBe(true)
})
