import { afterEach, beforeEach, expect, test } from 'vitest'
import { openBrowserListener } from '../../../test/support/http/browserListener.ts'
import { merchant } from '../../../test/support/http/testClient.ts'
import { type ApiDependencies, apiRoutes } from '../api/operationRoutes.ts'

const open = (password?: string) =>
  openBrowserListener(parts => apiRoutes({ ...parts, accounts: {} } as ApiDependencies), password)

let world: Awaited<ReturnType<typeof open>>
beforeEach(async () => {
  world = await open()
})
afterEach(() => world.close())

const initiate = { apiOperation: 'INITIATE_AUTHENTICATION' }

test('a browser may add to what the session holds and repeat it, and contradict nothing of it', async () => {
  const { send, create } = world
  const held = { order: { amount: '500.00', currency: 'USD' } }
  const says = async (order: object, more: object = {}) =>
    await send({ ...initiate, order, ...more }, { password: await create(held) })
  expect((await says({ amount: '500', currency: 'USD' }))?.status).toBe(201)
  expect(await says({ amount: '0.01', currency: 'USD' })).toMatchObject({
    status: 400,
    json: { error: { field: 'order.amount' } },
  })
  expect(await says({ currency: 'JPY' })).toMatchObject({ json: { error: { field: 'order.currency' } } })
  const older = { authentication: { acceptVersions: '3DS1' } }
  expect(await says({ currency: 'USD' }, older)).toMatchObject({
    json: { error: { field: 'authentication.acceptVersions' } },
  })
})

test.each([
  ['referenceOrderId', { referenceOrderId: 'O7' }],
  ['sourceOfFunds.token', { sourceOfFunds: { token: '5123459999990008' } }],
  ['sourceOfFunds.provided.card.storedOnFile', fundsWith({ storedOnFile: 'STORED' })],
  ['order.notificationUrl', { order: { notificationUrl: 'https://thief.example/hook' } }],
  ['order.notificationUrl', { order: { amount: '1.00', notificationUrl: 7 } }],
  ['order.custom.margin', { order: { custom: { margin: '1' } } }],
  ['order.item', { order: { item: [{ name: 'i' }] } }],
  ['transaction.reference', { transaction: { id: '1', reference: 'r' } }],
  ['shipping.address.city', { shipping: { address: { city: 'Elsewhere' } } }],
  ['agreement.id', { agreement: { id: 'A' } }],
  ['responseControls.sensitiveData', { responseControls: { sensitiveData: 'UNMASK' } }],
  ['shipping', { shipping: [{ address: { city: 'Elsewhere' } }] }],
])('a browser does not say %s, which is for the merchant to say', async (field, said) => {
  const { id, send, submissions } = world
  expect(await send({ ...initiate, ...said }, { password: id })).toMatchObject({
    status: 400,
    json: { error: { field, validationType: 'UNSUPPORTED' } },
  })
  expect(submissions).toEqual([])
  await send({ ...initiate, ...said }, { password: merchant.password })
  expect(submissions[0]?.body).toMatchObject(said)
})

test('a browser says what an authentication needs: itself, its payer, the card and the price', async () => {
  const { id, send, submissions } = world
  const said = {
    authentication: { channel: 'PAYER_BROWSER', purpose: 'PAYMENT_TRANSACTION', acceptVersions: '3DS2' },
    billing: { address: { city: 'Town', country: 'USA' } },
    correlationId: 'c',
    customer: { email: 'payer@shop.example' },
    device: { browser: 'TestBrowser/1.0', browserDetails: { language: 'en' }, ipAddress: '192.0.2.9' },
    order: { amount: '10.00', currency: 'USD' },
    ...fundsWith({ number: '5123450000000008', expiry: { month: '1', year: '39' }, securityCode: '100' }),
  }
  await send({ ...initiate, ...said }, { password: id })
  expect(submissions[0]?.body).toMatchObject(said)
  await send({ ...initiate, referenceOrderId: null, order: { custom: {} } }, { password: id })
  expect(submissions).toHaveLength(2)
})

test('what its script cannot know of a browser, the gateway reads from its headers', async () => {
  const { send, create, submissions } = world
  const headers = ['Accept: */*', 'Accept-Language: de-DE,de;q=0.9']
  const says = async (device: object, held: Readonly<Record<string, unknown>> = {}) => {
    await send({ ...initiate, device }, { password: await create(held), headers })
    return Object(submissions.at(-1)?.body.device)
  }
  const details = (more: object) => ({ browserDetails: { language: 'de', ...more } })
  expect(await says(details({}))).toEqual(details({ acceptHeaders: '*/*', acceptLanguage: 'de-DE,de;q=0.9' }))
  const better = { acceptHeaders: 'text/html', acceptLanguage: 'fr' }
  expect(await says(details(better))).toEqual(details(better))
  expect(await says(details({}), { device: { browserDetails: better } })).toEqual(details({}))
  expect(await says({ browser: 'TestBrowser/1.0' })).toEqual({ browser: 'TestBrowser/1.0' })
})

test('a browser may repeat whatever the session holds, but lists only as they are', async () => {
  const { send, create } = world
  const notificationUrl = 'https://shop.example/hook'
  const item = [{ name: 'i', quantity: '1', unitPrice: '500.00' }]
  const says = async (order: object) =>
    await send({ ...initiate, order }, { password: await create({ order: { notificationUrl, item } }) })
  expect((await says({ notificationUrl, item }))?.status).toBe(201)
  const refused = (field: string) => ({ status: 400, json: { error: { field, validationType: 'INVALID' } } })
  const others = { notificationUrl: 'https://thief.example/hook', item: [{ ...item[0], unitPrice: '1.00' }] }
  expect(await says({ notificationUrl: others.notificationUrl })).toMatchObject(
    refused('order.notificationUrl'),
  )
  expect(await says({ item: others.item })).toMatchObject(refused('order.item'))
  expect(await says({ notificationUrl: { amount: '1' } })).toMatchObject(refused('order.notificationUrl'))
})

test('nobody at a browser is authenticated without being there', async () => {
  const { id, send, submissions } = world
  const authentication = { channel: 'MERCHANT_REQUESTED' }
  expect(await send({ ...initiate, authentication }, { password: id })).toMatchObject({
    status: 400,
    json: { error: { field: 'authentication.channel', validationType: 'INVALID' } },
  })
  expect(submissions).toEqual([])
})

function fundsWith(card: object) {
  return { sourceOfFunds: { type: 'CARD', provided: { card } } }
}
