import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { orderStatuses } from '../standards/paymentCodes.ts'
import { admissions } from './admission.ts'
import { statesPage, transitions } from './statesPage.ts'

test('docs/states.md is what the rules say now (npm run reference, by writeStates.ts, writes it)', () => {
  expect(readFileSync('docs/states.md', 'utf8')).toBe(statesPage())
})

test('every status is reached, and everything admitted leads somewhere from somewhere', () => {
  const found = transitions()
  expect([...new Set(found.map(({ to }) => to))].sort()).toEqual([...orderStatuses].sort())
  for (const operation of new Set(Object.values(admissions).flat()))
    expect([operation, found.some(one => one.operation === operation)]).toEqual([operation, true])
})

test('nothing leads out of a cancelled order, and nothing back to a new one', () => {
  expect(transitions().filter(({ from, to }) => from === 'CANCELLED' || to === 'NEW')).toEqual([])
})
