import { expect, test } from 'vitest'
import {
  answerWith,
  card,
  key,
  moved,
  payment,
  type Scripted,
  type ScriptedPipelineOptions,
  scriptedPipeline,
} from '../../../test/support/operations/scriptedPipeline.ts'
import { rulesOfTest, ruleWith } from '../../../test/support/risk/sampleRules.ts'
import { isRejection } from '../../orders/rejection.ts'
import type { RiskRule } from '../../risk/rule.ts'
import { notifiedRecordOf } from '../record/record.ts'

function worldWith(rules: readonly RiskRule[], options: ScriptedPipelineOptions = {}) {
  const risk = rulesOfTest()
  risk.set(...rules)
  const world = scriptedPipeline({ ...options, risk })
  const make = async (...given: Parameters<typeof world.submitTo>) => {
    const outcome = await world.submitTo(...given)
    if (isRejection(outcome)) throw new Error(JSON.stringify(outcome))
    return outcome.record
  }
  const submit = (transactionId: string, operation: string, body = payment('150.00')) =>
    make(key.orderId, { transactionId, operation, body })
  const retrieve = (id: string) => world.gateway.retrieveTransaction(key, id)
  return { ...world, risk, make, submit, retrieve }
}
const big = ruleWith({ id: 'big', name: 'Large amounts', score: 40 })
const wrongCode = ruleWith({
  ...{ id: 'code', name: 'Wrong code', stage: 'AFTER' },
  when: { securityCode: ['NO_MATCH'] },
})
const withWrongCode: Scripted = ask => ({
  ...answerWith('approved', ask),
  cardSecurityCode: { acquirerCode: 'N', gatewayCode: 'NO_MATCH' },
})

test('what rules reject before is sent to nobody, and counts for nothing', async () => {
  const assigned: string[] = []
  const assign = () => {
    assigned.push('number')
    return { link: 'a', trace: 't', route: { link: 'a', because: 'only one' } }
  }
  const world = worldWith([big], { assign })
  const record = await world.submit('1', 'AUTHORIZE')
  expect(record).toMatchObject({
    result: 'FAILURE',
    order: { status: 'FAILED', totalAuthorizedAmount: '0.00' },
    response: {
      gatewayCode: 'BLOCKED',
      risk: {
        gatewayCode: 'REJECTED',
        reversalResult: 'NOT_APPLICABLE',
        review: { decision: 'NOT_REQUIRED' },
        totalScore: '40',
        rule: [
          {
            ...{ id: 'big', name: 'Large amounts', type: 'MERCHANT_RULE', recommendation: 'REJECT' },
            ...{ score: '40', data: 'amount 150.00 USD' },
          },
        ],
      },
    },
  })
  expect([world.asks, assigned]).toEqual([[], []])
  expect(await world.recovery.tick({ all: true })).toBe(0)
  expect(await world.submit('2', 'AUTHORIZE', payment('99.00'))).toMatchObject({
    result: 'SUCCESS',
    response: { risk: { gatewayCode: 'ACCEPTED', review: { decision: 'NOT_REQUIRED' } } },
  })
})

test('a replay of what was blocked is blocked, also after the rule is gone', async () => {
  const world = worldWith([big])
  const first = await world.submit('1', 'PAY')
  world.risk.set()
  expect(await world.submit('1', 'PAY')).toEqual(first)
  expect(world.asks).toEqual([])
})

test('an approval that rules reject is reversed, and its order is told how that ends', async () => {
  const world = worldWith([wrongCode])
  world.answers.push(withWrongCode, 'silent')
  const record = await world.submit('1', 'AUTHORIZE')
  expect(record).toMatchObject({
    result: 'FAILURE',
    order: { totalAuthorizedAmount: '0.00' },
    response: { gatewayCode: 'BLOCKED', risk: { gatewayCode: 'REJECTED', rule: [{ id: 'code' }] } },
  })
  expect(record).not.toHaveProperty('response.risk.reversalResult')
  await world.recovery.tick()
  expect(world.asks.map(({ verb }) => verb)).toEqual(['authorize', 'reverse'])
  expect(await world.retrieve('1')).not.toHaveProperty('response.risk.reversalResult')
  world.journal.nowMs += 5_000
  await world.recovery.tick()
  const told = { gatewayCode: 'BLOCKED', risk: { gatewayCode: 'REJECTED', reversalResult: 'OKAY' } }
  expect(await world.retrieve('1')).toMatchObject({ result: 'FAILURE', response: told })
  const order = await world.journal.load(key)
  if (!order) throw new Error('There is an order')
  expect(notifiedRecordOf({ key, order, name: '1' }).record).toMatchObject({ response: told })
})

