import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Answer } from './client.ts'
import { openGateway, type TestGateway } from './gateway.ts'
import { authorization, fundsOf, newOrder } from './requests.ts'
import { valueAt } from './whole.ts'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await openGateway('embedded')
})
afterAll(() => gateway?.stop())

const submit = (orderId: string, transaction: string, body: object): Promise<Answer> =>
  gateway.authorize(orderId, body, { transaction })
const money = { amount: '4.00', currency: 'USD' }
const refund = (more: object = {}) => ({ apiOperation: 'REFUND', transaction: money, ...more })
const capture = (more: object = {}) => ({ apiOperation: 'CAPTURE', transaction: money, ...more })
const voiding = (targetTransactionId: string) => ({
  apiOperation: 'VOID',
  transaction: { targetTransactionId },
})

const address = { street: '1 High Street', city: 'Town', country: 'GBR' }
const groups = {
  accountFunding: { purpose: 'PAYROLL', senderType: 'PERSON' },
  agreement: { id: 'A-1', type: 'UNSCHEDULED' },
  airline: { bookingReference: 'ABC123', itinerary: { leg: [{ carrierCode: 'ZZ', flightNumber: '1234' }] } },
  billing: { address },
  customer: { email: 'jane@example.com' },
  shipping: { address, method: 'GROUND' },
}
const order = { amount: '10.00', currency: 'USD', purchaseType: 'ACCOUNT_FUNDING' }
const shown = {
  ...groups,
  shipping: { address: { ...address, sameAsBilling: 'SAME' }, method: 'GROUND' },
}

test('a referral shows the groups of the attempt that was referred, and again when repeated', async () => {
  const orderId = newOrder()
  const referred = await submit(orderId, '1', authorization({ ...groups, order }, { expiry: '03/39' }))
  const reference = valueAt(referred.body, 'accountFunding.reference')
  expect(reference).toMatch(/^[0-9A-F]{20}$/)
  const body = { apiOperation: 'REFERRAL', transaction: { authorizationCode: 'TEL123' } }
  const answer = await submit(orderId, '2', body)
  expect(answer, answer.text).toMatchObject({
    status: 201,
    body: {
      ...shown,
      accountFunding: { purpose: 'PAYROLL', reference },
      action: { refundAuthorization: false },
    },
  })
  expect((await submit(orderId, '2', body)).text).toBe(answer.text)
  const retrieved = await gateway.retrieve(orderId, { transaction: '2' })
  expect(retrieved.body).toMatchObject({ ...shown, accountFunding: { reference } })
})

test('every follow-up shows the groups of the order, and the newest word on each', async () => {
  const orderId = newOrder()
  const first = await submit(orderId, '1', authorization({ ...groups, order }))
  const accountFunding = { reference: valueAt(first.body, 'accountFunding.reference') }
  const follow = async (id: string, body: object, expected: object) =>
    expect((await submit(orderId, id, body)).body).toMatchObject({ ...expected, accountFunding })
  await follow('2', { apiOperation: 'UPDATE_AUTHORIZATION' }, shown)
  const moved = { address: { city: 'Elsewhere', country: 'GBR' } }
  const other = { ...shown, shipping: { address: { ...moved.address, sameAsBilling: 'UNKNOWN' } } }
  const captured = await submit(orderId, '3', capture({ shipping: moved }))
  expect(captured.body).toMatchObject({ airline: groups.airline, billing: groups.billing, accountFunding })
  expect(valueAt(captured.body, 'shipping.address.street')).toBeUndefined()
  const { shipping: _, ...others } = other
  await follow('4', refund(), others)
  await follow('5', voiding('4'), others)
  const { body } = await gateway.retrieve(orderId, { transaction: '5' })
  expect(valueAt(body, 'shipping.address.city')).toBe('Elsewhere')
})

test('a group of many parts comes back with what follows, like the others', async () => {
  const orderId = newOrder()
  const fares = { fareBasis: 'Y'.repeat(24), endorsementsRestrictions: 'N'.repeat(20) }
  const leg = Array.from({ length: 99 }, () => ({ carrierCode: 'ZZ', flightNumber: '1234', ...fares }))
  await submit(orderId, '1', authorization({ ...groups, order, airline: { itinerary: { leg } } }))
  const { body } = await submit(orderId, '2', capture())
  expect(body).toMatchObject({ billing: groups.billing, airline: { itinerary: { leg } } })
})

