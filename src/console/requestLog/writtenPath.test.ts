import { expect, test } from 'vitest'
import { writtenPath } from './writtenPath.ts'

const order = '/api/rest/version/{version}/merchant/{merchantId}/order/{orderid}/transaction/{transactionid}'
const called = { path: order, version: 100, merchantId: 'SHOP', orderId: 'shop 1', transactionId: '1' }

test('a path is written as it was called', () => {
  expect(writtenPath(called)).toBe('/api/rest/version/100/merchant/SHOP/order/shop%201/transaction/1')
})

test('an id that is not kept stands by its name in the reference', () => {
  const { orderId: _, ...refused } = called
  expect(writtenPath(refused)).toMatch(/\/order\/\{orderid\}\/transaction\/1$/)
  expect(writtenPath({ ...called, path: '/merchant/{merchantId}/token/{tokenid}' })).toBe(
    '/merchant/SHOP/token/{tokenid}',
  )
})

test('an id cannot end its segment or turn the line around', () => {
  expect(writtenPath({ ...called, path: '/order/{orderid}', orderId: '1/../2?\u202e"$(id)' })).toBe(
    '/order/1%2F..%2F2%3F%E2%80%AE%22%24%28id%29',
  )
})
