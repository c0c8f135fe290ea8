import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { versions } from '../../src/contract/kit/versions.ts'
import { openGateway, type TestGateway } from './gateway.ts'
import { authorization, newOrder } from './requests.ts'
import { richRequests } from './rich.ts'
import { valueAt } from './whole.ts'

describe('every version', () => {
  let gateway: TestGateway
  beforeAll(async () => {
    gateway = await openGateway('external')
  })
  afterAll(() => gateway.stop())

  test.each([1, 20, 35, 55, 56, 69, 73, 100])('submitted at 55, asked for again at %i', async version => {
    const orderId = newOrder()
    const first = await gateway.authorize(orderId, richRequests.one, { version: 55 })
    expect(first.status).toBe(201)
    const again = await gateway.authorize(orderId, richRequests.one, { version })
    expect(again.status, again.text).toBe(200)
    expect(again.headers['idempotent-replayed']).toBe('true')
    const later = await gateway.retrieve(orderId, { transaction: '1', version })
    for (const { body } of [again, later]) {
      expect(body.version).toBe(String(version))
      expect('totalDisbursedAmount' in Object(body.order)).toBe(version >= 69)
      expect(valueAt(body, 'posTerminal.location')).toBe(
        version < 55 ? 'ON_CARD_ACCEPTOR_PREMISES' : 'MERCHANT_TERMINAL_ON_PREMISES',
      )
      expect(valueAt(body, 'response.gatewayCode')).toBe('APPROVED')
      expect(valueAt(body, 'transaction.authorizationCode')).toBe(
        valueAt(first.body, 'transaction.authorizationCode'),
      )
    }
    expect(gateway.asks.filter(ask => ask.orderId === orderId)).toHaveLength(1)
  })

  test('a repeat is recognised at a version that does not know all of its fields', async () => {
    const orderId = newOrder()
    const body = { ...authorization(), currencyConversion: { requestId: 'x' } }
    expect((await gateway.authorize(orderId, body, { version: 100 })).status).toBe(201)
    const again = await gateway.authorize(orderId, body, { version: 55 })
    expect(again.status, again.text).toBe(200)
    const other = { ...body, currencyConversion: { requestId: 'y' } }
    const refused = await gateway.authorize(orderId, other, { version: 55 })
    expect(valueAt(refused.body, 'error.field')).toBe('currencyConversion')
  })

  test.each([
    ['MERCHANT_TERMINAL_ON_PREMISES', 'ON_CARD_ACCEPTOR_PREMISES'],
    ['MERCHANT_TERMINAL_OFF_PREMISES', 'OFF_CARD_ACCEPTOR_PREMISES'],
    ['PAYER_TERMINAL_ON_PREMISES', 'OFF_CARD_ACCEPTOR_PREMISES'],
    ['PAYER_TERMINAL_OFF_PREMISES', 'OFF_CARD_ACCEPTOR_PREMISES'],
    ['NO_TERMINAL_VOICE_OR_AUDIO_RESPONSE', 'ON_CARD_ACCEPTOR_PREMISES'],
  ])('%s is %s below version 55', async (location, older) => {
    const orderId = newOrder()
    await gateway.authorize(orderId, authorization({ posTerminal: { location } }))
    const shown = async (version: number) =>
      valueAt((await gateway.retrieve(orderId, { transaction: '1', version })).body, 'posTerminal.location')
    expect([await shown(54), await shown(55), await shown(100)]).toEqual([older, location, location])
  })

  test('an order and its transactions are shown at the version of the call', async () => {
    const orderId = newOrder()
    await gateway.authorize(orderId, authorization({}, { expiry: '05/39' }), { version: 30 })
    await gateway.authorize(orderId, authorization(), { version: 90, transaction: '2' })
    for (const version of [1, 68, 69, 100]) {
      const { body } = await gateway.retrieve(orderId, { version })
      expect('merchantAmount' in body).toBe(version >= 69)
      const transactions = body.transaction as readonly object[]
      expect(transactions.map(each => valueAt(each, 'version'))).toEqual([String(version), String(version)])
      expect(transactions.map(each => 'merchantAmount' in Object(valueAt(each, 'order')))).toEqual([
        version >= 69,
        version >= 69,
      ])
    }
  })

  test('what came with a version is unknown before it, in requests and in answers', async () => {
    const currencyConversion = { provider: 'RATE_PROVIDER_A', payerAmount: '9.00', payerCurrency: 'EUR' }
    const body = authorization({ currencyConversion })
    const orderId = newOrder()
    const early = await gateway.authorize(orderId, body, { version: 68 })
    expect(early).toMatchObject({
      status: 400,
      body: { error: { field: 'currencyConversion', validationType: 'UNSUPPORTED' } },
    })
    const { status, body: answer } = await gateway.authorize(orderId, body, { version: 69 })
    expect([status, valueAt(answer, 'currencyConversion.payerAmount')]).toEqual([201, 9])
    const older = await gateway.retrieve(orderId, { transaction: '1', version: 68 })
    expect(older.body).not.toHaveProperty('currencyConversion')
  })

  test('a request that a newer version would refuse is still replayed there', async () => {
    const order = {
      amount: '1.00',
      currency: 'USD',
      subMerchant: { identifier: 'Läden/7', email: 'a@example.com' },
    }
    const orderId = newOrder()
    expect(await gateway.authorize(orderId, authorization({ order }), { version: 72 })).toMatchObject({
      status: 201,
    })
    expect(await gateway.authorize(orderId, authorization({ order }), { version: 73 })).toMatchObject({
      status: 200,
      body: { version: '73', order: { subMerchant: { identifier: 'Läden/7' } } },
    })
    expect(await gateway.authorize(newOrder(), authorization({ order }), { version: 73 })).toMatchObject({
      status: 400,
      body: { error: { field: 'order.subMerchant.identifier', validationType: 'INVALID' } },
    })
  })

  test.each(['0', `${versions.last + 1}`, '055', 'abc', '-1', '55.0', '%EF%BC%91', '1e1', '+1', ' 1', ''])(
    'there is no version %j',
    async version => {
      const path = `/api/rest/version/${encodeURI(version)}/merchant/TESTMERCHANT/order/o/transaction/1`
      expect(await gateway.call('PUT', path, authorization())).toMatchObject({ status: 404 })
    },
  )
})
