import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ConsoleUser, enterConsole } from './consoleUser.ts'
import { openGateway, type TestGateway } from './gateway.ts'
import { authorization, fundsOf } from './requests.ts'

let gateway: TestGateway
let user: ConsoleUser
beforeAll(async () => {
  gateway = await openGateway('embedded')
  user = await enterConsole(gateway)
})
afterAll(() => gateway?.stop())

const merchantId = 'TESTMERCHANT'
const put = (order: string, id: string, body: object) =>
  gateway.call('PUT', `order/${order}/transaction/${id}`, body)
const pay = (order: string, amount: string, more: object = {}) =>
  put(order, '1', {
    ...{ apiOperation: 'PAY', order: { amount, currency: 'USD' }, sourceOfFunds: fundsOf({}) },
    ...more,
  })
const rule = {
  id: 'prefix',
  name: 'A card prefix',
  stage: 'BEFORE',
  recommendation: 'REJECT',
  when: { cardRange: [{ from: '512345' }], amount: [{ currency: 'USD', above: '50.00' }] },
} as const
const activate = async (id: string) => {
  await user.ask('setRuleState', { merchantId, id, state: 'SHADOW' })
  await user.ask('setRuleState', { merchantId, id, state: 'ACTIVE' })
}
/** Every node knows of a change within about a second. */
const answered = (code: string, make: () => ReturnType<typeof pay>) =>
  expect
    .poll(async () => (await make()).body.response, { timeout: 5_000, interval: 200 })
    .toMatchObject({
      gatewayCode: code,
    })

test('a rule is tried over the past, runs in shadow, then blocks a card prefix', async () => {
  await pay('past-1', '80.00')
  await pay('past-2', '20.00')
  await expect
    .poll(async () => (await user.ask('findOrders', { merchantId })).orders.length)
    .toBeGreaterThanOrEqual(2)
  expect(await user.ask('tryRule', { merchantId, rule })).toMatchObject({
    ...{ seen: 2, held: 1, unknown: 0 },
    amounts: [{ currency: 'USD', amount: '80.00', count: 1 }],
    samples: [{ orderId: 'past-1', saw: 'amount 80.00 USD; card 512345' }],
  })
  await user.ask('saveRule', { merchantId, rule })
  expect(await user.refused('setRuleState', { merchantId, id: 'prefix', state: 'ACTIVE' })).toMatchObject({
    status: 400,
  })
  await user.ask('setRuleState', { merchantId, id: 'prefix', state: 'SHADOW' })
  let made = 0
  await expect
    .poll(
      async () => {
        const { body } = await pay(`shadow-${++made}`, '90.00')
        expect(body).toMatchObject({ result: 'SUCCESS' })
        return (await user.ask('shadowReport', { merchantId, id: 'prefix' })).held
      },
      { timeout: 8_000, interval: 250 },
    )
    .toBeGreaterThan(0)
  await user.ask('setRuleState', { merchantId, id: 'prefix', state: 'ACTIVE' })
  await answered('BLOCKED', () => pay(`blocked-${++made}`, '90.00'))
  expect((await pay('small', '20.00')).body).toMatchObject({
    ...{ result: 'SUCCESS', response: { risk: { gatewayCode: 'ACCEPTED' } } },
  })
  const other = await gateway.authorize('elsewhere', authorization(), { merchant: 'OTHERMERCHANT' })
  expect(other.body.response).toMatchObject({ risk: { gatewayCode: 'NOT_CHECKED' } })
  await user.ask('setRuleState', { merchantId, id: 'prefix', state: 'RETIRED' })
})

