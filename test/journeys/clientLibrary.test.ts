import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createClient, createNotificationVerifier, FeedInterruption } from '../../src/client/index.ts'
import { passwords } from './client.ts'
import { type Notified, openNotified } from './notified.ts'
import { newOrder } from './requests.ts'

let notified: Notified
beforeAll(async () => {
  notified = await openNotified()
})
afterAll(() => notified?.close())
beforeEach(() => notified.begin())

const order = { amount: '10.00', currency: 'USD' }
const card = {
  type: 'CARD',
  provided: { card: { number: '5123450000000008', expiry: { month: '1', year: '39' } } },
} as const
const password = passwords.TESTMERCHANT ?? ''

const open = (fetch: typeof globalThis.fetch = globalThis.fetch) =>
  createClient({ url: notified.gateway().origin, merchant: 'TESTMERCHANT', password, version: 100, fetch })

async function script(orderId: string, ...answers: readonly object[]): Promise<void> {
  await notified.gateway().call('POST', '/sandbox/acquirer/scripts', { match: { orderId }, answers })
}

/** The first so many requests arrive and are carried out, and their answers are lost. */
function losing(count: number): typeof globalThis.fetch {
  let left = count
  return async (...given) => {
    const response = await fetch(...given)
    if (left-- > 0) throw new TypeError('fetch failed')
    return response
  }
}

test('a payment whose answers are lost is sent again, and charged once', async () => {
  const orderId = newOrder()
  const paid = await open(losing(2)).pay({ orderId, transactionId: '1' }, { order, sourceOfFunds: card })
  expect(paid).toMatchObject({ kind: 'approved', answer: { order: { totalCapturedAmount: 10 } } })
  expect(notified.gateway().asks.filter(ask => ask.orderId === orderId)).toHaveLength(1)
  const shown = await open().retrieveOrder({ orderId })
  expect(shown).toMatchObject({ kind: 'answered', answer: { totalCapturedAmount: 10 } })
})

test('one whose answers never come is unknown; asking again tells, and so does sending again', async () => {
  const ids = { orderId: newOrder(), transactionId: '1' }
  const deaf = open(losing(Number.POSITIVE_INFINITY))
  const paid = await deaf.pay(ids, { order, sourceOfFunds: card }, { deadlineMs: 700 })
  expect(paid).toMatchObject({ kind: 'unknown', answer: undefined })
  expect(await open().retrieveTransaction(ids)).toMatchObject({ kind: 'approved' })
  expect(await open().pay(ids, { order, sourceOfFunds: card })).toMatchObject({ kind: 'approved' })
})

test('what never arrived is unrecorded, and is sent again under its ids', async () => {
  const ids = { orderId: newOrder(), transactionId: '1' }
  const refusing: typeof fetch = (url, init) =>
    init?.method === 'PUT' ? Promise.reject(new TypeError('fetch failed')) : fetch(url, init)
  const paid = await open(refusing).pay(ids, { order, sourceOfFunds: card }, { deadlineMs: 700 })
  if (paid.kind !== 'unknown') throw new Error(paid.kind)
  expect(await paid.retrieve()).toMatchObject({ kind: 'unrecorded' })
  expect(await open().pay(ids, { order, sourceOfFunds: card })).toMatchObject({ kind: 'approved' })
  const next = { orderId: ids.orderId, transactionId: '2' }
  expect(await open().retrieveTransaction(next)).toMatchObject({ kind: 'unrecorded' })
})

test('declines, silence and refusals are kinds of their own', async () => {
  const declined = newOrder()
  await script(declined, { answer: 'decline', gatewayCode: 'INSUFFICIENT_FUNDS' })
  const client = open()
  const paying = { order, sourceOfFunds: card }
  const first = await client.authorize({ orderId: declined, transactionId: '1' }, paying)
  expect(first).toMatchObject({ kind: 'declined', gatewayCode: 'INSUFFICIENT_FUNDS' })
  const silent = newOrder()
  await script(
    silent,
    { answer: 'silent' },
    { answer: 'approve' },
    { answer: 'approve' },
    { answer: 'silent' },
  )
  const second = await client.authorize({ orderId: silent, transactionId: '1' }, paying)
  expect(second).toMatchObject({ kind: 'timedOut' })
  const bad = await client.refund(
    { orderId: newOrder(), transactionId: '1' },
    { transaction: { amount: '1.00', currency: 'USD' } },
  )
  expect(bad).toMatchObject({ kind: 'rejected', status: 400, error: { cause: 'INVALID_REQUEST' } })
})

