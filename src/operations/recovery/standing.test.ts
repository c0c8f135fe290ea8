import { expect, test } from 'vitest'
import {
  answerWith,
  payment,
  type Scripted,
  scriptedPipeline,
} from '../../../test/support/operations/scriptedPipeline.ts'
import {
  isBusy,
  now,
  owed,
  prepared,
  told,
  tried,
} from '../../../test/support/operations/transactionScenarios.ts'

const standing: Scripted = ask => {
  const answer = answerWith('declined', ask)
  return answer.outcome === 'declined' ? { ...answer, stands: true } : answer
}

test('a refund that can never be undone has taken effect', async () => {
  const world = await prepared('REFUND')
  await tried(world, 'REFUND', 'silent')
  expect(await isBusy(world)).toBe(true)
  world.answers.push('declined')
  await world.recovery.tick()
  expect(await owed(world)).toMatchObject({ obligation: 'reversal', status: 'PENDING' })
  world.journal.nowMs += 60_000
  world.answers.push(standing)
  await world.recovery.tick()
  expect(await now(world)).toBe('SUCCESS APPROVED')
  expect(await owed(world)).toMatchObject({ status: 'ACKNOWLEDGED' })
  expect(await isBusy(world)).toBe(false)
})

test('a void of what can never be undone has failed', async () => {
  const world = await prepared('VOID')
  await tried(world, 'VOID', 'silent')
  world.answers.push(standing)
  await world.recovery.tick()
  expect(await now(world)).toBe('FAILURE DECLINED')
  expect(await isBusy(world)).toBe(false)
})

test('a payment that nobody waits for is never left standing', async () => {
  const world = scriptedPipeline()
  world.answers.push('silent')
  expect(told(await world.submit('x', 'PAY', payment('10.00')))).toBe('FAILURE TIMED_OUT')
  world.answers.push(standing)
  await world.recovery.tick()
  expect(await owed(world)).toMatchObject({ obligation: 'reversal', status: 'PENDING' })
})
