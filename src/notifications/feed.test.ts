import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { createMemoryNotificationStore } from '../../test/support/notifications/memoryNotificationStore.ts'
import { createMemorySecretStore, openBox } from '../../test/support/notifications/memorySecretStore.ts'
import { isRejection } from '../orders/rejection.ts'
import { systemClock } from '../platform/clock.ts'
import { createLog } from '../platform/log.ts'
import { createNotificationFeed, type FeedPage, type WantedFeedPage } from './feed.ts'
import { createNotificationSecrets } from './secrets.ts'

const shop = { cell: 0, merchantId: 'SHOP' }
const other = { cell: 0, merchantId: 'OTHER' }
const fromStart = { from: { kind: 'start' }, limit: 100, waitMs: 0 } as const

function open() {
  const store = createMemoryNotificationStore(() => systemClock.now().getTime())
  const secrets = createNotificationSecrets({
    store: createMemorySecretStore(),
    box: openBox,
    clock: systemClock,
  })
  const log = createLog({ level: 'silent', pretty: false })
  const feed = createNotificationFeed({ store, secrets, clock: systemClock, log })
  const commit = async (owner: typeof shop, orderId: string, filler = '') => {
    store.commit({
      ...owner,
      orderId,
      transactionId: '1',
      sequence: 1,
      record: { order: { id: orderId, description: filler } },
    })
    await store.takeIn(100)
    feed.wake()
  }
  const read = async (wanted: WantedFeedPage = fromStart, owner = shop): Promise<FeedPage> => {
    const page = await feed.read(owner, wanted)
    if (isRejection(page)) throw new Error(page.explanation)
    return page
  }
  const orders = ({ notifications }: FeedPage) => notifications.map(({ orderId }) => orderId)
  return { store, secrets, feed, commit, read, orders }
}

const after = (notificationId: string): WantedFeedPage => ({
  ...fromStart,
  from: { kind: 'after', notificationId },
})
const last = (count: number): WantedFeedPage => ({ ...fromStart, from: { kind: 'last', count } })

test('everything that happened, in its order, signed anew at each reading', async () => {
  const { commit, read, orders, secrets } = open()
  for (const id of ['a', 'b', 'c']) await commit(shop, id)
  const page = await read()
  expect(orders(page)).toEqual(['a', 'b', 'c'])
  const [key = ''] = (await secrets.find(shop)).signing
  for (const { headers = {}, body = '' } of page.notifications) new Webhook(key).verify(body, headers)
  expect(page.notifications[0]).toMatchObject({
    sequence: 1,
    transactionId: '1',
    state: 'WAITING',
    attempts: 0,
  })
  expect(page.notifications[0]?.headers).not.toHaveProperty('X-Notification-Secret')
})

test('a page ends where the next one begins, and nothing is told twice or left out', async () => {
  const { commit, read, orders } = open()
  const told: string[] = []
  let next = ''
  for (let round = 0; round < 10; round++) {
    await commit(shop, `${2 * round}`)
    await commit(other, 'not ours')
    await commit(shop, `${2 * round + 1}`)
    const page = await read(next === '' ? fromStart : { ...after(next), limit: 3 })
    told.push(...orders(page))
    next = page.next
  }
  told.push(...orders(await read(after(next))))
  expect(told).toEqual(Array.from({ length: 20 }, (_, index) => `${index}`))
})

test('merchants read their own, whatever cursor they bring', async () => {
  const { commit, read, orders } = open()
  await commit(shop, 'ours')
  await commit(other, 'theirs')
  const foreign = (await read(fromStart, other)).next
  expect(orders(await read(after(foreign)))).toEqual(['ours'])
})

test('the end, and a little before the end', async () => {
  const { commit, read, orders } = open()
  expect((await read(last(0))).next).toBe('start')
  for (const id of ['a', 'b', 'c']) await commit(shop, id)
  const recent = await read(last(2))
  expect(orders(recent)).toEqual(['b', 'c'])
  expect(orders(await read(after(recent.previous)))).toEqual(['b', 'c'])
  expect(orders(await read(last(9)))).toEqual(['a', 'b', 'c'])
  const end = await read(last(0))
  expect(end.notifications).toEqual([])
  await commit(shop, 'd')
  expect(orders(await read(after(end.next)))).toEqual(['d'])
})

