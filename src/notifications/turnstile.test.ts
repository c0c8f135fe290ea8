import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createTurnstile } from './turnstile.ts'

test('two work, two wait their turn, and the fifth is not let in', async () => {
  const inTurn = createTurnstile(2, 2)
  const begun: number[] = []
  const ends: (() => void)[] = []
  const work = (name: number) =>
    inTurn(async () => {
      begun.push(name)
      await new Promise<void>(resolve => ends.push(resolve))
      return name
    })
  const all = [1, 2, 3, 4, 5].map(work)
  expect(await all[4]).toBe('full')
  await setImmediate()
  expect(begun).toEqual([1, 2])
  ends[0]?.()
  await all[0]
  await setImmediate()
  expect(begun).toEqual([1, 2, 3])
  const late = work(6)
  for (let index = 1; index < 6; index++) {
    await setImmediate()
    ends[index]?.()
  }
  expect(await Promise.all([...all, late])).toEqual([1, 2, 3, 4, 'full', 6])
})

test('what fails gives its place on too', async () => {
  const inTurn = createTurnstile(1, 1)
  const failing = inTurn(() => Promise.reject(new Error('no')))
  const next = inTurn(async () => 'done')
  await expect(failing).rejects.toThrow('no')
  expect(await next).toBe('done')
})
