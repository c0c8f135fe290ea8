import { expect, test } from 'vitest'
import {
  answerWith,
  key,
  moved,
  payment,
  scriptedPipeline,
} from '../../test/support/operations/scriptedPipeline.ts'
import { isRejection } from '../orders/rejection.ts'
import { recoveryText } from './explainedRecovery.ts'

async function told(world: ReturnType<typeof scriptedPipeline>, id: string) {
  const story = await world.gateway.explain(key, id)
  return isRejection(story) ? story.explanation : recoveryText(story.steps)
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
