import { createDecipheriv } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Fields, openShop, type Shop, submit, submitOn } from './browser.ts'
import { cardThat, formIn, later, told } from './cardholder.ts'
import type { Answer, CallOptions } from './client.ts'
import { openGateway, type TestGateway } from './gateway.ts'
import { authorization, fundsOf, newOrder } from './requests.ts'
import { valueAt } from './whole.ts'

const order = { amount: '10.00', currency: 'USD' }
const initiating = { apiOperation: 'INITIATE_AUTHENTICATION', authentication: { channel: 'PAYER_BROWSER' } }

describe('a browser authenticates its payer with the session as the password', () => {
  let gateway: TestGateway
  let shop: Shop
  beforeAll(async () => {
    shop = await openShop()
    gateway = await openGateway('external', { patienceMs: 2_000 })
  })
  afterAll(async () => {
    await gateway?.stop()
    await shop?.close()
  })

  const refused = (answer: Answer, field: string) =>
    expect(answer, answer.text).toMatchObject({ status: 400, body: { error: { field } } })

  /** A payer's browser with a session of the merchant's; what it calls, it calls in the session's name. */
  const openSession = async (number: string = cardThat.isChallenged, more: object = {}) => {
    const orderId = newOrder()
    const made = await gateway.call('POST', 'session', {
      order: { ...order, id: orderId },
      sourceOfFunds: fundsOf({ number, securityCode: '100' }),
      ...more,
    })
    expect(made.status, made.text).toBe(201)
    const id = String(valueAt(made.body, 'session.id'))
    const key = String(valueAt(made.body, 'session.aes256Key'))
    const put = (body: object, options: CallOptions = {}) => {
      const { transaction = 'auth', ...others } = options
      const path = `order/${orderId}/transaction/${transaction}`
      return gateway.call('PUT', path, body, { password: id, ...others })
    }
    const authenticating = {
      apiOperation: 'AUTHENTICATE_PAYER',
      authentication: { redirectResponseUrl: shop.address },
    }
    return {
      ...{ id, key, orderId, put },
      initiate: (options?: CallOptions) => put(initiating, options),
      authenticate: (options?: CallOptions) => put(authenticating, options),
      /** The merchant's server pays with what the session holds. */
      pay: (more?: object, transaction = 'pay') =>
        gateway.call('PUT', `order/${orderId}/transaction/${transaction}`, {
          apiOperation: 'PAY',
          session: { id },
          ...more,
        }),
      asks: () => gateway.asks.filter(ask => ask.orderId === orderId),
    }
  }

  test('the merchant pays with the security code afterwards, and then it is gone', async () => {
    const payer = await openSession(cardThat.isKnown)
    expect(told(await payer.initiate())).toMatchObject({ authenticationStatus: 'AUTHENTICATION_AVAILABLE' })
    expect(told(await payer.authenticate())).toMatchObject({ result: 'SUCCESS' })
    const held = await gateway.call('GET', `session/${payer.id}`)
    expect(valueAt(held.body, 'sourceOfFunds.provided.card.securityCode')).toBe('xxx')
    const authentication = { transactionId: 'auth' }
    const declined = await payer.pay({ authentication, order: { ...order, reference: 'first' } })
    expect(declined.body).toMatchObject({
      result: 'SUCCESS',
      response: { cardSecurityCode: { gatewayCode: 'MATCH' } },
      '3DSecure': { acsEci: '02' },
    })
    expect(payer.asks()).toMatchObject([{ card: { securityCode: '100' }, authentication: { eci: '02' } }])
    const emptied = await gateway.call('GET', `session/${payer.id}`)
    expect(emptied.text).not.toContain('securityCode')
    const another = await gateway.call('PUT', `order/${newOrder()}/transaction/1`, {
      apiOperation: 'PAY',
      session: { id: payer.id },
    })
    expect(another.body).toMatchObject({
      result: 'SUCCESS',
      response: { cardSecurityCode: { gatewayCode: 'NOT_PRESENT' } },
    })
    expect(valueAt(gateway.asks.at(-1), 'card.securityCode')).toBeUndefined()
  })

  test('what the browser brings to the shop opens with the key of the session only', async () => {
    const payer = await openSession()
    const stranger = await openSession()
    await payer.initiate()
    const challenge = await payer.authenticate()
    expect(told(challenge)).toMatchObject({ authenticationStatus: 'AUTHENTICATION_PENDING' })
    const question = await submit(formIn(challenge))
    if (!question.form) throw new Error(question.text)
    const chosen = await submit(question.form, { outcome: 'Y' })
    if (!chosen.form) throw new Error(chosen.text)
    await submitOn(chosen.form)
    const brought = shop.brought.at(-1) ?? {}
    expect(brought).toMatchObject({
      'order.id': payer.orderId,
      'transaction.id': 'auth',
      result: 'SUCCESS',
      'response.gatewayRecommendation': 'PROCEED',
    })
    expect(opened(payer.key, brought)).toEqual({
      merchant: 'TESTMERCHANT',
      order: { id: payer.orderId, authenticationStatus: 'AUTHENTICATION_SUCCESSFUL' },
      transaction: { id: 'auth', authenticationStatus: 'AUTHENTICATION_SUCCESSFUL' },
      response: { gatewayRecommendation: 'PROCEED' },
      result: 'SUCCESS',
    })
    expect(() => opened(stranger.key, brought)).toThrow()
    const forged = { ...brought, 'encryptedData.ciphertext': `AAAA${brought['encryptedData.ciphertext']}` }
    expect(() => opened(payer.key, forged)).toThrow()
    expect(JSON.stringify(brought)).not.toContain(payer.key)
    expect(JSON.stringify(brought)).not.toContain(payer.id)
    const paid = await payer.pay({ authentication: { transactionId: 'auth' } })
    expect(paid.body).toMatchObject({
      result: 'SUCCESS',
      response: { cardSecurityCode: { gatewayCode: 'MATCH' } },
    })
  })

  test('each call counts, also those at the same time and the same one again', async () => {
    const payer = await openSession(cardThat.isKnown, { session: { authenticationLimit: 3 } })
    const answers = await Promise.all(Array.from({ length: 6 }, () => payer.initiate()))
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter(status => status < 300)).toHaveLength(3)
    for (const answer of answers.filter(({ status }) => status >= 300)) {
      refused(answer, 'session.id')
      expect(valueAt(answer.body, 'error.explanation')).toContain('authenticationLimit')
    }
    refused(await payer.authenticate(), 'session.id')
    const byMerchant = await gateway.call('PUT', `order/${payer.orderId}/transaction/auth`, {
      apiOperation: 'AUTHENTICATE_PAYER',
      session: { id: payer.id },
    })
    expect(byMerchant, byMerchant.text).toMatchObject({ status: 201, body: { result: 'SUCCESS' } })
    const usual = await openSession()
    for (let calls = 0; calls < 5; calls++) expect((await usual.initiate()).status).toBeLessThan(300)
    refused(await usual.initiate(), 'session.id')
    const most = await gateway.call('POST', 'session', { session: { authenticationLimit: 26 } })
    refused(most, 'session.authenticationLimit')
  })

  test('a session opens its own order and its own merchant, and nothing else', async () => {
    const bound = await openSession(cardThat.isKnown, { order: { ...order, id: 'its-own' } })
    refused(await bound.initiate(), 'session.id')
    const path = 'order/its-own/transaction/auth'
    expect((await gateway.call('PUT', path, initiating, { password: bound.id })).status).toBe(201)
    const payer = await openSession()
    const other = await openSession()
    refused(await payer.put({ ...initiating, session: { id: other.id } }), 'session.id')
    const elsewhere = await payer.initiate({ merchant: 'OTHERMERCHANT', password: payer.id })
    expect(elsewhere.status).toBe(401)
    for (const apiOperation of ['PAY', 'VERIFY', 'INITIATE_BROWSER_PAYMENT', 'nonsense'])
      expect((await payer.put({ apiOperation, session: { id: payer.id } })).text).toBe(elsewhere.text)
    const reading = await gateway.retrieve(payer.orderId, { password: payer.id })
    expect(reading.text).toBe(elsewhere.text)
    const explaining = await gateway.call('GET', `${path}/explain`, undefined, { password: bound.id })
    expect(explaining.text).toBe(elsewhere.text)
    expect((await gateway.retrieve(payer.orderId)).status).toBe(400)
  })

  test('without an order a session opens none: nobody begins one, or learns how it stands', async () => {
    const loose = await openSession(cardThat.isKnown, { order })
    const wrong = await gateway.call('PUT', 'order/any/transaction/auth', initiating, { password: 'wrong' })
    const begun = newOrder()
    expect((await gateway.authorize(begun, authorization())).status).toBe(201)
    for (const orderId of [begun, loose.orderId]) {
      const path = `order/${orderId}/transaction/auth`
      const answer = await gateway.call('PUT', path, initiating, { password: loose.id })
      expect([answer.status, answer.text]).toEqual([401, wrong.text])
    }
    expect((await gateway.retrieve(loose.orderId)).status).toBe(400)
    const id = { order: { id: loose.orderId } }
    expect((await gateway.call('PUT', `session/${loose.id}`, id)).status).toBe(200)
    expect((await loose.initiate()).status).toBe(201)
  })

  test('a browser is told nothing of the order that it did not say itself', async () => {
    const payer = await openSession(cardThat.isKnown)
    const secret = { ...order, reference: 'secret reference', custom: { margin: 'secret margin' } }
    const begun = {
      apiOperation: 'VERIFY',
      order: secret,
      billing: { address: { street: 'secret street' } },
      sourceOfFunds: fundsOf({ number: cardThat.isAttempted }),
    }
    expect((await gateway.call('PUT', `order/${payer.orderId}/transaction/v`, begun)).status).toBe(201)
    for (const answer of [await payer.initiate(), await payer.authenticate(), await payer.initiate()]) {
      expect(answer.status).toBeLessThan(300)
      expect(answer.text).not.toContain('secret')
    }
  })

  test('nobody takes further what another payer began, and no proof is told to a browser', async () => {
    const payer = await openSession(cardThat.isKnown)
    expect((await payer.initiate()).status).toBe(201)
    const elsewhere = await openSession(cardThat.isKnown)
    const stranger = await openSession(cardThat.isKnown, { order: { ...order, id: payer.orderId } })
    const strayed = `order/${payer.orderId}/transaction/auth`
    refused(await gateway.call('PUT', strayed, initiating, { password: elsewhere.id }), 'session.id')
    const taken = await gateway.call(
      'PUT',
      `order/${payer.orderId}/transaction/auth`,
      { apiOperation: 'AUTHENTICATE_PAYER', authentication: { redirectResponseUrl: shop.address } },
      { password: stranger.id },
    )
    refused(taken, 'apiOperation')
    const own = await payer.authenticate()
    expect(own).toMatchObject({ status: 201, body: { result: 'SUCCESS' } })
    expect(own.text).not.toMatch(/authenticationToken|acsEci|xxxxxx/)
  })

  test('values may change between the two steps, and a stale version is noticed', async () => {
    const payer = await openSession(cardThat.isKnown)
    const first = await payer.initiate()
    const changed = await gateway.call('PUT', `session/${payer.id}`, { order: { amount: '12.00' } })
    expect(changed.status).toBe(200)
    expect((await payer.authenticate()).body).toMatchObject({ order: { amount: 12 }, result: 'SUCCESS' })
    expect((await payer.initiate()).text).toBe(first.text)
    const stale = { ...initiating, session: { id: payer.id, version: '0000000001' } }
    refused(await payer.put(stale, { transaction: 'other' }), 'session.version')
    const swapped = await openSession(cardThat.isKnown)
    await swapped.initiate()
    const card = { sourceOfFunds: fundsOf({ number: cardThat.isAttempted }) }
    expect((await gateway.call('PUT', `session/${swapped.id}`, card)).status).toBe(200)
    refused(await swapped.authenticate(), 'sourceOfFunds.provided.card.number')
  })

  test('with the session ends what it opened; the merchant still gets its answers again', async () => {
    const payer = await openSession(cardThat.isKnown)
    const first = await payer.initiate()
    await later(gateway, 'PT16M')
    expect((await payer.authenticate()).status).toBe(401)
    const body = { ...initiating, session: { id: payer.id } }
    const again = await gateway.call('PUT', `order/${payer.orderId}/transaction/auth`, body)
    expect(again).toMatchObject({ status: 200, headers: { 'idempotent-replayed': 'true' } })
    expect(told(again)).toEqual(told(first))
  })
})

/** As the merchant's server would. */
function opened(key: string, brought: Fields): unknown {
  const bytes = (name: string) => Buffer.from(brought[`encryptedData.${name}`] ?? '', 'base64')
  const decipher = createDecipheriv('aes-256-gcm', Buffer.from(key, 'base64'), bytes('nonce'))
  decipher.setAuthTag(bytes('tag'))
  return JSON.parse(decipher.update(bytes('ciphertext')).toString() + decipher.final().toString())
}
