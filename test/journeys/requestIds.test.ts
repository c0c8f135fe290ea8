// One id for a request: in its answer, in the log, in the merchant's request log and in explain.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ConsoleUser, enterConsole } from './consoleUser.ts'
import { openGateway, type TestGateway } from './gateway.ts'
import { authorization } from './requests.ts'

let gateway: TestGateway
let user: ConsoleUser
beforeAll(async () => {
  gateway = await openGateway('embedded')
  user = await enterConsole(gateway)
})
afterAll(() => gateway?.stop())

const merchantId = 'TESTMERCHANT'
const requestIdOf = ({ headers }: Awaited<ReturnType<TestGateway['call']>>): string =>
  String(headers['tollgate-request-id'])
const logged = (id: string) =>
  gateway.lines.map(line => JSON.parse(line)).filter(({ requestId }) => requestId === id)

test('a payment is found by the id of its answer, and tells that id', async () => {
  const paid = await gateway.call('PUT', 'order/found/transaction/1', authorization())
  const requestId = requestIdOf(paid)
  const { calls } = await user.ask('requestLog', { merchantId, requestId })
  expect(calls).toMatchObject([{ orderId: 'found', status: 201, requestId }])
  const explained = await gateway.call('GET', 'order/found/transaction/1/explain')
  expect(explained.body.steps).toContainEqual(expect.objectContaining({ step: 'RECEIVED', requestId }))
  expect(logged(requestId)).toMatchObject([{ msg: 'answered', status: 201 }])

  const again = await gateway.call('PUT', 'order/found/transaction/1', authorization())
  expect(requestIdOf(again)).not.toBe(requestId)
})

test('the log line of a refused request says which field and why, and never what was sent', async () => {
  const order = { amount: '10.00', currency: 'ZZZ', notificationUrl: 'https://payer.example/secret-path' }
  const refused = await gateway.call('PUT', 'order/refused/transaction/1', authorization({ order }))
  const [line] = logged(requestIdOf(refused))
  expect(line).toMatchObject({ status: 400, field: 'order.currency', reason: expect.stringMatching(/^It /) })
  expect(JSON.stringify(line)).not.toContain('ZZZ')
})

test.each([
  ['a path that is none', '/api/rest/version/100/nowhere', 404],
  ['a merchant without a password', '/api/rest/version/100/merchant/TESTMERCHANT/order/x', 401],
  ['a page', '/', 200],
])('%s is answered with an id of its own', async (_, path, status) => {
  const response = await fetch(`${gateway.origin}${path}`)
  expect(response.status).toBe(status)
  expect(logged(response.headers.get('tollgate-request-id') ?? '')).toHaveLength(1)
})
