import { expect, test } from 'vitest'
import { having, paidFour, testCheckoutWithRest } from '../../test/support/checkout/partialPayments.ts'
import { approved, initiated } from '../../test/support/operations/browserPayments.ts'
import {
  answerWith,
  key,
  moved,
  payment,
  type Scripted,
  scriptedPipeline,
} from '../../test/support/operations/scriptedPipeline.ts'
import { rulesOfTest, ruleWith } from '../../test/support/risk/sampleRules.ts'
import { browserPaymentLifeMs } from '../orders/periods.ts'
import { isRejection } from '../orders/rejection.ts'
import { recoveryText } from './explainedRecovery.ts'

async function told(world: Pick<ReturnType<typeof scriptedPipeline>, 'gateway'>, id: string) {
  const story = await world.gateway.explain(key, id)
  return isRejection(story) ? story.explanation : recoveryText(story)
}

test('a payment that nobody answered: why it was reversed, when, and what acknowledged that', async () => {
  const world = scriptedPipeline()
  world.answers.push(() => ({ outcome: 'silent' }))
  await world.submit('1', 'PAY', payment('10.00'))
  expect(await told(world, '1')).toBeUndefined()
  await world.recovery.settle()
  const [what, when, evidence] = (await told(world, '1'))?.split(/(?<=\.) |, /).slice(1) ?? []
  expect(what).toBe('so recovery reversed it.')
  expect(when).toMatch(/^That was over on \d{4}-\d\d-\d\d at \d\d:\d\d:\d\d UTC$/)
  expect(evidence).toMatch(/^on this evidence: attempt 1 was answered "approved" \(00/)
})

test('a capture that nobody answered was sent again', async () => {
  const world = scriptedPipeline()
  await world.submit('1', 'AUTHORIZE', payment('10.00'))
  world.answers.push(() => ({ outcome: 'silent' }))
  await world.submit('2', 'CAPTURE', moved('4.00'))
  await world.recovery.settle()
  expect(await told(world, '2')).toMatch(/^Nobody knew .* sent it again\. That was over on .*"approved" \(00/)
})

test('a payment that came to nobody yet was asked for', async () => {
  const world = scriptedPipeline()
  world.answers.push('pending', ask => answerWith('approved', ask))
  await world.submit('1', 'PAY', payment('10.00'))
  await world.recovery.settle()
  expect(await told(world, '1')).toMatch(/^Its outcome was open, so recovery asked for it\. It was known on /)
})

test('a payer who agreed at a provider after their time: nothing is said while it is open', async () => {
  const world = await initiated()
  world.journal.nowMs += browserPaymentLifeMs
  world.others.provisions.push({ outcome: 'undecided' })
  await world.recovery.tick()
  expect(await told(world, 'b')).toBeUndefined()
  world.others.provisions.push(approved())
  await world.recovery.settle()
  expect(await told(world, 'b')).toMatch(/^It was approved, but was not to stand, so recovery reversed it\. /)
})

test('an acquirer that does not know for an hour: it is not said that it was known', async () => {
  const world = scriptedPipeline()
  world.answers.push('pending', 'unknown', 'silent')
  await world.submit('1', 'PAY', payment('10.00'))
  world.journal.nowMs += 2 * hour
  await world.recovery.tick()
  expect(await told(world, '1')).toMatch(
    /^Its outcome was open, and recovery could not learn it: on .* undo it\.$/,
  )
})

const hour = 3_600_000
const reversed = (why: string) =>
  new RegExp(`^${why}, so recovery reversed it\\. That was over on .* attempt 1 was answered "approved"`)
const nobodyKnew = 'Nobody knew whether it had been done'
const otherAmount = 'The acquirer had approved another amount than it was asked for'

test('a part of which the payer did not pay the rest', async () => {
  const { checkout, payer } = await paidFour()
  await payer.act('cancel', { of: 'payment' })
  const id = (await checkout.journal.load(key))?.transactions.at(-1)?.id ?? ''
  expect(await told(checkout, id)).toMatch(/^The rest was not paid, so giving this part back began/)
  await checkout.recovery.settle()
  expect(await told(checkout, id)).toMatch(reversed('The rest was not paid'))
})

/** A payment of ten dollars, and what the acquirer says of it, one after the other. */
async function paidWith(...answers: readonly Scripted[]) {
  const world = scriptedPipeline()
  world.answers.push(...answers)
  await world.submit('1', 'PAY', payment('10.00'))
  await world.recovery.settle()
  return await told(world, '1')
}

test('a part that nobody wanted, learnt at once or by asking', async () => {
  expect(await paidWith(having(400n))).toMatch(reversed(otherAmount))
  expect(await paidWith('pending', having(400n))).toMatch(reversed(otherAmount))
})

test('an acquirer that does not know itself, at once or for an hour', async () => {
  expect(await paidWith('unknown')).toMatch(reversed(nobodyKnew))
  const world = scriptedPipeline()
  world.answers.push('pending', 'unknown')
  await world.submit('1', 'PAY', payment('10.00'))
  world.journal.nowMs += 2 * hour
  await world.recovery.settle()
  expect(await told(world, '1')).toMatch(reversed(nobodyKnew))
})

test('an approval that came when the order was paid already', async () => {
  const checkout = testCheckoutWithRest()
  checkout.answers.push('pending')
  await checkout.submit('1', 'PAY', payment('10.00'))
  await checkout.submit('2', 'PAY', payment('10.00'))
  await checkout.recovery.settle()
  expect(await told(checkout, '1')).toMatch(
    reversed('The acquirer had approved it, but nobody wanted it any more by then'),
  )
})

/** A capture that nobody answered, and what the acquirer says to its repeat. */
async function capturedWith(...answers: readonly Scripted[]) {
  const world = scriptedPipeline()
  await world.submit('1', 'AUTHORIZE', payment('10.00'))
  world.answers.push('silent', ...answers)
  await world.submit('2', 'CAPTURE', moved('8.00'))
  world.journal.nowMs += hour
  await world.recovery.settle()
  return await told(world, '2')
}

test('a capture that was refused, or approved for less, when it was sent again', async () => {
  expect(await capturedWith('declined')).toMatch(
    reversed('The acquirer refused it when it was sent again, but may have booked it before'),
  )
  expect(await capturedWith(having(400n))).toMatch(reversed(otherAmount))
})

test('a refund that cannot be undone any more', async () => {
  const world = scriptedPipeline()
  await world.submit('1', 'PAY', payment('10.00'))
  world.answers.push('silent', ask => ({ ...Object(answerWith('declined', ask)), stands: true }))
  await world.submit('2', 'REFUND', moved('4.00'))
  await world.recovery.settle()
  expect(await told(world, '2')).toMatch(
    /^Nobody knew .* so recovery tried to reverse it, but it stands\. That was known on .* "declined"/,
  )
})

test.each<{ first: readonly Scripted[] }>([{ first: [] }, { first: ['pending'] }])(
  'an approval that risk rules reject, with $first before',
  async ({ first }) => {
    const risk = rulesOfTest()
    risk.set(ruleWith({ stage: 'AFTER', when: { securityCode: ['NO_MATCH'] } }))
    const world = scriptedPipeline({ risk })
    const mismatch = { gatewayCode: 'NO_MATCH', acquirerCode: 'N' } as const
    world.answers.push(...first, ask => ({
      ...Object(answerWith('approved', ask)),
      cardSecurityCode: mismatch,
    }))
    await world.submit('1', 'PAY', payment('10.00'))
    await world.recovery.settle()
    expect(await told(world, '1')).toMatch(
      reversed('Risk rules rejected it after the acquirer had approved it'),
    )
  },
)

test('a payment of a node that ended', async () => {
  const world = scriptedPipeline()
  world.answers.push(() => new Promise(() => {}))
  void world.submit('1', 'PAY', payment('10.00'))
  await new Promise(resolve => setImmediate(resolve))
  await world.recovery.takeOver({ all: true })
  expect(await told(world, '1')).toMatch(/^The node that made it had ended/)
  await world.recovery.settle()
  expect(await told(world, '1')).toMatch(reversed(nobodyKnew))
})
