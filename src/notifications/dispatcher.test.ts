import { afterEach, expect, test } from 'vitest'
import {
  change,
  changes,
  ok,
  type Sent,
  startTestDispatcher,
  stopTestDispatchers,
} from '../../test/support/notifications/testDispatcher.ts'
import { ordinaryProfile } from '../orders/merchant.ts'
import { systemClock } from '../platform/clock.ts'
import { standardConcurrencyBounds } from './deliveryConcurrency.ts'
import type { DeliveryOutcome } from './outcome.ts'

afterEach(stopTestDispatchers)

test('what was committed is told once, to where the merchant wants it', async () => {
  const { dispatcher, store, sent } = startTestDispatcher(() => ok)
  store.commit(change())
  dispatcher.start()
  await expect.poll(() => store.rows[0]?.state).toBe('DELIVERED')
  expect(sent).toHaveLength(1)
  expect(sent[0]).toMatchObject({
    target: 'https://shop.example/hook',
    envelope: {
      headers: {
        'X-Notification-Attempt': '1',
        'X-Notification-Sequence': '1',
        'X-Notification-Secret': expect.stringMatching(/./),
      },
      body: '{"result":"SUCCESS","order":{"id":"order"},"version":"100"}',
    },
  })
  expect(store.made).toEqual([expect.objectContaining({ attempt: 1, status: 200, target: sent[0]?.target })])
})

test.each([
  [true, 'TEST'],
  [false, undefined],
])('whether no money moves, a header says: %s', async (isTest, mode) => {
  const { dispatcher, store, sent } = startTestDispatcher(() => ok, { isTest })
  store.commit(change())
  await dispatcher.settle()
  expect(sent[0]?.envelope.headers['Tollgate-Mode']).toBe(mode)
})

test('the request says better than the merchant where it is told', async () => {
  const { dispatcher, store, sent } = startTestDispatcher(() => ok)
  store.commit(change({ target: 'http://127.0.0.1:3000/mine' }))
  await dispatcher.settle()
  expect(sent[0]?.target).toBe('http://127.0.0.1:3000/mine')
  expect(sent[0]?.envelope.headers['X-Notification-Secret']).toBeUndefined()
})

test('a server that only a request named does not learn the shared secret, and it is said why', async () => {
  const { dispatcher, store, sent, lines } = startTestDispatcher(() => ok)
  store.commit(change({ target: 'https://thief.example/hook' }))
  store.commit(change({ target: 'https://thief.example/hook', sequence: 2 }))
  store.commit(change({ orderId: 'other', target: 'https://shop.example/orders' }))
  await dispatcher.settle()
  const secrets = sent.map(({ target, envelope }) => [target, 'X-Notification-Secret' in envelope.headers])
  expect(Object.fromEntries(secrets)).toEqual({
    'https://thief.example/hook': false,
    'https://shop.example/orders': true,
  })
  const why = expect.stringContaining("neither that of the profile's notificationUrl")
  expect(store.made.map(({ target, withheld }) => [new URL(target).host, withheld]).sort()).toEqual([
    ['shop.example', undefined],
    ['thief.example', why],
    ['thief.example', why],
  ])
  const told = lines
    .map(line => JSON.parse(line))
    .filter(({ msg }) => msg.includes('without the shared secret'))
  expect(told).toEqual([expect.objectContaining({ merchant: 'SHOP', host: 'thief.example', reason: why })])
})

test('servers that the operator listed learn the secret; in the sandbox all spoken to by TLS', async () => {
  const target = 'https://hooks.example/told'
  const listed = startTestDispatcher(() => ok, { profile: { secretOrigins: ['https://hooks.example'] } })
  const rehearsed = startTestDispatcher(() => ok, { isSecretForAll: true, profile: { notificationUrl: '' } })
  for (const { store, dispatcher, sent } of [listed, rehearsed]) {
    store.commit(change({ target }))
    store.commit(change({ target: 'http://127.0.0.1:3000/told', orderId: 'other' }))
    await dispatcher.settle()
    expect(sent.map(one => [one.target, 'X-Notification-Secret' in one.envelope.headers])).toEqual([
      [target, true],
      ['http://127.0.0.1:3000/told', false],
    ])
  }
})

