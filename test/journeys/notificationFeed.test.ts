import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Notified, openNotified } from './notified.ts'
import { verify } from './receiver.ts'
import { authorization, newOrder } from './requests.ts'

let notified: Notified
beforeAll(async () => {
  notified = await openNotified()
})
afterAll(() => notified?.close())
beforeEach(() => notified.begin())

test('a key follows another without a gap', async () => {
  const [first = ''] = await notified.keys()
  const [second = '', older] = await notified.keys('POST')
  expect(older).toBe(first)
  await notified.submit(newOrder(), '1', authorization())
  const [both] = await notified.receiver.until(1)
  if (both) for (const key of [first, second]) verify(key, both)
  expect(await notified.keys('DELETE')).toEqual([second])
  await notified.submit(newOrder(), '1', authorization())
  const [, one] = await notified.receiver.until(2)
  if (one) verify(second, one)
  expect(() => one && verify(first, one)).toThrow()
})

test('whoever would rather ask reads the feed: everything, in pages, and waits for more', async () => {
  await notified.settle({ notificationUrl: '' })
  const { next } = await notified.feed('after=now')
  const ids = [newOrder(), newOrder(), newOrder()]
  for (const id of ids) await notified.submit(id, '1', authorization())
  await expect.poll(async () => (await notified.feed(`after=${next}`)).notifications.length).toBe(3)
  const first = await notified.feed(`after=${next}&limit=2`)
  const second = await notified.feed(`after=${first.next}&limit=2`)
  const read = [...first.notifications, ...second.notifications]
  expect(read.map(({ orderId }) => orderId)).toEqual(ids)
  expect(read[0]).toMatchObject({
    sequence: 1,
    transactionId: '1',
    state: 'NOWHERE',
    attempts: 0,
    version: '100',
  })
  const [key = ''] = await notified.keys()
  for (const { headers, body } of read)
    verify(key, { text: String(body), headers: headers as Record<string, string> })
  const waiting = notified.feed(`after=${second.next}&wait=20`)
  const late = newOrder()
  await notified.submit(late, '1', authorization())
  expect((await waiting).notifications.map(({ orderId }) => orderId)).toEqual([late])
  expect(notified.receiver.heard).toEqual([])
})

test('who waits takes no place: not of other requests, and not of a reset', async () => {
  const { next } = await notified.feed('after=now')
  const startedMs = performance.now()
  let answered = 0
  const readers = Array.from({ length: 4 }, async () => {
    const page = await notified.feed(`after=${next}&wait=25`)
    answered += 1
    return page
  })
  await notified.feed('last=1')
  // On a busy machine a reader may begin to wait only after a reset: that is for the next one.
  while (answered < readers.length)
    expect((await notified.gateway().call('DELETE', '/sandbox/data')).status).toBe(200)
  for (const page of await Promise.all(readers)) expect(page.notifications).toEqual([])
  expect(performance.now() - startedMs).toBeLessThan(20_000)
  // What a cursor stood for is gone; nothing that came since is missed.
  await notified.settle({ notificationUrl: notified.receiver.address() })
  const orderId = newOrder()
  await notified.submit(orderId, '1', authorization())
  const page = await notified.feed(`after=${next}&wait=20`)
  expect(page.notifications.map(one => one.orderId)).toEqual([orderId])
})

test.each([
  ['after=yesterday', 'after'],
  ['limit=0', 'limit'],
  ['limit=101', 'limit'],
  ['wait=26', 'wait'],
  ['wait=-1', 'wait'],
  ['last=101', 'last'],
  ['last=1&after=now', 'last'],
])('the feed does not take %s', async (query, field) => {
  const answer = await notified.gateway().call('GET', `notifications?${query}`)
  expect(answer).toMatchObject({ status: 400, body: { error: { field, validationType: 'INVALID' } } })
})

test('merchants hear of their own only, with keys of their own', async () => {
  const orderId = newOrder()
  await notified.submit(orderId, '1', authorization())
  await notified.receiver.until(1)
  const ours = await notified.feed('last=1')
  expect((await notified.feed(`after=${ours.next}`, 'OTHERMERCHANT')).notifications).toEqual([])
  expect((await notified.feed('after=start', 'OTHERMERCHANT')).notifications).toEqual([])
  const [theirs = ''] = await notified.keys('GET', 'OTHERMERCHANT')
  const [heard] = notified.receiver.heard
  expect(() => heard && verify(theirs, heard)).toThrow()
  await notified.settle({ notificationUrl: notified.receiver.address('/theirs') }, 'OTHERMERCHANT')
  await notified.gateway().authorize(orderId, authorization(), { merchant: 'OTHERMERCHANT' })
  const [, other] = await notified.receiver.until(2)
  expect(other).toMatchObject({ path: '/theirs', sequence: 1, body: { merchant: 'OTHERMERCHANT' } })
  if (other) verify(theirs, other)
  const denied = await notified
    .gateway()
    .call('GET', 'notifications', undefined, { password: 'f'.repeat(32) })
  expect(denied.status).toBe(401)
})

test('a merchant that does not want them gets none, and can read them all the same', async () => {
  await notified.settle({ notifications: false, notificationUrl: notified.receiver.address() })
  const orderId = newOrder()
  await notified.submit(
    orderId,
    '1',
    authorization({
      order: { amount: '10.00', currency: 'USD', notificationUrl: notified.receiver.address('/mine') },
    }),
  )
  await expect.poll(() => notified.states(orderId)).toEqual(['OFF'])
  await notified.advance('PT1H')
  expect(notified.receiver.heard).toEqual([])
})
