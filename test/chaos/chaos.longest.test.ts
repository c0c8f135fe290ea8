import { expect, test } from 'vitest'
import { type FaultKind, faultKinds } from './trouble.ts'
import { underChaos } from './underChaos.ts'

/** Needs a program that not every machine has; `npm run chaos` has it. */
const kinds = faultKinds.filter(kind => kind !== ('database disk failing' satisfies FaultKind))

test('every part fails, in every way, and in the end nobody contradicts anybody', {
  timeout: 500_000,
}, async () => {
  const report = await underChaos({
    ...{ seed: 7, kinds, killsPerRound: 4 },
    // Until each of them has happened, in about a minute; a busy machine may take its time.
    isEnough: (trouble, sinceMs) => kinds.every(kind => trouble.count(kind) > 0) || sinceMs > 200_000,
  })
  expect(report.violations).toEqual([])
  expect(Object.entries(report.faults).filter(([, count]) => count === 0)).toEqual([])
  expect(report.leftToPeople).toBe(0)
  expect(report.transactions).toBeGreaterThan(50)
  expect(report.races).toBeGreaterThan(20)
  expect(report.reversals).toBeGreaterThan(10)
  expect(report.matched).toBeGreaterThan(10)
  expect(Object.entries(report.deeds).filter(([, count]) => count === 0)).toEqual([])
})
