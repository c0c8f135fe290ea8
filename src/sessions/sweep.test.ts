import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { memorySessionStore } from './memorySessionStore.ts'
import { sweepExpired } from './sweep.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** How many are removed by each call, in order; then none. */
function storeWith(...removals: readonly (number | Error)[]) {
  const limits: number[] = []
  const left = [...removals]
  const removeExpired = async (limit: number) => {
    limits.push(limit)
    const next = left.shift() ?? 0
    if (next instanceof Error) throw next
    return next
  }
  return { limits, store: { ...memorySessionStore(), removeExpired } }
}

test('now and then, batch after batch until one is not full', async () => {
  const { limits, store } = storeWith(200, 200, 7)
  const stop = sweepExpired([store], () => undefined)
  expect(limits).toEqual([])
  await vi.advanceTimersByTimeAsync(30_000)
  expect(limits).toEqual([200, 200, 200])
  await vi.advanceTimersByTimeAsync(30_000)
  expect(limits).toHaveLength(4)
  await stop()
  await vi.advanceTimersByTimeAsync(300_000)
  expect(limits).toHaveLength(4)
})

test('a full table is not swept at one go', async () => {
  const { limits, store } = storeWith(...Array.from({ length: 1_000 }, () => 200))
  const stop = sweepExpired([store], () => undefined)
  await vi.advanceTimersByTimeAsync(30_000)
  expect(limits).toHaveLength(50)
  await stop()
})

test('a store that fails is told of, and tried again the next time', async () => {
  const { limits, store } = storeWith(new Error('away'), 3)
  const reasons: string[] = []
  const stop = sweepExpired([store], reason => reasons.push(reason))
  await vi.advanceTimersByTimeAsync(60_000)
  expect(reasons).toEqual(['away'])
  expect(limits).toHaveLength(2)
  await stop()
})
