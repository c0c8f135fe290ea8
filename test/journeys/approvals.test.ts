import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openGateway, type TestGateway } from './gateway.ts'
import { authorization, newOrder, testCards } from './requests.ts'
import { valueAt } from './whole.ts'

describe('approvals', () => {
  let gateway: TestGateway
  beforeAll(async () => {
    gateway = await openGateway('external')
  })
  afterAll(() => gateway.stop())

  test('an authorization is recorded, and both retrievals show it', async () => {
    const orderId = newOrder()
    const answer = await gateway.authorize(orderId, authorization())
    expect(answer.status).toBe(201)
    expect(answer.headers).not.toHaveProperty('idempotent-replayed')
    expect(answer.body).toMatchObject({
      result: 'SUCCESS',
      merchant: 'TESTMERCHANT',
      version: '100',
      order: { id: orderId, amount: 10, currency: 'USD', status: 'AUTHORIZED', ...totals(10) },
      response: { gatewayCode: 'APPROVED', acquirerCode: '00', risk: { gatewayCode: 'NOT_CHECKED' } },
      transaction: { id: '1', type: 'AUTHORIZATION', amount: 10, currency: 'USD' },
    })
    const transaction = await gateway.retrieve(orderId, { transaction: '1' })
    expect(transaction).toMatchObject({ status: 200, body: withoutUpdate(answer.body) })
    const order = await gateway.retrieve(orderId)
    expect(order).toMatchObject({ status: 200, body: { id: orderId, status: 'AUTHORIZED', ...totals(10) } })
    const { version: _, ...shown } = withoutUpdate(answer.body)
    expect(order.body.transaction).toMatchObject([shown])
  })

  test.each(triggers)('a card that expires %s: %s', async (expiry, gatewayCode, result) => {
    const orderId = newOrder()
    const body = authorization({}, { expiry, securityCode: '100' })
    const authorized = result === 'SUCCESS' ? 10 : 0
    const first = await gateway.authorize(orderId, body)
    expect(first.status).toBe(201)
    expect(first.body).toMatchObject({
      result,
      response: { gatewayCode },
      order: totals(authorized),
      transaction: { amount: 10 },
    })
    // Nothing that may still succeed is told to have failed.
    const status = { SUCCESS: 'AUTHORIZED', FAILURE: 'FAILED', PENDING: undefined, UNKNOWN: undefined }[
      result
    ]
    expect(valueAt(first.body, 'order.status')).toBe(status)
    const isApproved = valueAt(first.body, 'transaction.authorizationCode') !== undefined
    expect(isApproved).toBe(result === 'SUCCESS')
    const again = await gateway.authorize(orderId, body)
    expect(again.status).toBe(200)
    expect(again.headers['idempotent-replayed']).toBe('true')
    expect(again.text).toBe(first.text)
    // What is unknown may be reversed by now.
    const originals = gateway.asks.filter(ask => ask.orderId === orderId && ask.verb !== 'reverse')
    expect(originals).toHaveLength(1)
    await gateway.retrieve(orderId)
  })

  test('a decline leaves the order open for another attempt, under another id', async () => {
    const orderId = newOrder()
    await gateway.authorize(orderId, authorization({}, { expiry: '05/39' }))
    const second = await gateway.authorize(orderId, authorization(), { transaction: '2' })
    expect(second).toMatchObject({ status: 201, body: { result: 'SUCCESS', order: totals(10) } })
    const third = await gateway.authorize(orderId, authorization(), { transaction: '3' })
    expect(third).toMatchObject({
      status: 400,
      body: { error: { field: 'apiOperation', validationType: 'INVALID' } },
    })
    const { body } = await gateway.retrieve(orderId)
    const shown = body.transaction as readonly object[]
    expect(shown.map(each => [valueAt(each, 'transaction.id'), valueAt(each, 'result')])).toEqual([
      ['1', 'FAILURE'],
      ['2', 'SUCCESS'],
    ])
    // The first answer shows the order as it was then; retrieving shows it as it is now.
    const replay = await gateway.authorize(orderId, authorization({}, { expiry: '05/39' }))
    expect(replay).toMatchObject({ status: 200, body: { order: { status: 'FAILED', ...totals(0) } } })
    const now = await gateway.retrieve(orderId, { transaction: '1' })
    expect(now.body).toMatchObject({ result: 'FAILURE', order: { status: 'AUTHORIZED', ...totals(10) } })
  })

  test.each([
    ['10.01', true, { result: 'SUCCESS', response: { gatewayCode: 'PARTIALLY_APPROVED' } }, 5],
    ['10.01', false, { result: 'FAILURE', response: { gatewayCode: 'DECLINED' } }, 0],
    ['0.01', true, { result: 'FAILURE', response: { gatewayCode: 'DECLINED' } }, 0],
  ])(
    'half of %s where acceptPartialAmount is %s: %j',
    async (asked, acceptPartialAmount, expected, approved) => {
      const orderId = newOrder()
      const order = { amount: asked, currency: 'USD', acceptPartialAmount }
      const answer = await gateway.authorize(orderId, authorization({ order }, { expiry: '04/39' }))
      expect(answer).toMatchObject({ status: 201, body: { ...expected, order: totals(approved) } })
      expect(valueAt(answer.body, 'order.amount')).toBe(Number(asked))
      expect((await gateway.retrieve(orderId)).body).toMatchObject(totals(approved))
    },
  )

  test('silence is answered after the patience, and the order is free at once', async () => {
    const orderId = newOrder()
    const before = performance.now()
    const first = await gateway.authorize(orderId, authorization({}, { expiry: '11/39' }))
    expect(first).toMatchObject({
      status: 201,
      body: { result: 'FAILURE', response: { gatewayCode: 'TIMED_OUT' } },
    })
    expect(performance.now() - before).toBeGreaterThan(140)
    const second = await gateway.authorize(orderId, authorization(), { transaction: '2' })
    expect(second).toMatchObject({ status: 201, body: { result: 'SUCCESS' } })
  })

  test.each(testCards)('$number is a $fundingMethod card of $brand', async ({ number, masked, ...told }) => {
    const { body } = await gateway.authorize(newOrder(), authorization({}, { number }))
    expect(body).toMatchObject({
      result: 'SUCCESS',
      sourceOfFunds: { type: 'CARD', provided: { card: { number: masked, scheme: told.brand, ...told } } },
    })
  })

  test.each(securityCodes)('security code %s of %s: %s', async (securityCode, number, gatewayCode) => {
    const card = { number, ...(securityCode !== undefined && { securityCode }) }
    const { body } = await gateway.authorize(newOrder(), authorization({}, card))
    expect(body).toMatchObject({ result: 'SUCCESS', response: { cardSecurityCode: { gatewayCode } } })
  })

  test.each(streets)('%s: %s', async (street, gatewayCode) => {
    const { body } = await gateway.authorize(newOrder(), authorization({ billing: { address: { street } } }))
    expect(body).toMatchObject({
      result: 'SUCCESS',
      response: { cardholderVerification: { avs: { gatewayCode } } },
    })
  })

  test('no card number and no security code reached the log', () => {
    const log = gateway.lines.join('')
    expect(log).toContain('"status":201')
    for (const { number } of testCards) expect(log).not.toContain(number)
    expect(log).not.toContain('securityCode')
  })
})

