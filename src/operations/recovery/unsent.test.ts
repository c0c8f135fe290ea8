import { expect, test } from 'vitest'
import {
  answerWith,
  key,
  payment,
  type Scripted,
  scriptedPipeline,
} from '../../../test/support/operations/scriptedPipeline.ts'
import {
  isBusy,
  type Name,
  now,
  operations,
  owed,
  prepared,
  tried,
  verbs,
} from '../../../test/support/operations/transactionScenarios.ts'
import { type UnsentReason, unsentReasons } from '../../acquirers/port.ts'
import { operationNamed } from '../../contract/catalogue.ts'
import { ordinaryProfile } from '../../orders/merchant.ts'
import { isRejection } from '../../orders/rejection.ts'
import { StoreUnavailable } from '../../platform/errors.ts'

const unsent =
  (reason: UnsentReason): Scripted =>
  () => ({ outcome: 'unsent', reason })

const names = Object.keys(operations).filter((name): name is Name => name in operations)

test.each(names)('%s of which not one byte was sent has failed, and nothing is owed', async name => {
  for (const reason of unsentReasons) {
    const world = await prepared(name)
    const before = await world.gateway.retrieveOrder(key)
    expect(await tried(world, name, unsent(reason))).toBe('FAILURE ACQUIRER_SYSTEM_ERROR')
    expect(await owed(world)).toBeUndefined()
    expect(await isBusy(world)).toBe(false)
    expect(await world.recovery.tick()).toBe(0)
    const after = await world.gateway.retrieveOrder(key)
    if (isRejection(before) || isRejection(after)) continue
    expect(after.totalAuthorizedAmount).toBe(before.totalAuthorizedAmount)
    expect(after.totalCapturedAmount).toBe(before.totalCapturedAmount)
  }
})

test('a part that was taken on a page still waits for its rest when that could not be sent', async () => {
  const world = scriptedPipeline()
  const pay = async (transactionId: string, after: readonly string[], answer: Scripted) => {
    world.answers.push(answer)
    const body = { apiOperation: 'PAY', ...payment('10.00', { acceptPartialAmount: true }) }
    const submission = { operation: operationNamed('PAY'), version: 100, orderId: 'O', transactionId, body }
    const remainder = { after, leftMs: 600_000 }
    await world.gateway.submit({ key, profile: ordinaryProfile, remainder }, submission)
  }
  await pay('1', [], ask => ({ ...answerWith('approved', ask), amount: 400n }))
  await pay('x', ['1'], unsent('breaker open'))
  expect(await now(world)).toBe('FAILURE ACQUIRER_SYSTEM_ERROR')
  expect(await owed(world)).toBeUndefined()
  expect(await owed(world, '1')).toMatchObject({ obligation: 'rest', status: 'PENDING' })
  await pay('y', ['1'], 'approved')
  expect(world.asks.at(-1)).toMatchObject({ verb: 'pay', amount: 600n })
  expect(await owed(world, '1')).toMatchObject({ obligation: 'rest', status: 'ACKNOWLEDGED' })
})

test('the merchant who wants to know reads why, and explain says that nobody was asked', async () => {
  const world = scriptedPipeline({ profile: { ...ordinaryProfile, debugInformation: true } })
  world.answers.push(unsent('breaker open'))
  await world.submit('1', 'PAY', payment('10.00'))
  expect(await world.gateway.retrieveTransaction(key, '1')).toMatchObject({
    response: { debugInformation: 'Nothing was sent to acquirer scripted: breaker open.' },
  })
  expect(await world.gateway.explain(key, '1')).toMatchObject({
    decidedBy: 'GATEWAY',
    rules: expect.arrayContaining([{ rule: 'ACQUIRER_SYSTEM_ERROR', verdict: 'FAILURE', sent: false }]),
    steps: expect.arrayContaining([
      expect.objectContaining({ step: 'ACQUIRER_ASKED', answer: 'unsent', reason: 'breaker open' }),
    ]),
  })
})

test('a node that slept through the time for sending sends nothing, and owes nothing', async () => {
  const world = await prepared('CAPTURE')
  const { begin } = world.journal
  world.journal.begin = async intent => {
    const begun = await begin(intent)
    await world.pipeline.clock.sleep(60_001)
    return begun
  }
  expect(await tried(world, 'CAPTURE')).toBe('FAILURE ACQUIRER_SYSTEM_ERROR')
  expect(verbs(world)).toEqual(['authorize'])
  expect(await owed(world)).toBeUndefined()
})