test('a reversal that does not come through is told as failed while it is tried on', async () => {
  const world = worldWith([wrongCode])
  world.answers.push(withWrongCode, ...Array.from({ length: 6 }, (): Scripted => 'silent'))
  await world.submit('1', 'PAY')
  for (let attempt = 0; attempt < 6; attempt++) {
    await world.recovery.tick()
    world.journal.nowMs += 3_600_000
  }
  expect(await world.retrieve('1')).toMatchObject({ response: { risk: { reversalResult: 'FAIL' } } })
  await world.recovery.tick()
  expect(await world.retrieve('1')).toMatchObject({ response: { risk: { reversalResult: 'OKAY' } } })
})

test('a verification that is rejected afterwards leaves nothing to reverse', async () => {
  const world = worldWith([wrongCode])
  world.answers.push(withWrongCode)
  expect(await world.submit('1', 'VERIFY')).toMatchObject({
    response: { gatewayCode: 'BLOCKED', risk: { reversalResult: 'NOT_APPLICABLE' } },
  })
  expect(await world.recovery.tick({ all: true })).toBe(0)
})

test('what waits for a review is not captured, and what failed needs none', async () => {
  const world = worldWith([{ ...big, recommendation: 'REVIEW' }])
  world.answers.push('declined')
  expect(await world.submit('0', 'AUTHORIZE')).toMatchObject({
    response: { risk: { gatewayCode: 'REVIEW_REQUIRED', review: { decision: 'NOT_REQUIRED' } } },
  })
  expect(await world.submit('1', 'AUTHORIZE')).toMatchObject({
    result: 'SUCCESS',
    response: { risk: { gatewayCode: 'REVIEW_REQUIRED', review: { decision: 'PENDING' } } },
  })
  const capture = { transactionId: '2', operation: 'CAPTURE', body: moved('150.00') }
  expect(await world.submitTo(key.orderId, capture)).toMatchObject({
    field: 'apiOperation',
    explanation: expect.stringContaining('waits for a review'),
  })
  // Nor raised: who reviews it decides about the amount that is seen.
  const raise = { transactionId: '3', operation: 'UPDATE_AUTHORIZATION', body: moved('900.00') }
  expect(await world.submitTo(key.orderId, raise)).toMatchObject({
    field: 'apiOperation',
    explanation: expect.stringContaining('waits for a review'),
  })
})

test('a pending payment that is approved later is still to be reviewed', async () => {
  const world = worldWith([{ ...big, recommendation: 'REVIEW' }])
  world.answers.push('pending')
  await world.submit('1', 'AUTHORIZE')
  await world.recovery.settle()
  expect(await world.retrieve('1')).toMatchObject({
    result: 'SUCCESS',
    response: {
      risk: { gatewayCode: 'REVIEW_REQUIRED', review: { decision: 'PENDING' }, rule: [{ id: 'big' }] },
    },
  })
})

test('attempts are counted over orders, blocked ones too, and again once the window has passed', async () => {
  const often = ruleWith({ when: { velocity: [{ by: 'CARD', minutes: 60, attemptsAbove: 2 }] } })
  const world = worldWith([often])
  const pay = async (orderId: string) => {
    const body = payment('1.00')
    return (await world.make(orderId, { transactionId: '1', operation: 'PAY', body })).response?.gatewayCode
  }
  expect([await pay('a'), await pay('b'), await pay('c'), await pay('d')]).toEqual([
    ...['APPROVED', 'APPROVED', 'BLOCKED', 'BLOCKED'],
  ])
  expect(world.asks).toHaveLength(2)
  world.journal.nowMs += 66 * 60_000
  expect(await pay('e')).toBe('APPROVED')
})

test('an attempt blocked by its count gives its trace number back: nothing was sent under it', async () => {
  const often = ruleWith({ when: { velocity: [{ by: 'CARD', minutes: 60, attemptsAbove: 1 }] } })
  const assign = () => ({ link: 'a', trace: 't', route: { link: 'a', because: 'only one' } })
  const world = worldWith([often], { assign })
  await world.submit('1', 'VERIFY')
  expect(await world.submit('2', 'VERIFY')).toMatchObject({ response: { gatewayCode: 'BLOCKED' } })
  const traces = (await world.journal.load(key))?.transactions.map(({ trace }) => trace)
  expect(traces).toEqual(['t', ''])
})

