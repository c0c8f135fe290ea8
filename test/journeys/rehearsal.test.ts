import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openAdministration } from '../../src/composition/administration.ts'
import { openStore } from '../../src/store/open.ts'
import { openKeyring } from '../../src/vault/keyring.ts'
import { granted } from './administrator.ts'
import { visit } from './browser.ts'
import { keyEncryptionKeys, openGateway, type TestGateway } from './gateway.ts'
import { openCheckout } from './payer.ts'
import { authorization, newOrder } from './requests.ts'
import { shopper } from './shopper.ts'

/** An installation that is rehearsed: production in everything but the acquirer, which is simulated. */
let gateway: TestGateway
beforeAll(async () => {
  gateway = await openGateway('external', { patienceMs: 2_000, isSandbox: false })
})
afterAll(() => gateway?.stop())

test('every answer says that it is a test, whatever it answers', async () => {
  const order = newOrder()
  const answers = [
    await gateway.authorize(order, authorization()),
    await gateway.authorize(order, authorization()),
    await gateway.retrieve(order),
    await gateway.authorize(newOrder(), { apiOperation: 'AUTHORIZE' }),
    await gateway.call('GET', `order/${order}`, undefined, { authorization: null }),
    await gateway.call('GET', '/api/rest/version/100/information'),
    await gateway.call('GET', '/nowhere'),
    await gateway.call('GET', '/'),
  ]
  expect(answers.map(({ status }) => status)).toEqual([201, 200, 200, 400, 401, 200, 404, 404])
  for (const { headers } of answers) expect(headers).toMatchObject({ 'tollgate-mode': 'TEST' })
  expect(answers[0]?.body).toMatchObject({ transaction: { acquirer: { id: 'SIMULATOR' } } })
})

test('readiness and the story of a transaction say so too', async () => {
  expect((await gateway.call('GET', '/ready')).body).toMatchObject({ status: 'READY', mode: 'TEST' })
  const order = newOrder()
  await gateway.authorize(order, authorization())
  const story = await gateway.call('GET', `order/${order}/transaction/1/explain`)
  expect(story.body).toMatchObject({ mode: 'TEST', result: 'SUCCESS' })
})

test('the payer sees it before, while and after paying', async () => {
  const payer = await openCheckout(gateway)
  const page = () => visit(`${gateway.origin}${payer.path}`)
  expect((await page()).text).toContain('<span class="badge">Test mode</span>')
  expect(await payer.pay()).toMatchObject({ step: 'done', resultIndicator: payer.indicator })
  expect((await page()).text).toContain('<span class="badge">Test mode</span>')
  const { body } = await gateway.retrieve(payer.order)
  // Nobody could authenticate the payer, so nobody claims to have tried.
  expect(body.transaction).toMatchObject([{ transaction: { type: 'PAYMENT' } }])
})

test('the field for the card number says so in the merchant’s own page', async () => {
  const store = await openStore(gateway.database.logins)
  const keyring = await openKeyring({ keys: keyEncryptionKeys, store: store.keys })
  const { merchants } = openAdministration({ store, keyring, actor: 'operator' })
  granted(await merchants.change('TESTMERCHANT', ['allowedOrigins=https://shop.example']))
  await store.close()
  const query = `merchantId=TESTMERCHANT&version=100&origin=https://shop.example&form=${'0'.repeat(32)}`
  const field = (kind: string) => visit(`${gateway.origin}/form/field/${kind}?${query}`)
  await expect.poll(async () => (await field('number')).status, { timeout: 5_000 }).toBe(200)
  expect((await field('number')).text).toContain('<span id="test">TEST</span>')
  expect((await field('securityCode')).text).not.toContain('TEST</span>')
})

test('so do pages that only say that something is over, or was never there', async () => {
  const words = '<span class="badge">Test mode</span>'
  const page = async (path: string, method = 'GET') => {
    const response = await fetch(`${gateway.origin}${path}`, { method, headers: { Accept: 'text/html' } })
    return { status: response.status, saysTest: (await response.text()).includes(words) }
  }
  const token = 'A'.repeat(43)
  const form = { method: 'POST', body: new URLSearchParams({ cres: 'x' }) }
  const after = await fetch(`${gateway.origin}/3ds/callback/${token}`, form)
  expect(await page(`/checkout/pay/SESSION${'0'.repeat(24)}`)).toEqual({ status: 404, saysTest: true })
  expect(await page('/nowhere')).toEqual({ status: 404, saysTest: true })
  expect(await page(`/pay/redirect/${token}`)).toEqual({ status: 404, saysTest: true })
  expect([after.status, await after.text()]).toEqual([404, expect.stringContaining(words)])
})

test('what is refused before it is a request says so as well', async () => {
  const socket = connect(gateway.port, '127.0.0.1', () => socket.write('NONSENSE\r\n\r\n'))
  let heard = ''
  for await (const chunk of socket) heard += chunk
  expect(heard).toMatch(/^HTTP\/1\.1 400 .*\r\nTollgate-Mode: TEST\r\n/s)
})

test('notifications say so, in the feed as on their way', async () => {
  await gateway.authorize(newOrder(), authorization())
  const { body } = await gateway.call('GET', 'notifications')
  const headers = (Array.isArray(body.notifications) ? body.notifications : []).map(
    one => Object(one).headers,
  )
  expect(headers.length).toBeGreaterThan(0)
  for (const each of headers) expect(each).toMatchObject({ 'Tollgate-Mode': 'TEST' })
})

test('who is not connected is not played: it is refused, by name, and nothing is recorded', async () => {
  const payer = shopper(gateway)
  const notConnected = (who: string) => ({
    status: 400,
    body: {
      error: {
        cause: 'INVALID_REQUEST',
        field: 'apiOperation',
        validationType: 'UNSUPPORTED',
        explanation: expect.stringContaining(`This gateway is connected to no ${who}`),
      },
    },
  })
  expect(await payer.initiate()).toMatchObject(notConnected('payment provider.'))
  expect((await gateway.retrieve(payer.orderId)).status).toBe(400)
  const order = newOrder()
  const { sourceOfFunds, order: amount } = authorization()
  const initiation = { apiOperation: 'INITIATE_AUTHENTICATION', order: amount, sourceOfFunds }
  for (const body of [initiation, { apiOperation: 'AUTHENTICATE_PAYER' }])
    expect(await gateway.call('PUT', `order/${order}/transaction/a`, body)).toMatchObject(
      notConnected('3-D Secure server.'),
    )
  expect((await gateway.retrieve(order)).status).toBe(400)
  const enrolment = { apiOperation: 'CHECK_3DS_ENROLLMENT', order: amount, sourceOfFunds }
  expect(await gateway.call('PUT', '3DSecureId/check-1', enrolment)).toMatchObject(
    notConnected('3-D Secure server of the first generation.'),
  )
})
