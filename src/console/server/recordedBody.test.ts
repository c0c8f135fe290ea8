import { expect, test } from 'vitest'
import type { Explanation } from '../../contract/explanation.ts'
import type { LoggedCall } from '../requestLog/port.ts'
import { recordedBody } from './recordedBody.ts'

const explained: Explanation = {
  ...{ merchant: 'SHOP', operation: 'PAY', version: '100', result: 'SUCCESS', gatewayCode: 'APPROVED' },
  request: { order: { amount: '10.00', currency: 'USD' } },
  order: { id: 'order-1', status: 'CAPTURED' },
  transaction: { id: '2', type: 'PAYMENT', amount: '10.00', currency: 'USD' },
  decidedBy: 'ACQUIRER',
  values: { defaults: {}, derived: {} },
  rules: [],
  totals: { before: { status: 'NEW' } },
  steps: [],
}
const call: LoggedCall = {
  ...{ atMs: 0, method: 'PUT', path: '/order/{orderId}/transaction/{transactionId}', version: 100, ms: 1 },
  ...{ operation: 'PAY', orderId: 'order-1', transactionId: '2' },
  ...{ status: 201, result: 'SUCCESS', gatewayCode: 'APPROVED' },
}
const bodyOf = (answer: Partial<LoggedCall>) =>
  recordedBody({ explain: async () => explained }, { cell: 0, merchantId: 'SHOP' }, { ...call, ...answer })

test('a call that recorded a transaction, or repeats the one that did, has what is recorded', async () => {
  const body = { apiOperation: 'PAY', order: { amount: '10.00', currency: 'USD' } }
  expect(await bodyOf({})).toEqual(body)
  expect(await bodyOf({ status: 200 })).toEqual(body)
  expect(await bodyOf({ result: 'FAILURE', gatewayCode: 'DECLINED' })).toEqual(body)
})

test('a call that recorded nothing has no body: another one may have used its ids since', async () => {
  expect(await bodyOf({ status: 400 })).toBeUndefined()
  expect(await bodyOf({ status: 500 })).toBeUndefined()
  expect(await bodyOf({ operation: 'AUTHORIZE' })).toBeUndefined()
  expect(await bodyOf({ status: 200, result: 'FAILURE', gatewayCode: 'LOCK_FAILURE' })).toBeUndefined()
})
