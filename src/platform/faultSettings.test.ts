import { expect, test } from 'vitest'
import { noOtherMembers, readFaults } from './faultSettings.ts'

const words = {
  ...{ names: { slow: 'it takes ms', twice: 'it comes twice' }, scopes: ['all', 'network'], msMax: 1_000 },
  ...noOtherMembers,
} as const

test('faults are read by their names; a number alone is a probability', () => {
  const body = { slow: { probability: 0.5, ms: 1_000, on: 'network' }, twice: { next: 2 } }
  expect(readFaults(body, words)).toEqual(Object.entries(body))
  expect(readFaults({ slow: 1 }, words)).toEqual([['slow', { probability: 1 }]])
  expect(readFaults({ slow: {} }, words)).toEqual([['slow', {}]])
  expect(readFaults({}, words)).toEqual([])
})

const takes = 'slow takes probability from 0 to 1, next, on (all, network), ms.'

test.each([
  [{ slwo: 1 }, 'There is no such fault; there are slow, twice.'],
  [{ toString: 1 }, 'There is no such fault'],
  [{ slow: 'often' }, 'slow must be an object.'],
  [{ slow: null }, 'slow must be an object.'],
  [{ slow: 1.1 }, takes],
  [{ slow: { probability: -1 } }, takes],
  [{ slow: { probability: '1' } }, takes],
  [{ slow: { next: 1e10 } }, takes],
  [{ slow: { ms: 1_001 } }, takes],
  [{ slow: { on: 'nothing' } }, takes],
  [{ slow: { propability: 1 } }, takes],
])('%j is refused', (body, explanation) => {
  expect(() => readFaults(body, words)).toThrow(explanation)
})

test('a host may have members of its own', () => {
  const own = {
    ...words,
    others: ['code'],
    readOthers: ({ code }: Readonly<Record<string, unknown>>) =>
      typeof code === 'string' ? { code } : undefined,
  }
  expect(readFaults({ slow: { code: '1', next: 1 } }, own)).toEqual([['slow', { code: '1', next: 1 }]])
  expect(() => readFaults({ slow: { next: 1 } }, own)).toThrow('on (all, network), ms, code.')
})
