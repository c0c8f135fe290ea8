import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cardholder, cardThat, explained } from './cardholder.ts'
import type { Answer } from './client.ts'
import { openGateway, type TestGateway } from './gateway.ts'
import { authorization, fundsOf, newOrder } from './requests.ts'
import { valueAt } from './whole.ts'

const token = Buffer.alloc(20, 7).toString('base64')
const unproven = { result: 'FAILURE', response: { gatewayCode: 'AUTHENTICATION_FAILED' } }

describe('a payment with a payer who was authenticated', () => {
  let gateway: TestGateway
  beforeAll(async () => {
    gateway = await openGateway('embedded', { patienceMs: 2_000 })
  })
  afterAll(() => gateway?.stop())

  const asked = (orderId: string) => gateway.asks.filter(ask => ask.orderId === orderId)
  const refused = (answer: Answer, field: string) =>
    expect(answer, answer.text).toMatchObject({
      status: 400,
      body: { error: { field, validationType: 'INVALID' } },
    })

  test.each(['PAY', 'AUTHORIZE', 'VERIFY'])('%s hands the proof on to the acquirer', async apiOperation => {
    const payer = cardholder(gateway)
    const authenticated = await payer.begin()
    const { '3ds': first, '3ds2': second } = Object(authenticated.body.authentication)
    const paid = await payer.pay({ apiOperation })
    expect(paid, paid.text).toMatchObject({
      status: 201,
      body: {
        result: 'SUCCESS',
        authentication: { transactionId: 'auth', version: '3DS2', '3ds': first, '3ds2': second },
        '3DSecure': {
          acsEci: '02',
          authenticationStatus: 'AUTHENTICATION_SUCCESSFUL',
          authenticationToken: first.authenticationToken,
          enrollmentStatus: 'ENROLLED',
        },
        transaction: { authenticationStatus: 'AUTHENTICATION_SUCCESSFUL' },
      },
    })
    expect(asked(payer.orderId)).toMatchObject([
      {
        authentication: {
          eci: '02',
          token: first.authenticationToken,
          transactionId: second.dsTransactionId,
          transactionStatus: 'Y',
          protocolVersion: '2.2.0',
        },
      },
    ])
    const steps = await explained(gateway, payer.orderId, 'pay')
    expect(steps[1]).toMatchObject({ step: 'ACQUIRER_ASKED', proof: { eci: '02', transactionStatus: 'Y' } })
    expect(JSON.stringify(steps)).not.toContain(first.authenticationToken)
  })

  test.each([
    ['isAttempted', { eci: '01', transactionStatus: 'A' }, 'AUTHENTICATION_ATTEMPTED', 'ENROLLED'],
    ['isUnavailable', { transactionStatus: 'U' }, 'AUTHENTICATION_NOT_AVAILABLE', undefined],
    ['isExempt', { transactionStatus: 'N' }, undefined, 'ENROLLED'],
    ['isNotEnrolled', undefined, undefined, 'NOT_ENROLLED'],
  ] as const)('of a card that %s the payment goes on', async (card, told, status, enrollmentStatus) => {
    const payer = cardholder(gateway, cardThat[card])
    await payer.begin()
    const paid = await payer.pay()
    expect(paid.body).toMatchObject({ result: 'SUCCESS', order: { status: 'CAPTURED' } })
    expect(valueAt(paid.body, '3DSecure.authenticationStatus')).toBe(status)
    if (enrollmentStatus) expect(paid.body).toMatchObject({ '3DSecure': { enrollmentStatus } })
    const [ask] = asked(payer.orderId)
    if (told) expect(ask).toMatchObject({ authentication: told })
    else expect(ask).not.toHaveProperty('authentication')
  })

  test('what is initiated, pending, failed or rejected proves nothing, and nobody is asked', async () => {
    const initiated = cardholder(gateway)
    await initiated.initiate()
    expect(await initiated.pay()).toMatchObject({ status: 201, body: unproven })
    const payer = cardholder(gateway, cardThat.isChallenged)
    await payer.begin()
    expect((await payer.pay()).body).toMatchObject(unproven)
    await payer.decide('N')
    expect((await payer.pay({ apiOperation: 'AUTHORIZE' }, { transaction: 'failed' })).body).toMatchObject(
      unproven,
    )
    const rejected = cardholder(gateway, cardThat.isRejected)
    await rejected.begin()
    expect((await rejected.pay({ apiOperation: 'VERIFY' })).body).toMatchObject(unproven)
    for (const { orderId } of [initiated, payer, rejected]) expect(asked(orderId)).toEqual([])
    await payer.initiate({}, { transaction: 'second' })
    await payer.authenticate({}, { transaction: 'second' })
    const path = `/sandbox/merchants/TESTMERCHANT/orders/${payer.orderId}/transactions/second/challenge`
    await gateway.call('POST', path, { outcome: 'Y' })
    const paid = await payer.pay({ authentication: { transactionId: 'second' } }, { transaction: 'good' })
    expect(paid.body).toMatchObject({ result: 'SUCCESS', order: { status: 'CAPTURED' } })
  })

  test('the proof of one card is none of another, however alike they look', async () => {
    const payer = cardholder(gateway, cardThat.isLookedAtAndChallenged)
    await payer.begin()
    await payer.decide('Y')
    const other = { sourceOfFunds: fundsOf({ number: cardThat.isKnown }) }
    expect((await payer.pay(other)).body).toMatchObject(unproven)
    expect(asked(payer.orderId)).toEqual([])
    const twin = { sourceOfFunds: fundsOf({ number: '5123450000180008' }) }
    expect((await payer.pay(twin, { transaction: 'twin' })).body).toMatchObject(unproven)
    const again = cardholder(gateway, cardThat.isLookedAtAndChallenged)
    await again.initiate()
    refused(await again.authenticate(twin), 'sourceOfFunds.provided.card.number')
  })

  test('the same card may pay by its token, from a session or from an earlier order', async () => {
    const saved = await gateway.call('POST', 'token', {
      sourceOfFunds: fundsOf({ number: cardThat.isKnown }),
    })
    const byToken = { type: 'CARD', token: saved.body.token }
    const payer = cardholder(gateway)
    await payer.initiate({ sourceOfFunds: byToken })
    expect((await payer.authenticate()).body).toMatchObject({ result: 'SUCCESS' })
    expect((await payer.pay({ sourceOfFunds: byToken })).body).toMatchObject({ result: 'SUCCESS' })
    const next = cardholder(gateway)
    await next.initiate({ sourceOfFunds: undefined, referenceOrderId: payer.orderId })
    expect((await next.authenticate()).body).toMatchObject({ result: 'SUCCESS' })
    expect((await next.pay()).body).toMatchObject({ result: 'SUCCESS' })
    expect(asked(next.orderId)).toMatchObject([{ authentication: { eci: '02' } }])
  })

  test('an authorization is not raised above what its payer was authenticated for', async () => {
    const payer = cardholder(gateway)
    await payer.begin()
    expect((await payer.pay({ apiOperation: 'AUTHORIZE' })).body).toMatchObject({ result: 'SUCCESS' })
    const path = '/sandbox/merchants/TESTMERCHANT/profile'
    const update = (transaction: string, amount: string) =>
      gateway.call('PUT', `order/${payer.orderId}/transaction/${transaction}`, {
        apiOperation: 'UPDATE_AUTHORIZATION',
        transaction: { amount, currency: 'USD' },
      })
    const dearer = await update('dearer', '10.01')
    expect(dearer, dearer.text).toMatchObject({
      status: 201,
      body: {
        ...unproven,
        order: { totalAuthorizedAmount: 10 },
        transaction: { type: 'AUTHORIZATION_UPDATE' },
      },
    })
    expect(asked(payer.orderId)).toHaveLength(1)
    await gateway.call('PUT', path, { authenticatedExcessPercent: 15 })
    try {
      expect((await update('far', '11.51')).body).toMatchObject(unproven)
      const tolerated = await update('near', '11.50')
      expect(tolerated.body).toMatchObject({ result: 'SUCCESS', order: { totalAuthorizedAmount: 11.5 } })
    } finally {
      await gateway.call('PUT', path, {})
    }
    // What is held already may go on being held, and less of it.
    expect((await update('same', '11.50')).body).toMatchObject({ result: 'SUCCESS' })
    expect((await update('less', '9.00')).body).toMatchObject({ result: 'SUCCESS' })
    const capture = { apiOperation: 'CAPTURE', transaction: { amount: '9.00', currency: 'USD' } }
    const captured = await gateway.call('PUT', `order/${payer.orderId}/transaction/capture`, capture)
    expect(captured.body).toMatchObject({ result: 'SUCCESS' })
  })

  test('where no issuer spoke, or nobody asked one, an authorization is raised as before', async () => {
    const payer = cardholder(gateway, cardThat.isNotEnrolled)
    await payer.begin()
    await payer.pay({ apiOperation: 'AUTHORIZE' })
    const plain = newOrder()
    await gateway.authorize(plain, authorization())
    for (const orderId of [payer.orderId, plain]) {
      const body = {
        apiOperation: 'UPDATE_AUTHORIZATION',
        transaction: { amount: '500.00', currency: 'USD' },
      }
      const raised = await gateway.call('PUT', `order/${orderId}/transaction/raised`, body)
      expect(raised.body, raised.text).toMatchObject({ result: 'SUCCESS' })
    }
  })

  test('an authentication that the order does not have is refused', async () => {
    const payer = cardholder(gateway)
    refused(await payer.pay(), 'authentication.transactionId')
    await payer.begin()
    refused(await payer.pay({ authentication: { transactionId: 'nope' } }), 'authentication.transactionId')
    const other = cardholder(gateway)
    refused(await other.pay(), 'authentication.transactionId')
    const order = newOrder()
    await gateway.authorize(order, authorization({}, { expiry: '05/39' }))
    const mistaken = authorization({ authentication: { transactionId: '1' } })
    refused(await gateway.authorize(order, mistaken, { transaction: '2' }), 'authentication.transactionId')
  })

  test('an authentication made elsewhere is passed on as it was given', async () => {
    const order = newOrder()
    const authentication = {
      '3ds': { acsEci: '05', authenticationToken: token, transactionId: 'abc-def' },
      '3ds2': {
        dsTransactionId: 'd42458c8-3741-596a-9e36-994d835c5583',
        protocolVersion: '2.2.0',
        transactionStatus: 'Y',
      },
    }
    const answer = await gateway.authorize(order, authorization({ authentication }))
    expect(answer, answer.text).toMatchObject({
      status: 201,
      body: {
        result: 'SUCCESS',
        authentication,
        '3DSecure': { acsEci: '05', authenticationToken: token, enrollmentStatus: 'ENROLLED' },
      },
    })
    expect(asked(order)).toMatchObject([
      {
        authentication: {
          eci: '05',
          token,
          transactionId: 'd42458c8-3741-596a-9e36-994d835c5583',
          transactionStatus: 'Y',
          protocolVersion: '2.2.0',
        },
      },
    ])
    const plain = newOrder()
    await gateway.authorize(plain, authorization())
    expect(asked(plain)[0]).not.toHaveProperty('authentication')
    const short = { '3ds': { authenticationToken: 'AAAA' } }
    const flawed = await gateway.authorize(newOrder(), authorization({ authentication: short }))
    refused(flawed, 'authentication.3ds.authenticationToken')
  })
})
