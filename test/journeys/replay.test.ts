import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Answer } from './client.ts'
import { openGateway, type TestGateway } from './gateway.ts'
import { authorization, fundsOf, newOrder } from './requests.ts'
import { changed, leafAt, leavesOf, reordered, richRequests } from './rich.ts'
import { valueAt } from './whole.ts'

const { one, two } = richRequests

describe('the same again', () => {
  let gateway: TestGateway
  let first: Answer
  const orderId = 'rich order/å'
  beforeAll(async () => {
    gateway = await openGateway('external')
    first = await gateway.authorize(orderId, one)
    expect(first.status, first.text).toBe(201)
  })
  afterAll(() => gateway.stop())

  const replayed = async (body: object) => {
    const again = await gateway.authorize(orderId, body)
    expect(again.status, again.text).toBe(200)
    expect(again.headers['idempotent-replayed']).toBe('true')
    expect(again.text).toBe(first.text)
  }
  const refused = async (body: object, field: string, validationType = 'INVALID') => {
    const again = await gateway.authorize(orderId, body)
    expect(again, JSON.stringify(body)).toMatchObject({
      status: 400,
      body: { error: { field, validationType } },
    })
  }

  test('the same request is answered with the same bytes', () => replayed(one))

  test('the order of keys does not matter', () => replayed(reordered(one) as object))

  test('nor do numbers for text, nulls, empty groups, leading zeros and ids of the path', async () => {
    await replayed({
      ...one,
      order: {
        ...one.order,
        id: orderId,
        custom: { ...one.order.custom, size: 1 },
        description: null,
        tax: null,
      },
      transaction: { ...one.transaction, id: 1, taxAmount: null },
      browserPayment: null,
      authentication: {},
      session: { id: null },
      agreement: { ...one.agreement, retailer: {} },
      sourceOfFunds: fundsOf({ number: '5123450000000008', expiry: '1/39', nameOnCard: 'ADA RUIZ' }),
    })
  })

  test('security code and tracks are no part of a request: without them it is the same', async () => {
    const { card } = one.sourceOfFunds.provided
    const authentication = [
      { securityCode: '999' },
      { track2: ';5123450000000008=39011234?' },
      { track1: '%B5123450000000008^RUIZ/ADA^39011234?' },
    ]
    for (const secret of authentication)
      await replayed({ ...one, sourceOfFunds: { type: 'CARD', provided: { card: { ...card, ...secret } } } })
  })

  test('the correlation id belongs to the call: it comes back, new each time', async () => {
    for (const correlationId of ['first', 'zweite "Anfrage" <b>', 'x'.repeat(100)]) {
      const again = await gateway.authorize(orderId, { ...one, correlationId })
      expect(again).toMatchObject({ status: 200, body: { correlationId } })
      const { correlationId: _, ...rest } = again.body
      expect(rest).toEqual(first.body)
    }
    await replayed({ ...one, correlationId: 'x'.repeat(101) })
    const path = `order/${encodeURIComponent(orderId)}/transaction/1`
    const body = JSON.stringify({ ...one, correlationId: '#' }).replace('"#"', '1.50')
    expect((await gateway.call('PUT', path, body)).body).toMatchObject({ correlationId: '1.5' })
  })

  test('any other value is another request', async () => {
    const leaves = leavesOf(one).filter(path => path[0] !== 'apiOperation')
    expect(leaves.length).toBeGreaterThan(60)
    expect(leavesOf(two)).toEqual(leavesOf(one))
    for (const path of leaves) await refused(changed(one, path, leafAt(two, path)), 'transactionid')
  })

  test('a value that is missing makes another request, or none at all', async () => {
    const needed = new Map([
      ['order.amount', 'MISSING'],
      ['order.currency', 'MISSING'],
      ['sourceOfFunds.provided.card.number', 'MISSING'],
      ['sourceOfFunds.provided.card.expiry.month', 'MISSING'],
      ['sourceOfFunds.provided.card.expiry.year', 'MISSING'],
      ['paymentPlan.planId', 'MISSING'],
      ['paymentPlan.numberOfPayments', 'MISSING'],
      ['agreement.amountVariability', 'MISSING'],
      ['order.subMerchant.identifier', 'MISSING'],
      ['order.subMerchant.tradingName', 'MISSING'],
      ...[0, 1].flatMap(index =>
        ['name', 'quantity', 'unitPrice'].map(name => [`order.item[${index}].${name}`, 'MISSING'] as const),
      ),
    ])
    for (const path of leavesOf(one)) {
      if (path[0] === 'apiOperation') continue
      const field = path
        .reduce<string>((at, step) => at + (typeof step === 'number' ? `[${step}]` : `.${step}`), '')
        .slice(1)
      const isNeeded = needed.has(field)
      await refused(changed(one, path), isNeeded ? field : 'transactionid', isNeeded ? 'MISSING' : 'INVALID')
    }
  })

  test('something more makes another request', async () => {
    await refused({ ...one, order: { ...one.order, description: 'more' } }, 'transactionid')
    await refused(
      { ...one, airline: { ...one.airline, passenger: [...one.airline.passenger, { firstName: 'C' }] } },
      'transactionid',
    )
    await refused({ ...one, order: { ...one.order, item: [...one.order.item].reverse() } }, 'transactionid')
  })

  test('another card with the same mask is another card', async () => {
    const twin = '5123450000180008'
    const sourceOfFunds = fundsOf({ number: twin, expiry: '01/39', nameOnCard: 'ADA RUIZ' })
    await refused({ ...one, sourceOfFunds }, 'transactionid')
  })

  test('a request that is refused for itself keeps its own reason', async () => {
    await refused({ ...one, nonsense: 1 }, 'nonsense', 'UNSUPPORTED')
    await refused({ ...one, order: { ...one.order, currency: 'usd' } }, 'order.currency')
    await refused({ ...one, order: { ...one.order, id: 'another' } }, 'order.id')
    await refused({ ...one, transaction: { ...one.transaction, id: '2' } }, 'transaction.id')
  })

  test('nothing of all this was sent to the acquirer', () => {
    expect(gateway.asks).toHaveLength(1)
  })

  test('a refused request leaves no trace, and its ids stay free', async () => {
    const fresh = newOrder()
    const bad = await gateway.authorize(fresh, authorization({ order: { amount: '0', currency: 'USD' } }))
    expect(bad).toMatchObject({ status: 400, body: { error: { field: 'order.amount' } } })
    for (const transaction of [undefined, '1'])
      expect(await gateway.retrieve(fresh, transaction === undefined ? {} : { transaction })).toMatchObject({
        status: 400,
        body: { error: { field: 'orderid', validationType: 'INVALID' } },
      })
    const good = await gateway.authorize(fresh, authorization())
    expect(good).toMatchObject({ status: 201, body: { result: 'SUCCESS' } })
    expect((await gateway.retrieve(fresh)).body.transaction).toHaveLength(1)
  })

  test('after a restart, and on another node, the answer is still the same', async () => {
    const declined = newOrder()
    const body = authorization({}, { expiry: '05/39' })
    const decline = await gateway.authorize(declined, body)
    gateway = await gateway.restarted()
    await replayed(one)
    const other = await gateway.neighbour()
    const again = await other.authorize(declined, body)
    expect([again.status, again.text]).toEqual([200, decline.text])
    expect(valueAt(again.body, 'response.gatewayCode')).toBe('DECLINED')
    expect([...gateway.asks, ...other.asks]).toEqual([])
    await other.stop()
  })
})