test('explain names every rule with what it saw; a shadow is told there and nowhere else', async () => {
  const watched = ruleWith({ id: 'watched', name: 'Watched', state: 'SHADOW', when: { operation: ['PAY'] } })
  const abroad = ruleWith({ id: 'abroad', name: 'Abroad', when: { billingCountryNot: ['USA'] } })
  const other = ruleWith({ id: 'other', when: { operation: ['VERIFY'] } })
  const world = worldWith([watched, abroad, other])
  const record = await world.submit('1', 'PAY')
  expect(record.response?.risk).toEqual({ gatewayCode: 'ACCEPTED', review: { decision: 'NOT_REQUIRED' } })
  const explained = await world.gateway.explain(key, '1')
  if (isRejection(explained)) throw new Error('It is there')
  expect(explained.rules).toEqual(
    expect.arrayContaining([
      { rule: 'RISK', verdict: 'ACCEPTED' },
      expect.objectContaining({ rule: 'watched', verdict: 'HOLDS', shadow: true, saw: 'PAY' }),
      expect.objectContaining({ rule: 'abroad', verdict: 'CANNOT_KNOW', saw: 'billed in unknown' }),
      { rule: 'other', verdict: 'DOES_NOT_HOLD' },
    ]),
  )
  expect(JSON.stringify(explained)).not.toContain(card.number)
})

test('a browser payment is assessed before its payer is sent away', async () => {
  const world = worldWith([big])
  const body = {
    order: { amount: '150.00', currency: 'USD' },
    sourceOfFunds: { type: 'BROWSER_PAYMENT' },
    browserPayment: { operation: 'PAY', returnUrl: 'https://shop.example/back' },
  }
  expect(await world.submit('1', 'INITIATE_BROWSER_PAYMENT', body)).toMatchObject({
    result: 'FAILURE',
    response: { gatewayCode: 'BLOCKED', risk: { gatewayCode: 'REJECTED' } },
  })
})

test('a merchant without rules is answered as before, with not one field more', async () => {
  const world = worldWith([])
  const record = await world.submit('1', 'PAY')
  expect(record.response?.risk).toEqual({ gatewayCode: 'NOT_CHECKED', review: { decision: 'NOT_REQUIRED' } })
  const order = await world.journal.load(key)
  expect(order?.transactions[0]?.outcome?.story).not.toHaveProperty('risk')
})

test('of a rule of the gateway a merchant reads that there is one, and of its shadows nothing', async () => {
  const ofGateway = (changes: Partial<RiskRule>) =>
    ruleWith({ name: 'Secret name', when: { operation: ['PAY'] }, recommendation: 'NO_ACTION', ...changes })
  const world = worldWith([ruleWith({ id: 'own', when: { operation: ['VERIFY'] } })])
  world.risk.setGateway([
    ofGateway({ id: 'counts', score: 3 }),
    ofGateway({ id: 'shadow', state: 'SHADOW' }),
    ofGateway({ id: 'unknown', when: { billingCountry: ['DEU'] } }),
    ofGateway({ id: 'idle', when: { operation: ['VERIFY'] } }),
  ])
  const record = await world.submit('1', 'PAY')
  const shown = { name: 'A rule of the gateway', recommendation: 'NO_ACTION' }
  expect(record.response?.risk?.rule).toEqual([{ id: 'counts', ...shown, score: '3', type: 'MSO_RULE' }])
  const rules = async (reader?: { isForOperator: boolean }) => {
    const explained = await world.gateway.explain(key, '1', reader)
    if (isRejection(explained)) throw new Error('It is there')
    return explained.rules.filter(({ rule }) => rule !== 'ORDER_STATUS' && rule !== 'RISK')
  }
  expect(await rules()).toEqual([
    { rule: 'counts', verdict: 'HOLDS', owner: 'MSO_RULE', stage: 'BEFORE', score: 3, ...shown },
    { rule: 'own', verdict: 'DOES_NOT_HOLD' },
  ])
  expect(await rules({ isForOperator: true })).toMatchObject([
    { rule: 'counts', name: 'Secret name', saw: 'PAY' },
    { rule: 'shadow', name: 'Secret name', shadow: true },
    { rule: 'unknown', verdict: 'CANNOT_KNOW' },
    ...[{ rule: 'own' }, { rule: 'idle' }].map(each => ({ ...each, verdict: 'DOES_NOT_HOLD' })),
  ])
})

const raise = (amount: string) => ['2', 'UPDATE_AUTHORIZATION', moved(amount)] as const

