import { expect, test } from 'vitest'
import {
  answerWith,
  card,
  key,
  moved,
  payment,
  type Scripted,
} from '../../../test/support/operations/scriptedPipeline.ts'
import {
  isBusy,
  type Name,
  now,
  operations,
  owed,
  prepared,
  told,
  tried,
  verbs,
} from '../../../test/support/operations/transactionScenarios.ts'

for (const name of ['AUTHORIZE', 'PAY', 'REFERRAL', 'REFUND', 'UPDATE_AUTHORIZATION'] as const) {
  test(`an acquirer that does not know about ${name} itself → UNKNOWN, then reversed`, async () => {
    const world = await prepared(name)
    expect(await tried(world, name, 'unknown')).toBe('UNKNOWN UNKNOWN')
    await world.recovery.settle()
    expect(await now(world)).toBe('FAILURE TIMED_OUT')
  })
}
test('an acquirer that does not know about a capture itself → UNKNOWN, then SUCCESS', async () => {
  const world = await prepared('CAPTURE')
  expect(await tried(world, 'CAPTURE', 'unknown')).toBe('UNKNOWN UNKNOWN')
  await world.recovery.settle()
  expect(await now(world)).toBe('SUCCESS APPROVED')
})

test('an acquirer that does not know about a verification yet → UNKNOWN, and is asked again', async () => {
  const world = await prepared('VERIFY')
  expect(await tried(world, 'VERIFY', 'unknown')).toBe('UNKNOWN UNKNOWN')
  expect(await isBusy(world)).toBe(false)
  await world.recovery.settle()
  expect(verbs(world).at(-1)).toBe('inquire')
  expect(await now(world)).toBe('SUCCESS APPROVED')
})

test('an original is sent once, whatever follows: all else says how often it was sent before', async () => {
  for (const name of Object.keys(operations).filter(isName)) {
    const world = await prepared(name)
    const before = world.asks.length
    await tried(world, name, 'silent', 'silent', 'unknown', 'silent')
    for (const waitMs of [0, 1_000, 2_000, 5_000, 15_000, 60_000]) {
      world.journal.nowMs += waitMs
      await world.recovery.tick()
    }
    await world.submit('x', name, operations[name].body)
    const own = world.asks.slice(before)
    const originals = own.filter(ask => ask.verb !== 'reverse' && !('repeat' in ask && ask.repeat > 0))
    expect(originals, name).toHaveLength(1)
    const repeats = own.slice(1).map(ask => ('repeat' in ask ? ask.repeat : undefined))
    const isAdvice = name === 'CAPTURE' || name === 'VOID'
    if (name !== 'VERIFY') expect(repeats, name).toEqual(isAdvice ? [1, 2, 3, 4] : [0, 1, 2, 3])
  }
})
const isName = (name: string): name is Name => name in operations

test('a reversal says what it undoes, and brings the card of the original', async () => {
  const world = await prepared('REFUND')
  await tried(world, 'REFUND', 'silent')
  await world.recovery.tick()
  expect(world.asks.at(-1)).toMatchObject({
    verb: 'reverse',
    merchantId: 'M',
    orderId: 'O',
    transactionId: 'x',
    amount: 400n,
    original: { transactionId: 'x', type: 'REFUND', amount: 400n },
    card: { number: card.number },
  })
})

test('"no such original" is not believed before it can no longer arrive', async () => {
  const world = await prepared('AUTHORIZE')
  await tried(world, 'AUTHORIZE', 'silent', 'noOriginal')
  await world.recovery.tick()
  expect(await owed(world)).toMatchObject({ status: 'PENDING', attempts: 1 })
  world.journal.nowMs += 119_000
  world.answers.push('noOriginal')
  await world.recovery.tick()
  expect(await owed(world)).toMatchObject({ status: 'PENDING', attempts: 2 })
  world.journal.nowMs += 2_000
  world.answers.push('noOriginal')
  await world.recovery.tick()
  expect(await owed(world)).toMatchObject({ status: 'ACKNOWLEDGED', attempts: 3 })
  expect(await now(world)).toBe('FAILURE TIMED_OUT')
})

test('a reversal that is refused stays owed', async () => {
  const world = await prepared('PAY')
  await tried(world, 'PAY', 'silent', 'declined')
  world.journal.nowMs += 200_000
  await world.recovery.tick()
  expect(await owed(world)).toMatchObject({ status: 'PENDING', attempts: 1 })
})

test('an acquirer that ignores us is asked for ever; after five times the operator hears of it', async () => {
  const world = await prepared('AUTHORIZE')
  await tried(world, 'AUTHORIZE', ...Array<Scripted>(10).fill('silent'))
  for (let attempt = 0; attempt < 9; attempt++) {
    world.journal.nowMs += 900_000
    await world.recovery.tick()
  }
  expect(await owed(world)).toMatchObject({ status: 'PENDING', attempts: 9 })
  expect(world.warnings).toHaveLength(4)
})

