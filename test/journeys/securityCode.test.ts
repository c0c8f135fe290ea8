import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CallOptions } from './client.ts'
import { openGateway, type TestGateway } from './gateway.ts'
import { authorization, fundsOf, newOrder } from './requests.ts'
import { valueAt } from './whole.ts'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await openGateway('external', { patienceMs: 10_000 })
})
afterAll(() => gateway?.stop())

/** A session that holds a security code. */
async function create() {
  const order = { amount: '10.00', currency: 'USD' }
  const held = { order, sourceOfFunds: fundsOf({ securityCode: '100' }) }
  return { id: String(valueAt((await gateway.call('POST', 'session', held)).body, 'session.id')) }
}
const retrieve = (id: string) => gateway.call('GET', `session/${id}`)
const pay = (orderId: string, body: object, options?: CallOptions) =>
  gateway.authorize(orderId, { apiOperation: 'AUTHORIZE', ...body }, options)

test('of payments at the same moment, at two nodes, one has the security code', async () => {
  const neighbour = await gateway.neighbour()
  try {
    for (let round = 0; round < 4; round++) {
      const { id } = await create()
      const orders = Array.from({ length: 4 }, newOrder)
      const body = { apiOperation: 'AUTHORIZE', session: { id } }
      const nodes = [gateway, neighbour]
      const answers = await Promise.all(
        orders.map((order, at) => nodes[at % 2]?.authorize(order, body).then(answer => answer.body)),
      )
      const codes = answers.map(
        answer => valueAt(answer, 'response.cardSecurityCode.gatewayCode') ?? JSON.stringify(answer),
      )
      expect(codes.sort()).toEqual(['MATCH', 'NOT_PRESENT', 'NOT_PRESENT', 'NOT_PRESENT'])
      expect((await retrieve(id)).text).not.toContain('securityCode')
    }
  } finally {
    await neighbour.stop()
  }
})

test('an order that is busy leaves the security code to whoever comes next', async () => {
  const { id } = await create()
  const orderId = newOrder()
  const script = { match: { orderId }, answers: [{ answer: 'approve', delayMs: 900 }] }
  await gateway.call('POST', '/sandbox/acquirer/scripts', script)
  const slow = pay(orderId, authorization())
  await expect.poll(() => gateway.asks.some(ask => ask.orderId === orderId)).toBe(true)
  const beside = await pay(orderId, { session: { id } }, { transaction: '2' })
  await slow
  expect(valueAt(beside.body, 'response.cardSecurityCode.gatewayCode')).toBeUndefined()
  const next = await pay(newOrder(), { session: { id } })
  expect(valueAt(next.body, 'response.cardSecurityCode.gatewayCode')).toBe('MATCH')
})
