import { afterEach, expect, test } from 'vitest'
import {
  basic,
  get,
  openTestListener,
  pause,
  put,
  transactionPath,
} from '../../../test/support/http/testClient.ts'
import type { Route, RouteHandler } from './routes.ts'

type Gate = Awaited<ReturnType<typeof openTestListener>>
let gate: Gate
afterEach(() => gate.listener.close())

const session = `SESSION${'0'.repeat(24)}`
const path = '/merchant/{merchantId}/order/{orderid}/transaction/{transactionid}'
const done: RouteHandler = async () => ({ status: 200, body: '{}' })

function routesWith(
  handler: RouteHandler = done,
  isOpen: Route['isSessionOpen'] = async () => true,
): readonly Route[] {
  const open = { under: 'root', access: 'public', handler } as const
  return [
    { ...open, method: 'POST', path: '/act' },
    { ...open, method: 'GET', path: '/page' },
    { ...open, method: 'GET', path: '/free', isAlwaysServed: true },
    { method: 'PUT', path, access: 'merchant', handler, isSessionOpen: isOpen },
    { method: 'GET', path, access: 'merchant', handler },
  ]
}

const head = (line: string, more: readonly string[] = []) =>
  `${[`${line} HTTP/1.1`, 'Host: localhost', 'Content-Type: application/json', ...more].join('\r\n')}\r\n`
const halfAct = `${head('POST /act')}Content-Length: 10\r\n\r\n{`
const browser = [`Authorization: ${basic(undefined, session)}`]
const halfPut = `${head(`PUT ${transactionPath}`, browser)}Content-Length: 10\r\n\r\n{`
const act = `${head('POST /act', ['Connection: close'])}Content-Length: 2\r\n\r\n{}`
const browserHead = head(`PUT ${transactionPath}`, [...browser, 'Connection: close'])
const browserPut = `${browserHead}Content-Length: 2\r\n\r\n{}`

const page = get('/page', ['Connection: close'])
const retrieve = get(transactionPath, [`Authorization: ${basic()}`, 'Connection: close'])
const pay = put('{}', ['Connection: close'])

/** Many who each send so much and then wait. */
const hold = (bytes: string, count: number) =>
  Promise.all(Array.from({ length: count }, () => gate.sendRaw(bytes, 1_500)))
const statusOf = async (bytes: string | Buffer) => (await gate.sendRaw(bytes, 5_000)).first?.status

test('payers who send half of a request take no place from those who send a whole one', async () => {
  gate = await openTestListener({ routes: routesWith(), limits: { requestsMax: 4 } })
  const held = hold(halfAct, 8)
  await pause(150)
  expect(await statusOf(act)).toBe(200)
  expect(await statusOf(page)).toBe(200)
  expect(await statusOf(pay)).toBe(200)
  await held
})

test('a browser that sends half of a request takes no place from its merchant', async () => {
  gate = await openTestListener({ routes: routesWith(), limits: { requestsMax: 2 } })
  const held = hold(halfPut, 6)
  await pause(150)
  expect(await statusOf(retrieve)).toBe(200)
  expect(await statusOf(browserPut)).toBe(200)
  await held
})

test('browsers are worked on in the share of payers, not in that of their merchant', async () => {
  let release = () => {}
  const slow = new Promise<void>(resolve => {
    release = resolve
  })
  const handler: RouteHandler = async ({ session: isBrowser }) => {
    if (isBrowser !== undefined) await slow
    return { status: 200, body: '{}' }
  }
  gate = await openTestListener({ routes: routesWith(handler), limits: { requestsMax: 4 } })
  const held = Array.from({ length: 3 }, () => gate.sendRaw(browserPut, 5_000))
  await pause(150)
  expect(await statusOf(retrieve)).toBe(200)
  expect(await statusOf(page)).toBe(503)
  release()
  const statuses = (await Promise.all(held)).map(({ first }) => first?.status)
  expect(statuses.sort()).toEqual([200, 200, 503])
  expect(await statusOf(page)).toBe(200)
})

test('browsers do not use up what their merchant may send in a second', async () => {
  gate = await openTestListener({ routes: routesWith(), requestsPerSecond: 2 })
  const statuses: (number | undefined)[] = []
  for (let count = 0; count < 4; count++) statuses.push((await gate.sendRaw(browserPut, 5_000)).first?.status)
  expect(statuses).toEqual([200, 200, 429, 429])
  expect(await statusOf(retrieve)).toBe(200)
})