const totals = (authorized: number) => ({
  totalAuthorizedAmount: authorized,
  totalCapturedAmount: 0,
  totalRefundedAmount: 0,
})

/** The moment of the last change is measured once by the gateway and once by the database. */
function withoutUpdate(body: object): Record<string, unknown> {
  const { order, ...rest } = structuredClone(body) as { order: Record<string, unknown> }
  delete order.lastUpdatedTime
  return { order, ...rest }
}

const triggers: readonly (readonly [string, string, 'FAILURE' | 'PENDING' | 'SUCCESS' | 'UNKNOWN'])[] = [
  ['01/39', 'APPROVED', 'SUCCESS'],
  ['1/39', 'APPROVED', 'SUCCESS'],
  ['12/39', 'APPROVED_PENDING_SETTLEMENT', 'SUCCESS'],
  ['07/45', 'APPROVED', 'SUCCESS'],
  ['12/99', 'APPROVED', 'SUCCESS'],
  ['05/39', 'DECLINED', 'FAILURE'],
  ['04/27', 'EXPIRED_CARD', 'FAILURE'],
  ['10/39', 'EXPIRED_CARD', 'FAILURE'],
  ['01/20', 'EXPIRED_CARD', 'FAILURE'],
  ['12/00', 'EXPIRED_CARD', 'FAILURE'],
  ['08/28', 'TIMED_OUT', 'FAILURE'],
  ['11/39', 'TIMED_OUT', 'FAILURE'],
  ['01/37', 'ACQUIRER_SYSTEM_ERROR', 'FAILURE'],
  ['02/37', 'UNSPECIFIED_FAILURE', 'FAILURE'],
  ['02/39', 'INSUFFICIENT_FUNDS', 'FAILURE'],
  ['03/39', 'REFERRED', 'FAILURE'],
  ['06/39', 'DECLINED_DO_NOT_CONTACT', 'FAILURE'],
  ['07/39', 'BLOCKED', 'FAILURE'],
  ['09/39', 'SYSTEM_ERROR', 'FAILURE'],
  ['08/39', 'PENDING', 'PENDING'],
  ['05/37', 'UNKNOWN', 'UNKNOWN'],
]

const ofNetworkA = '371881634498004'
const ofNetworkB = '5123450000000008'
const securityCodes: readonly (readonly [string | undefined, string, string])[] = [
  ['100', ofNetworkB, 'MATCH'],
  ['101', ofNetworkB, 'NOT_PROCESSED'],
  ['102', ofNetworkB, 'NO_MATCH'],
  ['777', ofNetworkB, 'MATCH'],
  [undefined, ofNetworkB, 'NOT_PRESENT'],
  ['1000', ofNetworkA, 'MATCH'],
  ['1010', ofNetworkA, 'NOT_PROCESSED'],
  ['1020', ofNetworkA, 'NO_MATCH'],
  ['102', ofNetworkA, 'MATCH'],
]

const streets = [
  ['Alpha St', 'ADDRESS_MATCH'],
  ['X-ray St', 'ADDRESS_ZIP_MATCH'],
  ['Whiskey St', 'ZIP_MATCH'],
  ['November St', 'NO_MATCH'],
  ['Gamma St', 'NOT_VERIFIED'],
  ['Kilo St', 'NAME_MATCH'],
  ['Oscar St', 'NAME_ADDRESS_MATCH'],
  ['Lima St', 'NAME_ZIP_MATCH'],
  ['Romeo St', 'SERVICE_NOT_AVAILABLE_RETRY'],
  ['Sierra St', 'SERVICE_NOT_SUPPORTED'],
  ['Uniform St', 'NOT_AVAILABLE'],
  ['Zero St', 'NOT_REQUESTED'],
] as const
