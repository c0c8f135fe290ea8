import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openGateway, type TestGateway } from './gateway.ts'
import { authorization, fundsOf, newOrder } from './requests.ts'
import { valueAt } from './whole.ts'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await openGateway('embedded')
})
afterAll(() => gateway?.stop())

describe('spec 2.2: amounts up to 1000000000000 in every currency, from request to answer', () => {
  const move = (apiOperation: string, amount: unknown, currency: string) => ({
    apiOperation,
    transaction: { amount, currency },
  })

  for (const [currency, smallest] of [
    ['IDR', '0.01'],
    ['LBP', '0.01'],
    ['KWD', '0.001'],
    ['JPY', '1'],
  ] as const)
    test(`the largest amount in ${currency}, and the smallest part of it, are counted exactly`, async () => {
      const orderId = newOrder()
      const call = (transaction: string, body: object) => gateway.authorize(orderId, body, { transaction })
      const order = { amount: '1000000000000', currency }
      const authorized = await call('a', authorization({ order }))
      expect(authorized, authorized.text).toMatchObject({
        status: 201,
        body: { order: { amount: 1_000_000_000_000, totalAuthorizedAmount: 1_000_000_000_000 } },
      })
      const first = await call('c', move('CAPTURE', smallest, currency))
      expect(first.body).toMatchObject({ order: { totalCapturedAmount: Number(smallest) } })
      const rest = await call('d', move('CAPTURE', '999999999999', currency))
      const captured = currency === 'JPY' ? 1_000_000_000_000 : 999_999_999_999 + Number(smallest)
      expect(rest.body, rest.text).toMatchObject({ order: { totalCapturedAmount: captured } })
      // As text: no digit is lost on the way to JSON either.
      if (currency === 'KWD') expect(rest.text).toContain('"totalCapturedAmount":999999999999.001')
      const refunded = await call('r', move('REFUND', '999999999999', currency))
      expect(refunded.body, refunded.text).toMatchObject({ order: { totalRefundedAmount: 999_999_999_999 } })
      const over = await call('x', move('CAPTURE', '1000000000001', currency))
      expect(over).toMatchObject({ status: 400, body: { error: { field: 'transaction.amount' } } })
    })

  test('leading zeros, and numbers as JSON spells them, are the same amount', async () => {
    const orderId = newOrder()
    const order = { amount: '0000010.50', currency: 'USD' }
    const paid = await gateway.authorize(orderId, authorization({ order }))
    expect(paid.body, paid.text).toMatchObject({ order: { amount: 10.5 } })
    const again = await gateway.authorize(orderId, authorization({ order: { ...order, amount: '10.50' } }))
    expect(again).toMatchObject({ status: 200, headers: { 'idempotent-replayed': 'true' } })
  })

  const sent = (text: string) =>
    gateway.call('PUT', `/api/rest/version/100/merchant/TESTMERCHANT/order/${newOrder()}/transaction/1`, text)

  test('7.0 and 7e0 are whole numbers where one is expected', async () => {
    for (const spelled of ['7.0', '7e0', '0.7E+1']) {
      const text = JSON.stringify({
        ...authorization(),
        agreement: { id: 'A', type: 'OTHER', numberOfPayments: 'HERE', minimumDaysBetweenPayments: 'HERE' },
      }).replaceAll('"HERE"', spelled)
      const paid = await sent(text)
      expect(paid, paid.text).toMatchObject({ status: 201, body: { agreement: { numberOfPayments: 7 } } })
    }
    const text = JSON.stringify({ ...authorization(), agreement: { numberOfPayments: 'HERE' } })
    const half = await sent(text.replace('"HERE"', '7.5'))
    expect(valueAt(half.body, 'error.field')).toBe('agreement.numberOfPayments')
  })
})

describe('a refund without an earlier payment', () => {
  test('is refused unless the profile allows it, and then up to its cap', async () => {
    const profile = '/sandbox/merchants/TESTMERCHANT/profile'
    const alone = (amount: string, currency = 'USD') =>
      gateway.authorize(newOrder(), {
        ...{ apiOperation: 'REFUND', transaction: { amount, currency } },
        sourceOfFunds: fundsOf(),
      })
    expect(await alone('25.00')).toMatchObject({ status: 201, body: { result: 'SUCCESS' } })
    await gateway.call('PUT', profile, { standaloneRefunds: [] })
    await expect.poll(async () => (await alone('25.00')).status, { timeout: 5_000 }).toBe(400)
    expect((await alone('25.00')).body).toMatchObject({
      error: {
        field: 'apiOperation',
        validationType: 'INVALID',
        explanation: expect.stringContaining('standaloneRefunds'),
      },
    })
    await gateway.call('PUT', profile, { standaloneRefunds: ['USD:25.00'] })
    await expect.poll(async () => (await alone('25.00')).status, { timeout: 5_000 }).toBe(201)
    expect(await alone('25.01')).toMatchObject({
      status: 400,
      body: { error: { field: 'transaction.amount', explanation: expect.stringContaining('25.00 USD') } },
    })
    expect(await alone('1.00', 'EUR')).toMatchObject({
      status: 400,
      body: { error: { field: 'transaction.currency' } },
    })
  })
})
