import { expect, test } from 'vitest'
import {
  answerWith,
  type Scripted,
  scriptedPipeline,
} from '../../../test/support/operations/scriptedPipeline.ts'
import {
  now,
  operations,
  owed,
  prepared,
  told,
  tried,
  verbs,
} from '../../../test/support/operations/transactionScenarios.ts'
import type { AcquirerAnswer, AcquirerAsk } from '../../acquirers/port.ts'

const blind: Scripted = ask => ({ ...answerWith('approved', ask), isBlind: true })

test('a host that says yes before it looks is believed once nothing can be under way', async () => {
  const world = await prepared('AUTHORIZE')
  await tried(world, 'AUTHORIZE', 'silent', blind, blind)
  await world.recovery.tick()
  expect(await owed(world)).toMatchObject({ status: 'PENDING', attempts: 1 })
  // Not before: the host may count repeats.
  world.journal.nowMs += 119_999
  expect(await world.recovery.tick()).toBe(0)
  world.journal.nowMs += 1
  await world.recovery.tick()
  expect(await owed(world)).toMatchObject({ status: 'ACKNOWLEDGED', attempts: 2 })
  expect(await now(world)).toBe('FAILURE TIMED_OUT')
  expect(verbs(world)).toEqual(['authorize', 'reverse', 'reverse'])
})

/** As a link with a limit answers: it sends no repeat that would settle nothing. */
const limited =
  (word: 'silent' | 'approved') =>
  (ask: AcquirerAsk): AcquirerAnswer => {
    const answer = answerWith(word, ask)
    if (ask.verb !== 'reverse' || answer.outcome === 'unsent') return answer
    if ((ask.isEarly || ask.isBusy) && ask.repeat > 0)
      return { outcome: 'unsent', reason: 'too early to repeat' }
    const repeatsLeft = 3 - ask.repeat
    return answer.outcome === 'approved'
      ? { ...answer, isBlind: true, repeatsLeft }
      : { ...answer, repeatsLeft }
  }
const saidAs = (outcomes: readonly string[]) =>
  outcomes.map((outcome, repeat) => ({ content: { repeat, answer: { outcome } } }))

test('where repeats are limited, none is spent before it proves something', async () => {
  const world = await prepared('AUTHORIZE')
  await tried(
    world,
    'AUTHORIZE',
    'silent',
    ...Array<Scripted>(9).fill(limited('silent')),
    limited('approved'),
  )
  await world.recovery.tick()
  // An acquirer that is back makes everything due: what would prove nothing is still put off.
  for (let look = 0; look < 8; look++) {
    await world.journal.hasten()
    world.journal.nowMs += 10_000
    await world.recovery.tick()
  }
  expect(world.journal.exchanges).toMatchObject(saidAs(['silent']))
  expect(await owed(world)).toMatchObject({ status: 'PENDING', attempts: 1 })
  world.answers.length = 0
  world.answers.push(limited('approved'))
  world.journal.nowMs += 40_000
  await world.recovery.tick()
  expect(world.journal.exchanges).toMatchObject(saidAs(['silent', 'approved']))
  expect(await owed(world)).toMatchObject({ status: 'ACKNOWLEDGED', attempts: 2 })
})

/** A reversal of x is owed to a host that limits repeats, while the capture z keeps the order. */
async function keptByCapture(first: 'silent' | 'unsent') {
  const world = await prepared('AUTHORIZE')
  await tried(world, 'AUTHORIZE', 'silent')
  await world.submit('y', 'AUTHORIZE', operations.AUTHORIZE.body)
  world.answers.push('silent')
  await world.submit('z', 'CAPTURE', operations.CAPTURE.body)
  let captures: 'silent' | 'unsent' | 'approved' = first
  const host: Scripted = ask =>
    ask.verb === 'reverse' ? limited('approved')(ask) : answerWith(captures, ask)
  world.answers.push(...Array<Scripted>(999).fill(host))
  return {
    world,
    async pass(minutes: number) {
      for (let look = 0; look < 2 * minutes; look++) {
        await world.recovery.tick()
        world.journal.nowMs += 30_000
      }
    },
    answerCapture(answer: 'approved') {
      captures = answer
    },
  }
}

test('none is spent while another transaction keeps the order, so that no answer is recorded', async () => {
  const { world, pass, answerCapture } = await keptByCapture('silent')
  await pass(10)
  expect(await owed(world)).toMatchObject({ status: 'PENDING', attempts: 1 })
  answerCapture('approved')
  await pass(20)
  expect(await owed(world, 'z')).toMatchObject({ status: 'ACKNOWLEDGED' })
  expect(await owed(world)).toMatchObject({ status: 'ACKNOWLEDGED', attempts: 2 })
})