test('what is pending is inquired about, and the order is free meanwhile', async () => {
  const world = await prepared('AUTHORIZE')
  expect(await tried(world, 'AUTHORIZE', 'pending', 'pending')).toBe('PENDING PENDING')
  expect(await isBusy(world)).toBe(false)
  await world.recovery.tick()
  expect(await now(world)).toBe('PENDING PENDING')
  world.journal.nowMs += 1_000
  await world.recovery.tick()
  expect(await now(world)).toBe('SUCCESS APPROVED')
  expect(verbs(world)).toEqual(['authorize', 'inquire', 'inquire'])
  expect(await world.gateway.retrieveOrder(key)).toMatchObject({
    status: 'AUTHORIZED',
    totalAuthorizedAmount: '10.00',
  })
})

test('an approval learnt after another payment succeeded is not kept: it is reversed', async () => {
  const world = await prepared('AUTHORIZE')
  await tried(world, 'AUTHORIZE', 'pending')
  expect(told(await world.submit('y', 'PAY', payment('11.00')))).toBe('SUCCESS APPROVED')
  world.answers.push('approved', 'silent')
  await world.recovery.settle()
  expect(await now(world)).toBe('FAILURE TIMED_OUT')
  expect(await owed(world)).toMatchObject({ obligation: 'reversal', status: 'PENDING' })
  world.journal.nowMs += 1_000
  await world.recovery.settle()
  expect(await owed(world)).toMatchObject({ obligation: 'reversal', status: 'ACKNOWLEDGED' })
  expect(await world.gateway.retrieveOrder(key)).toMatchObject({
    status: 'CAPTURED',
    totalAuthorizedAmount: '11.00',
  })
})

test('an inquiry may also learn of a decline; what is unknown there failed once T_max is over', async () => {
  const declined = await prepared('PAY')
  await tried(declined, 'PAY', 'pending', 'declined')
  await declined.recovery.tick()
  expect(await now(declined)).toBe('FAILURE DECLINED')
  const lost = await prepared('PAY')
  await tried(lost, 'PAY', 'pending', 'noOriginal', 'noOriginal')
  await lost.recovery.tick()
  expect(await now(lost)).toBe('PENDING PENDING')
  lost.journal.nowMs += 120_000
  await lost.recovery.tick()
  expect(await now(lost)).toBe('FAILURE TIMED_OUT')
})

const neverTold = [
  ['PAY', 'FAILURE TIMED_OUT', ['pay', 'inquire', 'inquire', 'reverse']],
  ['CAPTURE', 'SUCCESS APPROVED', ['capture', 'inquire', 'inquire', 'capture']],
  ['VOID', 'SUCCESS APPROVED', ['void', 'inquire', 'inquire', 'void']],
  ['VERIFY', 'FAILURE TIMED_OUT', ['verify', 'inquire', 'inquire']],
] as const
for (const [name, outcome, asked] of neverTold)
  test(`an acquirer that cannot tell for an hour about a pending ${name}: ${outcome}`, async () => {
    const world = await prepared(name)
    const before = world.asks.length
    await tried(world, name, 'pending', 'unknown', 'unknown')
    await world.recovery.tick()
    expect(await now(world)).toBe('PENDING PENDING')
    world.journal.nowMs += 3_700_000
    await world.recovery.settle()
    expect(await now(world)).toBe(outcome)
    expect(verbs(world).slice(before)).toEqual(asked)
  })

test('a pending capture keeps the order busy, so that nobody captures twice', async () => {
  const world = await prepared('CAPTURE')
  await tried(world, 'CAPTURE', 'pending')
  expect(told(await world.submit('y', 'CAPTURE', moved('10.00')))).toBe('FAILURE LOCK_FAILURE')
  await world.recovery.tick()
  expect(await now(world)).toBe('SUCCESS APPROVED')
})

test('an approval for more than was asked for is no answer: it is reversed', async () => {
  const world = await prepared('AUTHORIZE')
  const tooMuch: Scripted = ask => ({ ...answerWith('approved', ask), amount: 1_001n })
  expect(await tried(world, 'AUTHORIZE', tooMuch)).toBe('UNKNOWN UNKNOWN')
  await world.recovery.settle()
  expect(await now(world)).toBe('FAILURE TIMED_OUT')
})

test('an order that changes while its amendment is written is looked at again', async () => {
  const world = await prepared('AUTHORIZE')
  await tried(world, 'AUTHORIZE', 'silent')
  const amend = world.journal.amend.bind(world.journal)
  let stale = 0
  world.journal.amend = async amendment => {
    stale += 1
    if (stale > 1) return await amend(amendment)
    await world.submit('y', 'AUTHORIZE', payment('10.00'))
    return await amend(amendment)
  }
  await world.recovery.tick()
  expect(stale).toBe(2)
  expect(await now(world)).toBe('FAILURE TIMED_OUT')
  expect(await world.gateway.retrieveOrder(key)).toMatchObject({ totalAuthorizedAmount: '10.00' })
})

test('a busy order is waited for, then the reversal is simply sent again later', async () => {
  const world = await prepared('AUTHORIZE')
  await tried(world, 'AUTHORIZE', 'silent')
  world.answers.push(() => new Promise(() => {}))
  void world.submit('y', 'AUTHORIZE', payment('10.00'))
  await new Promise(resolve => setImmediate(resolve))
  await world.recovery.tick()
  expect(await owed(world)).toMatchObject({ status: 'PENDING', attempts: 1 })
  world.journal.nowMs += 90_000
  await world.recovery.settle()
  world.journal.nowMs += 90_000
  await world.recovery.settle()
  expect(await owed(world)).toMatchObject({ status: 'ACKNOWLEDGED' })
})
