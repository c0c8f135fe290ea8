import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createFairConcurrencyLimit, type FairConcurrencyLimits } from './fairConcurrencyLimit.ts'

/** Work that goes on until it is ended by its name, which begins with whose it is. */
function open(limits: FairConcurrencyLimits) {
  const inTurn = createFairConcurrencyLimit(limits)
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const work = (name: string) =>
    inTurn(name.slice(0, 1), async () => {
      begun.push(name)
      await new Promise<void>(resolve => ends.set(name, resolve))
      return name
    })
  const end = async (name: string) => {
    ends.get(name)?.()
    await setImmediate()
  }
  return { begun, work, end }
}

test('two of one name work, two wait their turn, and the fifth is not let in', async () => {
  const { begun, work, end } = open({ insideMax: 9, insidePerName: 2, queuePerName: 2 })
  const all = ['a1', 'a2', 'a3', 'a4', 'a5'].map(work)
  expect(await all[4]).toBe('full')
  expect(begun).toEqual(['a1', 'a2'])
  await end('a1')
  expect(begun).toEqual(['a1', 'a2', 'a3'])
  all.push(work('a6'))
  for (const name of ['a2', 'a3', 'a4', 'a6']) await end(name)
  expect(await Promise.all(all)).toEqual(['a1', 'a2', 'a3', 'a4', 'full', 'a6'])
})

test('while one floods, another finds a place at once', async () => {
  const { begun, work } = open({ insideMax: 3, insidePerName: 2, queuePerName: 9 })
  for (let n = 0; n < 9; n += 1) void work(`a${n}`)
  void work('b0')
  await setImmediate()
  expect(begun).toEqual(['a0', 'a1', 'b0'])
})

test('where all places are taken, who came last goes next before a long line of another', async () => {
  const { begun, work, end } = open({ insideMax: 2, insidePerName: 2, queuePerName: 9 })
  for (let n = 0; n < 9; n += 1) void work(`a${n}`)
  for (const name of ['b0', 'b1', 'c0']) void work(name)
  await setImmediate()
  for (const name of ['a0', 'a1', 'b0', 'c0', 'a2']) await end(name)
  expect(begun).toEqual(['a0', 'a1', 'b0', 'c0', 'a2', 'b1', 'a3'])
})

test('a full line of one keeps nobody else out', async () => {
  const { work, end } = open({ insideMax: 1, insidePerName: 1, queuePerName: 1 })
  void work('a0')
  void work('a1')
  expect(await work('a2')).toBe('full')
  const other = work('b0')
  for (const name of ['a0', 'a1', 'b0', 'a1']) await end(name)
  expect(await other).toBe('b0')
})

test('what fails gives its place on too', async () => {
  const inTurn = createFairConcurrencyLimit({ insideMax: 1, insidePerName: 1, queuePerName: 1 })
  const failing = inTurn('a', () => Promise.reject(new Error('no')))
  const next = inTurn('a', async () => 'done')
  await expect(failing).rejects.toThrow('no')
  expect(await next).toBe('done')
})
