import { expect, test } from 'vitest'
import type { LoggedCall } from '../console/requestLog/port.ts'
import type { KeptNotification, WantedNotifications } from '../notifications/port.ts'
import { sandboxProfile } from '../orders/merchant.ts'
import { invalid } from '../orders/rejection.ts'
import { readTraffic } from './readTraffic.ts'

const owner = { cell: 0, merchantId: 'M' }
const root = '/api/rest/version/{version}/merchant/{merchantId}'

const logged = (atMs: number, known: Partial<LoggedCall>): LoggedCall => ({
  ...{ atMs, method: 'PUT', path: `${root}/order/{orderid}/transaction/{transactionid}` },
  ...{ version: 100, status: 201, ms: 1, operation: 'PAY' },
  ...known,
})
const readFeed = (atMs: number, known: Partial<LoggedCall> = {}) =>
  logged(atMs, { method: 'GET', path: `${root}/notifications`, operation: undefined, status: 200, ...known })

/** Oldest first. */
const notified = (names: readonly string[]): readonly KeptNotification[] =>
  names.map((name, index) => {
    const [orderId = '', transactionId = ''] = name.split('/')
    return {
      ...{ ...owner, feedNo: index + 1, notificationId: String(index), orderId, transactionId },
      ...{ sequence: index + 1, changedAtMs: index, state: 'NOWHERE', attempts: 0 },
    }
  })

const reading = (calls: readonly LoggedCall[], kept: readonly KeptNotification[] = []) =>
  readTraffic(
    {
      requestLog: { read: async (_, { before }) => (before === undefined ? [{ batchNo: '1', calls }] : []) },
      notifications: {
        attempts: async () => [],
        list: async ({ orderId, before, limit }: WantedNotifications) =>
          kept
            .filter(one => orderId === undefined || one.orderId === orderId)
            .filter(({ feedNo }) => before === undefined || feedNo < before.feedNo)
            .toReversed()
            .slice(0, limit),
      },
      explain: async () => invalid('orderid', 'It is not recorded here.'),
    },
    { owner, profile: sandboxProfile, sinceMs: 0, report: () => undefined },
  )

test('what a tool submits is left out, and what it reads of the feed counts as read', async () => {
  const { calls, feedReadsMs } = await reading([
    logged(1, { orderId: 'shop', transactionId: '1' }),
    logged(2, { orderId: 'tool', transactionId: '1', isOfTool: true }),
    readFeed(3, { isOfTool: true }),
    readFeed(4),
  ])
  expect(calls.map(({ atMs }) => atMs)).toEqual([1, 4])
  expect(feedReadsMs.toSorted()).toEqual([3, 4])
})

test('of an order with an open outcome all notifications are read, however many came since', async () => {
  const open = { orderId: 'open', transactionId: '1', result: 'PENDING' }
  const shipped = { orderId: 'shipped', transactionId: '1', result: 'SUCCESS' }
  const ofOthers = (name: string, count: number) => Array.from({ length: count }, () => name)
  const kept = notified([
    ...['shipped/1', 'open/1', 'open/1'],
    ...ofOthers('open/2', 120),
    ...ofOthers('unseen/1', 150),
    ...ofOthers('shipped/2', 50),
  ])
  const { deliveries } = await reading([logged(1, open), logged(2, shipped)], kept)
  const read = deliveries.map(({ orderId, transactionId }) => `${orderId}/${transactionId}`)
  expect(read).toEqual([...ofOthers('open/1', 2), ...ofOthers('open/2', 120), ...ofOthers('shipped/2', 50)])
})
