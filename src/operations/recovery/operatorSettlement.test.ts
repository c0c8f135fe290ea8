import { expect, test } from 'vitest'
import { key } from '../../../test/support/operations/scriptedPipeline.ts'
import {
  isBusy,
  type Name,
  now,
  owed,
  prepared,
  tried,
  type World,
} from '../../../test/support/operations/transactionScenarios.ts'
import { isRejection } from '../../orders/rejection.ts'
import { explainTransaction } from '../gateway.ts'
import { settleForOperator } from './operatorSettlement.ts'

/** Something owed that the acquirer declines time after time. */
async function stuck(name: Name, attempts = 6): Promise<World> {
  const world = await prepared(name)
  await tried(world, name, 'silent')
  for (let attempt = 0; attempt < attempts; attempt++) {
    world.answers.push('declined')
    await world.recovery.tick()
    world.journal.nowMs += 1_000_000
  }
  return world
}

async function settled({ pipeline, journal }: World, isDone: boolean, transactionId = 'x') {
  const notes: string[] = []
  const note = async (obligation: string) => void notes.push(obligation)
  const answer = await settleForOperator({ ...pipeline, journal, note }, { key, transactionId, isDone })
  return { notes, answer: isRejection(answer) ? answer.explanation : answer }
}

test.each([
  ['VOID', 'advice', true, 'SUCCESS APPROVED'],
  ['VOID', 'advice', false, 'FAILURE DECLINED'],
  ['REFUND', 'reversal', true, 'FAILURE TIMED_OUT'],
  ['REFUND', 'reversal', false, 'SUCCESS APPROVED'],
  ['UPDATE_AUTHORIZATION', 'reversal', true, 'FAILURE TIMED_OUT'],
  ['PAY', 'reversal', true, 'FAILURE TIMED_OUT'],
] as const)(
  '%s with a %s that the acquirer has (%s) is over: %s',
  async (name, obligation, isDone, outcome) => {
    const world = await stuck(name)
    expect(await owed(world)).toMatchObject({ obligation, status: 'PENDING' })
    const [result, gatewayCode] = outcome.split(' ')
    expect(await settled(world, isDone)).toEqual({
      notes: [obligation],
      answer: { obligation, result, gatewayCode },
    })
    expect(await now(world)).toBe(outcome)
    expect(await owed(world)).toMatchObject({ status: 'ACKNOWLEDGED' })
    expect(await isBusy(world)).toBe(false)
  },
)

test('an order that a void kept goes on, and what happened is told', async () => {
  const world = await stuck('VOID')
  expect(await isBusy(world)).toBe(true)
  await settled(world, false)
  const { asks } = world
  const { length } = asks
  world.journal.nowMs += 1_000_000
  await world.recovery.tick()
  expect(asks).toHaveLength(length)
  const explained = await explainTransaction(
    { journal: world.journal, isTest: true },
    { key, transactionId: 'x' },
  )
  expect(explained).toMatchObject({ decidedBy: 'OPERATOR', result: 'FAILURE' })
  const steps = isRejection(explained) ? [] : explained.steps
  expect(steps.find(({ step }) => step === 'SETTLED_BY_OPERATOR')).toMatchObject({ result: 'FAILURE' })
})

test('what recovery may still settle is left to it', async () => {
  const fresh = await stuck('VOID', 2)
  expect(await settled(fresh, true)).toMatchObject({
    notes: [],
    answer: expect.stringMatching(/Recovery still settles/),
  })
  const justTried = await stuck('VOID', 5)
  justTried.answers.push('silent')
  await justTried.recovery.tick()
  expect(await settled(justTried, true)).toMatchObject({
    notes: [],
    answer: expect.stringMatching(/once more in/),
  })
  expect(await owed(justTried)).toMatchObject({ status: 'PENDING' })
})

test('what was tried only now, sent or not, is left alone until it can be settled', async () => {
  const world = await stuck('VOID', 5)
  world.answers.push('silent', 'unsent', 'unsent')
  await world.recovery.tick()
  expect(await settled(world, true)).toMatchObject({ answer: expect.stringMatching(/once more in/) })
  const { length } = world.asks
  for (let passed = 0; passed < 95_000; passed += 5_000) {
    world.journal.nowMs += 5_000
    await world.recovery.tick()
  }
  expect(world.asks).toHaveLength(length)
  expect(await settled(world, true)).toMatchObject({ notes: ['advice'], answer: { result: 'SUCCESS' } })
})

test('nothing is sent while it is being settled', async () => {
  const world = await stuck('VOID')
  const { journal, pipeline, asks } = world
  const { length } = asks
  const note = async () => {
    await world.recovery.tick()
  }
  await settleForOperator({ ...pipeline, journal, note }, { key, transactionId: 'x', isDone: true })
  expect(asks).toHaveLength(length)
})

test('a payment that was told as failed is never left standing', async () => {
  const world = await stuck('PAY')
  expect(await settled(world, false)).toMatchObject({
    notes: [],
    answer: expect.stringMatching(/never left standing/),
  })
  expect(await owed(world)).toMatchObject({ status: 'PENDING' })
})

test('what is not there, or not owed, is refused', async () => {
  const world = await stuck('VOID')
  expect(await settled(world, true, 'y')).toMatchObject({
    answer: expect.stringMatching(/no such transaction/),
  })
  expect(await settled(world, true, 'PAY')).toMatchObject({
    answer: expect.stringMatching(/Nothing is owed/),
  })
  const nowhere = { key: { ...key, orderId: 'none' }, transactionId: 'x', isDone: true }
  const { pipeline, journal } = world
  expect(await settleForOperator({ ...pipeline, journal, note: async () => {} }, nowhere)).toMatchObject({
    kind: 'rejection',
    field: 'orderId',
  })
})
