import { expect, test } from 'vitest'
import {
  answerWith,
  card,
  key,
  moved,
  payment,
  scriptedPipeline,
} from '../../../test/support/operations/scriptedPipeline.ts'
import type { Content } from '../../contract/kit/content.ts'
import { isRejection } from '../../orders/rejection.ts'
import { noReferenceSources } from '../requests/sources.ts'

async function explained(world: ReturnType<typeof scriptedPipeline>, id: string) {
  const story = await world.gateway.explain(key, id)
  if (isRejection(story)) throw new Error(story.explanation)
  return story
}
const stepsOf = (story: Content) => (Array.isArray(story.steps) ? story.steps.map(({ step }) => step) : [])

test('a payment is explained from what it brought to what it did, and says no card number', async () => {
  const world = scriptedPipeline()
  await world.submit('1', 'AUTHORIZE', payment('10.00'))
  const story = await explained(world, '1')
  expect(story).toMatchObject({
    operation: 'AUTHORIZE',
    version: '100',
    result: 'SUCCESS',
    decidedBy: 'ACQUIRER',
    order: { id: 'O', status: 'AUTHORIZED' },
    transaction: { id: '1', type: 'AUTHORIZATION', amount: '10.00' },
    request: { sourceOfFunds: { provided: { card: { number: '512345xxxxxx0008' } } } },
    rules: [
      { rule: 'ORDER_STATUS', status: 'NEW', verdict: 'ADMITTED' },
      { rule: 'RISK', verdict: 'NOT_CHECKED' },
    ],
    totals: { before: { status: 'NEW' }, after: { status: 'AUTHORIZED', totalAuthorizedAmount: '10.00' } },
  })
  expect(stepsOf(story)).toEqual(['RECEIVED', 'ACQUIRER_ASKED', 'ANSWERED', 'NOTIFICATION_DUE'])
  expect(story.steps).toContainEqual(
    expect.objectContaining({
      step: 'ACQUIRER_ASKED',
      verb: 'authorize',
      answer: 'approved',
      card: '512345xxxxxx0008',
      acquirerCode: '00',
    }),
  )
  expect(JSON.stringify(story)).not.toContain(card.number)
})

test('defaults and what follows from the request are told apart from what it said', async () => {
  const world = scriptedPipeline()
  const shipping = { address: { city: 'Town' } }
  await world.submit('1', 'AUTHORIZE', { ...payment('10.00'), shipping })
  expect((await explained(world, '1')).values).toMatchObject({
    derived: { 'shipping.address.sameAsBilling': 'UNKNOWN' },
  })
})

test('what the profile and the order said is told apart from what the request did', async () => {
  const world = scriptedPipeline()
  const billing = { address: { city: 'Town' } }
  await world.submit('1', 'PAY', { ...payment('10.00'), billing })
  await world.submit('2', 'REFUND', moved('4.00'))
  const story = await explained(world, '2')
  expect(story).toMatchObject({
    values: { defaults: { 'action.refundAuthorization': false }, groupsOfOrder: ['billing'] },
  })
  for (const name of ['action', 'billing', 'ofOrder', 'ofProfile'])
    expect(story.request).not.toHaveProperty(name)
})

test('what came from a token is told, and the token is told that it was used', async () => {
  const used: unknown[] = []
  const world = scriptedPipeline({
    sources: {
      ...noReferenceSources,
      token: async () => ({ values: { sourceOfFunds: { type: 'CARD', provided: { card } } } }),
      markUsed: async (_, what) => void used.push(what),
    },
  })
  const { order } = payment('10.00')
  await world.submit('1', 'PAY', { order, sourceOfFunds: { token: '5123450000000000' } })
  expect(await explained(world, '1')).toMatchObject({
    result: 'SUCCESS',
    values: { taken: { 'sourceOfFunds.provided.card.number': 'token' } },
  })
  expect(used).toHaveLength(1)
})

