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

/** As a link with a limit answers: it sends no repeat that would prove nothing. */
const limited =
  (answer: 'silent' | 'approved'): Scripted =>
  ask => {
    if (ask.verb !== 'reverse') return answerWith(answer, ask)
    if (ask.isEarly && ask.repeat > 0) return { outcome: 'unsent', reason: 'too early to repeat' }
    return {
      ...answerWith(answer, ask),
      ...(answer === 'approved' && { isBlind: true }),
      repeatsLeft: 3 - ask.repeat,
    }
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
