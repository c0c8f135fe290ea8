import { expect, test } from 'vitest'
import {
  answerWith,
  moved,
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
  verbs,
} from '../../../test/support/operations/transactionScenarios.ts'

const approving =
  (amount: bigint): Scripted =>
  ask => ({ ...answerWith('approved', ask), amount })
const tMaxMs = 120_000

test('a refused advice is not believed before T_max either; then it failed, and is reversed', async () => {
  const world = await prepared('CAPTURE')
  await tried(world, 'CAPTURE', 'silent', 'declined')
  await world.recovery.tick()
  expect(await now(world)).toBe('PENDING PENDING')
  world.journal.nowMs += tMaxMs
  world.answers.push('declined')
  await world.recovery.tick()
  expect(await now(world)).toBe('FAILURE DECLINED')
  expect(await owed(world)).toMatchObject({ obligation: 'reversal', status: 'PENDING' })
  expect(told(await world.submit('y', 'CAPTURE', moved('10.00')))).toBe('FAILURE LOCK_FAILURE')
  await world.recovery.tick()
  expect(verbs(world).slice(1)).toEqual(['capture', 'capture', 'capture', 'reverse'])
  expect(await owed(world)).toMatchObject({ obligation: 'reversal', status: 'ACKNOWLEDGED' })
  expect(await now(world)).toBe('FAILURE DECLINED')
  expect(told(await world.submit('y', 'CAPTURE', moved('10.00')))).toBe('SUCCESS APPROVED')
})

test('an advice that may still be under way is waited for, before its reversal finds nothing', async () => {
  const world = await prepared('CAPTURE')
  await tried(world, 'CAPTURE', 'silent')
  world.journal.nowMs += tMaxMs
  world.answers.push('silent')
  await world.recovery.tick()
  world.journal.nowMs += 2_000
  world.answers.push('declined', 'noOriginal')
  await world.recovery.settle()
  expect(await owed(world)).toMatchObject({ obligation: 'reversal', status: 'PENDING', attempts: 1 })
  expect(await isBusy(world)).toBe(true)
  world.journal.nowMs += 90_000
  world.answers.push('noOriginal')
  await world.recovery.settle()
  expect(await owed(world)).toMatchObject({ obligation: 'reversal', status: 'ACKNOWLEDGED' })
  expect(await now(world)).toBe('FAILURE DECLINED')
  expect(await isBusy(world)).toBe(false)
})

test('a refused void is repeated for ever, and the operator hears of it: nothing undoes a void', async () => {
  const world = await prepared('VOID')
  await tried(world, 'VOID', 'silent')
  for (let attempt = 0; attempt < 8; attempt++) {
    world.journal.nowMs += 900_000
    world.answers.push('declined')
    await world.recovery.tick()
  }
  expect(await now(world)).toBe('PENDING PENDING')
  expect(await owed(world)).toMatchObject({ obligation: 'advice', status: 'PENDING', attempts: 8 })
  expect(await isBusy(world)).toBe(true)
  expect(world.warnings).toHaveLength(3)
})

for (const name of ['CAPTURE', 'REFUND', 'UPDATE_AUTHORIZATION'] as const)
  test(`an approval of another amount is no answer to ${name}: it is reversed, the order busy`, async () => {
    for (const amount of [1n, 100_000n]) {
      const world = await prepared(name)
      expect(await tried(world, name, approving(amount))).toBe('UNKNOWN UNKNOWN')
      expect(await owed(world)).toMatchObject({ obligation: 'reversal' })
      expect(await isBusy(world)).toBe(true)
      await world.recovery.tick()
      expect(await now(world)).toBe('FAILURE TIMED_OUT')
      expect(await isBusy(world)).toBe(false)
    }
  })

test('a void is all or nothing: whatever amount its approval names, it is approved', async () => {
  const world = await prepared('VOID')
  expect(await tried(world, 'VOID', approving(100_000n))).toBe('SUCCESS APPROVED')
})