test('a failure is repeated by the schedule, with the same body, until it is heard', async () => {
  let count = 0
  const { dispatcher, store, sent, advance } = startTestDispatcher(() =>
    ++count < 4 ? { status: 500, reason: 'no' } : ok,
  )
  store.commit(change())
  await dispatcher.settle()
  await dispatcher.settle()
  expect(sent).toHaveLength(1)
  for (const waitMs of [15_000, 60_000, 120_000]) {
    advance(waitMs - 5_000)
    await dispatcher.settle()
    advance(6_000)
    await dispatcher.settle()
  }
  expect(sent.map(({ envelope }) => envelope.headers['X-Notification-Attempt'])).toEqual(['1', '2', '3', '4'])
  expect(new Set(sent.map(({ envelope }) => envelope.body)).size).toBe(1)
  expect(store.rows[0]?.state).toBe('DELIVERED')
})

test('after twenty tries it is dead; put on its way again it has twenty more', async () => {
  const { dispatcher, store, sent, advance, lines } = startTestDispatcher(() => ({
    status: 500,
    reason: 'no',
  }))
  store.commit(change())
  for (let count = 0; count < 25; count++) {
    await dispatcher.settle()
    advance(86_400_000)
  }
  expect([sent.length, store.rows[0]?.state]).toEqual([20, 'DEAD'])
  expect(lines.filter(line => line.includes('given up'))).toHaveLength(1)
  store.putBack(store.rows[0]?.notificationId ?? '')
  await dispatcher.settle()
  expect(sent.at(-1)?.envelope.headers['X-Notification-Attempt']).toBe('21')
  expect(store.rows[0]?.state).toBe('WAITING')
})

test('410 is the end of it', async () => {
  const { dispatcher, store, sent, advance } = startTestDispatcher(() => ({ status: 410, reason: 'no more' }))
  store.commit(change())
  await dispatcher.settle()
  advance(86_400_000)
  await dispatcher.settle()
  expect([sent.length, store.rows[0]?.state]).toEqual([1, 'GONE'])
})

test.each([
  ['no longer wants notifications', { notifications: false }, 'OFF'],
  ['no longer says where', { notificationUrl: '' }, 'NOWHERE'],
])('a merchant that %s is not told', async (_what, profile, state) => {
  const { dispatcher, store, sent } = startTestDispatcher(() => ok, { profile })
  store.commit(change())
  await dispatcher.settle()
  expect([sent.length, store.rows[0]?.state]).toEqual([0, state])
})

test('that a merchant wants none is looked at twice: it may have begun to a moment ago', async () => {
  const wanting = { ...ordinaryProfile, notifications: true, notificationUrl: 'https://shop.example/' }
  const { dispatcher, store } = startTestDispatcher(() => ok, {
    profileOf: async (_merchantId, isFresh) => (isFresh ? wanting : ordinaryProfile),
  })
  store.commit(change())
  await dispatcher.settle()
  expect(store.rows[0]?.state).toBe('DELIVERED')
})

test('first attempts of an order keep its sequence; other orders do not wait for it', async () => {
  const { dispatcher, store, sent } = startTestDispatcher(async ({ envelope }) => {
    await systemClock.sleep(envelope.body.includes('slow') ? 30 : 0)
    return envelope.body.includes('slow') ? { status: 500, reason: 'no' } : ok
  })
  for (let sequence = 1; sequence <= 5; sequence++) {
    store.commit(change({ orderId: 'slow', sequence, record: { order: { id: 'slow' } } }))
    store.commit(change({ orderId: 'quick', sequence, record: { order: { id: 'quick' } } }))
  }
  await dispatcher.settle()
  const sequences = (orderId: string) =>
    sent
      .filter(({ envelope }) => envelope.body.includes(orderId))
      .map(({ envelope }) => Number(envelope.headers['X-Notification-Sequence']))
  expect(sequences('slow')).toEqual([1, 2, 3, 4, 5])
  expect(sequences('quick')).toEqual([1, 2, 3, 4, 5])
})

