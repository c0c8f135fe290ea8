import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { submit, visit } from './browser.ts'
import { explained, later } from './cardholder.ts'
import type { Answer } from './client.ts'
import { openGateway, type TestGateway } from './gateway.ts'
import { authorization } from './requests.ts'
import { back, booked, decideThere, endedAs, goThere, open, paid, shopper, stage } from './shopper.ts'
import { valueAt } from './whole.ts'

const payment = { ...authorization(), apiOperation: 'PAY' }
const atMerchant = { type: 'PROVIDER_A', paymentConfirmation: 'CONFIRM_AT_MERCHANT' } as const

describe('a browser payment that the payer confirms at the merchant', () => {
  let gateway: TestGateway
  beforeAll(async () => {
    gateway = await openGateway('external', { patienceMs: 600, orderWaitMs: 400 })
  })
  afterAll(() => gateway?.stop())

  const refused = (answer: Answer, field: string, validationType = 'INVALID') =>
    expect(answer, answer.text).toMatchObject({ status: 400, body: { error: { field, validationType } } })
  const agreed = async (wishes: Parameters<typeof shopper>[1] = {}, more: object = {}) => {
    const payer = shopper(gateway, { ...atMerchant, ...wishes })
    expect((await payer.initiate(more)).status).toBe(201)
    expect((await payer.act('approve')).body).toMatchObject({ state: 'agreed' })
    expect(stage(await payer.shown())).toBe(back)
    return payer
  }

  test('nothing is taken before the merchant says so, and then as much as it says', async () => {
    const payer = shopper(gateway, { type: 'BROWSER_PAYMENT', paymentConfirmation: 'CONFIRM_AT_MERCHANT' })
    const first = { order: { amount: '10.00', currency: 'USD', reference: 'cart 7', description: 'two' } }
    const initiated = await payer.initiate(first)
    refused(await payer.confirm(), 'apiOperation')
    const { address } = await goThere(initiated)
    refused(await payer.confirm(), 'apiOperation')
    await visit(await decideThere(address, 'approve'))
    expect(stage(await payer.shown())).toBe(back)
    expect(await booked(gateway, payer.orderId)).toEqual([])
    const order = {
      amount: '9.00',
      itemAmount: '8.00',
      shippingAndHandlingAmount: '1.00',
      item: [{ name: 'Tea', quantity: '2', unitPrice: '4.00' }],
    }
    const confirmed = await payer.confirm({ order })
    expect(confirmed).toMatchObject({
      status: 201,
      body: {
        order: { amount: 9, status: 'CAPTURED', reference: 'cart 7', description: 'two', itemAmount: 8 },
        transaction: { id: 'buy', type: 'PAYMENT', amount: 9, authorizationCode: expect.any(String) },
        browserPayment: {
          operation: 'PAY',
          interaction: { timeReturned: expect.any(String), timeCompleted: expect.any(String) },
        },
      },
    })
    expect(stage(confirmed)).toBe(paid)
    expect(await booked(gateway, payer.orderId)).toEqual(['buy payment 9 posted'])
    const again = await payer.confirm({ order })
    expect(again).toMatchObject({ status: 200, headers: { 'idempotent-replayed': 'true' } })
    expect(again.text).toBe(confirmed.text)
    const replay = await payer.initiate(first)
    expect(replay).toMatchObject({ status: 200, headers: { 'idempotent-replayed': 'true' } })
    refused(await payer.confirm({ order: { amount: '9.50' } }), 'transactionid')
    const whole = await gateway.retrieve(payer.orderId)
    expect(whole.body).toMatchObject({ amount: 9, totalCapturedAmount: 9 })
    expect(whole.body.transaction).toHaveLength(1)
    expect(valueAt(whole.body, 'transaction.0.order.item')).toMatchObject([{ name: 'Tea' }])
    const steps = await explained(gateway, payer.orderId, 'buy')
    const happenings = steps.filter(({ step }) => step !== 'NOTIFICATION_DUE')
    expect(happenings.slice(-3)).toMatchObject([
      { step: 'RECEIVED', operation: 'CONFIRM_BROWSER_PAYMENT' },
      { step: 'PROVIDER_ASKED', verb: 'confirm', answer: 'approved', amount: '9.00' },
      { step: 'ANSWERED', gatewayCode: 'APPROVED', interaction: 'COMPLETED' },
    ])
  })

  test('at version 35, which has it first, and with an authorization that is captured later', async () => {
    const payer = shopper(gateway, { ...atMerchant, operation: 'AUTHORIZE' })
    const initiated = await payer.initiate({}, { version: 35 })
    expect(initiated).toMatchObject({ status: 201, body: { order: { status: 'INITIATED' } } })
    await payer.act('approve')
    const confirmed = await payer.confirm({ customer: { email: 'payer@example.com' } }, { version: 35 })
    expect(confirmed).toMatchObject({ status: 201, body: { order: { status: 'AUTHORIZED' }, version: '35' } })
    const capture = { apiOperation: 'CAPTURE', transaction: { amount: '10.00', currency: 'USD' } }
    expect((await payer.call('c', capture)).body).toMatchObject({ order: { status: 'CAPTURED' } })
  })

  test('what the answer shows of the payment it shows also after the confirmation', async () => {
    const payer = shopper(gateway, atMerchant)
    const initiated = await payer.initiate()
    await payer.act('approve')
    const confirmed = await payer.confirm()
    expect(confirmed.body).toMatchObject({ sourceOfFunds: initiated.body.sourceOfFunds })
    expect(confirmed.body).toMatchObject({
      browserPayment: { providerA: Object(valueAt(initiated.body, 'browserPayment.providerA')) },
    })
  })

  test('never in another currency, never what does not add up or nobody agreed to', async () => {
    const payer = await agreed()
    refused(await payer.confirm({ order: { currency: 'EUR' } }), 'order.currency')
    refused(await payer.confirm({ order: { amount: '5.00', currency: 'EUR' } }), 'order.currency')
    refused(await payer.confirm({ order: { amount: '0.00' } }), 'order.amount')
    refused(await payer.confirm({ order: { amount: '5.001' } }), 'order.amount')
    refused(await payer.confirm({ order: { taxAmount: '0.001' } }), 'order.taxAmount')
    const yen = await agreed({}, { order: { amount: '1000', currency: 'JPY' } })
    refused(await yen.confirm({ order: { amount: '5.5' } }), 'order.amount')
    const amounts = { amount: '9.00', itemAmount: '8.00', shippingAndHandlingAmount: '2.00' }
    refused(await payer.confirm({ order: amounts }), 'order.amount')
    const card = authorization().sourceOfFunds
    refused(await payer.confirm({ sourceOfFunds: card }), 'sourceOfFunds', 'UNSUPPORTED')
    refused(await payer.call('x', confirming), 'apiOperation')
    const cancelled = shopper(gateway, atMerchant)
    await cancelled.initiate()
    await cancelled.act('cancel')
    refused(await cancelled.confirm(), 'apiOperation')
    refused(await shopper(gateway, atMerchant).confirm(), 'apiOperation')
  })
  const confirming = { apiOperation: 'CONFIRM_BROWSER_PAYMENT' }

  test('where the payer confirms at the provider there is nothing to confirm', async () => {
    for (const paymentConfirmation of ['CONFIRM_AT_PROVIDER', undefined] as const) {
      const payer = shopper(gateway, {
        type: 'PROVIDER_A',
        reference: 'TEST-SUCCESS-INIT',
        ...(paymentConfirmation && { paymentConfirmation }),
      })
      await payer.initiate()
      await payer.act('open')
      expect(stage(await payer.shown())).toBe(back)
      refused(await payer.confirm(), 'apiOperation')
      await later(gateway, 'PT1M')
      expect(stage(await payer.shown())).toBe(paid)
      refused(await payer.confirm(), 'apiOperation')
    }
  })

  test.each([
    ['TEST-FAIL-DECLINE', 'DECLINED'],
    ['x.FAILBLOCKED', 'BLOCKED'],
  ])('%s: agreed at first, and declined when confirmed', async (reference, code) => {
    const payer = shopper(gateway, { ...atMerchant, reference })
    await payer.initiate()
    expect((await payer.act('open')).body).toMatchObject({ state: 'agreed' })
    expect(stage(await payer.confirm())).toBe(endedAs(code))
    expect(await booked(gateway, payer.orderId)).toEqual([])
    expect((await payer.call('card', payment)).body).toMatchObject({ result: 'SUCCESS' })
  })

  test('a provider that still thinks is asked again, by the reference of the confirmation', async () => {
    const payer = await agreed()
    const order = { reference: 'TEST-SUCCESS-INIT', amount: '7.00' }
    expect(stage(await payer.confirm({ order }))).toBe(back)
    refused(await payer.call('card', payment), 'apiOperation')
    await later(gateway, 'PT1M')
    expect(stage(await payer.shown())).toBe(paid)
    expect(await booked(gateway, payer.orderId)).toEqual(['buy payment 7 posted'])
  })

  test('a provider that says nothing keeps the order busy until it is known', async () => {
    const payer = await agreed({ reference: 'cart.SILENT' })
    const confirmed = await payer.confirm({ order: { amount: '8.00' } })
    expect(confirmed).toMatchObject({
      status: 201,
      body: { result: 'PENDING', response: { gatewayCode: 'PENDING' }, order: { status: 'INITIATED' } },
    })
    await later(gateway, 'PT1M')
    const shown = await payer.shown()
    expect(stage(shown)).toBe(paid)
    expect(shown.body).toMatchObject({ transaction: { amount: 8 }, order: { totalCapturedAmount: 8 } })
    expect(await booked(gateway, payer.orderId)).toEqual(['buy payment 8 posted'])
    expect((await payer.call('r', refund('8.00'))).body).toMatchObject({ order: { status: 'REFUNDED' } })
    expect(await payer.confirm({ order: { amount: '8.00' } })).toMatchObject({ status: 200 })
  })
  const refund = (amount: string) => ({ apiOperation: 'REFUND', transaction: { amount, currency: 'USD' } })

  test('many confirm at once, and it is carried out once', async () => {
    const payer = await agreed()
    const answers = await Promise.all(Array.from({ length: 5 }, () => payer.confirm()))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 201])
    const others = await agreed()
    const amounts = ['1.00', '2.00', '3.00']
    const rivals = await Promise.all(amounts.map(amount => others.confirm({ order: { amount } })))
    expect(rivals.map(({ status }) => status).sort()).toEqual([201, 400, 400])
    for (const { orderId } of [payer, others]) expect(await booked(gateway, orderId)).toHaveLength(1)
  })

  test('confirmed on one node, agreed on another, and restarted in between', async () => {
    const payer = shopper(gateway, atMerchant)
    await payer.initiate()
    const neighbour = await gateway.neighbour()
    try {
      await payer.act('approve', neighbour)
      gateway = await gateway.restarted()
      const path = `order/${payer.orderId}/transaction/buy`
      expect(stage(await gateway.call('PUT', path, confirming))).toBe(paid)
      expect(stage(await neighbour.retrieve(payer.orderId, { transaction: 'buy' }))).toBe(paid)
    } finally {
      await neighbour.stop()
    }
  })

  test('what is not confirmed within three hours is over, and the order is free again', async () => {
    const payer = await agreed()
    const unopened = shopper(gateway, atMerchant)
    const opened = await unopened.initiate()
    await later(gateway, 'PT2H50M')
    expect(stage(await payer.shown())).toBe(back)
    expect(stage(await unopened.shown())).toBe(open)
    await later(gateway, 'PT30M')
    refused(await payer.confirm(), 'apiOperation')
    expect(stage(await unopened.shown())).toBe(endedAs('ABORTED'))
    const { interactionId } = Object(valueAt(opened.body, 'browserPayment.providerA'))
    const address = `http://127.0.0.1:${gateway.port}/sandbox/provider/${interactionId}`
    await submit({ address, fields: {} }, { act: 'approve' })
    refused(await unopened.confirm(), 'apiOperation')
    expect(await booked(gateway, payer.orderId)).toEqual([])
    const card = await payer.call('card', payment)
    expect(card, card.text).toMatchObject({ body: { result: 'SUCCESS', order: { status: 'CAPTURED' } } })
  })

  test('after all of this the books of gateway, acquirer and provider agree', async () => {
    await later(gateway, 'PT1H')
    const { body } = await gateway.call('GET', '/sandbox/reconciliation')
    expect(body).toEqual({ differences: [] })
  })
})