test('one address has a few of the places of payers only, however many it asks for', async () => {
  let release = () => {}
  const slow = new Promise<void>(resolve => {
    release = resolve
  })
  const handler: RouteHandler = async () => {
    await slow
    return { status: 200, body: '{}' }
  }
  const limits = { requestsMax: 20, payersPerSourceMax: 2 }
  gate = await openTestListener({ routes: routesWith(handler), limits, trustedProxies: ['127.0.0.1'] })
  const from = (address: string) =>
    gate.sendRaw(get('/page', [`X-Forwarded-For: ${address}`, 'Connection: close']), 5_000)
  const near = ['2001:db8::1', '2001:db8::2', '2001:db8:0:0:ffff::3'].map(from)
  await pause(50)
  const far = ['2001:db8:0:1::1', '192.0.2.1', '192.0.2.2'].map(from)
  await pause(150)
  release()
  const statuses = async (sends: typeof near) => (await Promise.all(sends)).map(({ first }) => first?.status)
  expect((await statuses(near)).sort()).toEqual([200, 200, 503])
  expect(await statuses(far)).toEqual([200, 200, 200])
})

test('what arrives without a password is bounded in size, and in number for each address', async () => {
  const limits = { arrivingPerSourceMax: 3, payerBodyBytesMax: 100 }
  gate = await openTestListener({ routes: routesWith(), limits, trustedProxies: ['127.0.0.1'] })
  const long = `{"a":"${'x'.repeat(100)}"}`
  const lengthy = `${head('POST /act')}Content-Length: ${long.length}\r\n\r\n${long}`
  expect(await statusOf(lengthy)).toBe(413)
  expect(await statusOf(put(long, ['Connection: close']))).toBe(200)
  const held = hold(halfAct, 3)
  await pause(150)
  expect(await statusOf(act)).toBe(503)
  expect(await statusOf(page)).toBe(200)
  expect(await statusOf(act.replace('\r\n', '\r\nX-Forwarded-For: 192.0.2.7\r\n'))).toBe(200)
  expect(await statusOf(pay)).toBe(200)
  await held
  await pause(50)
  expect(await statusOf(act)).toBe(200)
})

test('looking for a session is work for a payer, too', async () => {
  let release = () => {}
  const slow = new Promise<boolean>(resolve => {
    release = () => resolve(true)
  })
  gate = await openTestListener({ routes: routesWith(done, () => slow), limits: { payersPerSourceMax: 2 } })
  const held = Array.from({ length: 3 }, () => gate.sendRaw(browserPut, 5_000))
  await pause(150)
  expect(await statusOf(pay)).toBe(200)
  release()
  const statuses = (await Promise.all(held)).map(({ first }) => first?.status)
  expect(statuses.sort()).toEqual([200, 200, 503])
})

test('sessions that are none never stand between a merchant and its password', async () => {
  gate = await openTestListener({ routes: routesWith(done, async () => false) })
  const statuses: (number | undefined)[] = []
  for (let guess = 0; guess < 12; guess++)
    statuses.push((await gate.sendRaw(browserPut, 5_000)).first?.status)
  expect(statuses).toEqual(statuses.map(() => 401))
  expect(await statusOf(pay)).toBe(200)
})

test('people who share an address are bounded each for themselves once they are recognised', async () => {
  let release = () => {}
  const slow = new Promise<void>(resolve => {
    release = resolve
  })
  const handler: RouteHandler = async ({ counted, asUser, userAgent = '' }) => {
    const found = await counted?.(async () => userAgent)
    if (typeof found !== 'string') return { status: 500, body: '{}' }
    const work = asUser?.(found)
    const answer = await work?.(async () => {
      await slow
      return { status: 200, body: '{}' }
    })
    return answer ?? { status: 500, body: '{}' }
  }
  const open = { method: 'GET', under: 'root', access: 'public', handler } as const
  const routes: readonly Route[] = [
    { ...open, path: '/call', isOfUsers: true },
    { ...open, path: '/page', handler: done },
  ]
  gate = await openTestListener({ routes, limits: { payersPerSourceMax: 1, perUserMax: 2 } })
  const callAs = (user: string) =>
    gate.sendRaw(get('/call', [`User-Agent: ${user}`, 'Connection: close']), 5_000)
  const calls = ['ada', 'ada', 'ada', 'bob', 'bob', 'eve'].map(callAs)
  await pause(150)
  expect(await statusOf(page)).toBe(200)
  release()
  const statuses = (await Promise.all(calls)).map(({ first }) => first?.status)
  expect(statuses.slice(0, 3).sort()).toEqual([200, 200, 503])
  expect(statuses.slice(3)).toEqual([200, 200, 200])
  expect((await callAs('ada')).first?.status).toBe(200)
})