test('who slept, and was taken over, gets the outcome of the other: the fence decides', async () => {
  const world = await prepared('AUTHORIZE')
  const { begin } = world.journal
  world.journal.begin = async intent => {
    const begun = await begin(intent)
    await world.pipeline.clock.sleep(60_001)
    await world.recovery.takeOver({ all: true })
    return begun
  }
  expect(await tried(world, 'AUTHORIZE')).toBe('UNKNOWN UNKNOWN')
  expect(await owed(world)).toMatchObject({ obligation: 'reversal', status: 'PENDING' })
  expect(verbs(world)).toEqual([])
})

test('what the gateway decides itself is never sent: who takes it over owes nothing about it', async () => {
  const world = scriptedPipeline()
  for (let attempt = 1; attempt <= 10; attempt++) {
    world.answers.push('declined')
    await world.submit(`d${attempt}`, 'PAY', payment('10.00'))
  }
  const { begin } = world.journal
  world.journal.begin = async intent => {
    const begun = await begin(intent)
    await world.recovery.takeOver({ all: true })
    return begun
  }
  await world.submit('x', 'PAY', payment('10.00'))
  expect(await now(world)).toBe('FAILURE ACQUIRER_SYSTEM_ERROR')
  expect(await owed(world)).toBeUndefined()
  expect(await isBusy(world)).toBe(false)
  expect(verbs(world)).toHaveLength(10)
})

test('a reversal that cannot be sent is no attempt: it is tried again soon, as the first', async () => {
  const world = await prepared('AUTHORIZE')
  await tried(world, 'AUTHORIZE', 'silent', unsent('not connected'), unsent('queue full'))
  await world.recovery.tick()
  expect(await owed(world)).toMatchObject({ status: 'PENDING', attempts: 0 })
  expect(await world.recovery.tick()).toBe(0)
  world.journal.nowMs += 1_000
  await world.recovery.tick()
  world.journal.nowMs += 2_000
  await world.recovery.tick()
  const repeats = world.asks.map(ask => ('repeat' in ask ? ask.repeat : undefined))
  expect(repeats).toEqual([undefined, 0, 0, 0])
  expect(await owed(world)).toMatchObject({ status: 'ACKNOWLEDGED', attempts: 1 })
  expect(await now(world)).toBe('FAILURE TIMED_OUT')
  expect(world.warnings).toEqual([])
})

test.each(['CAPTURE', 'VOID'] as const)('an advice of %s that cannot be sent decides nothing', async name => {
  const world = await prepared(name)
  await tried(world, name, 'silent', unsent('breaker open'), 'silent', unsent('breaker open'))
  for (const waitMs of [0, 1_000, 1_000]) {
    world.journal.nowMs += waitMs
    await world.recovery.tick()
  }
  const own = world.asks.slice(-4).map(ask => ('repeat' in ask ? ask.repeat : undefined))
  expect(own).toEqual([0, 1, 1, 2])
  expect(await isBusy(world)).toBe(true)
  world.journal.nowMs += 2_000
  await world.recovery.tick()
  expect(await now(world)).toBe('SUCCESS APPROVED')
})

test('an inquiry that cannot be sent decides nothing', async () => {
  const world = await prepared('PAY')
  await tried(world, 'PAY', 'pending', unsent('host is closed'))
  world.journal.nowMs += 200_000
  await world.recovery.tick()
  expect(await now(world)).toBe('PENDING PENDING')
  world.journal.nowMs += 1_000
  await world.recovery.tick()
  expect(await now(world)).toBe('SUCCESS APPROVED')
})

test('a link that is away for a day fills no record, and grows no back-off', async () => {
  const world = await prepared('AUTHORIZE')
  await tried(world, 'AUTHORIZE', 'silent', ...Array<Scripted>(200).fill(unsent('not connected')))
  for (let look = 0; look < 200; look++) {
    world.journal.nowMs += 30_000
    expect(await world.recovery.tick()).toBe(1)
  }
  expect(world.journal.exchanges).toHaveLength(3)
  expect(world.warnings).toEqual([])
  world.journal.nowMs += 30_000
  await world.recovery.tick()
  expect(await owed(world)).toMatchObject({ status: 'ACKNOWLEDGED', attempts: 1 })
})

