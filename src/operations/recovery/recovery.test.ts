import { expect, test } from 'vitest'
import {
  answerWith,
  key,
  moved,
  payment,
  type Scripted,
  scriptedPipeline,
} from '../../../test/support/operations/scriptedPipeline.ts'
import {
  died,
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
import { ordinaryProfile } from '../../orders/merchant.ts'
import { RecordingUnknown, StoreUnavailable } from '../../platform/errors.ts'
import type { Log } from '../../platform/log.ts'
import { createRecovery } from './recovery.ts'

const silences: readonly (readonly [Name, string, string | undefined, boolean, string])[] = [
  ['AUTHORIZE', 'FAILURE TIMED_OUT', 'reversal', false, 'FAILURE TIMED_OUT'],
  ['PAY', 'FAILURE TIMED_OUT', 'reversal', false, 'FAILURE TIMED_OUT'],
  ['REFERRAL', 'FAILURE TIMED_OUT', 'reversal', false, 'FAILURE TIMED_OUT'],
  ['VERIFY', 'FAILURE TIMED_OUT', undefined, false, 'FAILURE TIMED_OUT'],
  ['REFUND', 'FAILURE TIMED_OUT', 'reversal', true, 'FAILURE TIMED_OUT'],
  ['UPDATE_AUTHORIZATION', 'FAILURE TIMED_OUT', 'reversal', true, 'FAILURE TIMED_OUT'],
  ['CAPTURE', 'PENDING PENDING', 'advice', true, 'SUCCESS APPROVED'],
  ['VOID', 'PENDING PENDING', 'advice', true, 'SUCCESS APPROVED'],
]

for (const [name, answer, obligation, busy, end] of silences) {
  test(`silence to ${name} → ${answer}, ${obligation ?? 'nothing'} owed, then ${end}`, async () => {
    const world = await prepared(name)
    expect(await tried(world, name, 'silent')).toBe(answer)
    expect(await isBusy(world)).toBe(busy)
    expect((await owed(world))?.obligation).toBe(obligation)
    expect(await world.recovery.tick()).toBe(obligation ? 1 : 0)
    expect(await now(world)).toBe(end)
    expect(await isBusy(world)).toBe(false)
    expect(await world.recovery.tick()).toBe(0)
    if (obligation) expect(await owed(world)).toMatchObject({ status: 'ACKNOWLEDGED', attempts: 1 })
  })

  test(`a node that died during ${name} → not known, then ${end}`, async () => {
    const world = await prepared(name)
    await died(world, name)
    expect(await world.recovery.tick()).toBe(0)
    world.journal.nowMs += 90_000
    world.answers.push('silent')
    await world.recovery.tick()
    expect(await now(world)).toBe(obligation ? 'UNKNOWN UNKNOWN' : end)
    expect(await isBusy(world)).toBe(busy)
    world.journal.nowMs += 1_000
    await world.recovery.settle()
    expect(await now(world)).toBe(end)
    expect(await isBusy(world)).toBe(false)
  })
}

test('a capture beyond the authorization whose node died keeps the excess it was allowed', async () => {
  const profile = { ...ordinaryProfile, captureExcessPercent: 15 }
  const world = scriptedPipeline({ profile })
  await world.submit('1', 'AUTHORIZE', payment('10.00'))
  world.answers.push(() => new Promise(() => {}))
  void world.submit('x', 'CAPTURE', moved('11.50'))
  await new Promise(resolve => setImmediate(resolve))
  await world.recovery.tick({ all: true })
  expect(await now(world)).toBe('SUCCESS APPROVED')
  expect(await world.journal.load(key)).toMatchObject({ excess: 150n, totals: { captured: 1_150n } })
})

test('a node that wakes up after it was taken over answers what recovery decided', async () => {
  const world = await prepared('AUTHORIZE')
  let wake: () => void = () => {}
  const paused = new Promise<void>(resolve => {
    wake = resolve
  })
  world.answers.push(async ask => {
    await paused
    return answerWith('approved', ask)
  })
  const late = world.submit('x', 'AUTHORIZE', operations.AUTHORIZE.body)
  await new Promise(resolve => setImmediate(resolve))
  await world.recovery.tick({ all: true })
  wake()
  expect(told(await late)).toBe('FAILURE TIMED_OUT')
  expect(verbs(world)).toEqual(['authorize', 'reverse'])
  expect(await world.gateway.retrieveOrder(key)).toMatchObject({ totalAuthorizedAmount: '0.00' })
})

test('a node that was paused before it sent does not send what may have been given up', async () => {
  const world = await prepared('AUTHORIZE')
  const begin = world.journal.begin.bind(world.journal)
  world.journal.begin = async intent => {
    const begun = await begin(intent)
    await world.pipeline.clock.sleep(60_001)
    return begun
  }
  expect(await tried(world, 'AUTHORIZE')).toBe('FAILURE ACQUIRER_SYSTEM_ERROR')
  expect(world.asks).toHaveLength(0)
})

test('what another node settled while this one was slow is not settled twice', async () => {
  const world = await prepared('AUTHORIZE')
  await tried(world, 'AUTHORIZE', 'silent')
  const { pipeline } = world
  const other = createRecovery({ pipeline, log: quiet, intervalMs: 1_000 })
  world.answers.push(async ask => {
    world.journal.nowMs += 31_000
    await other.tick()
    return answerWith('approved', ask)
  })
  await world.recovery.tick()
  expect(verbs(world)).toEqual(['authorize', 'reverse', 'reverse'])
  expect((await world.journal.traceOf(key, 'x')).outcomes).toHaveLength(2)
})
const quiet: Log = { info() {}, warn() {}, fault() {}, dropped: () => 0, flush() {} }

test('a node that was paused after it claimed leaves it to whoever followed', async () => {
  const world = await prepared('AUTHORIZE')
  await tried(world, 'AUTHORIZE', 'silent')
  const claimDue = world.journal.claimDue.bind(world.journal)
  world.journal.claimDue = async wanted => {
    const claimed = await claimDue(wanted)
    await world.pipeline.clock.sleep(30_001)
    return claimed
  }
  await world.recovery.tick()
  expect(verbs(world)).toEqual(['authorize'])
  expect(await owed(world)).toMatchObject({ status: 'PENDING' })
})

test('what was claimed is written before anybody else can claim it, or not at all', async () => {
  const world = await prepared('AUTHORIZE')
  await tried(world, 'AUTHORIZE', 'silent')
  const { clock } = world.pipeline
  const given: number[] = []
  const deadline = (ms: number) => {
    given.push(ms)
    return clock.deadline(ms)
  }
  Object.assign(world.pipeline, { clock: { ...clock, deadline } })
  const claimDue = world.journal.claimDue.bind(world.journal)
  world.journal.claimDue = async wanted => {
    const claimed = await claimDue(wanted)
    if (claimed.length > 0) await clock.sleep(20_000)
    return claimed
  }
  await world.recovery.tick()
  expect(verbs(world)).toEqual(['authorize', 'reverse'])
  // A link may keep it until its deadline before it writes it.
  expect(given).toEqual([10_000])
})

test('what fails on one transaction stops no other, is told, and stays due', async () => {
  const world = scriptedPipeline()
  world.answers.push('silent', 'silent')
  await world.submit('x', 'AUTHORIZE', payment('10.00'))
  await world.submit('y', 'AUTHORIZE', payment('10.00'))
  world.answers.push(() => Promise.reject(new Error('a bug')))
  expect(await world.recovery.tick()).toBe(2)
  expect(world.warnings).toEqual(['a transaction could not be recovered: a bug'])
  expect(await owed(world)).toMatchObject({ status: 'PENDING' })
  expect((await world.journal.load(key))?.transactions[1]?.owed).toMatchObject({ status: 'ACKNOWLEDGED' })
  world.journal.nowMs += 31_000
  await world.recovery.tick()
  expect(await owed(world)).toMatchObject({ status: 'ACKNOWLEDGED' })
})

test('many at once are settled, only so many at a time', async () => {
  const world = scriptedPipeline()
  world.answers.push(...Array<Scripted>(100).fill('silent'))
  for (let n = 0; n < 100; n++)
    await world.submitTo(`O${n}`, { transactionId: 'x', operation: 'PAY', body: payment('10.00') })
  let running = 0
  let runningMax = 0
  world.answers.push(
    ...Array<Scripted>(100).fill(async ask => {
      running += 1
      runningMax = Math.max(runningMax, running)
      await new Promise(resolve => setImmediate(resolve))
      running -= 1
      return answerWith('approved', ask)
    }),
  )
  expect(await world.recovery.tick()).toBe(100)
  expect(runningMax).toBe(32)
  expect(await world.recovery.tick()).toBe(0)
})

test('recovery runs at once and again and again until it is stopped, and can be started again', async () => {
  const world = await prepared('AUTHORIZE')
  await tried(world, 'AUTHORIZE', 'silent')
  let claims = 0
  const claimDue = world.journal.claimDue.bind(world.journal)
  world.journal.claimDue = async wanted => {
    claims += 1
    if (claims === 3) throw new StoreUnavailable('The database is away')
    return await claimDue(wanted)
  }
  world.recovery.start()
  world.recovery.start()
  while (claims < 5) await new Promise(resolve => setImmediate(resolve))
  await world.recovery.stop()
  const claimed = claims
  await new Promise(resolve => setTimeout(resolve, 5))
  expect(claims).toBe(claimed)
  expect(await owed(world)).toMatchObject({ status: 'ACKNOWLEDGED' })
  expect(world.warnings).toEqual(['recovery waits for the store'])
  world.recovery.start()
  while (claims < claimed + 2) await new Promise(resolve => setImmediate(resolve))
  await world.recovery.stop()
})

test('a database that goes away while an outcome is amended is an outage, no fault', async () => {
  const world = await prepared('AUTHORIZE')
  await tried(world, 'AUTHORIZE', 'silent')
  const { amend } = world.journal
  world.journal.amend = () => Promise.reject(new RecordingUnknown('Nobody knows'))
  await world.recovery.tick()
  expect(world.warnings).toEqual(['a transaction could not be recovered'])
  Object.assign(world.journal, { amend })
  world.journal.nowMs += 31_000
  await world.recovery.tick()
  expect(await owed(world)).toMatchObject({ status: 'ACKNOWLEDGED' })
})

/** An acquirer that says nothing for as long as anybody waits, while the journal's clock goes on. */
async function outage(count: number) {
  const world = scriptedPipeline()
  world.answers.push(...Array<Scripted>(count).fill('silent'))
  for (let n = 0; n < count; n++)
    await world.submitTo(`O${n}`, { transactionId: 'x', operation: 'PAY', body: payment('10.00') })
  world.answers.push(
    ...Array<Scripted>(10_000).fill(async ask => {
      await new Promise(resolve => setImmediate(resolve))
      world.journal.nowMs += 1_000
      return answerWith('silent', ask)
    }),
  )
  const attempts = () => world.asks.length - count
  return { world, attempts }
}

test('a pass tries what was due when it began, once, however much falls due meanwhile', async () => {
  const { world, attempts } = await outage(100)
  expect(await world.recovery.tick()).toBe(100)
  expect(attempts()).toBe(100)
})

test('whoever settles tries each obligation once, and what came of that once more', async () => {
  const { world, attempts } = await outage(40)
  await world.recovery.settle()
  expect(attempts()).toBe(40)
})

test('dead nodes are followed while the acquirer says nothing for hours', async () => {
  const { world } = await outage(40)
  world.answers.unshift(() => new Promise(() => {}))
  void world.submitTo('dead', { transactionId: 'x', operation: 'PAY', body: payment('10.00') })
  await new Promise(resolve => setImmediate(resolve))
  world.answers.splice(0, 10_000, ...Array<Scripted>(10_000).fill(() => new Promise(() => {})))
  const known = async () => (await world.journal.load({ ...key, orderId: 'dead' }))?.transactions[0]
  world.recovery.start()
  while (world.asks.length < 41 + 32) await new Promise(resolve => setImmediate(resolve))
  expect((await known())?.outcome).toBeUndefined()
  world.journal.nowMs += 90_000
  await expect.poll(async () => (await known())?.gatewayCode).toBe('UNKNOWN')
  world.patienceEnds()
  await world.recovery.stop()
})

test('who stops waits for nobody longer than the patience, and claims nothing more', async () => {
  const { world, attempts } = await outage(100)
  world.answers.splice(0, 10_000, ...Array<Scripted>(10_000).fill(() => new Promise(() => {})))
  world.recovery.start()
  while (attempts() < 32) await new Promise(resolve => setImmediate(resolve))
  const stopping = world.recovery.stop()
  world.patienceEnds()
  await stopping
  expect(attempts()).toBe(32)
})

test('a node that starts closes for the dead, and asks nobody before that is done', async () => {
  const world = await prepared('AUTHORIZE')
  await died(world, 'AUTHORIZE')
  expect(await world.recovery.takeOver({ all: true })).toBe(1)
  expect(await now(world)).toBe('UNKNOWN UNKNOWN')
  expect(verbs(world)).toEqual(['authorize'])
})

test('when the acquirer answers again, what was put off for long is tried at once', async () => {
  const { world } = await outage(3)
  for (let pass = 0; pass < 7; pass++) {
    world.journal.nowMs += 900_000
    await world.recovery.tick()
  }
  expect(await world.recovery.tick()).toBe(0)
  world.answers.splice(0, 10_000)
  await world.submitTo('O9', { transactionId: 'x', operation: 'PAY', body: payment('10.00') })
  world.answers.push('silent')
  await world.submitTo('O8', { transactionId: 'x', operation: 'PAY', body: payment('10.00') })
  expect(await world.recovery.tick()).toBe(1)
  expect(await world.recovery.tick()).toBe(3)
  expect(await world.recovery.tick()).toBe(0)
})