test('an order waits for its review, is released, and another is rejected and voided', async () => {
  const review = { ...rule, id: 'look', name: 'Look at these', recommendation: 'REVIEW' } as const
  await user.ask('saveRule', {
    merchantId,
    rule: { ...review, when: { operation: ['AUTHORIZE'] } },
  })
  await activate('look')
  let made = 0
  const authorize = (order: string) => gateway.authorize(order, authorization())
  await expect
    .poll(async () => (await authorize(`review-${++made}`)).body.response, { timeout: 5_000 })
    .toMatchObject({ risk: { gatewayCode: 'REVIEW_REQUIRED', review: { decision: 'PENDING' } } })
  const waiting = `review-${made}`
  await authorize('rejected')
  const queue = await user.ask('reviewQueue', { merchantId })
  expect(queue.reviews.map(({ orderId }) => orderId)).toEqual([waiting, 'rejected'])
  const capture = { apiOperation: 'CAPTURE', transaction: { amount: '10.00', currency: 'USD' } }
  const captured = () => put(waiting, '2', capture)
  expect(await captured()).toMatchObject({ status: 400, body: { error: { field: 'apiOperation' } } })
  const decide = (orderId: string, decision: 'ACCEPTED' | 'REJECTED') =>
    user.ask('decideReview', { merchantId, orderId, transactionId: '1', decision, note: 'Called the payer.' })
  await decide(waiting, 'ACCEPTED')
  expect(await captured()).toMatchObject({ status: 201, body: { result: 'SUCCESS' } })
  expect(await decide('rejected', 'REJECTED')).toMatchObject({ decision: 'REJECTED' })
  const { body } = await gateway.call('GET', 'order/rejected/transaction/1')
  expect(body).toMatchObject({
    order: { status: 'CANCELLED', totalAuthorizedAmount: 0 },
    response: { risk: { review: { decision: 'REJECTED', note: 'Called the payer.' } } },
  })
  const { transactions } = await user.ask('orderShown', { merchantId, orderId: 'rejected' })
  expect(transactions.at(-1)).toMatchObject({
    type: 'VOID_AUTHORIZATION',
    userId: 'sandbox@localhost (operator)',
  })
  expect((await user.ask('reviewQueue', { merchantId })).reviews).toEqual([])
  expect(
    await user.refused('decideReview', {
      merchantId,
      orderId: waiting,
      transactionId: '1',
      decision: 'REJECTED',
    }),
  ).toMatchObject({ status: 400 })
  const { body: explained } = await gateway.call('GET', `order/${waiting}/transaction/1/explain`)
  expect(JSON.stringify(explained)).toMatch(/"REVIEWED"/)
  await user.ask('setRuleState', { merchantId, id: 'look', state: 'RETIRED' })
})

test('a rejection that a person overrode rejects no later attempt on that order', async () => {
  await user.ask('saveRule', {
    merchantId,
    rule: { ...rule, id: 'stop', when: { operation: ['PAY'] } },
  })
  await activate('stop')
  let made = 0
  await answered('BLOCKED', () => pay(`stopped-${++made}`, '5.00'))
  const orderId = `stopped-${made}`
  await user.ask('decideReview', { merchantId, orderId, transactionId: '1', decision: 'ACCEPTED' })
  const { body } = await gateway.call('GET', `order/${orderId}/transaction/1`)
  expect(body).toMatchObject({
    response: { risk: { review: { decision: 'ACCEPTED', decisionReason: 'MANUAL_OVERRIDE' } } },
  })
  const order = { amount: '5.00', currency: 'USD' }
  const again = await put(orderId, '2', { apiOperation: 'PAY', order, sourceOfFunds: fundsOf({}) })
  expect(again.body).toMatchObject({ result: 'SUCCESS', response: { risk: { gatewayCode: 'ACCEPTED' } } })
  await user.ask('setRuleState', { merchantId, id: 'stop', state: 'RETIRED' })
})

test('a card on the suspect list is kept as its hash and stops its payments', async () => {
  await user.ask('saveRule', {
    merchantId,
    rule: { ...rule, id: 'suspects', when: { listed: [{ list: 'SUSPECT', kind: 'CARD' }] } },
  })
  await activate('suspects')
  const entry = { merchantId, list: 'SUSPECT', kind: 'CARD' } as const
  const added = await user.ask('addToRiskList', { ...entry, cardNumber: '5123450000000008' })
  expect(added).toMatchObject({ shown: '512345xxxxxx0008', addedBy: 'sandbox@localhost (operator)' })
  let made = 0
  await answered('BLOCKED', () => pay(`suspect-${++made}`, '1.00'))
  const list = await user.ask('riskLists', { merchantId, list: 'SUSPECT' })
  expect(list.entries).toEqual([added])
  expect(Object.keys(added)).not.toContain('value')
  await user.ask('removeFromRiskList', { merchantId, list: 'SUSPECT', id: added.id })
  await answered('APPROVED', () => pay(`suspect-${++made}`, '1.00'))
  expect(gateway.lines.join('\n')).not.toContain('5123450000000008')
})
