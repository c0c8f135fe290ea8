import { expect, test } from 'vitest'
import { key, moved, payment, scriptedPipeline } from '../../../test/support/operations/scriptedPipeline.ts'
import { rulesOfTest, ruleWith } from '../../../test/support/risk/sampleRules.ts'
import { ordinaryProfile, type Profile } from '../../orders/merchant.ts'
import { isRejection, type Rejection } from '../../orders/rejection.ts'
import type { RiskRule } from '../../risk/rule.ts'
import { createReviewHandlers, type ReviewDependencies } from './riskReviews.ts'

const http = { acceptLanguage: undefined, isLocal: () => true, source: '127.0.0.1', userAgent: undefined }
const review = ruleWith({ id: 'look', recommendation: 'REVIEW' })

/** A payment of 150 that rules judge, and the calls about it. */
function worldWith(own: readonly RiskRule[], above: readonly RiskRule[] = [], thresholds = {}) {
  const risk = rulesOfTest()
  risk.set(...own)
  risk.setGateway(above, thresholds)
  const world = scriptedPipeline({ risk })
  let profile: Profile = ordinaryProfile
  const settled: string[] = []
  const settle = async ({ transactionId }: { readonly transactionId: string }) =>
    void settled.push(transactionId)
  const expect = async () => undefined
  const pipeline = Object.assign(world.pipeline, {
    ...{ reviews: { expect, settle }, profileOf: async () => profile },
  })
  const dependencies: ReviewDependencies = {
    findMerchant: async merchantId => ({ cell: 0, merchantId, profile }),
    gateway: world.gateway,
    pipeline,
    reviews: {
      expect,
      waiting: async () => [{ orderId: key.orderId, transactionId: '1', sinceUs: '1000000', isOld: false }],
      settle,
    },
    auditReview: async () => undefined,
  }
  const calls = createReviewHandlers(dependencies)
  const signedInAs = (role: 'OPERATIONS' | 'OPERATOR') => ({
    ...{
      user: {
        ...{ userId: '1', email: `${role}@example.com`, name: 'N', role },
        ...(role !== 'OPERATOR' && { merchantId: key.merchantId }),
      },
      isSteppedUp: true,
      isNew: true,
      sessionId: 's',
    },
  })
  const decide = (
    decision: 'ACCEPTED' | 'REJECTED',
    role: 'OPERATIONS' | 'OPERATOR' = 'OPERATIONS',
    changes: { readonly email?: string } = {},
  ) => {
    const { user, ...session } = signedInAs(role)
    return calls.decideReview({
      input: { merchantId: key.merchantId, orderId: key.orderId, transactionId: '1', decision },
      ...{ http, signedIn: { ...session, user: { ...user, ...changes } } },
    })
  }
  const queue = () =>
    calls.reviewQueue({ input: { merchantId: key.merchantId }, http, signedIn: signedInAs('OPERATIONS') })
  const stands = async () => {
    const { transaction = [], ...order } = await must(world.gateway.retrieveOrder(key))
    return { status: order.status, review: transaction[0]?.response?.risk?.review?.decision }
  }
  const begin = async (operation: string) => must(world.submit('1', operation, payment('150.00')))
  const becomes = (standing: Profile['standing']) => {
    profile = { ...profile, standing }
  }
  return { ...world, becomes, begin, decide, queue, settled, stands }
}

async function must<Found>(found: Promise<Found | Rejection>): Promise<Found> {
  const value = await found
  if (isRejection(value)) throw new Error(value.explanation)
  return value
}

test('of two people who decide at once one decides, and the payment stands as that one said', async () => {
  const seen = new Set<string>()
  for (let lead = -6; lead < 12; lead++) {
    const world = worldWith([review])
    await world.begin('AUTHORIZE')
    const after = async (steps: number, decision: 'ACCEPTED' | 'REJECTED') => {
      for (let step = 0; step < steps; step++) await new Promise(resolve => setImmediate(resolve))
      return world.decide(decision)
    }
    const [rejected, accepted] = await Promise.all([after(-lead, 'REJECTED'), after(lead, 'ACCEPTED')])
    expect([isRejection(rejected), isRejection(accepted)].filter(Boolean)).toHaveLength(1)
    const stands = isRejection(accepted)
      ? { status: 'CANCELLED', review: 'REJECTED' }
      : { status: 'AUTHORIZED', review: 'ACCEPTED' }
    expect(await world.stands()).toEqual(stands)
    seen.add(stands.review)
  }
  expect(seen).toEqual(new Set(['ACCEPTED', 'REJECTED']))
})

