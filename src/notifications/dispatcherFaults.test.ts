import { afterEach, expect, test } from 'vitest'
import { createMemorySecretStore, openBox } from '../../test/support/notifications/memorySecretStore.ts'
import {
  change,
  changes,
  ok,
  startTestDispatcher,
  stopTestDispatchers,
} from '../../test/support/notifications/testDispatcher.ts'
import { systemClock } from '../platform/clock.ts'
import { StoreUnavailable } from '../platform/errors.ts'
import { createNotificationSecrets } from './secrets.ts'

afterEach(stopTestDispatchers)

test('while the database is away it waits, and writes down afterwards what was heard meanwhile', async () => {
  let isAway = false
  const unlessAway =
    <Given extends readonly unknown[], Result>(act: (...given: Given) => Promise<Result>) =>
    async (...given: Given): Promise<Result> => {
      if (isAway) throw new StoreUnavailable('away')
      return act(...given)
    }
  const { dispatcher, store, sent, lines } = startTestDispatcher(
    () => {
      isAway = true
      return ok
    },
    {
      faults: ({ takeIn, claim, record }) => ({
        ...{ takeIn: unlessAway(takeIn), claim: unlessAway(claim), record: unlessAway(record) },
      }),
    },
  )
  store.commit(change())
  dispatcher.start()
  const complaints = () => lines.filter(line => line.includes('wait for the store')).length
  await expect.poll(complaints).toBeGreaterThan(2)
  expect(store.rows[0]?.state).toBe('WAITING')
  isAway = false
  await expect.poll(() => store.rows[0]?.state, { timeout: 3_000 }).toBe('DELIVERED')
  expect(sent).toHaveLength(1)
})

test('one that cannot be read stops no other', async () => {
  const { dispatcher, store, sent, lines } = startTestDispatcher(() => ok, {
    faults: ({ read }) => ({
      async read(keys, isEnough) {
        if (keys.some(({ feedNo }) => feedNo === 2)) throw new Error('a bad row')
        return read(keys, isEnough)
      },
    }),
  })
  for (const one of changes(4, index => ({ orderId: `${index}` }))) store.commit(one)
  await dispatcher.settle()
  expect(store.rows.map(({ state }) => state)).toEqual(['DELIVERED', 'WAITING', 'DELIVERED', 'DELIVERED'])
  expect(sent).toHaveLength(3)
  expect(store.made.find(({ feedNo }) => feedNo === 2)).toMatchObject({
    reason: 'It could not be put into words.',
    verdict: { kind: 'again', afterMs: 15_000 },
  })
  expect(lines.filter(line => line.includes('could not be read'))).toHaveLength(1)
})

test('one that cannot be written down stops no other', async () => {
  const { dispatcher, store } = startTestDispatcher(() => ok, {
    faults: ({ record }) => ({
      async record(attempts) {
        if (attempts.some(({ feedNo }) => feedNo === 2)) throw new Error('a bad attempt')
        return record(attempts)
      },
    }),
  })
  for (const one of changes(4, index => ({ orderId: `${index}` }))) store.commit(one)
  await dispatcher.settle()
  expect(store.rows.map(({ state }) => state)).toEqual(['DELIVERED', 'WAITING', 'DELIVERED', 'DELIVERED'])
})

test('an outbox that cannot be taken in does not stop what is on its way already', async () => {
  const { dispatcher, store, advance, lines } = startTestDispatcher(() => ({ status: 500, reason: 'no' }), {
    faults: ({ takeIn }) => ({
      async takeIn(limit) {
        if (store.rows.length > 0) throw new Error('a bad row')
        return takeIn(limit)
      },
    }),
  })
  store.commit(change())
  dispatcher.start()
  await expect.poll(() => store.made.length).toBe(1)
  advance(20_000)
  await expect.poll(() => store.made.length).toBe(2)
  expect(lines.some(line => line.includes('notifying failed'))).toBe(true)
})

test('a merchant whose secrets do not open is not told, and others are', async () => {
  const secretStore = createMemorySecretStore()
  await secretStore.add({ cell: 0, merchantId: 'BROKEN' }, 'signing', Buffer.from('of somebody else'))
  const secrets = createNotificationSecrets({ store: secretStore, box: openBox, clock: systemClock })
  const { dispatcher, store, sent } = startTestDispatcher(() => ok, { secrets })
  store.commit(change({ merchantId: 'BROKEN' }))
  store.commit(change())
  await dispatcher.settle()
  expect(store.rows.map(({ state }) => state)).toEqual(['WAITING', 'DELIVERED'])
  expect(sent).toHaveLength(1)
  expect(store.made.find(({ merchantId }) => merchantId === 'BROKEN')?.reason).toBe('It could not be told.')
})

test('a receiver that does what no receiver should is still only one receiver', async () => {
  const { dispatcher, store, lines } = startTestDispatcher(({ target }) => {
    if (target.includes('bug')) throw new Error('a bug of ours')
    return ok
  })
  store.commit(change({ orderId: 'a', target: 'https://bug.example/' }))
  store.commit(change({ orderId: 'b' }))
  await dispatcher.settle()
  expect(store.rows.map(({ state }) => state)).toEqual(['WAITING', 'DELIVERED'])
  expect(lines.some(line => line.includes('could not be sent'))).toBe(true)
  // It counts like any failure, or it would be tried for ever.
  expect(store.made.find(({ target }) => target.includes('bug'))).toMatchObject({
    ...{ attempt: 1, reason: 'It could not be told.', verdict: { kind: 'again' } },
  })
})

test('a merchant whose profile makes no sense is not told, but neither tried for ever', async () => {
  const { dispatcher, store, sent } = startTestDispatcher(() => ok, {
    profileOf: () => Promise.reject(new RangeError('a bad profile')),
  })
  store.commit(change())
  await dispatcher.settle()
  expect(sent).toEqual([])
  expect(store.made).toEqual([
    expect.objectContaining({ attempt: 1, verdict: { kind: 'again', afterMs: 15_000 } }),
  ])
})

test('whoever counts attempts stands around each of them', async () => {
  const seen: unknown[] = []
  const { dispatcher, store } = startTestDispatcher(() => ok, {
    async around(delivery, work) {
      const made = await work()
      seen.push([delivery.orderId, delivery.attempt, made.verdict.kind])
      return made
    },
  })
  store.commit(change())
  await dispatcher.settle()
  expect(seen).toEqual([['order', 1, 'delivered']])
})

test('moving the clock waits for what fell due, but not for a receiver without end', async () => {
  const { dispatcher, store, lines } = startTestDispatcher(() => new Promise(() => undefined), {
    limits: { intervalMs: 10, graceTimeoutMs: 50, settleTimeoutMs: 100 },
  })
  store.commit(change())
  const startedMs = systemClock.monotonicMs()
  await dispatcher.settle()
  expect(systemClock.monotonicMs() - startedMs).toBeLessThan(2_000)
  expect(lines.some(line => line.includes('were not waited for'))).toBe(true)
})
