import { expect, test } from 'vitest'
import type { ListedOrder } from '../../api/payments.ts'
import { heldList, withNewest } from './newestOrders.ts'

const order = (second: number, status = 'AUTHORIZED'): ListedOrder => ({
  orderId: `order-${second}`,
  createdAt: `2026-11-17T04:28:${String(second).padStart(2, '0')}.000Z`,
  changedAt: '2026-11-17T05:00:00.000Z',
  ...{ currency: 'USD', amount: '1.00', authorized: '1.00', captured: '0.00', refunded: '0.00' },
  ...{ status, type: 'AUTHORIZATION', result: 'SUCCESS', gatewayCode: 'APPROVED' },
})
const ids = (orders: readonly ListedOrder[]) => orders.map(({ orderId }) => Number(orderId.slice(6)))
const shown = [order(5), order(4), order(3), order(2), order(1)]

test('what somebody reads stays where it is, and is up to date', () => {
  const newest = { orders: [order(7), order(6), order(5, 'CAPTURED'), order(4)], after: 'key' }
  const { orders, waiting, hasGap } = heldList(shown, newest)
  expect(ids(orders)).toEqual([5, 4, 3, 2, 1])
  expect(orders[0]?.status).toBe('CAPTURED')
  expect({ waiting, hasGap }).toEqual({ waiting: 2, hasGap: false })
})

test('letting in puts new ones on top, once each', () => {
  const newest = { orders: [order(7), order(6), order(5), order(4)], after: 'key' }
  expect(ids(withNewest(shown, newest))).toEqual([7, 6, 5, 4, 3, 2, 1])
  expect(ids(withNewest(withNewest(shown, newest), newest))).toEqual([7, 6, 5, 4, 3, 2, 1])
})

test('what meets the filter no longer leaves with it', () => {
  const newest = { orders: [order(7), order(4)], after: 'key' }
  expect(ids(withNewest(shown, newest))).toEqual([7, 4, 3, 2, 1])
  expect(ids(withNewest(shown, { orders: [order(7)] }))).toEqual([7])
  expect(ids(withNewest(shown, { orders: [] }))).toEqual([])
})

test('a search that has not come to a match yet takes nothing away', () => {
  const newest = { orders: [], after: 'key' }
  expect(ids(withNewest(shown, newest))).toEqual([5, 4, 3, 2, 1])
  expect(heldList(shown, newest)).toEqual({ orders: shown, waiting: 0, hasGap: false })
})

test('more new ones than were read are a gap', () => {
  expect(heldList(shown, { orders: [order(9), order(8)], after: 'key' }).hasGap).toBe(true)
  expect(heldList([], { orders: [order(9), order(8)], after: 'key' }).hasGap).toBe(false)
  expect(heldList(shown, undefined)).toEqual({ orders: shown, waiting: 0, hasGap: false })
})