test('a rejection whose void fails is shown as not undone, and is completed by rejecting again', async () => {
  const world = worldWith([review])
  await world.begin('AUTHORIZE')
  world.answers.push('declined')
  expect(await world.decide('REJECTED')).toMatchObject({
    explanation: expect.stringMatching(/not undone yet/),
  })
  expect(await world.stands()).toEqual({ status: 'AUTHORIZED', review: 'REJECTED' })
  expect(await world.queue()).toMatchObject({ reviews: [{ orderId: 'O', isNotUndone: true }] })
  expect(world.settled).toEqual([])
  const refused = await world.submit('2', 'CAPTURE', moved('150.00'))
  expect(refused).toMatchObject({ explanation: expect.stringMatching(/has rejected/) })
  expect(await world.decide('ACCEPTED', 'OPERATOR')).toMatchObject({ field: 'transactionId' })
  expect(await world.decide('REJECTED')).toMatchObject({ undoneBy: expect.stringMatching(/^void-/) })
  expect(await world.stands()).toEqual({ status: 'CANCELLED', review: 'REJECTED' })
  expect([await world.queue(), world.settled]).toEqual([{ reviews: [] }, ['1']])
})

test('a void without an outcome is not undone until recovery has it', async () => {
  const world = worldWith([review])
  await world.begin('AUTHORIZE')
  world.answers.push('silent')
  expect(await world.decide('REJECTED')).toMatchObject({
    explanation: expect.stringMatching(/not undone yet/),
  })
  expect(await world.decide('REJECTED')).toMatchObject({
    explanation: expect.stringMatching(/not known yet/),
  })
  expect(world.settled).toEqual([])
  await world.recovery.settle()
  expect(await world.decide('REJECTED')).toEqual({ decision: 'REJECTED' })
  expect(await world.stands()).toEqual({ status: 'CANCELLED', review: 'REJECTED' })
})

test('an operator is told from a user of the merchant who has the same e-mail, however long', async () => {
  const email = 'a.very.long.name.of.somebody@gateway.example'
  const deciders = []
  for (const role of ['OPERATIONS', 'OPERATOR'] as const) {
    const world = worldWith([review])
    await world.begin('AUTHORIZE')
    await world.decide('REJECTED', role, { email })
    const { transaction = [] } = await must(world.gateway.retrieveOrder(key))
    deciders.push([transaction[0]?.response?.risk?.review?.userId, transaction.at(-1)?.initiator?.userId])
  }
  expect(deciders).toEqual([
    [email.slice(0, 40), email],
    ['a.very.long.name.of.somebody@ (operator)', `${email} (operator)`],
  ])
})

test('what is rejected and not undone is undone in the background, by whom rejected it', async () => {
  const world = worldWith([review])
  await world.begin('AUTHORIZE')
  world.answers.push('declined', 'declined')
  expect(await world.decide('REJECTED')).toMatchObject({ explanation: expect.stringMatching(/tries on/) })
  const owed = async () => {
    const explained = await must(world.gateway.explain(key, '1'))
    return explained.owed
  }
  expect(await owed()).toMatchObject({ obligation: 'UNDO', status: 'PENDING' })
  // Who rejected it has the first turn.
  await world.recovery.tick()
  expect(world.asks.map(({ verb }) => verb)).toEqual(['authorize', 'void'])
  for (let pass = 0; pass < 2; pass++) {
    world.journal.nowMs += 60_000
    await world.recovery.tick()
  }
  expect(world.asks.map(({ verb }) => verb)).toEqual(['authorize', 'void', 'void', 'void'])
  expect(await world.stands()).toEqual({ status: 'CANCELLED', review: 'REJECTED' })
  const { transaction = [] } = await must(world.gateway.retrieveOrder(key))
  expect(transaction.at(-1)).toMatchObject({
    result: 'SUCCESS',
    initiator: { userId: 'OPERATIONS@example.com' },
  })
  expect([await owed(), world.settled]).toMatchObject([{ status: 'ACKNOWLEDGED' }, ['1']])
  world.journal.nowMs += 3_600_000
  expect(await world.recovery.tick()).toBe(0)
})

test('what is undone at once leaves nothing to recovery but to see that', async () => {
  const world = worldWith([review])
  await world.begin('PAY')
  await world.decide('REJECTED')
  await world.recovery.tick()
  expect(world.asks.map(({ verb }) => verb)).toEqual(['pay', 'void'])
  world.journal.nowMs += 3_600_000
  expect(await world.recovery.tick()).toBe(0)
})

test('of a payment that is refunded in part the rest is refunded', async () => {
  const world = worldWith([review])
  await world.begin('PAY')
  await must(world.submit('2', 'REFUND', moved('50.00')))
  expect(await world.decide('REJECTED')).toMatchObject({ undoneBy: expect.stringMatching(/^refund-/) })
  expect(await must(world.gateway.retrieveOrder(key))).toMatchObject({ totalRefundedAmount: '150.00' })
})

