import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Body } from './client.ts'
import { openGateway, type TestGateway } from './gateway.ts'
import { authorization } from './requests.ts'

/** How a developer rehearses what cannot be provoked at a real acquirer. */
describe('the sandbox', () => {
  let gateway: TestGateway

  beforeAll(async () => {
    gateway = await openGateway('external')
  })
  afterAll(() => gateway.stop())
  beforeEach(async () => {
    expect((await gateway.call('DELETE', '/sandbox/data')).status).toBe(200)
  })

  const script = async (...answers: readonly object[]) => {
    const answer = await gateway.call('POST', '/sandbox/acquirer/scripts', { match: {}, answers })
    expect(answer.status).toBe(201)
  }
  const advance = async (by: string) => (await gateway.call('POST', '/sandbox/clock', { advance: by })).body
  const books = async () => (await gateway.call('GET', '/sandbox/acquirer/books')).body.entries
  const differences = async () => (await gateway.call('GET', '/sandbox/reconciliation')).body.differences
  const submit = async (transaction: string, body: Body) =>
    (await gateway.call('PUT', `order/1/transaction/${transaction}`, body)).body

  test('silence: timed out, reversed, and nothing is held in the end', async () => {
    await script({ answer: 'silent' })
    const { body } = await gateway.authorize('1', authorization())
    expect(body).toMatchObject({ result: 'FAILURE', response: { gatewayCode: 'TIMED_OUT' } })
    await advance('PT5S')
    const { body: later } = await gateway.retrieve('1', { transaction: '1' })
    expect(later).toMatchObject({
      result: 'FAILURE',
      response: { gatewayCode: 'TIMED_OUT' },
      transaction: { reversal: { status: 'ACKNOWLEDGED' } },
    })
    expect(await differences()).toEqual([])
    expect((await gateway.authorize('1', authorization(), { transaction: '2' })).body.result).toBe('SUCCESS')
    expect(await differences()).toEqual([])
  })

  test('a late approval is never kept', async () => {
    await script({ answer: 'late', delayMs: 500 })
    expect((await gateway.authorize('1', authorization())).body).toMatchObject({
      response: { gatewayCode: 'TIMED_OUT' },
    })
    await expect
      .poll(
        async () => {
          await advance('PT5M')
          return [
            await differences(),
            ((await books()) as readonly Body[]).some(({ state }) => state === 'undone'),
          ]
        },
        { timeout: 10_000 },
      )
      .toEqual([[], true])
  })

  test('what is still owed is a difference until it is settled', async () => {
    await script({ answer: 'silent' }, { answer: 'silent' })
    await gateway.authorize('1', authorization())
    expect(await differences()).toMatchObject([
      { type: 'PENDING_OBLIGATION', orderId: '1', transactionId: '1' },
    ])
    await advance('PT5S')
    await advance('PT5M')
    expect(await differences()).toEqual([])
  })

  test('an authorization lapses when its days are over', async () => {
    await gateway.authorize('1', authorization())
    await advance('P6D')
    const capture = { apiOperation: 'CAPTURE', transaction: { amount: '1.00', currency: 'USD' } }
    expect(await submit('2', capture)).toMatchObject({ result: 'SUCCESS' })
    expect(await advance('P2D')).toMatchObject({ shift: 'P8D' })
    expect(await submit('3', capture)).toMatchObject({ result: 'ERROR', error: { cause: 'INVALID_REQUEST' } })
    expect(await differences()).toEqual([])
  })

  test('a script is followed in order, then the acquirer is its own again', async () => {
    await script({ answer: 'decline', gatewayCode: 'INSUFFICIENT_FUNDS' }, { answer: 'approve' })
    await script({ answer: 'decline' })
    const codes: unknown[] = []
    for (const transaction of ['1', '2', '3', '4']) {
      const { body } = await gateway.authorize(`order-${transaction}`, authorization(), { transaction })
      codes.push((body.response as Body).gatewayCode)
    }
    expect(codes).toEqual(['INSUFFICIENT_FUNDS', 'APPROVED', 'DECLINED', 'APPROVED'])
    expect((await gateway.call('GET', '/sandbox/acquirer/scripts')).body).toEqual({ scripts: [] })
    expect(await differences()).toEqual([])
  })

  test('a script is for what it matches, and shows no card number', async () => {
    const match = { cardNumber: '5123450000000008', merchantId: 'OTHERMERCHANT' }
    const answers = [{ answer: 'decline' }]
    const { text } = await gateway.call('POST', '/sandbox/acquirer/scripts', { match, answers })
    expect(text).not.toContain('5123450000000008')
    expect((await gateway.authorize('1', authorization())).body.result).toBe('SUCCESS')
    await gateway.call('DELETE', '/sandbox/acquirer/scripts')
    const other = await gateway.authorize('1', authorization(), { merchant: 'OTHERMERCHANT' })
    expect(other.body.result).toBe('SUCCESS')
  })

  test('the books know every order, survive a restart, and come in pages', async () => {
    for (const orderId of ['1', '2', '3']) await gateway.authorize(orderId, authorization())
    await gateway.authorize('1', authorization(), { merchant: 'OTHERMERCHANT' })
    gateway = await gateway.restarted()
    const hold = { transactionId: '1', kind: 'hold', amount: 10, currency: 'USD', state: 'posted' }
    const merchantId = 'TESTMERCHANT'
    const path = '/sandbox/acquirer/books?merchantId=TESTMERCHANT&limit=2'
    const first = await gateway.call('GET', path)
    expect(first.body.entries).toEqual(['1', '2'].map(orderId => ({ merchantId, orderId, ...hold })))
    const second = await gateway.call('GET', `${path}&after=${first.body.after}`)
    expect(second.body).toEqual({ entries: [{ merchantId, orderId: '3', ...hold }] })
    const one = await gateway.call('GET', '/sandbox/acquirer/books?merchantId=OTHERMERCHANT&orderId=1')
    expect(one.body.entries).toHaveLength(1)
  })

  test("a merchant's profile decides how much may be captured", async () => {
    const path = '/sandbox/merchants/TESTMERCHANT/profile'
    expect((await gateway.authorize('1', authorization())).body.result).toBe('SUCCESS')
    const capture = { apiOperation: 'CAPTURE', transaction: { amount: '11.00', currency: 'USD' } }
    expect(await submit('2', capture)).toMatchObject({ error: { field: 'transaction.amount' } })
    const { body } = await gateway.call('PUT', path, { captureExcessPercent: 15 })
    expect(body).toMatchObject({ captureExcessPercent: 15, refundExcessPercent: 0 })
    expect(await submit('2', capture)).toMatchObject({ result: 'SUCCESS' })
    expect(await differences()).toEqual([])
    await gateway.call('DELETE', '/sandbox/data')
    expect((await gateway.call('GET', path)).body).toMatchObject({ captureExcessPercent: 0 })
  })

  test('how a directory server knows a merchant is written down until a reset', async () => {
    const path = '/sandbox/merchants/TESTMERCHANT/directory-servers/scheme-a'
    const record = {
      ...{ requestorId: 'R-1', requestorName: 'Shop', requestorUrl: 'https://shop.example' },
      ...{ acquirerBin: '412345', acquirerMerchantId: '12345', acquirerCountry: 'FRA' },
      ...{ category: '5411', country: 'FRA', name: 'SHOP' },
    }
    const { name, ...incomplete } = record
    const refused = { status: 400, body: { error: { cause: 'INVALID_REQUEST' } } }
    expect(await gateway.call('GET', path)).toMatchObject(refused)
    expect(await gateway.call('PUT', path, incomplete)).toMatchObject(refused)
    expect(await gateway.call('PUT', path, record)).toMatchObject({ status: 200, body: record })
    expect(await gateway.call('PUT', path, { category: 5812 })).toMatchObject(refused)
    expect((await gateway.call('PUT', path, { category: '5812' })).body).toEqual({
      ...record,
      category: '5812',
    })
    expect((await gateway.call('DELETE', path)).body).toEqual({ ...record, category: '5812' })
    expect(await gateway.call('DELETE', path)).toMatchObject(refused)
    await gateway.call('PUT', path, record)
    await gateway.call('DELETE', '/sandbox/data')
    expect(await gateway.call('GET', path)).toMatchObject(refused)
  })

  test('a reset is the beginning again, without a restart', async () => {
    await script({ answer: 'decline' }, { answer: 'late', delayMs: 300 })
    await gateway.authorize('1', authorization())
    await gateway.authorize('2', authorization())
    await advance('P30D')
    expect((await gateway.call('DELETE', '/sandbox/data')).body).toMatchObject({ shift: 'PT0S' })
    expect((await gateway.retrieve('1')).status).toBe(400)
    expect((await gateway.call('GET', '/sandbox/acquirer/scripts')).body).toEqual({ scripts: [] })
    expect((await gateway.authorize('1', authorization())).body.result).toBe('SUCCESS')
    await new Promise(resolve => setTimeout(resolve, 400))
    expect(await books()).toHaveLength(1)
    expect(await differences()).toEqual([])
  })

  test('a reset waits for what is running, and what comes meanwhile is told to wait', async () => {
    await script({ answer: 'approve', delayMs: 100 })
    const before = gateway.asks.length
    const running = gateway.authorize('1', authorization())
    await expect.poll(() => gateway.asks.length, { interval: 5 }).toBe(before + 1)
    const reset = gateway.call('DELETE', '/sandbox/data')
    await expect.poll(async () => (await gateway.call('GET', '/sandbox/clock')).status).toBe(503)
    const turnedAway = await gateway.authorize('2', authorization())
    expect(turnedAway).toMatchObject({ status: 503, body: { error: { cause: 'SERVER_BUSY' } } })
    expect((await running).body.result).toBe('SUCCESS')
    expect((await reset).status).toBe(200)
    expect(await books()).toEqual([])
    expect((await gateway.authorize('2', authorization())).status).toBe(201)
  })

  test('another node follows the clock', async () => {
    const neighbour = await gateway.neighbour()
    try {
      await advance('P20Y')
      const expired = async () => {
        const orderId = `order-${Math.random()}`
        const body = authorization({}, { expiry: '06/40' })
        return ((await neighbour.authorize(orderId, body)).body.response as Body).gatewayCode
      }
      await expect.poll(expired, { timeout: 5_000, interval: 200 }).toBe('EXPIRED_CARD')
      expect((await neighbour.call('GET', '/sandbox/clock')).body).toMatchObject({
        shift: (await gateway.call('GET', '/sandbox/clock')).body.shift,
      })
    } finally {
      await neighbour.stop()
    }
  })

  test('a web page drives nothing here', async () => {
    for (const headers of [
      { Origin: 'https://shop.example' },
      { 'Sec-Fetch-Site': 'cross-site' },
      { 'X-Forwarded-For': '127.0.0.1' },
    ]) {
      const { status, body } = await gateway.call('DELETE', '/sandbox/data', undefined, { headers })
      expect([status, body.error]).toMatchObject([403, { cause: 'REQUEST_REJECTED' }])
    }
  })
})
