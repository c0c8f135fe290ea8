import { expect, test } from 'vitest'
import { createWorkInHand } from './workInHand.ts'

test('ninety-six at a time are never too many, however slow they are', () => {
  const { work, pass } = start()
  taken(work, 'A', 96)
  for (let second = 0; second < 60; second += 1) {
    pass(1_000)
    expect(work.admits('A')).toBe(false)
    work.done('A')
    expect(taken(work, 'A', 1)).toBe(1)
  }
})

test('many that come at once are taken, if there was little to do before', () => {
  const { work, pass } = start()
  pass(3_600_000)
  expect(taken(work, 'A', 1_000)).toBe(384)
  pass(101)
  for (let each = 0; each < 288; each += 1) work.done('A')
  expect(work.admits('A')).toBe(false)
  for (let each = 0; each < 65; each += 1) work.done('A')
  pass(101)
  work.done('A')
  expect(taken(work, 'A', 1_000)).toBe(384 - 30)
})

test('a moment with little to do, while many are at a counterparty, makes no room for many', async () => {
  const { work, pass } = start()
  taken(work, 'A', 1_000)
  pass(101)
  for (let each = 0; each < 288; each += 1) work.done('A')
  for (let group = 0; group < 20; group += 1) {
    pass(90)
    expect(work.admits('A')).toBe(false)
    let answer = () => {}
    const answered = new Promise<void>(resolve => {
      answer = resolve
    })
    const waiting = Array.from({ length: 80 }, () => work.whileWaiting(answered))
    expect(taken(work, 'A', 1_000)).toBe(80)
    answer()
    await Promise.all(waiting)
    for (let each = 0; each < 80; each += 1) work.done('A')
  }
})

test('after a flood, groups that the node gets done are taken whole, however soon they follow', () => {
  const { work, pass } = start()
  const group = (count: number) => {
    const admitted = taken(work, 'A', count)
    for (let each = 0; each < admitted; each += 1) work.done('A')
    pass(90)
    return admitted
  }
  expect(group(1_000)).toBe(384)
  for (let round = 0; round < 20; round += 1) expect(group(200)).toBe(200)
})

test.each([2, 5])('at %d times the load, what is taken is done in the time that it may take', factor => {
  const { work, most, served } = overloaded({ A: factor * 2, B: 0 })
  expect(work.admits('A')).toBe(false)
  expect(most).toBeGreaterThan(140)
  expect(most).toBeLessThan(160)
  expect(served.A).toBeGreaterThan(2 * 990)
})

test('a merchant who floods the node leaves to others what they ask for, up to an even share', () => {
  const { served, refused } = overloaded({ A: 10, B: 0.5 })
  expect(refused.B).toBe(0)
  expect(served.A).toBeGreaterThan(1_400)
  const even = overloaded({ A: 10, B: 10 }).served
  expect(Math.abs(even.A - even.B)).toBeLessThan(200)
})

test('whoever waits for somebody else is no work meanwhile', async () => {
  const { work, pass } = start()
  expect(taken(work, 'A', 384)).toBe(384)
  pass(101)
  let answer = () => {}
  const answered = new Promise<void>(resolve => {
    answer = resolve
  })
  const waiting = Array.from({ length: 300 }, () => work.whileWaiting(answered))
  expect(work.admits('A')).toBe(true)
  answer()
  await Promise.all(waiting)
  expect(work.admits('A')).toBe(false)
  await expect(work.whileWaiting(Promise.reject(new Error('gone')))).rejects.toThrow('gone')
  expect(work.admits('A')).toBe(false)
})

function start() {
  let nowMs = 0
  const work = createWorkInHand({ monotonicMs: () => nowMs })
  const pass = (ms: number) => {
    nowMs += ms
  }
  return { work, pass }
}

/** How many of so many were taken. */
function taken(work: ReturnType<typeof createWorkInHand>, name: string, count: number): number {
  let admitted = 0
  for (let each = 0; each < count; each += 1) {
    if (!work.admits(name)) continue
    work.take(name)
    admitted += 1
  }
  return admitted
}

/** Three seconds of arrivals of A and B by the millisecond, of whom two are done; told is the last second. */
function overloaded(arrivals: Counts) {
  const { work, pass } = start()
  const [served, refused, due] = [nobody(), nobody(), nobody()]
  const queue: (keyof Counts)[] = []
  let most = 0
  for (let ms = 0; ms < 3_000; ms += 1) {
    pass(1)
    const counted = ms >= 2_000 ? 1 : 0
    for (const name of queue.splice(0, 2)) {
      work.done(name)
      served[name] += counted
    }
    for (const name of ['A', 'B'] as const)
      for (due[name] += arrivals[name]; due[name] >= 1; due[name] -= 1)
        if (taken(work, name, 1) === 1) queue.push(name)
        else refused[name] += counted
    most = Math.max(most, queue.length * counted)
  }
  return { work, most, served, refused }
}

type Counts = { A: number; B: number }
const nobody = (): Counts => ({ A: 0, B: 0 })
