import { afterAll, beforeAll, expect, test } from 'vitest'
import { openGateway, type TestGateway } from './gateway.ts'
import { openCheckout } from './payer.ts'
import { authorization, newOrder } from './requests.ts'
import { everywhere, sayingTest } from './sayingTest.ts'
import { shopper } from './shopper.ts'

/** An installation that is rehearsed: production in everything but the acquirer, which is simulated. */
let gateway: TestGateway
beforeAll(async () => {
  gateway = await openGateway('external', { patienceMs: 2_000, isSandbox: false })
})
afterAll(() => gateway?.stop())

test('every answer, page, field, story and notification says that it is a test', async () => {
  const found = await sayingTest(gateway)
  expect(found).toEqual(everywhere(found, true))
})

test('the simulated acquirer signs what it answers, and there is no first page', async () => {
  const { body } = await gateway.authorize(newOrder(), authorization())
  expect(body).toMatchObject({ transaction: { acquirer: { id: 'SIMULATOR' } } })
  expect(await gateway.call('GET', '/')).toMatchObject({ status: 404, headers: { 'tollgate-mode': 'TEST' } })
})

test('where nobody could authenticate the payer, nobody claims to have tried', async () => {
  const payer = await openCheckout(gateway)
  expect(await payer.pay()).toMatchObject({ step: 'done', resultIndicator: payer.indicator })
  const { body } = await gateway.retrieve(payer.order)
  expect(body.transaction).toMatchObject([{ transaction: { type: 'PAYMENT' } }])
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
  const authentication = { redirectResponseUrl: 'https://shop.example/back' }
  const entry = { apiOperation: 'AUTHENTICATE_PAYER', order: amount, authentication }
  for (const body of [initiation, entry])
    expect(await gateway.call('PUT', `order/${order}/transaction/a`, body)).toMatchObject(
      notConnected('3-D Secure server.'),
    )
  expect((await gateway.retrieve(order)).status).toBe(400)
  const redirect = { authenticationRedirect: { responseUrl: 'https://shop.example/back' } }
  const enrolment = { apiOperation: 'CHECK_3DS_ENROLLMENT', order: amount, sourceOfFunds }
  expect(
    await gateway.call('PUT', '3DSecureId/check-1', { ...enrolment, '3DSecure': redirect }),
  ).toMatchObject(notConnected('3-D Secure server of the first generation.'))
})
