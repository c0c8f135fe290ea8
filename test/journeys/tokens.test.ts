import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { passesLuhn } from '../../src/standards/cardNumber.ts'
import { submitOn } from './browser.ts'
import { cardThat } from './cardholder.ts'
import type { Answer, Body, CallOptions } from './client.ts'
import { openGateway, type TestGateway } from './gateway.ts'
import { openCheckout } from './payer.ts'
import { fundsOf, newOrder } from './requests.ts'
import { valueAt } from './whole.ts'

const money = { amount: '10.00', currency: 'USD' }
const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)

describe('tokens', () => {
  let gateway: TestGateway
  beforeAll(async () => {
    gateway = await openGateway('external')
  })
  afterAll(() => gateway?.stop())

  const create = (body: object, options?: CallOptions) => gateway.call('POST', 'token', body, options)
  const save = (token: string, body: object, options?: CallOptions) =>
    gateway.call('PUT', `token/${token}`, body, options)
  const retrieve = (token: string, options?: CallOptions) =>
    gateway.call('GET', `token/${token}`, undefined, options)
  const remove = (token: string, options?: CallOptions) =>
    gateway.call('DELETE', `token/${token}`, undefined, options)
  const pay = (token: string, more: object = {}, order = newOrder()) =>
    gateway.authorize(order, { apiOperation: 'AUTHORIZE', order: money, sourceOfFunds: { token, ...more } })
  const tokenIn = ({ body }: Answer) => String(body.token)
  const cardIn = ({ body }: Answer) => valueAt(body, 'sourceOfFunds.provided.card')
  const noToken = JSON.stringify({
    error: {
      cause: 'INVALID_REQUEST',
      explanation: 'Value is invalid. There is no such token.',
      field: 'sourceOfFunds.token',
      validationType: 'INVALID',
    },
    result: 'ERROR',
  })

  test('a card gets a token that looks like it and is none, always the same', async () => {
    const sourceOfFunds = fundsOf({ number: '4508750015741019', securityCode: '100' })
    const made = await create({ sourceOfFunds, correlationId: 'c' })
    expect(made.status).toBe(201)
    expect(made.body).toEqual({
      correlationId: 'c',
      merchant: 'TESTMERCHANT',
      repositoryId: 'TESTMERCHANT',
      response: { gatewayCode: 'BASIC_VERIFICATION_SUCCESSFUL' },
      result: 'SUCCESS',
      sourceOfFunds: {
        provided: {
          card: {
            brand: 'NETWORK_C',
            expiry: '0139',
            fundingMethod: 'CREDIT',
            number: '450875xxxxxx1019',
            scheme: 'NETWORK_C',
          },
        },
        type: 'CARD',
      },
      status: 'VALID',
      token: expect.stringMatching(/^450875\d{6}1019$/),
      usage: { lastUpdated: time },
      version: '100',
    })
    expect(passesLuhn(tokenIn(made))).toBe(false)
    expect(tokenIn(await create({ sourceOfFunds }))).toBe(tokenIn(made))
    expect(tokenIn(await create({ sourceOfFunds }, { merchant: 'OTHERMERCHANT' }))).not.toBe(tokenIn(made))
    const { correlationId: _, ...told } = made.body
    expect(await retrieve(tokenIn(made))).toMatchObject({
      status: 200,
      body: { ...told, usage: { lastUpdated: time } },
    })
  })

  test('a token pays; what the request says of the card wins, and it is known when it was used', async () => {
    const token = tokenIn(await create({ sourceOfFunds: fundsOf({ number: '5111111111111118' }) }))
    const paid = await pay(token)
    expect(paid).toMatchObject({
      status: 201,
      body: {
        result: 'SUCCESS',
        sourceOfFunds: { token, provided: { card: { number: '511111xxxxxx1118' } } },
      },
    })
    expect(gateway.asks.at(-1)).toMatchObject({ card: { number: '5111111111111118' } })
    expect(await retrieve(token)).toMatchObject({ body: { usage: { lastUsed: time } } })
    const declined = await pay(token, { provided: { card: { expiry: { month: '5', year: '39' } } } })
    expect(declined).toMatchObject({ status: 201, body: { response: { gatewayCode: 'DECLINED' } } })
  })

  test('a card that is kept again by its number alone pays as before', async () => {
    const number = '5105105105105100'
    const sourceOfFunds = fundsOf({ number, nameOnCard: 'ADA' })
    const made = await create({ sourceOfFunds })
    const again = await create({ sourceOfFunds: { provided: { card: { number } } } })
    expect(tokenIn(again)).toBe(tokenIn(made))
    expect(cardIn(again)).toEqual(cardIn(made))
    expect(await pay(tokenIn(made))).toMatchObject({ status: 201, body: { result: 'SUCCESS' } })
    expect(gateway.asks.at(-1)).toMatchObject({ card: { expiry: { month: 1, year: 39 }, nameOnCard: 'ADA' } })
  })

  test('deleted, unknown and another merchant’s tokens: the same answer byte for byte', async () => {
    const deleted = tokenIn(await create({ sourceOfFunds: fundsOf({ number: '2223000000000007' }) }))
    const order = newOrder()
    const paid = await pay(deleted, {}, order)
    expect(await remove(deleted)).toMatchObject({ status: 200, body: { result: 'SUCCESS' } })
    const made = await create({ sourceOfFunds: fundsOf() }, { merchant: 'OTHERMERCHANT' })
    for (const token of [deleted, tokenIn(made), 'nobodys', '5123450000000008'])
      for (const answer of [await retrieve(token), await remove(token), await pay(token)])
        expect({ status: answer.status, text: answer.text }).toEqual({ status: 400, text: noToken })
    const again = await pay(deleted, {}, order)
    expect(again).toMatchObject({ status: 200, headers: { 'idempotent-replayed': 'true' } })
    expect(again.body).toEqual(paid.body)
    expect(await retrieve(tokenIn(made), { merchant: 'OTHERMERCHANT' })).toMatchObject({ status: 200 })
  })

  test('a name of the merchant’s own: new is 201, anew is 200 and a part of the card is enough', async () => {
    const number = '3528000000000007'
    const named = await save('customer7', { sourceOfFunds: fundsOf({ number, nameOnCard: 'ADA' }) })
    expect(named).toMatchObject({ status: 201, body: { token: 'customer7' } })
    const expiry = { month: '2', year: '40' }
    const renewed = await save('customer7', { sourceOfFunds: { provided: { card: { expiry } } } })
    expect(renewed.status).toBe(200)
    expect(cardIn(renewed)).toMatchObject({ number: '352800xxxxxx0007', expiry: '0240', nameOnCard: 'ADA' })
    const other = await save('customer7', {
      sourceOfFunds: { provided: { card: { number: '36259600000012' } } },
    })
    expect(other.status).toBe(200)
    expect(cardIn(other)).toEqual({
      brand: 'NETWORK_E',
      fundingMethod: 'CREDIT',
      number: '362596xxxx0012',
      scheme: 'NETWORK_E',
    })
    expect(await pay('customer7')).toMatchObject({
      status: 400,
      body: { error: { field: 'sourceOfFunds.provided.card.expiry', validationType: 'MISSING' } },
    })
    expect(await save('customer8', {})).toMatchObject({
      status: 400,
      body: { error: { field: 'sourceOfFunds', validationType: 'MISSING' } },
    })
  })

  test.each(['5123450000000008', 'x5123450000000008', 'with-dash', `${'x'.repeat(40)}y`])(
    'a card number or nonsense is no name: %s',
    async token => {
      const field = token.length > 40 ? 'tokenid' : 'sourceOfFunds.token'
      const answer = await save(token, { sourceOfFunds: fundsOf({ number: '371881634498004' }) })
      expect(answer).toMatchObject({ status: 400, body: { error: { field, validationType: 'INVALID' } } })
      expect(answer.text).not.toContain('5123450000000008')
    },
  )

  test('a session, an earlier order or a track can be what a token is made of', async () => {
    const session = await gateway.call('POST', 'session', { sourceOfFunds: fundsOf({ securityCode: '100' }) })
    const id = valueAt(session.body, 'session.id')
    const made = await create({ session: { id } })
    expect(cardIn(made)).toMatchObject({ number: '512345xxxxxx0008' })
    expect((await gateway.call('GET', `session/${id}`)).text).not.toContain('securityCode')
    const order = newOrder()
    await pay(tokenIn(made), {}, order)
    expect(tokenIn(await create({ referenceOrderId: order }))).toBe(tokenIn(made))
    const card = { track2: ';5123450000000008=39011010000000000?' }
    const swiped = await create({ sourceOfFunds: { provided: { card } } })
    expect(tokenIn(swiped)).toBe(tokenIn(made))
    expect(swiped.text).not.toContain('track')
    expect(await create({ referenceOrderId: 'nowhere' })).toMatchObject({
      status: 400,
      body: { error: { field: 'referenceOrderId' } },
    })
  })

  test('a gift card has a token, too, and it pays', async () => {
    const giftCard = { number: '6035710050000040002', pin: '1234' }
    const made = await create({ sourceOfFunds: { type: 'GIFT_CARD', provided: { giftCard } } })
    expect(made).toMatchObject({ status: 201, body: { sourceOfFunds: { type: 'GIFT_CARD' } } })
    expect(valueAt(made.body, 'sourceOfFunds.provided.giftCard.number')).toBe('603571xxxxxxxxx0002')
    const inquiry = { order: { currency: 'USD' }, sourceOfFunds: { token: tokenIn(made) } }
    expect(await gateway.call('PUT', 'balanceInquiry', inquiry)).toMatchObject({
      status: 200,
      body: { response: { gatewayCode: 'BALANCE_AVAILABLE' }, availableBalance: { funds: { amount: 50 } } },
    })
  })

  test('a token of the scheme pays like a card, shows the card behind it, and no cryptogram', async () => {
    const devicePayment = { onlinePaymentCryptogram: 'q1w2e3r4', cryptogramFormat: '3DSECURE' }
    const { provided } = fundsOf()
    const card = { ...provided.card, devicePayment }
    const paid = await gateway.authorize(newOrder(), {
      apiOperation: 'AUTHORIZE',
      order: { ...money, walletProvider: 'DEVICE_A_PAY' },
      posTerminal: { entryMode: '010' },
      sourceOfFunds: { type: 'SCHEME_TOKEN', provided: { card } },
    })
    expect(paid).toMatchObject({
      status: 201,
      body: {
        posTerminal: { location: 'PAYER_TERMINAL_OFF_PREMISES' },
        sourceOfFunds: {
          type: 'SCHEME_TOKEN',
          provided: {
            card: { maskedFpan: '512345xxxxxx0008', devicePayment: { cryptogramFormat: '3DSECURE' } },
          },
        },
      },
    })
    expect(paid.text).not.toMatch(/ryptogram":/)
  })

  test('what is no card is not kept', async () => {
    const sepa = { bankAccountHolder: 'Ada', bic: 'ABCDEFGH', iban: 'DE02120300000000202051' }
    expect(await create({ sourceOfFunds: { type: 'SEPA', provided: { sepa } } })).toMatchObject({
      status: 400,
      body: { error: { field: 'sourceOfFunds.provided.sepa', validationType: 'UNSUPPORTED' } },
    })
  })

  test('ten nodes and calls at once for one card: one token', async () => {
    const neighbour = await gateway.neighbour()
    const sourceOfFunds = fundsOf({ number: '5666555544443333' })
    const made = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        (index % 2 ? gateway : neighbour).call('POST', 'token', { sourceOfFunds }),
      ),
    )
    await neighbour.stop()
    expect(new Set(made.map(tokenIn)).size).toBe(1)
  })

  const profile = (more: object) => gateway.call('PUT', '/sandbox/merchants/TESTMERCHANT/profile', more)
  const visit = (value: string, interaction: object = {}) =>
    openCheckout(gateway, interaction, {
      customer: { identification: { type: 'CUSTOMER_IDENTIFICATION', value } },
    })
  const cardsAt = async ({ path }: { readonly path: string }) => {
    const page = await (await fetch(gateway.origin + path)).text()
    return [...page.matchAll(/name="saved-card" autocomplete="off"\s+value="(\w+)"/g)].map(([, id]) => id)
  }
  const approve = ({ acsUrl, creq }: Body) =>
    submitOn({ address: `${acsUrl}?outcome=Y`, fields: { creq: String(creq) } })
  const askFor = (order: string) => gateway.asks.find(ask => ask.orderId === order && ask.verb === 'pay')

  test('a payer saves a card at checkout, pays with it as stored, and removes it', async () => {
    await profile({ savedCardsAtCheckout: 'WITH_CODE' })
    const first = await visit('payer-7')
    expect(await cardsAt(first)).toEqual([])
    // The issuer asks for a challenge first: consent and card wait in the session.
    const asked = await first.pay({ number: cardThat.isChallenged }, { save: true })
    expect(asked.step).toBe('challenge')
    expect(await cardsAt(await visit('payer-7'))).toEqual([])
    await approve(asked)
    expect(await first.act('proceed')).toMatchObject({ step: 'done' })
    const stored = 'sourceOfFunds.provided.card.storedOnFile'
    const paid = valueAt((await gateway.retrieve(first.order)).body, 'transaction')
    expect(valueAt(Object(paid)[1], stored)).toBe('TO_BE_STORED')
    expect(askFor(first.order)).not.toHaveProperty('isOnFile')

    const again = await visit('payer-7')
    const [savedCard] = await cardsAt(again)
    expect(await cardsAt(await visit('payer-8'))).toEqual([])
    const body = { card: { securityCode: '100' }, savedCard }
    const challenged = await again.pay({}, body)
    await approve(challenged)
    expect(await again.act('proceed')).toMatchObject({ step: 'done' })
    const { transaction } = (await gateway.retrieve(again.order)).body
    const token = String(valueAt(Object(transaction)[1], 'sourceOfFunds.token'))
    expect(valueAt(Object(transaction)[1], stored)).toBe('STORED')
    expect(askFor(again.order)).toMatchObject({ isOnFile: true, card: { securityCode: '100' } })
    expect(cardIn(await retrieve(token))).toMatchObject({ expiry: '0139' })

    const last = await visit('payer-7')
    const [own] = await cardsAt(last)
    expect(await last.act('remove', { savedCard: own })).toEqual({ step: 'form', attemptsLeft: 5 })
    expect(await cardsAt(last)).toEqual([])
    expect((await retrieve(token)).text).toBe(noToken)
    expect(await last.pay({}, { card: { securityCode: '100' }, savedCard: own })).toMatchObject({
      error: { reason: 'savedCardGone' },
    })
    await profile({ savedCardsAtCheckout: 'OFF' })
  })

  test('what the merchant deletes is not offered to the payer any more', async () => {
    await profile({ savedCardsAtCheckout: 'WITHOUT_CODE' })
    const first = await visit('payer-9', { operation: 'AUTHORIZE' })
    expect(await first.pay({ number: cardThat.isNotEnrolled }, { save: true })).toMatchObject({
      step: 'done',
    })
    const session = await gateway.call('GET', `session/${first.sessionId}`)
    const token = String(valueAt(session.body, 'sourceOfFunds.token'))
    const again = await visit('payer-9')
    const [savedCard] = await cardsAt(again)
    expect(await again.pay({}, { card: {}, savedCard })).toMatchObject({ step: 'done' })
    expect(await remove(token)).toMatchObject({ status: 200 })
    expect(await cardsAt(await visit('payer-9'))).toEqual([])
    await profile({ savedCardsAtCheckout: 'OFF' })
    expect(await cardsAt(await visit('payer-9'))).toEqual([])
  })
})
