import { expect, test } from 'vitest'
import { blockLifeMs, type TraceNumberBlock, type TraceNumberRequest } from './leases.ts'
import { createTraceNumbers } from './traceNumbers.ts'

type Held = { resolve(block: TraceNumberBlock | 'exhausted'): void; reject(error: Error): void }

/** Leases that answer when they are told to, and a clock that stands still. */
function node({ kind = 'link', size = 10 }: { kind?: 'link' | 'terminal'; size?: number } = {}) {
  const asked: TraceNumberRequest[] = []
  const waiting: Held[] = []
  let isHeld = false
  let leased = 0
  let monotonicMs = 0
  let wallMs = Date.parse('2026-11-16T23:59:59Z')
  const next = (): TraceNumberBlock => {
    const first = leased++ * size + 1
    return { first, last: first + size - 1 }
  }
  const numbers = createTraceNumbers({
    kind,
    clock: { now: () => new Date(wallMs), monotonicMs: () => monotonicMs },
    leases: {
      lease(wanted) {
        asked.push(wanted)
        if (!isHeld) return Promise.resolve(next())
        return new Promise((resolve, reject) => waiting.push({ resolve, reject }))
      },
    },
  })
  return {
    ...{ numbers, asked, next },
    hold: () => {
      isHeld = true
    },
    answer: (block: TraceNumberBlock | 'exhausted' = next()) => waiting.shift()?.resolve(block),
    fail: (error: Error) => waiting.shift()?.reject(error),
    pass: (ms: number) => {
      monotonicMs += ms
      wallMs += ms
    },
    setWall: (ms: number) => {
      wallMs += ms
    },
  }
}

test('the first number waits for a block, the next ones are there at once', async () => {
  const { numbers, asked } = node()
  expect(await numbers.take('a')).toBe(1)
  expect(numbers.take('a')).toBe(2)
  expect(asked).toEqual([{ scope: 'a', reuseAfterMs: 90_000 }])
  expect(numbers.left()).toBe(8)
})

test('a block is leased before the last one runs out, once', async () => {
  const { numbers, asked, hold, answer } = node()
  await numbers.take('a')
  hold()
  for (let number = 2; number <= 10; number++) expect(numbers.take('a')).toBe(number)
  expect(asked).toHaveLength(2)
  const late = [numbers.take('a'), numbers.take('a')]
  expect(asked).toHaveLength(2)
  answer()
  expect(await Promise.all(late)).toEqual([11, 12])
})

test('many who wait share one lease at a time, and all get a number of their own', async () => {
  const { numbers, asked } = node({ size: 10 })
  const all = await Promise.all(Array.from({ length: 95 }, () => numbers.take('a')))
  expect(new Set(all).size).toBe(95)
  expect(asked.length).toBeLessThanOrEqual(11)
})

test('each scope has its own numbers', async () => {
  const { numbers, asked } = node()
  await Promise.all([numbers.take('a'), numbers.take('b')])
  expect(asked.map(({ scope }) => scope)).toEqual(['a', 'b'])
})

test.each(['link', 'terminal'] as const)('a block of a %s is not used beyond its life', async kind => {
  const { numbers, pass } = node({ kind })
  expect(await numbers.take('a')).toBe(1)
  pass(blockLifeMs[kind] - 1)
  expect(numbers.take('a')).toBe(2)
  pass(1)
  expect(await numbers.take('a')).toBe(11)
})

test('a machine that slept, or whose clock was set, does not use its old block', async () => {
  for (const ms of [24 * 60 * 60_000, -24 * 60 * 60_000]) {
    const { numbers, setWall } = node()
    expect(await numbers.take('a')).toBe(1)
    setWall(ms)
    expect(await numbers.take('a')).toBe(11)
  }
})

test('the life of a block counts from before it was asked for', async () => {
  const { numbers, hold, answer, pass, next } = node()
  hold()
  const first = numbers.take('a')
  pass(blockLifeMs.link)
  answer()
  await Promise.resolve()
  await new Promise(resolve => setImmediate(resolve))
  answer(next())
  expect(await first).toBe(11)
})

test('where no number is left it says so, and asks again only after a while', async () => {
  const { numbers, asked, hold, answer, pass } = node()
  hold()
  const first = numbers.take('a')
  answer('exhausted')
  expect(await first).toBe('exhausted')
  expect(await numbers.take('a')).toBe('exhausted')
  expect(asked).toHaveLength(1)
  pass(1_000)
  const later = numbers.take('a')
  answer()
  expect(await later).toBe(1)
})

test('a lease that fails is heard by whoever waits, and not by whoever has numbers', async () => {
  const { numbers, hold, fail, answer } = node({ size: 2 })
  expect(await numbers.take('a')).toBe(1)
  hold()
  expect(numbers.take('a')).toBe(2)
  const waiting = numbers.take('a')
  fail(new Error('the database is away'))
  await expect(waiting).rejects.toThrow('away')
  const again = numbers.take('a')
  answer()
  expect(await again).toBe(3)
})
