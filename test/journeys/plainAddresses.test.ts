import { afterAll, beforeAll, expect, test } from 'vitest'
import { openGateway, type TestGateway } from './gateway.ts'
import { authorization, newOrder } from './requests.ts'
import { valueAt } from './whole.ts'

const plain = 'http://127.0.0.1:3000/back'
const order = { amount: '10.00', currency: 'USD' }

/** One request of each kind that names an address, with the field that does. */
const requests = (address: string) =>
  [
    [
      'order.notificationUrl',
      'PUT',
      () => `order/${newOrder()}/transaction/1`,
      authorization({ order: { ...order, notificationUrl: address } }),
    ],
    ['order.notificationUrl', 'POST', () => 'session', { order: { ...order, notificationUrl: address } }],
    [
      'interaction.returnUrl',
      'POST',
      () => 'session',
      {
        apiOperation: 'CREATE_CHECKOUT_SESSION',
        order: { ...order, id: newOrder() },
        interaction: { operation: 'PURCHASE', returnUrl: address },
      },
    ],
    [
      'browserPayment.returnUrl',
      'PUT',
      () => `order/${newOrder()}/transaction/1`,
      {
        ...{ apiOperation: 'INITIATE_BROWSER_PAYMENT', order, sourceOfFunds: { type: 'BROWSER_PAYMENT' } },
        browserPayment: { operation: 'PAY', returnUrl: address },
      },
    ],
  ] as const

let sandbox: TestGateway
let production: TestGateway
beforeAll(async () => {
  sandbox = await openGateway('external')
  production = await openGateway('external', { isSandbox: false })
})
afterAll(async () => {
  await sandbox?.stop()
  await production?.stop()
})

test('spec 2.2: an address begins with https; only a sandbox takes http on loopback', async () => {
  for (const [field, method, path, body] of requests(plain)) {
    const rehearsed = await sandbox.call(method, path(), body)
    expect(rehearsed.status, rehearsed.text).toBe(201)
    expect(await production.call(method, path(), body), field).toMatchObject({
      status: 400,
      body: { error: { field, validationType: 'INVALID', explanation: expect.stringContaining('https://') } },
    })
  }
  for (const [field, method, path, body] of requests('https://shop.example/back')) {
    const taken = await production.call(method, path(), body)
    expect(valueAt(taken.body, 'error.field'), taken.text).not.toBe(field)
  }
  for (const [field, method, path, body] of requests('http://shop.example/back'))
    expect(await sandbox.call(method, path(), body)).toMatchObject({
      status: 400,
      body: { error: { field } },
    })
})

test('a sandbox takes http for a name that the machine itself goes by, production does not', async () => {
  // Not one of the literals: it has to be looked up.
  for (const [field, method, path, body] of requests('http://localhost.:3000/back')) {
    const rehearsed = await sandbox.call(method, path(), body)
    expect(rehearsed.status, rehearsed.text).toBe(201)
    expect(await production.call(method, path(), body)).toMatchObject({ body: { error: { field } } })
  }
})

test('an unknown field, and a transaction id that was used, are named before an address', async () => {
  for (const [, method, path, body] of requests(plain))
    expect(await production.call(method, path(), { ...body, nonsense: 1 })).toMatchObject({
      ...{ status: 400, body: { error: { field: 'nonsense', validationType: 'UNSUPPORTED' } } },
    })
  const path = `order/${newOrder()}/transaction/1`
  expect((await production.call('PUT', path, authorization())).status).toBe(201)
  const again = authorization({ order: { ...order, notificationUrl: plain } })
  expect(await production.call('PUT', path, again)).toMatchObject({
    body: { error: { field: 'transactionid' } },
  })
})