test('a raise beyond a rule is blocked, and the authorization stays as it was', async () => {
  const world = worldWith([big])
  await world.submit('1', 'AUTHORIZE', payment('90.00'))
  const record = await world.submit(...raise('110.00'))
  expect(record).toMatchObject({
    result: 'FAILURE',
    order: { status: 'AUTHORIZED', totalAuthorizedAmount: '90.00' },
    response: { gatewayCode: 'BLOCKED', risk: { gatewayCode: 'REJECTED', reversalResult: 'NOT_APPLICABLE' } },
  })
  expect(world.asks.map(({ verb }) => verb)).toEqual(['authorize'])
  expect(await world.submit('3', 'UPDATE_AUTHORIZATION', moved('80.00'))).toMatchObject({ result: 'SUCCESS' })
  expect(await world.submit('4', 'CAPTURE', moved('80.00'))).toMatchObject({ result: 'SUCCESS' })
})

test('a raise is counted by its card, with what it adds', async () => {
  const much = ruleWith({
    when: { velocity: [{ by: 'CARD', minutes: 60, amountAbove: '100.00', currency: 'USD' }] },
  })
  const world = worldWith([much])
  await world.submit('1', 'AUTHORIZE', payment('60.00'))
  // Sixty and thirty; then sixty, thirty and eleven.
  expect(await world.submit(...raise('90.00'))).toMatchObject({ result: 'SUCCESS' })
  expect(await world.submit('3', 'UPDATE_AUTHORIZATION', moved('101.00'))).toMatchObject({
    response: { gatewayCode: 'BLOCKED' },
  })
})

test('a raise that is rejected after its approval is undone, and the order waits for that', async () => {
  const late = ruleWith({ stage: 'AFTER' })
  const world = worldWith([late])
  await world.submit('1', 'AUTHORIZE', payment('90.00'))
  world.answers.push('approved', 'silent')
  expect(await world.submit(...raise('150.00'))).toMatchObject({
    result: 'FAILURE',
    order: { totalAuthorizedAmount: '90.00' },
    response: { gatewayCode: 'BLOCKED', risk: { gatewayCode: 'REJECTED' } },
  })
  expect(await world.submitTo(key.orderId, captureOf('90.00'))).toMatchObject({ kind: 'waiting' })
  await world.recovery.tick()
  world.journal.nowMs += 5_000
  await world.recovery.tick()
  expect(world.asks.map(({ verb }) => verb)).toEqual(['authorize', 'update', 'reverse', 'reverse'])
  expect(await world.retrieve('2')).toMatchObject({ response: { risk: { reversalResult: 'OKAY' } } })
  expect(await world.submitTo(key.orderId, captureOf('90.00'))).toMatchObject({ kind: 'recorded' })
})
const captureOf = (amount: string) => ({ transactionId: '9', operation: 'CAPTURE', body: moved(amount) })

test('a raise that is to be reviewed keeps the order from being captured', async () => {
  const world = worldWith([{ ...big, recommendation: 'REVIEW' }])
  await world.submit('1', 'AUTHORIZE', payment('90.00'))
  expect(await world.submit(...raise('150.00'))).toMatchObject({
    response: { risk: { review: { decision: 'PENDING' } } },
  })
  expect(await world.submitTo(key.orderId, captureOf('90.00'))).toMatchObject({ field: 'apiOperation' })
})

test('an approval that an inquiry finds is judged by the rules after it, and reversed', async () => {
  const late = ruleWith({ stage: 'AFTER', id: 'late', score: 1 })
  const world = worldWith([late, ruleWith({ id: 'idle', when: { operation: ['VERIFY'] } })])
  world.answers.push('pending')
  expect(await world.submit('1', 'AUTHORIZE')).toMatchObject({ result: 'PENDING' })
  await world.recovery.settle()
  expect(world.asks.map(({ verb }) => verb)).toEqual(['authorize', 'inquire', 'reverse'])
  expect(await world.retrieve('1')).toMatchObject({
    result: 'FAILURE',
    order: { totalAuthorizedAmount: '0.00' },
    response: {
      gatewayCode: 'BLOCKED',
      risk: { gatewayCode: 'REJECTED', reversalResult: 'OKAY', rule: [{ id: 'late' }], totalScore: '1' },
    },
  })
  const explained = await world.gateway.explain(key, '1')
  expect(explained).toMatchObject({
    rules: expect.arrayContaining([
      { rule: 'RISK', verdict: 'REJECTED' },
      expect.objectContaining({ rule: 'late', verdict: 'HOLDS' }),
      { rule: 'idle', verdict: 'DOES_NOT_HOLD' },
    ]),
  })
})

test('what began before there were rules is not judged when an inquiry finds it', async () => {
  const world = worldWith([])
  world.answers.push('pending')
  await world.submit('1', 'AUTHORIZE')
  world.risk.set(ruleWith({ stage: 'AFTER' }))
  await world.recovery.settle()
  expect(await world.retrieve('1')).toMatchObject({
    result: 'SUCCESS',
    response: { risk: { gatewayCode: 'NOT_CHECKED' } },
  })
})
