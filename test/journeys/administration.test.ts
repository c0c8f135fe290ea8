import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Administrator, granted, openAdministrator } from './administrator.ts'
import type { Answer, CallOptions } from './client.ts'
import { openGateway, type TestGateway } from './gateway.ts'
import { authorization, fundsOf, newOrder } from './requests.ts'
import { valueAt } from './whole.ts'

describe('merchants of an operator', () => {
  let gateway: TestGateway
  let neighbour: TestGateway
  let administrator: Administrator
  beforeAll(async () => {
    gateway = await openGateway('external')
    neighbour = await gateway.neighbour()
    administrator = await openAdministrator(gateway.database.logins)
  })
  afterAll(async () => {
    await administrator?.close()
    await neighbour?.stop()
    await gateway?.stop()
  })

  async function newMerchant(merchantId: string, cell = 0, settings: readonly string[] = []) {
    const { password } = granted(await administrator.merchants.add({ merchantId, cell, settings }))
    return { merchant: merchantId, password } satisfies CallOptions
  }

  test('each works at once on every node, in whatever cell it lives', async () => {
    for (const cell of [0, 5, 32_767]) {
      const options = await newMerchant(`CELL_${cell}`, cell)
      for (const node of [gateway, neighbour]) {
        const orderId = newOrder()
        expect(await node.authorize(orderId, authorization(), options)).toMatchObject({ status: 201 })
        expect((await node.retrieve(orderId, options)).body).toMatchObject({ merchant: options.merchant })
      }
    }
  })

  test('none sees, uses or disturbs what is of another', async () => {
    const shops = [
      await newMerchant('APART_A', 1),
      await newMerchant('APART_B', 1),
      await newMerchant('APART_C', 2),
    ]
    const orderId = newOrder()
    const things = []
    for (const [index, shop] of shops.entries()) {
      const amount = `${10 + index}.00`
      const body = authorization({ order: { amount, currency: 'USD' } })
      expect(await gateway.authorize(orderId, body, shop)).toMatchObject({ status: 201 })
      const session = await gateway.call('POST', 'session', undefined, shop)
      const token = await gateway.call('POST', 'token', { sourceOfFunds: fundsOf() }, shop)
      const sessionId = String(valueAt(session.body, 'session.id'))
      things.push({ shop, sessionId, token: String(token.body.token) })
    }
    for (const [index, { shop, sessionId, token }] of things.entries()) {
      const order = await neighbour.retrieve(orderId, shop)
      expect(order.body).toMatchObject({
        merchant: shop.merchant,
        amount: 10 + index,
        totalCapturedAmount: 0,
      })
      for (const other of things.filter(thing => thing.shop !== shop)) {
        const { merchant } = shop
        const impostor = { merchant, password: other.shop.password }
        expect(await gateway.retrieve(orderId, impostor)).toMatchObject({ status: 401 })
        const foreign: readonly Answer[] = [
          await gateway.call('GET', `session/${sessionId}`, undefined, other.shop),
          await gateway.call('GET', `token/${token}`, undefined, other.shop),
          await gateway.call('DELETE', `token/${token}`, undefined, other.shop),
          await gateway.authorize(newOrder(), { ...authorization(), session: { id: sessionId } }, other.shop),
        ]
        for (const answer of foreign) expect(answer).toMatchObject({ status: 400 })
      }
      expect(await gateway.call('DELETE', `token/${token}`, undefined, shop)).toMatchObject({ status: 200 })
    }
  })

  test('a changed profile is felt on every node within a second, by that merchant alone', async () => {
    const [shop, other] = [await newMerchant('GENEROUS'), await newMerchant('ORDINARY')]
    const capture = { apiOperation: 'CAPTURE', transaction: { amount: '11.00', currency: 'USD' } }
    const captured = async (node: TestGateway, options: CallOptions) => {
      const orderId = newOrder()
      await node.authorize(orderId, authorization(), options)
      return (await node.authorize(orderId, capture, { ...options, transaction: '2' })).status
    }
    for (const node of [gateway, neighbour]) expect(await captured(node, shop)).toBe(400)
    granted(await administrator.merchants.change('GENEROUS', ['captureExcessPercent=10']))
    const changedAtMs = performance.now()
    let refusedAtMs = changedAtMs
    const tried = async (node: TestGateway) => {
      const triedAtMs = performance.now()
      const status = await captured(node, shop)
      if (status !== 201) refusedAtMs = triedAtMs
      return status
    }
    for (const node of [gateway, neighbour]) {
      await expect.poll(() => tried(node), { timeout: 5_000, interval: 20 }).toBe(201)
      expect(await captured(node, other)).toBe(400)
    }
    expect(refusedAtMs - changedAtMs).toBeLessThan(1_000)
  })

  test('what the sandbox itself sets is in the log too, and the log is intact', async () => {
    const path = '/sandbox/merchants/TESTMERCHANT/profile'
    const { body: before } = await gateway.call('GET', path)
    expect(before).toMatchObject({ notifications: true, allowedSources: [] })
    const notificationUrl = 'https://shop.example/hook'
    const changed = await gateway.call('PUT', path, { refundExcessPercent: 7, notificationUrl })
    expect(changed).toMatchObject({ status: 200, body: { refundExcessPercent: 7, notifications: true } })
    expect((await gateway.call('GET', path)).body).toEqual(changed.body)
    const [newest, ...older] = granted(await administrator.audit.list({ merchantId: 'TESTMERCHANT' }))
    expect(newest).toMatchObject({
      actor: 'sandbox',
      action: 'profile.change',
      details: { refundExcessPercent: { before: 0, after: 7 }, notificationUrl: { after: notificationUrl } },
    })
    expect(older.map(({ action }) => action)).toEqual(['password.add', 'merchant.add'])
    const unknown = await gateway.call('PUT', '/sandbox/merchants/NOBODY/profile', {})
    expect(unknown).toMatchObject({ status: 400, body: { error: { field: 'merchantId' } } })
    expect(await administrator.audit.verify()).toMatchObject({ isIntact: true })
  })

  test('a start writes nothing into the log when it changes nothing', async () => {
    const before = granted(await administrator.audit.list({ limit: 1 }))
    const third = await gateway.neighbour()
    await third.stop()
    expect(granted(await administrator.audit.list({ limit: 1 }))).toEqual(before)
  })

  test('a reset leaves who was there in the beginning, with its credentials and a new log', async () => {
    const gone = await newMerchant('GONE')
    const { password } = granted(await administrator.passwords.add('TESTMERCHANT'))
    expect(await gateway.authorize(newOrder(), authorization(), { password })).toMatchObject({ status: 201 })
    expect(await gateway.call('DELETE', '/sandbox/data')).toMatchObject({ status: 200 })
    expect(await gateway.authorize(newOrder(), authorization())).toMatchObject({ status: 201 })
    expect(await gateway.authorize(newOrder(), authorization(), { password })).toMatchObject({ status: 201 })
    const tried = async () => (await gateway.retrieve('any', gone)).status
    await expect.poll(tried, { timeout: 5_000, interval: 200 }).toBe(401)
    expect(await administrator.merchants.show('TESTMERCHANT')).toMatchObject({
      profile: { refundExcessPercent: 0 },
      passwords: [{ slot: 1 }, { slot: 2 }],
    })
    expect(await administrator.audit.verify()).toMatchObject({ isIntact: true })
    expect(granted(await administrator.audit.list()).map(({ action }) => action)).not.toContain(
      'password.add',
    )
  })

  test('whoever changes the log behind the back of the gateway is found out', async () => {
    await newMerchant('WATCHED')
    const superuser = new Client(gateway.database.config)
    await superuser.connect()
    const { rowCount } = await superuser.query(
      `update audit set actor = 'nobody' where action = 'merchant.add' and merchant_id = 'WATCHED'`,
    )
    const [{ entry_no: entryNo } = {}] = (
      await superuser.query(`select entry_no::int4 from audit where actor = 'nobody'`)
    ).rows
    await superuser.end()
    expect(rowCount).toBe(1)
    expect(await administrator.audit.verify()).toMatchObject({ isIntact: false, entryNo })
  })
})
