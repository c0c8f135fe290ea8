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
