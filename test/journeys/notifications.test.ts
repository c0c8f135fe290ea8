import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openStore } from '../../src/store/open.ts'
import { resend } from '../notifications/world.ts'
import { cardholder, cardThat, explained } from './cardholder.ts'
import { money, type Notified, openNotified } from './notified.ts'
import { type Receiver, verify } from './receiver.ts'
import { authorization, fundsOf, newOrder } from './requests.ts'
import { valueAt } from './whole.ts'

let notified: Notified
beforeAll(async () => {
  notified = await openNotified()
})
afterAll(() => notified?.close())
beforeEach(() => notified.begin())

const summary = ({ body, sequence, path }: Receiver['heard'][number]) =>
  [sequence, valueAt(body, 'transaction.id'), valueAt(body, 'transaction.type'), path].join(' ')

test('a merchant gets its first notification: what it was answered, signed', async () => {
  const orderId = newOrder()
  const answer = await notified.submit(orderId, '1', authorization())
  const [heard] = await notified.receiver.until(1)
  if (!heard) throw new Error('Nothing arrived')
  expect(heard.body).toEqual(answer.body)
  expect(heard).toMatchObject({ path: '/hook', sequence: 1, attempt: 1 })
  expect(heard.headers['x-notification-id']).toBe(heard.headers['webhook-id'])
  const documented = ['X-Notification-Id', 'X-Notification-Attempt', 'X-Notification-Sequence', 'webhook-id']
  expect(heard.names).toEqual(expect.arrayContaining(documented))
  // In the open, the shared secret stays at home, and whoever looks is told so.
  expect(heard.headers['x-notification-secret']).toBeUndefined()
  await expect
    .poll(() => explained(notified.gateway(), orderId, '1'))
    .toContainEqual(expect.objectContaining({ secretWithheld: 'Its address is not https.' }))
  const [key = ''] = await notified.keys()
  verify(key, heard)
  expect(() => verify(key, { ...heard, text: heard.text.replace('10', '11') })).toThrow()
})

test('each change of an order once, in its sequence, told as it was then', async () => {
  const orderId = newOrder()
  const answers = [
    await notified.submit(orderId, '1', authorization()),
    await notified.submit(orderId, '2', { apiOperation: 'CAPTURE', transaction: money }),
    await notified.submit(orderId, '3', { apiOperation: 'REFUND', transaction: money }),
  ]
  // What is sent again changed nothing, and what is refused was nothing.
  expect((await notified.gateway().authorize(orderId, authorization())).status).toBe(200)
  expect(
    (await notified.gateway().authorize(orderId, { apiOperation: 'CAPTURE' }, { transaction: '4' })).status,
  ).toBe(400)
  const heard = await notified.receiver.until(3)
  await notified.advance('PT10S')
  expect(heard.map(({ sequence }) => sequence)).toEqual([1, 2, 3])
  expect(heard.map(({ body }) => body)).toEqual(answers.map(({ body }) => body))
})

test('the version of a notification is that of the request', async () => {
  const answer = await notified.gateway().authorize(newOrder(), authorization(), { version: 48 })
  const [heard] = await notified.receiver.until(1)
  expect(heard?.body).toEqual(answer.body)
  expect(heard?.body.version).toBe('48')
})

test('a decline is told like an approval', async () => {
  await notified.submit(newOrder(), '1', authorization({}, { expiry: '05/39' }))
  const [heard] = await notified.receiver.until(1)
  expect(heard?.body).toMatchObject({ result: 'FAILURE', response: { gatewayCode: 'DECLINED' } })
})

