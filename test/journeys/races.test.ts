import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Answer, basic, passwords } from './client.ts'
import { openGateway, type TestGateway } from './gateway.ts'
import { authorization, newOrder } from './requests.ts'
import { valueAt } from './whole.ts'

/** An acquirer that says nothing for this long keeps an order busy. */
const patienceMs = 300
const silent = (more: object = {}) => authorization(more, { expiry: '11/39' })

describe('races', () => {
  let gateway: TestGateway
  /** Waits for nobody for long. */
  let hasty: TestGateway
  beforeAll(async () => {
    gateway = await openGateway('external', { patienceMs })
    hasty = await gateway.neighbour({ patienceMs, orderWaitMs: 50 })
  })
  afterAll(async () => {
    await hasty.stop()
    await gateway.stop()
  })
  const asked = (orderId: string, ...others: readonly TestGateway[]) =>
    [gateway, hasty, ...others]
      .flatMap(({ asks }) => asks)
      // What became of silence is asked again and again.
      .filter(ask => ask.orderId === orderId && ask.verb !== 'reverse')

  test('of fifty equal requests at once over two nodes one is executed, and all get its answer', async () => {
    const other = await gateway.neighbour()
    for (const expiry of ['01/39', '05/39']) {
      const orderId = newOrder()
      const body = authorization({}, { expiry })
      const nodes = Array.from({ length: 50 }, (_, index) => (index % 2 === 0 ? gateway : other))
      const answers = await Promise.all(nodes.map(node => node.authorize(orderId, body)))
      expect(answers.map(({ status }) => status).sort()).toEqual([...Array(49).fill(200), 201])
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
      const replays = answers.filter(({ headers }) => headers['idempotent-replayed'] === 'true')
      expect(replays.map(({ status }) => status)).toEqual(Array(49).fill(200))
      expect(asked(orderId, other)).toHaveLength(1)
    }
    await other.stop()
  })

  test('of ten transactions at once on one order one succeeds, the others are refused', async () => {
    const other = await gateway.neighbour()
    const orderId = newOrder()
    const nodes = Array.from({ length: 10 }, (_, index) => ({
      node: index % 2 === 0 ? gateway : other,
      transaction: `t${index}`,
    }))
    const answers = await Promise.all(
      nodes.map(({ node, transaction }) => node.authorize(orderId, authorization(), { transaction })),
    )
    const winners = answers.filter(({ status }) => status === 201)
    expect(winners.map(({ body }) => body.result)).toEqual(['SUCCESS'])
    const refusals = answers.filter(({ status }) => status === 400)
    expect(refusals).toHaveLength(9)
    for (const { body } of refusals)
      expect(body.error).toMatchObject({ field: 'apiOperation', validationType: 'INVALID' })
    expect(asked(orderId, other)).toHaveLength(1)
    expect((await gateway.retrieve(orderId)).body.transaction).toHaveLength(1)
    await other.stop()
  })

  test('a hundred orders at once do not disturb one another', async () => {
    const orders = Array.from({ length: 100 }, newOrder)
    const answers = await Promise.all(
      orders.map((orderId, index) =>
        gateway.authorize(orderId, authorization({ order: { amount: `${index + 1}.00`, currency: 'USD' } })),
      ),
    )
    expect(
      answers.map(({ status, body }) => [
        status,
        valueAt(body, 'order.id'),
        valueAt(body, 'transaction.amount'),
      ]),
    ).toEqual(orders.map((orderId, index) => [201, orderId, index + 1]))
  })

  test('a repeat waits for the first, and gets its answer', async () => {
    const orderId = newOrder()
    const first = gateway.authorize(orderId, silent())
    await busy(orderId)
    const again = await gateway.authorize(orderId, silent())
    expect(again.headers['idempotent-replayed']).toBe('true')
    expect([again.status, again.text]).toEqual([200, (await first).text])
    expect(valueAt(again.body, 'response.gatewayCode')).toBe('TIMED_OUT')
    expect(asked(orderId)).toHaveLength(1)
  })

  test('a repeat whose patience ends before the first is answered PENDING', async () => {
    const orderId = newOrder()
    const first = gateway.authorize(orderId, silent())
    await busy(orderId)
    const again = await hasty.authorize(orderId, silent({ correlationId: 'second' }))
    expectPending(again)
    expect(again.status).toBe(200)
    expect(again.headers).not.toHaveProperty('idempotent-replayed')
    expect(again.body.correlationId).toBe('second')
    expectPending(await hasty.retrieve(orderId, { transaction: '1' }))
    const [shown] = (await hasty.retrieve(orderId)).body.transaction as readonly object[]
    expect(shown).toMatchObject({ result: 'PENDING', response: { gatewayCode: 'PENDING' } })
    expect((await first).body).toMatchObject({ result: 'FAILURE', response: { gatewayCode: 'TIMED_OUT' } })
    expect((await hasty.authorize(orderId, silent())).text).toBe((await first).text)
  })

  test('another request under the same id is refused although the first still runs', async () => {
    const orderId = newOrder()
    const first = gateway.authorize(orderId, silent())
    await busy(orderId)
    const other = await gateway.authorize(orderId, silent({ customer: { firstName: 'Bo' } }))
    expect(other).toMatchObject({ status: 400, body: { error: { field: 'transactionid' } } })
    expect(await first).toMatchObject({ status: 201 })
  })

  test('another transaction waits for the order', async () => {
    const orderId = newOrder()
    const first = gateway.authorize(orderId, silent())
    await busy(orderId)
    const second = await gateway.authorize(orderId, authorization(), { transaction: '2' })
    expect(second).toMatchObject({ status: 201, body: { result: 'SUCCESS' } })
    expect((await first).body).toMatchObject({ response: { gatewayCode: 'TIMED_OUT' } })
  })

  test.each(['50', '0'])(
    'after a wait of %s ms it is a LOCK_FAILURE; nothing is stored and the id stays free',
    async wait => {
      const node = wait === '0' ? await gateway.neighbour({ patienceMs, orderWaitMs: 0 }) : hasty
      const orderId = newOrder()
      const first = gateway.authorize(orderId, silent())
      await busy(orderId)
      const second = await node.authorize(orderId, authorization({ correlationId: 'c' }), {
        transaction: '2',
      })
      expect(second).toMatchObject({
        status: 200,
        body: {
          result: 'FAILURE',
          response: { gatewayCode: 'LOCK_FAILURE' },
          transaction: { id: '2', type: 'AUTHORIZATION', amount: 10 },
          order: { id: orderId, totalAuthorizedAmount: 0 },
          correlationId: 'c',
        },
      })
      expect(second.headers).not.toHaveProperty('idempotent-replayed')
      expect(await node.retrieve(orderId, { transaction: '2' })).toMatchObject({
        status: 400,
        body: { error: { field: 'transactionid', validationType: 'INVALID' } },
      })
      await first
      expect(await node.authorize(orderId, authorization(), { transaction: '2' })).toMatchObject({
        status: 201,
      })
      if (wait === '0') await node.stop()
    },
  )

  test('a client that hangs up does not stop what it asked for', async () => {
    const orderId = newOrder()
    const body = JSON.stringify(silent())
    const socket = connect(gateway.port, '127.0.0.1')
    socket.write(
      [
        `PUT /api/rest/version/100/merchant/TESTMERCHANT/order/${orderId}/transaction/1 HTTP/1.1`,
        `Host: 127.0.0.1:${gateway.port}`,
        `Authorization: ${basic('merchant.TESTMERCHANT', passwords.TESTMERCHANT ?? '')}`,
        `Content-Length: ${body.length}`,
        '',
        body,
      ].join('\r\n'),
    )
    await busy(orderId)
    socket.destroy()
    const again = await gateway.authorize(orderId, silent())
    expect(again).toMatchObject({ status: 200, body: { response: { gatewayCode: 'TIMED_OUT' } } })
    expect(asked(orderId)).toHaveLength(1)
  })

  /** Until the first request on an order has reached the acquirer. */
  async function busy(orderId: string): Promise<void> {
    while (asked(orderId).length === 0) await sleep(5)
  }
})

function expectPending({ body }: Answer): void {
  expect(body).toMatchObject({
    result: 'PENDING',
    response: { gatewayCode: 'PENDING' },
    transaction: { amount: 10 },
  })
}
