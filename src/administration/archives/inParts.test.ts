import { expect, test } from 'vitest'
import { createInParts } from './inParts.ts'
import { TookTooLong } from './port.ts'

test('after one item that takes too long by itself, as many as before are tried at once again', async () => {
  const sizes: number[] = []
  const left: number[] = []
  const items = Array.from({ length: 200 }, (_, index) => index)
  const parts = createInParts(8)(items, async some => {
    sizes.push(some.length)
    if (some.includes(3)) throw new TookTooLong('too long')
    return 'done'
  })
  for await (const { state, some } of parts) if (state !== 'done') left.push(...some)
  expect(left).toEqual([3])
  expect(sizes.slice(0, 6)).toEqual([8, 4, 2, 2, 1, 1])
  expect(sizes.slice(-5)).toEqual([8, 8, 8, 8, 8])
})

/** What is done, and what is tried, where some take too long by themselves. */
async function doneOf(count: number, isSlow: (item: number) => boolean) {
  const tried = { well: [] as number[], slow: 0 }
  const parts = createInParts(8)
  for (let from = 0; from < count; from += 100) {
    const items = Array.from({ length: Math.min(100, count - from) }, (_, index) => from + index)
    const done = parts(items, async some => {
      if (some.length === 1 && some.some(isSlow)) tried.slow += 1
      if (some.some(isSlow)) throw new TookTooLong('too long')
    })
    for await (const { state, some } of done) if (state === 'done') tried.well.push(...some)
  }
  return tried
}

test('ten neighbours that take too long keep nobody behind them', async () => {
  const { well } = await doneOf(200, item => item < 10)
  expect(well).toEqual(Array.from({ length: 190 }, (_, index) => 10 + index))
})

test('where all take too long, only a few of them are tried', async () => {
  const { well, slow } = await doneOf(10_000, () => true)
  expect(well).toEqual([])
  expect(slow).toBeGreaterThanOrEqual(10 + 10)
  expect(slow).toBeLessThan(60)
})

test('one among very many that take too long is not left every time', async () => {
  for (let runs = 0; ; runs += 1) {
    const { well } = await doneOf(100, item => item !== 20)
    if (well.includes(20)) return
    expect(runs).toBeLessThan(500)
  }
})
