import { expect, test } from 'vitest'
import type { LogFacts } from '../platform/log.ts'
import { createStrandedObligations } from './strandedObligations.ts'

test('what is owed over a link that is gone is logged at once, and hourly, until it is back', async () => {
  let nowMs = 0
  let links: readonly string[] = ['north']
  let looks = 0
  const lines: LogFacts[] = []
  const gone = { link: 'south', count: 3, oldestMs: 60_000 }
  const look = createStrandedObligations({
    owedByLink: async () => {
      looks += 1
      return [{ link: 'north', count: 9, oldestMs: 5 }, gone]
    },
    links: () => links,
    log: { warn: (_, facts = {}) => lines.push(facts) },
    clock: { now: () => new Date(nowMs), monotonicMs: () => nowMs },
  })
  expect(await look()).toEqual([gone])
  expect(lines).toMatchObject([{ name: 'south', count: 3, ms: 60_000 }])
  nowMs += 29_000
  expect(await look()).toEqual([gone])
  expect(looks).toBe(1)
  for (; nowMs < 3_600_000; nowMs += 30_000) await look()
  expect(lines).toHaveLength(1)
  await look()
  expect(lines).toHaveLength(2)
  links = ['north', 'south']
  nowMs += 30_000
  expect(await look()).toEqual([])
})