test('receivers that hang delay nobody else', async () => {
  const hang = ({ target, stop }: Sent): DeliveryOutcome | Promise<DeliveryOutcome> =>
    target.includes('hang')
      ? new Promise(resolve => stop?.addEventListener('abort', () => resolve({ isBrokenOff: true })))
      : ok
  const { dispatcher, store, sent } = startTestDispatcher(hang)
  for (let merchant = 0; merchant < 20; merchant++)
    for (const one of changes(50, index => ({
      merchantId: `HANGS${merchant}`,
      orderId: `${index}`,
      target: `https://hang${index % 10}.example/`,
    })))
      store.commit(one)
  dispatcher.start()
  await expect.poll(() => sent.length, { timeout: 3_000 }).toBeGreaterThan(60)
  const startedMs = systemClock.monotonicMs()
  for (const one of changes(50, index => ({ merchantId: 'QUICK', orderId: `${index}` }))) store.commit(one)
  await expect
    .poll(() => store.rows.filter(row => row.merchantId === 'QUICK' && row.state === 'DELIVERED').length)
    .toBe(50)
  expect(systemClock.monotonicMs() - startedMs).toBeLessThan(1_000)
  expect(sent.filter(({ target }) => target.includes('hang')).length).toBeLessThanOrEqual(80)
})

test('never more under way than the bounds allow', async () => {
  const perReceiver = new Map<string, number>()
  let [all, allMax, receiverMax] = [0, 0, 0]
  const receive = async ({ target }: Sent): Promise<DeliveryOutcome> => {
    all += 1
    perReceiver.set(target, (perReceiver.get(target) ?? 0) + 1)
    allMax = Math.max(allMax, all)
    receiverMax = Math.max(receiverMax, perReceiver.get(target) ?? 0)
    await systemClock.sleep(2)
    all -= 1
    perReceiver.set(target, (perReceiver.get(target) ?? 1) - 1)
    return { status: 500, reason: 'no' }
  }
  const { dispatcher, store } = startTestDispatcher(receive, {
    bounds: { ...standardConcurrencyBounds, perNode: 20 },
  })
  for (const one of changes(600, index => ({
    merchantId: `M${index % 12}`,
    orderId: `${index}`,
    target: `https://r${index % 5}.example/${index % 12}`,
  })))
    store.commit(one)
  await dispatcher.settle()
  expect(store.made).toHaveLength(600)
  expect(allMax).toBeLessThanOrEqual(20)
  // A receiver that only fails never earns more than two.
  expect(receiverMax).toBeLessThanOrEqual(2)
})

test('a stop lets what is under way end, and breaks off what does not', async () => {
  const { dispatcher, store, sent } = startTestDispatcher(
    ({ target, stop }) =>
      target.includes('hang')
        ? new Promise(resolve => {
            stop?.addEventListener('abort', () => resolve({ reason: 'stopped', isBrokenOff: true }))
          })
        : systemClock.sleep(30).then(() => ok),
    { limits: { settleTimeoutMs: 200 } },
  )
  store.commit(change({ orderId: 'a', target: 'https://hang.example/' }))
  store.commit(change({ orderId: 'b' }))
  dispatcher.start()
  await expect.poll(() => sent.length).toBe(2)
  await dispatcher.stop()
  expect(store.rows.map(({ state }) => state).sort()).toEqual(['DELIVERED', 'WAITING'])
  expect(store.made).toHaveLength(2)
  store.commit(change({ orderId: 'c' }))
  await systemClock.sleep(50)
  expect(sent).toHaveLength(2)
  // What was broken off is tried again at once by whoever comes next.
  await dispatcher.settle()
  expect(sent.filter(({ target }) => target.includes('hang'))).toHaveLength(2)
})