test('where no repeat is allowed any more it stays owed and backs off, and people hear of it', async () => {
  const world = await prepared('AUTHORIZE')
  const barred = unsent('no repeat allowed any more')
  await tried(world, 'AUTHORIZE', 'silent', 'silent', unsent('cannot be written'), barred, barred)
  for (const waitMs of [0, 1_000, 899_999, 1, 900_000]) {
    world.journal.nowMs += waitMs
    await world.recovery.tick()
  }
  expect(await owed(world)).toMatchObject({ status: 'PENDING', attempts: 1 })
  expect(world.warnings).toEqual(Array(3).fill('still owed to the acquirer'))
  expect(world.journal.exchanges.at(-1)?.content.answer).toEqual({
    outcome: 'unsent',
    reason: 'no repeat allowed any more',
  })
})

/** Nine reversals are owed; counts how often an acquirer was found to be back. */
async function nineOwed() {
  const world = scriptedPipeline()
  world.answers.push(...Array<Scripted>(9).fill('silent'))
  for (let order = 0; order < 9; order++)
    await world.submitTo(`O${order}`, { transactionId: '1', operation: 'PAY', body: payment('1.00') })
  const returns = { count: 0 }
  world.journal.hasten = async () => {
    returns.count += 1
  }
  return { world, returns }
}

test('what is not sent is neither a silence nor a return', async () => {
  const { world, returns } = await nineOwed()
  world.answers.push(...Array<Scripted>(8).fill('silent'), unsent('breaker open'))
  await world.recovery.tick()
  expect(returns.count).toBe(0)
  world.journal.nowMs += 1_000
  await world.recovery.tick()
  expect(returns.count).toBe(1)
})

/** As a link to a host that allows three repeats of a reversal. */
const threeRepeats: Scripted = ask =>
  ask.verb === 'reverse' && ask.repeat > 3
    ? { outcome: 'unsent', reason: 'no repeat allowed any more' }
    : answerWith('approved', ask)

test('without its key a reversal was never sent: it goes out as the first once the key is back', async () => {
  const world = await prepared('AUTHORIZE')
  await tried(world, 'AUTHORIZE', 'silent', ...Array<Scripted>(9).fill(threeRepeats))
  const { vault } = world.pipeline
  const revealCard = () => Promise.reject(new Error('The key is away'))
  Object.assign(world.pipeline, { vault: { ...vault, revealCard } })
  for (let look = 0; look < 12; look++) {
    await world.recovery.tick()
    world.journal.nowMs += 900_000
  }
  expect(verbs(world)).toEqual(['authorize'])
  expect(await owed(world)).toMatchObject({ status: 'PENDING', attempts: 0 })
  expect(world.warnings).toEqual(Array(12).fill('a transaction could not be recovered: The key is away'))
  Object.assign(world.pipeline, { vault })
  await world.recovery.tick()
  expect(world.asks.at(-1)).toMatchObject({ verb: 'reverse', repeat: 0 })
  expect(await owed(world)).toMatchObject({ status: 'ACKNOWLEDGED', attempts: 1 })
})

test('what cannot be prepared is tried soon, then seldom, and people are told of it', async () => {
  const world = await prepared('AUTHORIZE')
  await tried(world, 'AUTHORIZE', 'silent')
  const hows: string[] = []
  const { postponeUnsent } = world.journal
  world.journal.postponeUnsent = async (due, how) => {
    hows.push(how)
    await postponeUnsent(due, how)
  }
  const revealCard = () => Promise.reject(new Error('The key is away'))
  Object.assign(world.pipeline, { vault: { ...world.pipeline.vault, revealCard } })
  for (let look = 0; look < 7; look++) {
    await world.recovery.tick()
    world.journal.nowMs += 30_000
  }
  expect(hows).toEqual([...Array(5).fill('soon'), 'alarm'])
})

test('a journal that is away makes nothing seldom, and is told as an outage', async () => {
  const world = await prepared('AUTHORIZE')
  await tried(world, 'AUTHORIZE', 'silent')
  const { load, postponeUnsent } = world.journal
  world.journal.load = () => Promise.reject(new StoreUnavailable('The store is away'))
  for (let look = 0; look < 9; look++) {
    await world.recovery.tick()
    world.journal.nowMs += 30_000
  }
  world.journal.postponeUnsent = () => Promise.reject(new Error('This as well'))
  await world.recovery.tick()
  expect(world.warnings).toEqual(Array(10).fill('a transaction could not be recovered'))
  Object.assign(world.journal, { load, postponeUnsent })
  world.journal.nowMs += 31_000
  await world.recovery.tick()
  // What was not written down may have been sent: it counts.
  expect(world.asks.at(-1)).toMatchObject({ verb: 'reverse', repeat: 1 })
})
