import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { monitorKeys } from './keyring.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('keys are looked at every two seconds, and what is wrong is told once while it lasts', async () => {
  const told: string[] = []
  let wrong: readonly string[] = []
  let looks = 0
  const refresh = async () => {
    looks++
    return wrong
  }
  const stop = monitorKeys({ refresh }, { warn: news => told.push(news) })
  await vi.advanceTimersByTimeAsync(4_000)
  expect([looks, told]).toEqual([2, []])
  wrong = ['no keys']
  await vi.advanceTimersByTimeAsync(6_000)
  expect(told).toEqual(['no keys'])
  wrong = []
  await vi.advanceTimersByTimeAsync(2_000)
  wrong = ['no keys']
  await vi.advanceTimersByTimeAsync(2_000)
  expect(told).toEqual(['no keys', 'no keys'])
  await stop()
  const before = looks
  await vi.advanceTimersByTimeAsync(10_000)
  expect(looks).toBe(before)
})

test('a database that does not answer is asked once at a time, and again when it does', async () => {
  let answer = (_: Error) => {}
  const refresh = vi.fn(
    () =>
      new Promise<readonly string[]>((_, reject) => {
        answer = reject
      }),
  )
  const stop = monitorKeys({ refresh }, { warn: () => undefined })
  await vi.advanceTimersByTimeAsync(10_000)
  expect(refresh).toHaveBeenCalledTimes(1)
  answer(new Error('away'))
  await vi.advanceTimersByTimeAsync(2_000)
  expect(refresh).toHaveBeenCalledTimes(2)
  answer(new Error('away'))
  await stop()
})