test('account funding is answered with a reference, described or not', async () => {
  const { body } = await submit(newOrder(), '1', authorization({ order }))
  expect(valueAt(body, 'accountFunding.reference')).toMatch(/^[0-9A-F]{20}$/)
})

test('whether a refund is authorized is answered, whoever decided it', async () => {
  const orderId = newOrder()
  await submit(orderId, '1', { ...authorization(), apiOperation: 'PAY' })
  expect((await submit(orderId, '2', refund())).body).toMatchObject({
    action: { refundAuthorization: false },
  })
  const asked = refund({ action: { refundAuthorization: true } })
  expect((await submit(orderId, '3', asked)).body).toMatchObject({ action: { refundAuthorization: true } })
})

test('a void is of what was approved, and the transaction says how much that was', async () => {
  const orderId = newOrder()
  const partial = { order: { amount: '10.00', currency: 'USD', acceptPartialAmount: true } }
  const approved = await submit(orderId, '1', authorization(partial, { expiry: '04/39' }))
  expect(approved.body).toMatchObject({
    order: { amount: 10, totalAuthorizedAmount: 5 },
    transaction: { amount: 5 },
  })
  const retrieved = await gateway.retrieve(orderId, { transaction: '1' })
  expect(retrieved.body).toMatchObject({ transaction: { amount: 5 } })
  const undone = await submit(orderId, '2', voiding('1'))
  expect(undone.body).toMatchObject({
    order: { amount: 10, status: 'CANCELLED', totalAuthorizedAmount: 0 },
    transaction: { amount: 5, targetTransactionId: '1' },
  })
})

test('a refund alone goes to the card of the order it refers to', async () => {
  const paid = newOrder()
  await submit(paid, '1', { ...authorization({}, { number: '4508750015741019' }), apiOperation: 'PAY' })
  const orderId = newOrder()
  const answer = await submit(orderId, '1', refund({ referenceOrderId: paid }))
  expect(answer, answer.text).toMatchObject({
    status: 201,
    body: {
      result: 'SUCCESS',
      order: { status: 'REFUNDED', totalRefundedAmount: 4 },
      sourceOfFunds: { provided: { card: { number: '450875xxxxxx1019' } } },
    },
  })
  const [asked] = gateway.asks.filter(ask => ask.orderId === orderId)
  expect(asked).toMatchObject({ verb: 'credit', card: { number: '4508750015741019' } })
  const nowhere = await submit(newOrder(), '1', refund({ referenceOrderId: 'nowhere' }))
  expect(nowhere).toMatchObject({ status: 400, body: { error: { field: 'referenceOrderId' } } })
})

test('what a session holds beyond a follow-up is left aside; what the request says is not', async () => {
  const made = await gateway.call('POST', 'session', {
    order: { subMerchant: { identifier: 'S-1', tradingName: 'Sub Ltd' } },
    sourceOfFunds: fundsOf({ securityCode: '100' }),
    transaction: { source: 'INTERNET' },
  })
  const session = { id: valueAt(made.body, 'session.id') }
  const orderId = newOrder()
  await submit(orderId, '1', authorization())
  expect(await submit(orderId, '2', capture({ session }))).toMatchObject({ status: 201 })
  const refunded = await submit(orderId, '3', refund({ session }))
  expect(refunded, refunded.text).toMatchObject({ status: 201, body: { result: 'SUCCESS' } })
  const sourceOfFunds = fundsOf()
  for (const more of [{ sourceOfFunds }, { session, sourceOfFunds }])
    expect(await submit(orderId, '4', refund(more))).toMatchObject({
      status: 400,
      body: { error: { field: 'sourceOfFunds', validationType: 'UNSUPPORTED' } },
    })
  const alone = await submit(newOrder(), '1', refund({ session }))
  expect(alone, alone.text).toMatchObject({ status: 201, body: { result: 'SUCCESS' } })
})

test('a plan that bears interest is answered with its figures, and follow-ups repeat them', async () => {
  const orderId = newOrder()
  const paymentPlan = { planId: 'INTEREST_12', numberOfPayments: '3' }
  const figures = { paymentPlan: { interestRate: 10, paymentAmount: 34.16, finalAmount: 34.18 } }
  const costs = { order: { amount: '100.00', currency: 'USD' }, paymentPlan }
  expect((await submit(orderId, '1', authorization(costs))).body).toMatchObject(figures)
  expect((await submit(orderId, '2', capture())).body).toMatchObject(figures)
})
