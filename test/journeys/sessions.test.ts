import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Answer, CallOptions } from './client.ts'
import { openGateway, type TestGateway } from './gateway.ts'
import { authorization, fundsOf, newOrder } from './requests.ts'
import { valueAt } from './whole.ts'

const money = { amount: '10.00', currency: 'USD' }
const sourceOfFunds = fundsOf({ securityCode: '100' })

describe('sessions', () => {
  let gateway: TestGateway
  beforeAll(async () => {
    gateway = await openGateway('external')
  })
  afterAll(() => gateway?.stop())

  const create = (body?: object, options?: CallOptions) => gateway.call('POST', 'session', body, options)
  const update = (id: string, body: object, options?: CallOptions) =>
    gateway.call('PUT', `session/${id}`, body, options)
  const retrieve = (id: string, options?: CallOptions) =>
    gateway.call('GET', `session/${id}`, undefined, options)
  const sessionIn = ({ body }: Answer) => ({
    id: String(valueAt(body, 'session.id')),
    version: String(valueAt(body, 'session.version')),
  })
  const pay = (orderId: string, body: object, options?: CallOptions) =>
    gateway.authorize(orderId, { apiOperation: 'AUTHORIZE', ...body }, options)
  const advance = (duration: string) => gateway.call('POST', '/sandbox/clock', { advance: duration })
  const noSession = {
    status: 400,
    body: {
      result: 'ERROR',
      error: {
        cause: 'INVALID_REQUEST',
        explanation: 'Value is invalid. There is no such session.',
        field: 'session.id',
        validationType: 'INVALID',
      },
    },
  }

  test('create, fill, look, pay: the payer’s security code is used once and is gone', async () => {
    const made = await create()
    expect(made).toMatchObject({
      status: 201,
      body: {
        result: 'SUCCESS',
        merchant: 'TESTMERCHANT',
        version: '100',
        session: { updateStatus: 'NO_UPDATE', authenticationLimit: 5 },
      },
    })
    const { id } = sessionIn(made)
    const filled = await update(id, { order: money, sourceOfFunds, correlationId: 'c' })
    expect(filled).toMatchObject({
      status: 200,
      body: { correlationId: 'c', session: { updateStatus: 'SUCCESS' } },
    })
    expect(valueAt((await retrieve(id)).body, 'sourceOfFunds.provided.card')).toEqual({
      brand: 'NETWORK_B',
      expiry: { month: '1', year: '39' },
      fundingMethod: 'CREDIT',
      number: '512345xxxxxx0008',
      scheme: 'NETWORK_B',
      securityCode: 'xxx',
    })
    const order = newOrder()
    const session = sessionIn(filled)
    const paid = await pay(order, { session })
    expect(paid).toMatchObject({
      status: 201,
      body: {
        result: 'SUCCESS',
        order: { amount: 10, currency: 'USD' },
        response: { cardSecurityCode: { gatewayCode: 'MATCH' } },
        sourceOfFunds: { type: 'CARD', provided: { card: { number: '512345xxxxxx0008' } } },
      },
    })
    expect((await retrieve(id)).text).not.toContain('securityCode')
    expect(await pay(newOrder(), { session })).toMatchObject({
      body: { response: { cardSecurityCode: { gatewayCode: 'NOT_PRESENT' } } },
    })
  })

  test('a refused request and a repeated one leave the security code where it is', async () => {
    const { id } = sessionIn(await create({ order: money, sourceOfFunds }))
    expect(await pay(newOrder(), { session: { id }, order: { currency: 'EUR', amount: 'x' } })).toMatchObject(
      {
        status: 400,
      },
    )
    expect((await retrieve(id)).text).toContain('"securityCode":"xxx"')
  })

  test('a retry gets its answer when the session has expired meanwhile; a new order does not', async () => {
    const order = newOrder()
    const { id } = sessionIn(await create({ order: money, sourceOfFunds }))
    const first = await pay(order, { session: { id } })
    expect(first.status).toBe(201)
    await advance('PT15M')
    expect(await retrieve(id)).toMatchObject(noSession)
    const again = await pay(order, { session: { id } })
    expect(again).toMatchObject({ status: 200, headers: { 'idempotent-replayed': 'true' } })
    expect(again.body).toEqual(first.body)
    expect(await pay(newOrder(), { session: { id } })).toMatchObject(noSession)
    expect(await pay(order, { session: { id }, order: { reference: 'another' } })).toMatchObject(noSession)
  })

  test('unknown, malformed, expired, another merchant’s: the same answer byte for byte', async () => {
    const { id: foreign } = sessionIn(await create({}, { merchant: 'OTHERMERCHANT' }))
    const { id: expired } = sessionIn(await create())
    await advance('PT16M')
    const names = [foreign, expired, `SESSION${'0'.repeat(24)}`, 'SESSION0', 'x'.repeat(36), 'é'.repeat(31)]
    const texts = new Set<string>()
    for (const id of names) {
      const order = newOrder()
      texts.add((await pay(order, { order: money, sourceOfFunds, session: { id } })).text)
      texts.add(
        (
          await gateway.call('PUT', 'balanceInquiry', {
            order: { currency: 'USD' },
            sourceOfFunds,
            session: { id },
          })
        ).text,
      )
      texts.add((await gateway.call('POST', 'token', { session: { id } })).text)
      texts.add((await gateway.call('POST', 'paymentOptionsInquiry', { session: { id } })).text)
      if (/^SESSION.{24}$/.test(id))
        texts.add((await retrieve(id)).text).add((await update(id, { order: money })).text)
    }
    expect([...texts]).toEqual([JSON.stringify({ error: noSession.body.error, result: 'ERROR' })])
  })

  test('whoever names a version pays what that version holds, or nothing', async () => {
    const first = await create({ order: money, sourceOfFunds })
    const { id, version } = sessionIn(first)
    await update(id, { order: { amount: '99.00' } })
    expect(await pay(newOrder(), { session: { id, version } })).toMatchObject({
      status: 400,
      body: { error: { cause: 'INVALID_REQUEST', field: 'session.version', validationType: 'INVALID' } },
    })
    expect(await pay(newOrder(), { session: sessionIn(await retrieve(id)) })).toMatchObject({
      body: { order: { amount: 99 } },
    })
  })

  test('what is explicit wins over the session, what is missing is missed', async () => {
    const { id } = sessionIn(await create({ order: { ...money, reference: 'held' }, sourceOfFunds }))
    const paid = await pay(newOrder(), { session: { id }, order: { amount: '12.50' } })
    expect(paid).toMatchObject({ body: { order: { amount: 12.5, currency: 'USD', reference: 'held' } } })
    const { id: empty } = sessionIn(await create())
    expect(await pay(newOrder(), { session: { id: empty }, order: money })).toMatchObject({
      status: 400,
      body: { error: { field: 'sourceOfFunds', validationType: 'MISSING' } },
    })
  })

  test('the story tells which values came from where', async () => {
    const order = newOrder()
    const { id } = sessionIn(await create({ order: money, sourceOfFunds }))
    await pay(order, { session: { id } })
    const story = await gateway.call('GET', `order/${order}/transaction/1/explain`)
    expect(story.status).toBe(200)
    expect(valueAt(story.body, 'values.taken')).toMatchObject({
      'order.amount': 'session',
      'sourceOfFunds.provided.card.number': 'session',
      'sourceOfFunds.provided.card.securityCode': 'session',
    })
  })

  test('a session refuses what its contract refuses, and remembers that it did', async () => {
    const { id } = sessionIn(await create())
    const refused = await update(id, { order: { amount: 'ten' } })
    expect(refused).toMatchObject({ status: 400, body: { error: { field: 'order.amount' } } })
    expect(await update(id, { nonsense: 1 })).toMatchObject({ body: { error: { field: 'nonsense' } } })
    expect(await retrieve(id)).toMatchObject({ body: { session: { updateStatus: 'FAILURE' } } })
    expect(await create({ nonsense: 1 })).toMatchObject({ body: { error: { field: 'nonsense' } } })
  })

  test('many update one session at once, and nothing is lost', async () => {
    const { id } = sessionIn(await create())
    const neighbour = await gateway.neighbour()
    const nodes = [gateway, neighbour]
    const names = Array.from({ length: 6 }, (_, index) => `n${index}`)
    const answers = await Promise.all(
      names.map((name, index) =>
        nodes[index % 2]?.call('PUT', `session/${id}`, { order: { custom: { [name]: 'v' } } }),
      ),
    )
    await neighbour.stop()
    expect(answers.map(answer => answer?.status)).toEqual(names.map(() => 200))
    expect(valueAt((await retrieve(id)).body, 'order.custom')).toEqual(
      Object.fromEntries(names.map(name => [name, 'v'])),
    )
  })

  test.each([
    [37, 'CREATE_CHECKOUT_SESSION', {}],
    [53, 'CREATE_CHECKOUT_SESSION', { interaction: { operation: 'PURCHASE' } }],
    [100, 'INITIATE_CHECKOUT', { interaction: { operation: 'AUTHORIZE' } }],
  ])('at version %i %s opens a session for half an hour', async (version, apiOperation, more) => {
    const order = { id: newOrder(), ...money }
    const made = await create({ apiOperation, order, ...more }, { version })
    expect(made).toMatchObject({
      status: 201,
      body: { checkoutMode: 'WEBSITE', successIndicator: expect.stringMatching(/^[0-9a-f]{16}$/) },
    })
    expect(Object.keys(Object(made.body.session)).sort()).toEqual(['id', 'updateStatus', 'version'])
    const { id } = sessionIn(made)
    expect((await retrieve(id, { version })).body).toMatchObject({ order: { id: order.id }, ...more })
    await advance('PT29M')
    expect(await pay(order.id, { session: { id }, sourceOfFunds }, { version: 100 })).toMatchObject({
      status: 201,
      body: { order: { id: order.id, amount: 10 } },
    })
    await advance('PT1M')
    expect(await retrieve(id)).toMatchObject(noSession)
  })

  test('a swiped card pays, and nothing of the track comes back', async () => {
    const card = { track2: ';5123450000000008=39011010000000000?' }
    const order = newOrder()
    const body = authorization({
      sourceOfFunds: { provided: { card } },
      transaction: { source: 'CARD_PRESENT' },
    })
    const paid = await pay(order, body)
    expect(paid).toMatchObject({
      status: 201,
      body: {
        result: 'SUCCESS',
        sourceOfFunds: {
          provided: { card: { number: '512345xxxxxx0008', expiry: { month: '1', year: '39' } } },
        },
      },
    })
    for (const { text } of [paid, await gateway.retrieve(order, { transaction: '1' })])
      expect(text).not.toMatch(/"track[12]"|=3901101/)
    const another = { track2: ';4508750015741019=39011010000000000?' }
    expect(await pay(order, { ...body, sourceOfFunds: { provided: { card: another } } })).toMatchObject({
      status: 400,
      body: { error: { field: 'transactionid' } },
    })
  })

  test('a chip tells card and terminal; those of its tags come back that do not tell the card', async () => {
    const emvRequest = '57115123450000000008D390120100000000009F3501229F1A020840'
    const posTerminal = { onlineReasonCode: 'FORCED_BY_TERMINAL', panEntryMode: 'CHIP' }
    const paid = await pay(newOrder(), {
      order: money,
      posTerminal,
      sourceOfFunds: { provided: { card: { emvRequest } } },
    })
    expect(paid).toMatchObject({
      status: 201,
      body: {
        posTerminal: { attended: 'ATTENDED', address: { country: 'USA' }, panEntryMode: 'CHIP' },
        sourceOfFunds: {
          provided: { card: { number: '512345xxxxxx0008', emvRequest: '9F3501229F1A020840' } },
        },
      },
    })
    expect(paid.text).not.toContain('5123450000000008')
  })

  test('what a terminal read cannot be parked in a session', async () => {
    const { id } = sessionIn(await create())
    const card = { track2: ';5123450000000008=39011010000000000?' }
    for (const [method, path] of [
      ['POST', 'session'],
      ['PUT', `session/${id}`],
    ] as const) {
      const refused = await gateway.call(method, path, { sourceOfFunds: { provided: { card } } })
      expect(refused).toMatchObject({
        status: 400,
        body: { error: { field: 'sourceOfFunds.provided.card.track2', validationType: 'UNSUPPORTED' } },
      })
      expect(refused.text).not.toContain('5123450000000008')
    }
  })

  test('an order is paid with the card of an earlier one', async () => {
    const earlier = newOrder()
    await gateway.authorize(earlier, authorization())
    const paid = await pay(newOrder(), { order: money, referenceOrderId: earlier })
    expect(paid).toMatchObject({
      status: 201,
      body: { result: 'SUCCESS', sourceOfFunds: { provided: { card: { number: '512345xxxxxx0008' } } } },
    })
    expect(gateway.asks.at(-1)).toMatchObject({ card: { number: '5123450000000008' } })
    const missing = { status: 400, body: { error: { field: 'referenceOrderId', validationType: 'INVALID' } } }
    expect(await pay(newOrder(), { order: money, referenceOrderId: 'nowhere' })).toMatchObject(missing)
    const foreign = newOrder()
    await gateway.authorize(foreign, authorization(), { merchant: 'OTHERMERCHANT' })
    expect(await pay(newOrder(), { order: money, referenceOrderId: foreign })).toMatchObject(missing)
  })
})