test('a reversal that another transaction keeps waiting for an hour is told of', async () => {
  const { world, pass, answerCapture } = await keptByCapture('unsent')
  const told = () => world.journal.exchanges.filter(({ transactionId }) => transactionId === 'x').slice(1)
  await pass(60)
  expect(world.warnings).toEqual([])
  expect(told()).toEqual([])
  await pass(60)
  const answer = { outcome: 'unsent', reason: 'too early to repeat' }
  expect(told()).toMatchObject(Array(4).fill({ content: { answer } }))
  expect(world.warnings).toEqual(Array(4).fill('still owed to the acquirer'))
  expect(await owed(world)).toMatchObject({ status: 'PENDING', attempts: 1 })
  answerCapture('approved')
  await pass(16)
  expect(await owed(world)).toMatchObject({ status: 'ACKNOWLEDGED', attempts: 2 })
})

test('what was proved and could not be recorded is not asked again at once', async () => {
  const world = await prepared('AUTHORIZE')
  await tried(world, 'AUTHORIZE', 'silent', ...Array<Scripted>(9).fill(blind))
  await world.recovery.tick()
  world.journal.nowMs += 120_000
  world.journal.amend = async () => ({ state: 'stale' })
  for (let look = 0; look < 3; look++) await world.recovery.tick()
  expect(await owed(world)).toMatchObject({ status: 'PENDING', attempts: 2 })
})

test('the fewer repeats are left, the longer the next one waits', async () => {
  const world = await prepared('AUTHORIZE')
  await tried(world, 'AUTHORIZE', 'silent', ...Array<Scripted>(4).fill(limited('silent')))
  const waits: number[] = []
  for (let sent = 0; sent < 3; sent++) {
    await world.recovery.tick()
    const sinceMs = world.journal.nowMs
    while ((await world.recovery.tick()) === 0) world.journal.nowMs += 1_000
    waits.push((world.journal.nowMs - sinceMs) / 1_000)
  }
  expect(waits).toEqual([120, 300, 900])
})

test('an acquirer that is back shortens no pause between limited repeats', async () => {
  const world = await prepared('AUTHORIZE')
  await tried(world, 'AUTHORIZE', 'silent', ...Array<Scripted>(9).fill(limited('silent')))
  await world.recovery.tick()
  world.journal.nowMs += 120_000
  for (let look = 0; look < 5; look++) {
    await world.recovery.tick()
    await world.journal.hasten()
    world.journal.nowMs += 1_000
  }
  expect(world.journal.exchanges).toMatchObject(saidAs(['silent', 'silent']))
  world.journal.nowMs += 295_000
  await world.recovery.tick()
  expect(world.journal.exchanges).toMatchObject(saidAs(['silent', 'silent', 'silent']))
})

test('explain says that an acknowledgement was blind', async () => {
  const world = await prepared('PAY')
  await tried(world, 'PAY', 'silent', blind)
  await world.recovery.tick()
  expect(world.journal.exchanges[0]?.content.answer).toMatchObject({ outcome: 'approved', isBlind: true })
})

/** An acquirer that cannot be asked what became of something. */
function withoutInquiries() {
  const world = scriptedPipeline()
  const { acquirer } = world.pipeline
  Object.assign(acquirer, { verbs: new Set([...acquirer.verbs].filter(verb => verb !== 'inquire')) })
  return world
}

test.each(['pending', 'unknown'] as const)(
  'without inquiries "%s" is undone or repeated, never waited for',
  async word => {
    const world = withoutInquiries()
    world.answers.push(word)
    expect(told(await world.submit('x', 'PAY', operations.PAY.body))).toBe('UNKNOWN UNKNOWN')
    expect(await owed(world)).toMatchObject({ obligation: 'reversal' })
    const capturing = withoutInquiries()
    await capturing.submit('1', 'AUTHORIZE', operations.AUTHORIZE.body)
    capturing.answers.push(word)
    expect(told(await capturing.submit('x', 'CAPTURE', operations.CAPTURE.body))).toBe('UNKNOWN UNKNOWN')
    expect(await owed(capturing)).toMatchObject({ obligation: 'advice' })
    const verifying = withoutInquiries()
    verifying.answers.push(word)
    expect(told(await verifying.submit('x', 'VERIFY', operations.VERIFY.body))).toBe(
      'FAILURE UNSPECIFIED_FAILURE',
    )
    expect(await owed(verifying)).toBeUndefined()
  },
)
