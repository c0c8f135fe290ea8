import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { basic, passwords } from './client.ts'
import { openGateway, type TestGateway } from './gateway.ts'
import { authorization, newOrder } from './requests.ts'
import { valueAt } from './whole.ts'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await openGateway('embedded')
})
afterAll(() => gateway?.stop())

const pages: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
  ['on the web', { Origin: 'https://evil.example' }],
  ['without an origin of its own', { Origin: 'null' }],
  ['on another port of this machine', { Origin: 'http://127.0.0.1:3000', 'Sec-Fetch-Site': 'same-site' }],
  ['that sends a form', { Origin: 'https://evil.example', 'Content-Type': 'text/plain' }],
  ['that opens an address with the password in it', { 'Sec-Fetch-Site': 'cross-site' }],
  ['that says two things', { Origin: 'https://evil.example, http://127.0.0.1' }],
]

describe.each(pages)('a page %s knows the published password', (_which, headers) => {
  test.each([
    ['GET', 'notifications'],
    ['GET', 'order/1'],
    ['GET', 'order/1/transaction/1/explain'],
    ['POST', 'session'],
    ['PUT', `order/${newOrder()}/transaction/1`],
  ])('and is refused: %s %s', async (method, path) => {
    const body = method === 'PUT' ? authorization() : undefined
    const answer = await gateway.call(method, path, body, { headers })
    expect([answer.status, answer.body.error]).toMatchObject([403, { cause: 'REQUEST_REJECTED' }])
  })
})

test('nothing of what such a page asks for happens, and the log says why', async () => {
  const orderId = newOrder()
  const headers = { Origin: 'https://evil.example' }
  expect((await gateway.authorize(orderId, authorization(), { headers })).status).toBe(403)
  expect((await gateway.retrieve(orderId)).status).toBe(400)
  expect(gateway.lines.join('')).toContain('a merchant uses a password')
})

test('such a page learns nothing by it, and locks nobody out', async () => {
  const headers = { Origin: 'https://evil.example' }
  for (let tries = 0; tries < 12; tries++) {
    const answer = await gateway.call('GET', 'order/1', undefined, { headers, password: 'wrong' })
    expect(answer.status).toBe(403)
  }
  expect((await gateway.authorize(newOrder(), authorization())).status).toBe(201)
})

test("the gateway's own pages, a session of any page, and programs go on", async () => {
  const own = { Origin: gateway.origin, 'Sec-Fetch-Site': 'same-origin' }
  expect((await gateway.authorize(newOrder(), authorization(), { headers: own })).status).toBe(201)
  const byName = `localhost:${gateway.port}`
  const named = { Host: byName, Origin: `http://${byName}` }
  expect((await gateway.authorize(newOrder(), authorization(), { headers: named })).status).toBe(201)
  const typed = { 'Sec-Fetch-Site': 'none' }
  expect((await gateway.authorize(newOrder(), authorization(), { headers: typed })).status).toBe(201)
  const id = newOrder()
  const { order, sourceOfFunds } = authorization() as { order: object; sourceOfFunds: object }
  const made = await gateway.call('POST', 'session', { order: { ...order, id }, sourceOfFunds })
  const initiate = { apiOperation: 'INITIATE_AUTHENTICATION', authentication: { channel: 'PAYER_BROWSER' } }
  const answer = await gateway.authorize(id, initiate, {
    password: String(valueAt(made.body, 'session.id')),
    headers: { Origin: 'https://shop.example', 'Sec-Fetch-Site': 'cross-site' },
  })
  expect(answer.status).toBe(201)
})

test('a browser is told that it may send a session, and only where one is good', async () => {
  const ask = (path: string) => gateway.call('OPTIONS', path, undefined, { authorization: null })
  const allowed = 'access-control-allow-headers'
  const transaction = await ask('order/1/transaction/1')
  expect(transaction.headers).toMatchObject({ [allowed]: 'Authorization, Content-Type' })
  expect(transaction.headers['access-control-allow-methods']).toBe('PUT')
  for (const path of ['notifications', 'order/1', 'session', 'token', 'order/1/transaction/1/explain']) {
    const { status, headers } = await ask(path)
    expect([path, status, headers.allow, headers[allowed]]).toEqual([path, 204, expect.anything(), undefined])
  }
})

describe('a name that its owner points at this machine', () => {
  test.each([
    '/live',
    '/docs',
    '/sandbox/clock',
    '/metrics',
    '/api/rest/version/100/information',
    '/static/checkout/checkout.js',
    '/api/rest/version/100/merchant/TESTMERCHANT/notifications',
    '/nowhere',
  ])('opens nothing: %s', async path => {
    const headers = { Host: `rebound.example:${gateway.port}` }
    const answer = await gateway.call('GET', path, undefined, { headers })
    expect([answer.status, valueAt(answer.body, 'error.explanation')]).toEqual([
      421,
      expect.stringContaining('TOLLGATE_ALLOWED_HOSTS'),
    ])
  })

  test.each(['127.0.0.1', 'LOCALHOST:1', '[::1]:8080', '127.9.9.9'])('unlike %s', async Host => {
    expect((await gateway.call('GET', '/ready', undefined, { headers: { Host } })).status).toBe(200)
  })

  test('nor does it as the target of a request', async () => {
    const answer = async (target: string, host: string) => {
      const authorization = basic('merchant.TESTMERCHANT', passwords.TESTMERCHANT ?? '')
      const head = [`GET ${target} HTTP/1.1`, `Host: ${host}`, `Authorization: ${authorization}`]
      const told = await gateway.raw(`${[...head, 'Connection: close'].join('\r\n')}\r\n\r\n`)
      return Number(told.split(' ')[1])
    }
    expect(await answer('http://evil.example/ready', 'evil.example')).toBe(421)
    expect(await answer('http://evil.example/ready', 'localhost')).toBe(421)
    expect(await answer('http://localhost/ready', 'evil.example')).toBe(421)
    expect(await answer('http://user@localhost/ready', 'localhost')).toBe(421)
    expect(await answer('HTTP://LocalHost:80/ready', 'localhost:80')).toBe(200)
  })
})
