import { expect, test } from 'vitest'
import type { LoggedCall } from '../console/requestLog/port.ts'
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

const reading = (calls: readonly LoggedCall[]) =>
  readTraffic(
    {
      requestLog: { read: async (_, { before }) => (before === undefined ? [{ batchNo: '1', calls }] : []) },
      notifications: { attempts: async () => [], list: async () => [] },
      explain: async () => invalid('orderid', 'It is not recorded here.'),
    },
    { owner, profile: sandboxProfile, sinceMs: 0, report: () => undefined },
  )

test('what a tool submits is left out, and what it reads of the feed counts as read by the shop', async () => {
  const { calls, feedReadsMs } = await reading([
    logged(1, { orderId: 'shop', transactionId: '1' }),
    logged(2, { orderId: 'tool', transactionId: '1', isOfTool: true }),
    readFeed(3, { isOfTool: true }),
    readFeed(4),
  ])
  expect(calls.map(({ atMs }) => atMs)).toEqual([1, 4])
  expect(feedReadsMs.toSorted()).toEqual([3, 4])
})