test('it goes where the request says, then where its order said last, then to the merchant', async () => {
  const orderId = newOrder()
  const order = { amount: '10.00', currency: 'USD' }
  await notified.submit(
    orderId,
    '1',
    authorization({ order: { ...order, notificationUrl: notified.receiver.address('/first') } }),
  )
  await notified.submit(orderId, '2', { apiOperation: 'CAPTURE', transaction: money })
  await notified.submit(orderId, '3', {
    ...{ apiOperation: 'CAPTURE', transaction: money },
    order: { notificationUrl: notified.receiver.address('/second') },
  })
  await notified.submit(orderId, '4', { apiOperation: 'REFUND', transaction: money })
  await notified.submit(newOrder(), '1', authorization())
  const heard = await notified.receiver.until(5)
  expect(heard.map(summary).sort()).toEqual([
    '1 1 AUTHORIZATION /first',
    '1 1 AUTHORIZATION /hook',
    '2 2 CAPTURE /first',
    '3 3 CAPTURE /second',
    '4 4 REFUND /second',
  ])
})

test('a payer’s browser cannot send notifications elsewhere', async () => {
  const gateway = notified.gateway()
  const order = { amount: '10.00', currency: 'USD' }
  const sourceOfFunds = fundsOf({ number: cardThat.isKnown, securityCode: '100' })
  const orderId = newOrder()
  const made = await gateway.call('POST', 'session', { order: { ...order, id: orderId }, sourceOfFunds })
  const id = String(valueAt(made.body, 'session.id'))
  const says = (apiOperation: string, more: object = {}) =>
    gateway.call('PUT', `order/${orderId}/transaction/auth`, { apiOperation, ...more }, { password: id })
  const theft = { order: { notificationUrl: notified.receiver.address('/thief') } }
  const refusal = { error: { field: 'order.notificationUrl', validationType: 'UNSUPPORTED' } }
  expect(await says('INITIATE_AUTHENTICATION', theft)).toMatchObject({ status: 400, body: refusal })
  expect((await says('INITIATE_AUTHENTICATION')).status).toBe(201)
  expect(await says('AUTHENTICATE_PAYER', theft)).toMatchObject({ status: 400, body: refusal })
  const authentication = { redirectResponseUrl: 'https://shop.example/back' }
  expect((await says('AUTHENTICATE_PAYER', { authentication })).status).toBe(201)
  await notified.submit(orderId, 'pay', {
    apiOperation: 'PAY',
    authentication: { transactionId: 'auth' },
    session: { id },
  })
  const heard = await notified.receiver.until(3)
  await notified.advance('PT10S')
  expect(heard.map(summary)).toEqual([
    '1 auth AUTHENTICATION /hook',
    '2 auth AUTHENTICATION /hook',
    '3 pay PAYMENT /hook',
  ])
})

test('a void notifies for itself, and not again for its target', async () => {
  const orderId = newOrder()
  await notified.submit(orderId, '1', authorization())
  await notified.submit(orderId, '2', { apiOperation: 'VOID', transaction: { targetTransactionId: '1' } })
  await notified.receiver.until(2)
  await notified.advance('PT10S')
  expect(notified.receiver.heard.map(summary)).toEqual([
    '1 1 AUTHORIZATION /hook',
    '2 2 VOID_AUTHORIZATION /hook',
  ])
})

test('both steps of payer authentication, and what the payer did, are told under one id', async () => {
  const payer = cardholder(notified.gateway(), cardThat.isChallenged)
  await payer.begin({ authentication: { redirectResponseUrl: 'https://shop.example/back' } })
  expect((await payer.decide('Y')).status).toBe(200)
  const heard = await notified.receiver.until(3)
  const told = heard.map(({ sequence, body }) => [
    sequence,
    valueAt(body, 'transaction.id'),
    valueAt(body, 'order.authenticationStatus'),
  ])
  expect(told).toEqual([
    [1, 'auth', 'AUTHENTICATION_AVAILABLE'],
    [2, 'auth', 'AUTHENTICATION_PENDING'],
    [3, 'auth', 'AUTHENTICATION_SUCCESSFUL'],
  ])
  // Nothing of what only a browser needs, and no secret.
  expect(heard[2]?.text).not.toContain('aes256Key')
})