test('a capture that the acquirer did not confirm is pending, until it is approved', async () => {
  const orderId = newOrder()
  const client = open()
  await client.authorize({ orderId, transactionId: '1' }, { order, sourceOfFunds: card })
  await script(orderId, { answer: 'silent' })
  const captured = await client.capture({ orderId, transactionId: '2' }, { transaction: order })
  if (captured.kind !== 'pending') throw new Error(captured.kind)
  await notified.advance('PT10M')
  await expect.poll(async () => (await captured.retrieve()).kind).toBe('approved')
})

test('sessions, tokens and options are answered', async () => {
  const client = createClient({
    url: `${notified.gateway().origin}/`,
    merchant: 'TESTMERCHANT',
    password,
    version: 73,
  })
  const opened = await client.createSession({})
  if (opened.kind !== 'answered') throw new Error(opened.kind)
  const session = { id: opened.answer.session.id }
  const filled = await client.updateSession({ sessionId: session.id }, { order, sourceOfFunds: card })
  expect(filled).toMatchObject({ kind: 'answered' })
  const kept = await client.createToken({ session })
  if (kept.kind !== 'answered') throw new Error(kept.kind)
  const paid = await client.pay(
    { orderId: newOrder(), transactionId: '1' },
    { order, sourceOfFunds: { token: kept.answer.token } },
  )
  expect(paid).toMatchObject({ kind: 'approved', answer: { version: '73' } })
  expect(await client.deleteToken({ tokenId: kept.answer.token })).toMatchObject({ kind: 'answered' })
  expect(await client.paymentOptionsInquiry()).toMatchObject({ kind: 'answered' })
  expect(await client.checkGateway()).toMatchObject({ answer: { status: 'OPERATING' } })
  expect(await client.retrieveSession({ sessionId: 'SESSION0002776555072F1187G4FA37' })).toMatchObject({
    kind: 'rejected',
  })
})

test('a notification of the gateway is genuine, and one that was changed is forged', async () => {
  const orderId = newOrder()
  await open().pay({ orderId, transactionId: '1' }, { order, sourceOfFunds: card })
  const [heard] = await notified.receiver.until(1)
  if (!heard) throw new Error('Nothing arrived')
  const verify = createNotificationVerifier({ keys: await notified.keys(), version: 100 })
  const received = { headers: heard.headers, body: heard.text }
  expect(await verify(received)).toMatchObject({
    kind: 'genuine',
    isTest: true,
    notification: { orderId, transactionId: '1', sequence: 1, outcome: { kind: 'approved' } },
  })
  const changed = { ...received, body: heard.text.replace('10', '11') }
  expect(await verify(changed)).toMatchObject({ kind: 'forged' })
})

test('the feed tells everything once, and goes on where it was left', async () => {
  await notified.settle({ notificationUrl: '' })
  const { next: after } = await notified.feed('after=now')
  const orders = [newOrder(), newOrder(), newOrder()]
  const client = open()
  for (const orderId of orders)
    await client.authorize({ orderId, transactionId: '1' }, { order, sourceOfFunds: card })
  await expect.poll(async () => (await notified.feed(`after=${after}`)).notifications.length).toBe(3)
  const told: string[] = []
  let last = after
  for await (const { id, orderId, outcome, state } of client.notifications({ after })) {
    told.push(`${orderId} ${outcome.kind} ${state}`)
    last = id
    if (told.length === 2) break
  }
  for await (const { orderId, outcome, state } of client.notifications({ after: last }))
    told.push(`${orderId} ${outcome.kind} ${state}`)
  expect(told).toEqual(orders.map(orderId => `${orderId} approved NOWHERE`))
})

test('who follows the feed waits for what happens, until they stop; a stranger is told', async () => {
  const client = open()
  const orderId = newOrder()
  const stop = new AbortController()
  const following = (async () => {
    for await (const told of client.notifications({ after: 'now', follow: true, signal: stop.signal }))
      if (told.orderId === orderId) stop.abort()
  })()
  await client.authorize({ orderId, transactionId: '1' }, { order, sourceOfFunds: card })
  await following
  const stranger = createClient({
    url: notified.gateway().origin,
    merchant: 'TESTMERCHANT',
    password: 'wrong',
    version: 100,
  })
  await expect(stranger.notifications().next()).rejects.toThrow(FeedInterruption)
})
