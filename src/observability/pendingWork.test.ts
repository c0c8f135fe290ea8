import { expect, test } from 'vitest'
import type { TimedClock } from '../platform/clock.ts'
import type { PendingWork } from './port.ts'
import { createPendingWorkView } from './scrape.ts'

const none = { count: 0, worrying: 0, oldestMs: 0 }
const withReversals = (count: number): PendingWork => ({
  owed: { reversal: { ...none, count }, advice: none, inquiry: none, rest: none },
  ...{ stranded: [], notifications: { untaken: 0, waiting: 0, lateMs: 0 } },
  ...{ searchLagMs: 0, receiptsWaiting: 0 },
})

/** A clock that stands until it is moved, and a database that answers what it is told to. */
function stage() {
  let nowMs = 0
  let asked = 0
  let answer: () => Promise<PendingWork> = async () => withReversals(asked)
  const clock: TimedClock = {
    now: () => new Date(nowMs),
    monotonicMs: () => nowMs,
    sleep: async () => undefined,
    deadline: () => new AbortController().signal,
  }
  const view = createPendingWorkView(() => {
    asked++
    return answer()
  }, clock)
  return {
    view,
    asked: () => asked,
    pass: (ms: number) => {
      nowMs += ms
    },
    answers: (next: () => Promise<PendingWork>) => {
      answer = next
    },
  }
}

test('however many ask, the database is asked every five seconds', async () => {
  const { view, asked, pass } = stage()
  const first = await Promise.all([view.fresh(), view.fresh(), view.fresh()])
  expect(first.map(pending => pending?.owed.reversal.count)).toEqual([1, 1, 1])
  pass(4_999)
  await view.fresh()
  expect(asked()).toBe(1)
  pass(1)
  expect((await view.fresh())?.owed.reversal.count).toBe(2)
})

test('whoever must not wait is told what is known, and brings about that more will be', async () => {
  const { view, pass } = stage()
  expect(view.latest()).toBeUndefined()
  await view.fresh()
  pass(5_000)
  expect(view.latest()?.owed.reversal.count).toBe(1)
  await view.fresh()
  expect(view.latest()?.owed.reversal.count).toBe(2)
})

test('nobody waits long for a database that hangs, and after a minute nothing is known', async () => {
  const { view, answers, pass } = stage()
  await view.fresh()
  answers(() => new Promise(() => undefined))
  pass(5_000)
  expect((await view.fresh())?.owed.reversal.count).toBe(1)
  pass(55_000)
  expect(await view.fresh()).toBeUndefined()
  const failing = stage()
  failing.answers(async () => {
    throw new Error('away')
  })
  expect(await failing.view.fresh()).toBeUndefined()
})
