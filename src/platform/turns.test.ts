import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createTurns } from './queues.ts'

test('two work, those who wait follow in their order, and who finds them all waiting is told', async () => {
  const takeTurn = createTurns({ atOnce: 2, waitingMax: 2 })
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const begin = async (name: string) => {
    const end = await takeTurn()
    begun.push(end === 'full' ? `${name} was told` : name)
    if (end !== 'full') ends.set(name, end)
  }
  const end = async (name: string) => {
    ends.get(name)?.()
    await setImmediate()
  }
  for (const name of ['a', 'b', 'c', 'd', 'e']) void begin(name)
  await setImmediate()
  expect(begun).toEqual(['a', 'b', 'e was told'])
  await end('b')
  void begin('f')
  await end('a')
  expect(begun.slice(3)).toEqual(['c', 'd'])
  for (const name of ['c', 'd', 'f']) await end(name)
  expect(begun.slice(5)).toEqual(['f'])
  for (const name of ['g', 'h']) await begin(name)
  expect(begun.slice(6)).toEqual(['g', 'h'])
})

test('who has patience waits behind all others, and can be called off without a gap in the row', async () => {
  const takeTurn = createTurns({ atOnce: 1, waitingMax: 1 })
  const end = await takeTurn()
  const second = takeTurn()
  const calledOff = new AbortController()
  const patient = takeTurn({ patience: calledOff.signal })
  const last = takeTurn({ patience: new AbortController().signal })
  expect(await takeTurn()).toBe('full')
  calledOff.abort(new Error('not any more'))
  await expect(patient).rejects.toThrow('not any more')
  await expect(takeTurn({ patience: calledOff.signal })).rejects.toThrow('not any more')
  if (end !== 'full') end()
  const endSecond = await second
  if (endSecond !== 'full') endSecond()
  expect(await last).toBeTypeOf('function')
})
