import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openCertified } from './certified.ts'
import type { CallOptions, Client } from './client.ts'
import { openGateway, type TestGateway } from './gateway.ts'
import { authorization, newOrder } from './requests.ts'
import { valueAt } from './whole.ts'

let gateway: TestGateway
let certified: Client
let dataDirectory = ''
beforeAll(async () => {
  dataDirectory = await mkdtemp(join(tmpdir(), 'tollgate-journey-'))
  const transport = { certificatePort: 0, dataDirectory }
  gateway = await openGateway('embedded', { transport, trustedProxies: ['127.0.0.1', '10.0.0.0/8'] })
  certified = await openCertified(gateway, dataDirectory)
})
afterAll(async () => {
  await gateway?.stop()
  await rm(dataDirectory, { recursive: true, force: true })
})
afterEach(() => allow({}))

const allow = (profile: object) => gateway.call('PUT', '/sandbox/merchants/TESTMERCHANT/profile', profile)
const from = (address: string): CallOptions => ({ headers: { 'X-Forwarded-For': address } })
const pay = (address: string, client: Client = gateway, more: CallOptions = {}) =>
  client.authorize(newOrder(), authorization(), { ...from(address), ...more })

test('behind trusted proxies a merchant calls from where it said, and from nowhere else', async () => {
  await allow({ allowedSources: ['192.0.2.0/24', '2001:db8::/32', '198.51.100.7'] })
  const welcome = ['192.0.2.1', '192.0.2.255', '2001:db8:ffff::1', '198.51.100.7', '198.51.100.7, 10.1.2.3']
  for (const address of welcome) expect((await pay(address)).status, address).toBe(201)
  for (const address of [
    ...['192.0.3.1', '2001:db9::1', '198.51.100.8', '::ffff:192.0.3.1', 'nowhere'],
    // What stands before an address that is no proxy of ours was written by whoever calls.
    '192.0.2.1, 203.0.113.9',
  ])
    expect((await pay(address)).status, address).toBe(403)
  // The proxy itself is no merchant.
  expect((await gateway.authorize(newOrder(), authorization())).status).toBe(403)
})

test('with a certificate a caller is where its connection comes from, whatever it says', async () => {
  await allow({ allowedSources: ['192.0.2.0/24'] })
  expect((await pay('192.0.2.1', certified)).status).toBe(403)
  await allow({ allowedSources: ['127.0.0.1'] })
  expect((await pay('203.0.113.9', certified)).status).toBe(201)
})

test('why is in the log, under the code that the caller is told', async () => {
  await allow({ allowedSources: ['192.0.2.0/24'] })
  const answer = await pay('203.0.113.9')
  expect(answer.body).toEqual({
    result: 'ERROR',
    error: { cause: 'REQUEST_REJECTED', supportCode: expect.any(String) },
  })
  const line = gateway.lines.find(one => one.includes(String(valueAt(answer.body, 'error.supportCode'))))
  expect(line).toContain('does not call from this address')
  expect(line).toContain('TESTMERCHANT')
})

test('who has not proven anything learns nothing about it', async () => {
  await allow({ allowedSources: ['192.0.2.0/24'] })
  const wrong = { password: 'ffffffffffffffffffffffffffffffff' }
  const [outside, inside] = [await pay('203.0.113.9', gateway, wrong), await pay('192.0.2.1', gateway, wrong)]
  expect(outside).toMatchObject({ status: 401 })
  expect(outside.text).toBe(inside.text)
})

test('with an empty list it calls from anywhere', async () => {
  expect((await pay('203.0.113.9')).status).toBe(201)
})

test('payers are where they are', async () => {
  await allow({ allowedSources: ['192.0.2.0/24'] })
  const order = newOrder()
  const held = {
    order: { id: order, amount: '10.00', currency: 'USD' },
    interaction: { operation: 'PURCHASE' },
  }
  const checkout = { apiOperation: 'CREATE_CHECKOUT_SESSION', ...held }
  const made = await gateway.call('POST', 'session', checkout, from('192.0.2.1'))
  const opened = await fetch(`${gateway.origin}/checkout/pay/${valueAt(made.body, 'session.id')}`, {
    headers: { 'X-Forwarded-For': '203.0.113.9' },
  })
  expect([made.status, opened.status]).toEqual([201, 200])
  const { sourceOfFunds, ...rest } = authorization()
  const orderId = newOrder()
  const parked = { order: { ...rest.order, id: orderId }, sourceOfFunds }
  const session = await gateway.call('POST', 'session', parked, from('192.0.2.1'))
  const initiate = { apiOperation: 'INITIATE_AUTHENTICATION', authentication: { channel: 'PAYER_BROWSER' } }
  const password = String(valueAt(session.body, 'session.id'))
  const begun = await gateway.authorize(orderId, initiate, { ...from('203.0.113.9'), password })
  expect(begun.status).toBe(201)
})

test('who calls from elsewhere uses up nothing of what the merchant may send', async () => {
  await allow({ allowedSources: ['192.0.2.0/24'], requestsPerSecond: 3 })
  const elsewhere = await Promise.all(Array.from({ length: 12 }, () => pay('203.0.113.9')))
  expect(new Set(elsewhere.map(({ status }) => status))).toEqual(new Set([403]))
  expect((await pay('192.0.2.1')).status).toBe(201)
})
