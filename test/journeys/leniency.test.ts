import { afterAll, beforeAll, expect, test } from 'vitest'
import { basic, passwords } from './client.ts'
import { openGateway, type TestGateway } from './gateway.ts'
import { authorization, newOrder } from './requests.ts'
import { valueAt } from './whole.ts'

/** What existing clients send beyond what is documented: none of it may cost a payment. */

let gateway: TestGateway
beforeAll(async () => {
  gateway = await openGateway('external')
})
afterAll(() => gateway?.stop())

const explained = async (orderId: string) =>
  (await gateway.call('GET', `order/${orderId}/transaction/1/explain`)).body

test('a telephone number without a country code is kept back, and the explanation says so', async () => {
  const orderId = newOrder()
  const contact = { firstName: 'Ann', phone: '0412 345 678', mobilePhone: '+61 412 345 678' }
  const answer = await gateway.authorize(orderId, authorization({ shipping: { contact } }))
  expect(answer, answer.text).toMatchObject({
    status: 201,
    body: { result: 'SUCCESS', shipping: { contact: { mobilePhone: '+61 412 345 678' } } },
  })
  expect(answer.text).not.toContain('0412')
  expect(valueAt(await explained(orderId), 'values.leftOut')).toEqual(['shipping.contact.phone'])
  const again = await gateway.authorize(orderId, authorization({ shipping: { contact } }))
  expect(again.headers['idempotent-replayed']).toBe('true')
})

test('the enrollment check of a payment may be named with its capture, and is not looked at', async () => {
  const orderId = newOrder()
  expect((await gateway.authorize(orderId, authorization())).status).toBe(201)
  const transaction = { amount: '10.00', currency: 'USD' }
  const body = { apiOperation: 'CAPTURE', '3DSecureId': 'never-checked', transaction }
  const answer = await gateway.call('PUT', `order/${orderId}/transaction/2`, body)
  expect(answer, answer.text).toMatchObject({ status: 201, body: { result: 'SUCCESS' } })
})

test('transaction.frequency was a field up to version 53', async () => {
  const body = authorization({ transaction: { frequency: 'RECURRING' } })
  expect((await gateway.authorize(newOrder(), body, { version: 53 })).status).toBe(201)
  expect(await gateway.authorize(newOrder(), body, { version: 54 })).toMatchObject({
    status: 400,
    body: { error: { field: 'transaction.frequency', validationType: 'UNSUPPORTED' } },
  })
})

test('a checkout may ask for a theme', async () => {
  const answer = await gateway.call('POST', 'session', {
    apiOperation: 'CREATE_CHECKOUT_SESSION',
    interaction: { operation: 'PURCHASE', theme: 'dark' },
    order: { id: newOrder(), amount: '10.00', currency: 'USD' },
  })
  expect(answer, answer.text).toMatchObject({ status: 201, body: { result: 'SUCCESS' } })
})

test('credentials without the word Basic open', async () => {
  const whole = basic('merchant.TESTMERCHANT', passwords.TESTMERCHANT ?? '')
  const bare = whole.replace(/^Basic /, '')
  expect(await gateway.retrieve('nothing', { authorization: whole })).toMatchObject({ status: 400 })
  expect(await gateway.retrieve('nothing', { authorization: bare })).toMatchObject({ status: 400 })
  expect(await gateway.retrieve('nothing', { authorization: `x${bare}` })).toMatchObject({ status: 401 })
})