test('a silence is told with every attempt to undo it, late words included', async () => {
  const world = scriptedPipeline()
  world.answers.push('silent', 'silent')
  await world.submit('1', 'PAY', payment('10.00'))
  expect(await explained(world, '1')).toMatchObject({ decidedBy: 'GATEWAY', owed: { status: 'PENDING' } })
  await world.recovery.tick()
  world.journal.nowMs += 1_000
  const [sent] = world.asks
  if (sent) world.recovery.hearLate(sent, answerWith('approved', sent))
  await world.recovery.stop()
  world.journal.nowMs += 1_000
  await world.recovery.tick()
  const story = await explained(world, '1')
  expect(story).toMatchObject({
    result: 'FAILURE',
    gatewayCode: 'TIMED_OUT',
    decidedBy: 'RECOVERY',
    owed: { obligation: 'REVERSAL', status: 'ACKNOWLEDGED', attempts: 2 },
  })
  expect(stepsOf(story)).toEqual([
    'RECEIVED',
    'ACQUIRER_ASKED',
    'REVERSAL_ATTEMPTED',
    'ANSWERED',
    'NOTIFICATION_DUE',
    'LATE_ANSWER',
    'REVERSAL_ATTEMPTED',
    'SETTLED_BY_RECOVERY',
    'NOTIFICATION_DUE',
  ])
  expect(JSON.stringify(story)).not.toContain(card.number)
})

test('a capture tells whose card it used and where the order stood before and after', async () => {
  const world = scriptedPipeline()
  await world.submit('1', 'AUTHORIZE', payment('10.00'))
  await world.submit('2', 'CAPTURE', moved('4.00'))
  expect(await explained(world, '2')).toMatchObject({
    values: { cardOfTransaction: '1' },
    totals: {
      before: { status: 'AUTHORIZED', totalCapturedAmount: '0.00' },
      after: { status: 'PARTIALLY_CAPTURED', totalCapturedAmount: '4.00' },
    },
  })
})

test('what still runs is explained as far as it got; what is not there is refused', async () => {
  const world = scriptedPipeline()
  world.answers.push(() => new Promise(() => {}))
  void world.submit('1', 'PAY', payment('10.00'))
  await new Promise(resolve => setImmediate(resolve))
  const story = await explained(world, '1')
  expect(story).toMatchObject({ decidedBy: 'NOBODY_YET', result: 'PENDING' })
  expect(stepsOf(story)).toEqual(['RECEIVED'])
  expect(await world.gateway.explain(key, '2')).toMatchObject({ field: 'transactionid' })
  expect(await world.gateway.explain({ ...key, orderId: 'P' }, '1')).toMatchObject({ field: 'orderid' })
})

test('each attempt to tell the merchant is told, without what is secret in an address', async () => {
  const world = scriptedPipeline()
  await world.submit('1', 'PAY', payment('10.00'))
  const { traceOf } = world.journal
  world.journal.traceOf = async (...given) => {
    const { notifications, ...trace } = await traceOf.apply(world.journal, given)
    const told = notifications.map(({ sequence, dueAtMs }) => ({
      ...{ sequence, dueAtMs, taken: { id: 'N1', state: 'WAITING' } },
      attempts: [
        {
          ...{ attempt: 1, target: 'https://shop.example/told?token=hush#x', status: 500, tookMs: 7 },
          ...{ reason: 'It answered with no success.', atMs: dueAtMs + 3_000 },
        },
      ],
    }))
    return { ...trace, notifications: told }
  }
  const story = await explained(world, '1')
  expect(stepsOf(story).slice(-2)).toEqual(['NOTIFICATION_DUE', 'NOTIFICATION_ATTEMPTED'])
  expect(story.steps).toContainEqual(
    expect.objectContaining({ step: 'NOTIFICATION_DUE', sequence: 1, id: 'N1', state: 'WAITING' }),
  )
  expect(story.steps).toContainEqual({
    ...{ step: 'NOTIFICATION_ATTEMPTED', time: expect.any(String), sequence: 1, attempt: 1, tookMs: 7 },
    ...{ target: 'https://shop.example/told', status: 500, reason: 'It answered with no success.' },
  })
  expect(JSON.stringify(story.steps)).not.toContain('hush')
})
