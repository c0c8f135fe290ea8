import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { systemClock } from '../../platform/clock.ts'
import { createDecoyTiming } from './decoyTiming.ts'

const call = { owner: { cell: 0, merchantId: 'M' }, version: 100, body: {} }
const sessions = (ms: number) => {
  const answer = async () => {
    await pause(ms)
    return {}
  }
  return { create: answer, update: answer }
}

test('a decoy takes about as long as what is really stored', async () => {
  const timing = createDecoyTiming(systemClock)
  const [kept, decoys] = [timing.measured(sessions(60)), timing.delayed(sessions(0))]
  for (let times = 0; times < 20; times++) await kept.create(call)
  const startedMs = systemClock.monotonicMs()
  for (let times = 0; times < 4; times++) await decoys.create(call)
  const createdMs = systemClock.monotonicMs()
  await decoys.update(call, 'SESSION')
  expect((createdMs - startedMs) / 4).toBeGreaterThan(40)
  expect(systemClock.monotonicMs() - createdMs).toBeLessThan(40)
})
