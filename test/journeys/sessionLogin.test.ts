import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newSessionId } from '../../src/sessions/heldSession.ts'
import type { CallOptions } from './client.ts'
import { openGateway, type TestGateway } from './gateway.ts'
import { fundsOf, newOrder } from './requests.ts'
import { valueAt } from './whole.ts'

const card = fundsOf({ number: '5123450000000008', securityCode: '100' })
const browser = {
  browser: 'TestBrowser/1.0',
  browserDetails: {
    ...{ acceptHeaders: 'text/html', colorDepth: 24, javaEnabled: false, language: 'en' },
    ...{ screenHeight: 900, screenWidth: 1600, timeZone: -60, '3DSecureChallengeWindowSize': '500_X_600' },
  },
  ipAddress: '192.0.2.9',
}

describe('a session as the password', () => {
  let gateway: TestGateway
  beforeAll(async () => {
    gateway = await openGateway('external')
  })
  afterAll(() => gateway?.stop())

  const create = async (body: object, options?: CallOptions) => {
    const made = await gateway.call('POST', 'session', body, options)
    return String(valueAt(made.body, 'session.id'))
  }
  const put = (path: string, body: object, password: string, origin = 'https://shop.example') =>
    gateway.call('PUT', path, body, { password, headers: { Origin: origin } })
  const initiate = { apiOperation: 'INITIATE_AUTHENTICATION', authentication: { channel: 'PAYER_BROWSER' } }
  const authenticate = {
    apiOperation: 'AUTHENTICATE_PAYER',
    authentication: { redirectResponseUrl: 'https://shop.example/back' },
    device: browser,
  }
  const price = { amount: '10.00', currency: 'USD' }
  const held = (id: string) => ({ order: { id, ...price }, sourceOfFunds: card })

  test('a browser authenticates its payer without the password of the merchant', async () => {
    const orderId = newOrder()
    const id = await create(held(orderId))
    const path = `order/${orderId}/transaction/auth`
    const initiated = await put(path, initiate, id)
    expect(initiated).toMatchObject({
      status: 201,
      headers: { 'access-control-allow-origin': '*' },
      body: { result: 'SUCCESS', transaction: { type: 'AUTHENTICATION' } },
    })
    const authenticated = await put(path, authenticate, id)
    expect(authenticated).toMatchObject({
      status: 201,
      body: { authentication: { payerInteraction: 'REQUIRED' } },
    })
    const replayed = await put(path, authenticate, id)
    expect(replayed).toMatchObject({ status: 200, headers: { 'idempotent-replayed': 'true' } })
    expect(replayed.headers['access-control-expose-headers']).toContain('Idempotent-Replayed')
  })

  test('it pays nothing, reads nothing and changes nothing', async () => {
    const orderId = newOrder()
    const id = await create({ ...held(orderId), session: { authenticationLimit: 1 } })
    const refused = await put(`order/${orderId}/transaction/1`, initiate, newSessionId())
    expect(refused.status).toBe(401)
    for (const apiOperation of ['PAY', 'AUTHORIZE', 'VERIFY']) {
      const answer = await put(`order/${orderId}/transaction/1`, { apiOperation, session: { id } }, id)
      expect(answer.text).toBe(refused.text)
    }
    expect((await put(`session/${id}`, { order: { amount: '1.00' } }, id)).text).toBe(refused.text)
    expect((await gateway.call('GET', `session/${id}`, undefined, { password: id })).text).toBe(refused.text)
    expect((await gateway.retrieve(orderId)).status).toBe(400)
    expect((await put(`order/${orderId}/transaction/1`, initiate, id)).status).toBe(201)
    const exceeded = await put(`order/${orderId}/transaction/1`, authenticate, id)
    expect(exceeded).toMatchObject({ status: 400, body: { error: { field: 'session.id' } } })
  })

  test('a preflight lets the page of a merchant send its credentials', async () => {
    const path = `/api/rest/version/100/merchant/TESTMERCHANT/order/${newOrder()}/transaction/1`
    const { status, headers } = await gateway.call('OPTIONS', path, undefined, {
      authorization: null,
      headers: { Origin: 'https://shop.example', 'Access-Control-Request-Method': 'PUT' },
    })
    expect(status).toBe(204)
    expect(headers['access-control-allow-origin']).toBe('*')
    expect(headers['access-control-allow-methods']).toContain('PUT')
    expect(headers['access-control-allow-headers']).toMatch(/Authorization.*Content-Type/)
  })

  test('it is over with the session', async () => {
    const orderId = newOrder()
    const id = await create(held(orderId))
    const path = `order/${orderId}/transaction/1`
    await gateway.call('POST', '/sandbox/clock', { advance: 'PT16M' })
    const late = await put(path, initiate, id)
    expect(late.status).toBe(401)
    expect(late.text).toBe((await put(path, initiate, newSessionId())).text)
  })
})