test('what was charged back of a rejected payment is not given back once more', async () => {
  const inAll = async (world: ReturnType<typeof worldWith>) => {
    const { status, totalRefundedAmount, chargeback } = await must(world.gateway.retrieveOrder(key))
    return { status, totalRefundedAmount, chargedBack: chargeback?.amount }
  }
  const chargeback = (amount: string, targeted: object = {}) => ({
    transaction: { amount, currency: 'USD', ...targeted },
  })
  const ofPayment = { targetTransactionId: '1' }

  const wholly = worldWith([review])
  await wholly.begin('PAY')
  await must(wholly.submit('2', 'ENTER_CHARGEBACK', chargeback('150.00', ofPayment)))
  expect(await wholly.decide('REJECTED')).toEqual({ decision: 'REJECTED' })
  expect(await inAll(wholly)).toMatchObject({ totalRefundedAmount: '0.00', chargedBack: '150.00' })
  expect(wholly.asks.map(({ verb }) => verb)).toEqual(['pay'])
  wholly.journal.nowMs += 60_000
  await wholly.recovery.tick()
  expect(wholly.asks.map(({ verb }) => verb)).toEqual(['pay'])

  for (const targeted of [ofPayment, {}]) {
    const inPart = worldWith([review])
    await inPart.begin('PAY')
    await must(inPart.submit('2', 'ENTER_CHARGEBACK', chargeback('100.00', targeted)))
    expect(await inPart.decide('REJECTED')).toMatchObject({ undoneBy: expect.stringMatching(/^refund-/) })
    expect(await inAll(inPart)).toMatchObject({ totalRefundedAmount: '50.00', chargedBack: '100.00' })
  }

  const reversed = worldWith([review])
  await reversed.begin('PAY')
  await must(reversed.submit('2', 'ENTER_CHARGEBACK', chargeback('150.00', ofPayment)))
  await must(reversed.submit('3', 'ENTER_CHARGEBACK', chargeback('150.00', { targetTransactionId: '2' })))
  expect(await reversed.decide('REJECTED')).toMatchObject({ undoneBy: expect.stringMatching(/^void-/) })
  expect(await inAll(reversed)).toMatchObject({ status: 'CANCELLED' })
})

test('what is rejected is given back to payers of a merchant that is closed or suspended, too', async () => {
  for (const standing of ['CLOSED', 'SUSPENDED'] as const) {
    const atOnce = worldWith([review])
    await atOnce.begin('PAY')
    atOnce.becomes(standing)
    expect(await atOnce.decide('REJECTED')).toMatchObject({ undoneBy: expect.stringMatching(/^void-/) })
    expect(await atOnce.stands()).toEqual({ status: 'CANCELLED', review: 'REJECTED' })
    const inTheBackground = worldWith([review])
    await inTheBackground.begin('PAY')
    await must(inTheBackground.submit('2', 'REFUND', moved('50.00')))
    inTheBackground.answers.push('declined')
    await inTheBackground.decide('REJECTED')
    inTheBackground.becomes(standing)
    inTheBackground.journal.nowMs += 60_000
    await inTheBackground.recovery.tick()
    const order = await must(inTheBackground.gateway.retrieveOrder(key))
    expect(order).toMatchObject({ totalRefundedAmount: '150.00' })
    expect(inTheBackground.settled).toEqual(['1'])
  }
})

test('an id that a merchant could foresee keeps nobody from rejecting', async () => {
  const world = worldWith([review])
  await world.begin('PAY')
  const foreseen = ['void-6b86b273ff34fce19d6b804e', 'refund-6b86b273ff34fce19d6b804e']
  for (const id of foreseen) await must(world.submit(id, 'REFUND', moved('1.00')))
  expect(await world.decide('REJECTED')).toMatchObject({ decision: 'REJECTED' })
  expect(await must(world.gateway.retrieveOrder(key))).toMatchObject({ totalRefundedAmount: '150.00' })
})

test('what the gateway demands or rejects operators alone accept, and anybody may reject', async () => {
  const scored = ruleWith({ recommendation: 'NO_ACTION', score: 50 })
  const reject = ruleWith({ id: 'no' })
  const demanded = [
    worldWith([], [review]),
    worldWith([], [scored], { reviewFrom: 50 }),
    worldWith([], [scored], { rejectFrom: 50 }),
    worldWith([], [reject]),
  ]
  for (const world of demanded) {
    await world.begin('PAY')
    expect(await world.decide('ACCEPTED')).toMatchObject({ explanation: expect.stringMatching(/operator/) })
    expect(await world.decide('ACCEPTED', 'OPERATOR')).toEqual({ decision: 'ACCEPTED' })
  }
  for (const world of demanded.slice(2))
    expect(await world.submit('2', 'PAY', payment('150.00'))).toMatchObject({ record: { result: 'SUCCESS' } })
  const [own, rejected] = [worldWith([review], [{ ...scored, score: 49 }]), worldWith([], [review])]
  await own.begin('PAY')
  expect(await own.decide('ACCEPTED')).toEqual({ decision: 'ACCEPTED' })
  await rejected.begin('PAY')
  expect(await rejected.decide('REJECTED')).toMatchObject({ decision: 'REJECTED' })
})