test('an advice approved for another amount is reversed too', async () => {
  const world = await prepared('CAPTURE')
  await tried(world, 'CAPTURE', 'silent', approving(1n), 'silent')
  await world.recovery.settle()
  expect(await now(world)).toBe('FAILURE TIMED_OUT')
  expect(await owed(world)).toMatchObject({ obligation: 'reversal', status: 'PENDING' })
  expect(await isBusy(world)).toBe(true)
  world.journal.nowMs += 1_000
  await world.recovery.settle()
  expect(await isBusy(world)).toBe(false)
})

test('less than was asked for is a success only for who welcomes it', async () => {
  for (const acceptPartialAmount of [true, false]) {
    const world = scriptedPipeline()
    world.answers.push(approving(400n))
    const first = told(await world.submit('x', 'PAY', payment('10.00', { acceptPartialAmount })))
    expect(first).toBe(acceptPartialAmount ? 'SUCCESS APPROVED' : 'UNKNOWN UNKNOWN')
    await world.recovery.settle()
    expect(await now(world)).toBe(acceptPartialAmount ? 'SUCCESS APPROVED' : 'FAILURE TIMED_OUT')
  }
})

test('an inquiry may learn of a part only where that is welcome', async () => {
  for (const acceptPartialAmount of [true, false]) {
    const world = scriptedPipeline()
    world.answers.push('pending')
    await world.submit('x', 'PAY', payment('10.00', { acceptPartialAmount }))
    world.answers.push(approving(400n))
    await world.recovery.settle()
    expect(await now(world)).toBe(acceptPartialAmount ? 'SUCCESS APPROVED' : 'FAILURE TIMED_OUT')
    expect((await owed(world))?.obligation).toBe(acceptPartialAmount ? 'inquiry' : 'reversal')
  }
})

test('what an inquiry finds unwanted is reversed, and a refund keeps its order busy meanwhile', async () => {
  const world = await prepared('REFUND')
  await tried(world, 'REFUND', 'pending', approving(100_000n), 'silent')
  await world.recovery.settle()
  expect(await now(world)).toBe('FAILURE TIMED_OUT')
  expect(await owed(world)).toMatchObject({ obligation: 'reversal', status: 'PENDING' })
  expect(told(await world.submit('y', 'REFUND', moved('10.00')))).toBe('FAILURE LOCK_FAILURE')
  world.journal.nowMs += 1_000
  await world.recovery.settle()
  expect(await isBusy(world)).toBe(false)
})

test('a reversal waits for no order that another transaction keeps busy: it comes again later', async () => {
  const world = await prepared('AUTHORIZE')
  await tried(world, 'AUTHORIZE', 'silent')
  await world.submit('y', 'AUTHORIZE', payment('10.00'))
  world.answers.push('silent')
  await world.submit('z', 'CAPTURE', moved('10.00'))
  world.answers.push('approved', 'silent')
  const before = world.pipeline.clock.monotonicMs()
  await world.recovery.tick()
  expect(world.pipeline.clock.monotonicMs() - before).toBe(0)
  expect(await owed(world)).toMatchObject({ status: 'PENDING', attempts: 1 })
  world.journal.nowMs += 1_000
  await world.recovery.settle()
  world.journal.nowMs += 2_000
  await world.recovery.settle()
  expect(await owed(world)).toMatchObject({ status: 'ACKNOWLEDGED' })
})

test('an approval that is not believed is undone without its code: that vouches for the amount', async () => {
  const world = scriptedPipeline()
  world.answers.push(approving(100_000n))
  expect(told(await world.submit('x', 'PAY', payment('10.00')))).toBe('UNKNOWN UNKNOWN')
  await world.recovery.settle()
  const [reversal] = world.asks.filter(({ verb }) => verb === 'reverse')
  expect(reversal).toMatchObject({ verb: 'reverse', amount: 1_000n, original: { transactionId: 'x' } })
  expect(reversal).not.toHaveProperty('original.authorizationCode')
  expect(reversal).not.toHaveProperty('original.authorizationResponse')
})
