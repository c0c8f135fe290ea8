import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  attemptAt,
  changed,
  delivered,
  openWorld,
  takeAll,
  type World,
  wanting,
} from '../../../test/notifications/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(async () => {
  await world?.close()
})

test('a change is traced from the outbox to each attempt to tell its merchant', async () => {
  const { store, notifications } = world
  const orderId = await changed(store, { times: 2 })
  const key = { cell: 1, merchantId: 'SAMPLE', orderId }
  const traced = async (transactionId = '1') =>
    (await store.journal.traceOf(key, transactionId)).notifications
  const due = { sequence: 1, dueAtMs: expect.any(Number), attempts: [] }
  expect(await traced()).toEqual([due])
  await takeAll(notifications)
  expect(await traced()).toEqual([{ ...due, taken: { id: expect.any(String), state: 'WAITING' } }])

  const [first] = await notifications.claim(wanting())
  if (!first) throw new Error('nothing is due')
  const { status: _, ...unheard } = attemptAt(first, { kind: 'again', afterMs: 0 })
  await notifications.record([{ ...unheard, reason: 'It did not answer.' }])
  const claims = await notifications.claim(wanting())
  expect(claims).toHaveLength(2)
  await notifications.record(claims.map(delivered))
  const target = 'https://merchant.example/told'
  const taken = { id: first.notificationId, state: 'DELIVERED' }
  const made = { target, tookMs: 12, atMs: expect.any(Number) }
  expect(await traced()).toEqual([
    {
      ...{ ...due, taken },
      attempts: [
        { attempt: 1, reason: 'It did not answer.', ...made },
        { attempt: 2, status: 204, ...made },
      ],
    },
  ])
  expect(await traced('2')).toMatchObject([
    { sequence: 2, taken: { state: 'DELIVERED' }, attempts: [{ attempt: 1 }] },
  ])
  expect(await traced('3')).toEqual([])
})