test('who waits is told as soon as there is something', async () => {
  const { commit, read, orders } = open()
  const waiting = read({ ...fromStart, waitMs: 10_000 })
  await systemClock.sleep(20)
  await commit(other, 'not ours')
  const startedMs = systemClock.monotonicMs()
  await commit(shop, 'a')
  expect(orders(await waiting)).toEqual(['a'])
  expect(systemClock.monotonicMs() - startedMs).toBeLessThan(450)
})

test('what another node has taken in is found too', async () => {
  const { store, read, orders } = open()
  const waiting = read({ ...fromStart, waitMs: 10_000 })
  await systemClock.sleep(20)
  store.commit({ ...shop, orderId: 'a', transactionId: '1', sequence: 1, record: {} })
  await store.takeIn(100)
  expect(orders(await waiting)).toEqual(['a'])
})

test('who waited in vain goes on from where it was', async () => {
  const { commit, read, orders } = open()
  await commit(shop, 'a')
  const { next } = await read()
  expect(await read({ ...after(next), waitMs: 30 })).toEqual({ notifications: [], previous: next, next })
  await commit(shop, 'b')
  expect(orders(await read(after(next)))).toEqual(['b'])
})

test('a fifth who waits gets the place of the first, who goes home', async () => {
  const { read, feed } = open()
  const wanted = { ...fromStart, waitMs: 60_000 }
  const first = read(wanted)
  await systemClock.sleep(5)
  const others = Array.from({ length: 4 }, () => read(wanted))
  expect(await first).toEqual({ notifications: [], previous: 'start', next: 'start' })
  const elsewhere = read(wanted, other)
  feed.releaseWaiters({ isClosing: true })
  expect(await Promise.all([...others, elsewhere])).toHaveLength(5)
  // Nobody waits at a gateway that stops.
  expect(await read(wanted)).toEqual({ notifications: [], previous: 'start', next: 'start' })
})

test('a hundred merchants wait at once, and each hears of its own', async () => {
  const { commit, read, orders } = open()
  const owners = Array.from({ length: 100 }, (_, index) => ({ cell: 0, merchantId: `M${index}` }))
  const waiting = owners.map(owner => read({ ...fromStart, waitMs: 10_000 }, owner))
  await systemClock.sleep(20)
  await Promise.all(owners.map(owner => commit(owner, owner.merchantId)))
  const told = (await Promise.all(waiting)).map(orders)
  expect(told).toEqual(owners.map(({ merchantId }) => [merchantId]))
})

test('a page has an end in bytes too, but never none', async () => {
  const { commit, read, orders } = open()
  for (let index = 0; index < 6; index++) await commit(shop, `${index}`, 'x'.repeat(300_000))
  await commit(shop, 'huge', 'x'.repeat(2_000_000))
  const first = await read()
  expect(orders(first)).toEqual(['0', '1', '2'])
  const second = await read(after(first.next))
  expect(orders(second)).toEqual(['3', '4', '5'])
  expect(orders(await read(after(second.next)))).toEqual(['huge'])
})

test('one that cannot be read is named all the same', async () => {
  const { store, secrets } = open()
  const broken = { ...store, read: async () => Promise.reject(new Error('a bad row')) }
  const log = createLog({ level: 'silent', pretty: false })
  const feed = createNotificationFeed({ store: broken, secrets, clock: systemClock, log })
  store.commit({ ...shop, orderId: 'a', transactionId: '1', sequence: 1, record: {} })
  await store.takeIn(1)
  const page = await feed.read(shop, fromStart)
  expect(page).toMatchObject({ notifications: [{ orderId: 'a', sequence: 1 }] })
  expect(page).not.toHaveProperty('notifications.0.body')
})