test('a time-out is told, and that it was reversed', async () => {
  const orderId = newOrder()
  await notified.gateway().call('POST', '/sandbox/acquirer/scripts', {
    match: { orderId },
    answers: [{ answer: 'silent' }],
  })
  await notified.submit(orderId, '1', authorization())
  await notified.receiver.until(1)
  await notified.advance('PT1M')
  const heard = await notified.receiver.until(2)
  expect(heard.map(({ sequence, body }) => [sequence, valueAt(body, 'transaction.reversal.status')])).toEqual(
    [
      [1, 'PENDING'],
      [2, 'ACKNOWLEDGED'],
    ],
  )
})

test('what was not heard is repeated by the clock, each time the same', async () => {
  notified.receiver.answer(({ attempt }) => ({ status: attempt < 4 ? 500 : 204 }))
  await notified.submit(newOrder(), '1', authorization())
  await notified.receiver.until(1)
  await notified.advance('PT5S')
  expect(notified.receiver.heard).toHaveLength(1)
  await notified.advance('PT15S')
  expect(notified.receiver.heard).toHaveLength(2)
  await notified.advance('PT70S')
  expect(notified.receiver.heard).toHaveLength(3)
  await notified.advance('PT3M')
  await notified.advance('P3D')
  expect(notified.receiver.heard.map(({ attempt }) => attempt)).toEqual([1, 2, 3, 4])
  expect(new Set(notified.receiver.heard.map(({ text }) => text)).size).toBe(1)
  expect(new Set(notified.receiver.heard.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
})

test('a receiver that is busy says when to come back', async () => {
  notified.receiver.answer(({ attempt }) => ({
    status: attempt === 1 ? 503 : 200,
    headers: { 'Retry-After': '300' },
  }))
  await notified.submit(newOrder(), '1', authorization())
  await notified.receiver.until(1)
  await notified.advance('PT4M')
  expect(notified.receiver.heard).toHaveLength(1)
  await notified.advance('PT2M')
  expect(notified.receiver.heard).toHaveLength(2)
})

test('410 ends it for this one, and not for the next', async () => {
  notified.receiver.answer(({ sequence }) => ({ status: sequence === 1 ? 410 : 200 }))
  const orderId = newOrder()
  await notified.submit(orderId, '1', authorization())
  await notified.receiver.until(1)
  await notified.submit(orderId, '2', { apiOperation: 'CAPTURE', transaction: money })
  await notified.receiver.until(2)
  await notified.advance('P1D')
  expect(notified.receiver.heard.map(({ sequence }) => sequence)).toEqual([1, 2])
  expect(await notified.states(orderId)).toEqual(['GONE', 'DELIVERED'])
})

test('after twenty attempts it is dead, and stays to be sent again', async () => {
  notified.receiver.answer(() => ({ status: 500 }))
  const orderId = newOrder()
  await notified.submit(orderId, '1', authorization())
  await notified.receiver.until(1)
  for (let day = 0; day < 22; day++) await notified.advance('P1D')
  expect(notified.receiver.heard).toHaveLength(20)
  expect(await notified.states(orderId)).toEqual(['DEAD'])
  notified.receiver.answer(() => ({ status: 200 }))
  const [{ id = '' } = {}] = (await notified.feed('last=1')).notifications
  const store = await openStore(notified.gateway().database.logins)
  const owner = { cell: 0, merchantId: 'TESTMERCHANT' }
  expect(await resend(store, owner, { notificationId: String(id) })).toBe(1)
  await store.close()
  const heard = await notified.receiver.until(21)
  expect(heard.at(-1)).toMatchObject({ attempt: 21, text: heard[0]?.text })
  expect(heard.at(-1)?.headers['webhook-id']).toBe(id)
  await expect.poll(() => notified.states(orderId)).toEqual(['DELIVERED'])
})

test('what is on its way survives the gateway', async () => {
  notified.receiver.answer(() => ({ status: 500 }))
  await notified.submit(newOrder(), '1', authorization())
  await notified.receiver.until(1)
  await notified.restart()
  notified.receiver.answer(() => ({ status: 200 }))
  await notified.advance('PT20S')
  expect(notified.receiver.heard.map(({ attempt }) => attempt)).toEqual([1, 2])
})
