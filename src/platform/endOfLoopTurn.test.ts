import { expect, test } from 'vitest'
import { endOfLoopTurn } from './queues.ts'

test('those who wait in one turn of the loop go on together, step by step', async () => {
  const steps: string[] = []
  const work = async (name: string) => {
    await endOfLoopTurn()
    steps.push(`${name} reads`)
    await undefined
    steps.push(`${name} writes`)
  }
  await Promise.all([work('first'), Promise.resolve().then(() => work('second'))])
  expect(steps).toEqual(['first reads', 'second reads', 'first writes', 'second writes'])
})

test('whoever comes in the next turn waits for its end', async () => {
  await endOfLoopTurn()
  let isOver = false
  const waiting = endOfLoopTurn().then(() => {
    isOver = true
  })
  await Promise.resolve()
  expect(isOver).toBe(false)
  await waiting
  expect(isOver).toBe(true)
})
