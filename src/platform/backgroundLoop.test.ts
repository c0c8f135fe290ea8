import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createBackgroundLoop, type NextRound } from './backgroundLoop.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function counted(next: NextRound) {
  const round = vi.fn(async () => next)
  return { loop: createBackgroundLoop(round), round }
}

test('a round follows the wait, or being woken, but never the pause', async () => {
  const { loop, round } = counted({ waitMs: 1_000, pauseMs: 100 })
  loop.start()
  loop.start()
  await vi.advanceTimersByTimeAsync(1_099)
  expect(round).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(round).toHaveBeenCalledTimes(2)
  loop.wake()
  await vi.advanceTimersByTimeAsync(99)
  expect(round).toHaveBeenCalledTimes(2)
  // Of what happens during the pause, nothing is missed.
  loop.wake()
  await vi.advanceTimersByTimeAsync(1)
  expect(round).toHaveBeenCalledTimes(3)
  await vi.advanceTimersByTimeAsync(100)
  expect(round).toHaveBeenCalledTimes(4)
  await loop.stop()
})

test('stopping ends every wait, waits for the round under way, and can be taken back', async () => {
  const { loop, round } = counted({ waitMs: 1_000, pauseMs: 1_000 })
  loop.start()
  await vi.advanceTimersByTimeAsync(1_500)
  await loop.stop()
  expect(round).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(round).toHaveBeenCalledTimes(1)
  loop.start()
  await vi.advanceTimersByTimeAsync(0)
  expect(round).toHaveBeenCalledTimes(2)
  await loop.stop()
})
