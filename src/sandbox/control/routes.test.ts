import { afterAll, beforeEach, expect, test } from 'vitest'
import { flawsOf, openTestListener, type ReceivedAnswer } from '../../../test/support/http/testClient.ts'
import { type Profile, sandboxProfile } from '../../orders/merchant.ts'
import { invalid } from '../../orders/rejection.ts'
import type { CalendarDuration } from './duration.ts'
import { type ControlBookFilter, type SandboxControl, sandboxControlRoutes } from './routes.ts'

type Seen = { wanted?: ControlBookFilter; advanced?: CalendarDuration; profile?: Profile; resets: number }
let seen: Seen = { resets: 0 }
let holdReset: Promise<void> | undefined
const waiting: object[] = []
let about: string | undefined
const nowMs = Date.UTC(2026, 10, 15)

const control: SandboxControl = {
  scripts: {
    add: script => (!('answers' in script) ? invalid('answers', 'It is needed.') : void waiting.push(script)),
    remove: id => id === 1 && waiting.splice(0, 1).length > 0,
    list(merchantId) {
      about = merchantId
      return waiting
    },
    used(merchantId) {
      about = merchantId
      return [{ scriptId: 1, orderId: 'O' }]
    },
    clear: () => void waiting.splice(0),
  },
  async books(wanted) {
    seen.wanted = wanted
    const entry = { merchantId: 'M', orderId: 'O', transactionId: '1', kind: 'hold', state: 'held' }
    return { entries: [{ ...entry, amount: 1230n, currency: 'USD' }], after: 7 }
  },
  clock: async () => ({ nowMs, shiftMs: 0 }),
  async advance(by) {
    seen.advanced = by
    return by.days > 3_660 ? undefined : { nowMs, shiftMs: by.days * 86_400_000 + by.ms }
  },
  setClock: async atMs => (atMs < nowMs ? undefined : { nowMs: atMs, shiftMs: atMs - nowMs }),
  differences: async () => ({ differences: [], isCut: false }),
  profile: async merchantId => (merchantId === 'M' ? sandboxProfile : undefined),
  async setProfile(merchantId, profile) {
    seen.profile = profile
    return merchantId === 'M' ? profile : undefined
  },
  async reset() {
    await holdReset
    seen.resets++
  },
}

const { listener, sendRaw, lines } = await openTestListener({ routes: sandboxControlRoutes(control) })
afterAll(() => listener.close())
beforeEach(() => {
  seen = { resets: 0 }
  waiting.splice(0)
})

const json = 'Content-Type: application/json'

async function send(
  method: string,
  path: string,
  body = '',
  headers: readonly string[] = [json],
): Promise<ReceivedAnswer> {
  const length = body === '' ? [] : [`Content-Length: ${Buffer.byteLength(body)}`]
  const head = [
    `${method} /sandbox/${path} HTTP/1.1`,
    'Host: localhost',
    ...headers,
    ...length,
    'Connection: close',
  ]
  const { first } = await sendRaw(`${head.join('\r\n')}\r\n\r\n${body}`)
  if (first === undefined) throw new Error('no answer')
  if (first.status >= 400) expect(flawsOf(first)).toEqual([])
  expect(Object.keys(first.headers).filter(name => name.startsWith('access-control'))).toEqual([])
  return first
}

test('who asks at the front is told every call there is', async () => {
  const { status, json: told } = await send('GET', '')
  expect(status).toBe(200)
  expect(told.calls).toContain('POST /sandbox/acquirer/scripts')
})

test('scripts are added, listed and cleared', async () => {
  const script = { match: {}, answers: [{ answer: 'silent' }] }
  expect(await send('POST', 'acquirer/scripts', JSON.stringify(script))).toMatchObject({
    status: 201,
    json: { scripts: [script] },
  })
  expect((await send('GET', 'acquirer/scripts')).json).toEqual({ scripts: [script] })
  expect((await send('GET', 'acquirer/scripts/used')).json).toEqual({ used: [{ scriptId: 1, orderId: 'O' }] })
  for (const [method, path] of [
    ['GET', 'acquirer/scripts'],
    ['GET', 'acquirer/scripts/used'],
    ['DELETE', 'acquirer/scripts'],
  ] as const) {
    expect(await send(method, `${path}?merchantId=M`)).toMatchObject({ status: 200 })
    expect(about).toBe('M')
    expect(await send(method, `${path}?merchantId=a.b`)).toMatchObject({
      ...{ status: 400, json: { error: { field: 'merchantId' } } },
    })
  }
  await send('POST', 'acquirer/scripts', JSON.stringify(script))
  for (const id of ['2', 'x', '1e0'])
    expect(await send('DELETE', `acquirer/scripts/${id}`)).toMatchObject({
      ...{ status: 400, json: { error: { field: 'id' } } },
    })
  expect((await send('DELETE', 'acquirer/scripts/1')).json).toEqual({ scripts: [] })
  expect(await send('DELETE', 'acquirer/scripts')).toMatchObject({ status: 200, json: { scripts: [] } })
  expect(await send('POST', 'acquirer/scripts', '{}')).toMatchObject({
    status: 400,
    json: { error: { cause: 'INVALID_REQUEST', field: 'answers', validationType: 'INVALID' } },
  })
})

test('the books show money as the API does, a page at a time', async () => {
  const { json: page } = await send('GET', 'acquirer/books?merchantId=M&orderId=a%20b&limit=5&after=3')
  expect(page).toEqual({
    entries: [
      {
        merchantId: 'M',
        orderId: 'O',
        transactionId: '1',
        kind: 'hold',
        state: 'held',
        amount: 12.3,
        currency: 'USD',
      },
    ],
    after: '7',
  })
  expect(seen.wanted).toEqual({ merchantId: 'M', orderId: 'a b', limit: 5, after: 3 })
  await send('GET', 'acquirer/books?merchantId=&orderId=')
  expect(seen.wanted).toEqual({ limit: 1000 })
})

test.each([
  ['limit=0', 'limit'],
  ['limit=1001', 'limit'],
  ['limit=ten', 'limit'],
  ['after=-1', 'after'],
  ['after=99999999999999999', 'after'],
  ['merchantId=a.b', 'merchantId'],
  [`orderId=${'x'.repeat(41)}`, 'orderId'],
])('books?%s names the parameter', async (query, field) => {
  expect(await send('GET', `acquirer/books?${query}`)).toMatchObject({
    status: 400,
    json: { error: { field } },
  })
})

test('books are not asked for by any other name', async () => {
  expect((await send('GET', 'acquirer/books?order=1')).status).toBe(400)
})

test('the clock is set to a moment, and says where it cannot', async () => {
  expect(await send('POST', 'clock', '{"now":"2026-11-16T00:00:00.5Z"}')).toMatchObject({
    json: { now: '2026-11-16T00:00:00.500Z', shift: 'P1DT0.5S' },
  })
  for (const body of ['{"now":"2026-11-14T00:00:00Z"}', '{"now":"yesterday"}', '{"now":5}'])
    expect(await send('POST', 'clock', body)).toMatchObject({
      status: 400,
      json: { error: { field: 'now' } },
    })
  expect(await send('POST', 'clock', '{"now":"2026-11-16T00:00:00Z","advance":"P1D"}')).toMatchObject({
    json: { error: { field: 'advance', validationType: 'UNSUPPORTED' } },
  })
})

test.each([
  ['POST', 'clock', '{"advnace":"P1D"}', "Unexpected parameter 'advnace'. Did you mean 'advance'?"],
  [
    'PUT',
    'merchants/M/profile',
    '{"shopname":"A"}',
    "Unexpected parameter 'shopname'. Did you mean 'shopName'?",
  ],
  ['GET', 'clok', '', "There is nothing at this path. Did you mean 'clock'?"],
  ['GET', 'acquirer/book', '', "There is nothing at this path. Did you mean 'books'?"],
  ['POST', 'scripts', '{}', "There is nothing at this path. Did you mean '/sandbox/acquirer/scripts'?"],
  ['GET', 'nothing-like-it', '', 'There is nothing at this path.'],
] as const)('%s %s %s is told what may have been meant', async (method, path, body, explanation) => {
  expect(await send(method, path, body)).toMatchObject({ json: { error: { explanation } } })
})

test('the clock tells the time and how far it was moved', async () => {
  expect((await send('GET', 'clock')).json).toEqual({ now: '2026-11-15T00:00:00.000Z', shift: 'PT0S' })
  expect(await send('POST', 'clock', '{"advance":"P8D"}')).toMatchObject({
    status: 200,
    json: { shift: 'P8D' },
  })
  expect(seen.advanced).toEqual({ months: 0, days: 8, ms: 0 })
})

test.each([
  ['{}', 'advance', 'MISSING'],
  ['{"advance":null}', 'advance', 'MISSING'],
  ['{"advance":"-P1D"}', 'advance', 'INVALID'],
  ['{"advance":86400}', 'advance', 'INVALID'],
  ['{"advance":{}}', 'advance', 'INVALID'],
  ['{"advance":"P4000D"}', 'advance', 'INVALID'],
  ['{"advance":"P1D","back":true}', 'back', 'UNSUPPORTED'],
  ['{"__proto__":"P1D"}', '__proto__', 'UNSUPPORTED'],
])('a clock does not move by %s', async (body, field, validationType) => {
  expect(await send('POST', 'clock', body)).toMatchObject({
    status: 400,
    json: { error: { field, validationType } },
  })
})

test('nothing differs when nothing does', async () => {
  expect(await send('GET', 'reconciliation')).toMatchObject({ status: 200, json: { differences: [] } })
})

test('a profile is set whole: what is left out is as usual in a sandbox again', async () => {
  expect((await send('GET', 'merchants/M/profile')).json).toEqual(sandboxProfile)
  const allowedOrigins = ['https://shop.example', 'http://localhost:3000']
  const given = { captureExcessPercent: 15, debugInformation: true, allowedOrigins }
  const body = JSON.stringify({ ...given, refundAuthorization: null })
  const whole = { ...sandboxProfile, ...given }
  expect(await send('PUT', 'merchants/M/profile', body)).toMatchObject({ status: 200, json: whole })
  expect(seen.profile).toEqual(whole)
  for (const method of ['GET', 'PUT']) {
    const answer = await send(method, 'merchants/NOBODY/profile')
    expect(answer).toMatchObject({ status: 400, json: { error: { field: 'merchantId' } } })
  }
})

test.each([
  ['{"captureExcessPercent":-1}', 'captureExcessPercent'],
  ['{"captureExcessPercent":101}', 'captureExcessPercent'],
  ['{"refundExcessPercent":1.5}', 'refundExcessPercent'],
  ['{"refundExcessPercent":"15"}', 'refundExcessPercent'],
  ['{"refundAuthorization":1}', 'refundAuthorization'],
  ['{"allowedOrigins":"https://shop.example"}', 'allowedOrigins'],
  ['{"allowedOrigins":["https://shop.example/"]}', 'allowedOrigins'],
  ['{"allowedOrigins":["http://shop.example"]}', 'allowedOrigins'],
  ['{"allowedOrigins":["*"]}', 'allowedOrigins'],
  [`{"allowedOrigins":[${Array.from({ length: 21 }, () => '"https://a.example"')}]}`, 'allowedOrigins'],
  ['{"allowedSources":["192.0.2.0/33"]}', 'allowedSources'],
  [`{"allowedSources":[${Array.from({ length: 101 }, () => '"192.0.2.1"')}]}`, 'allowedSources'],
  ['{"requestsPerSecond":1000001}', 'requestsPerSecond'],
  ['{"notifications":"true"}', 'notifications'],
  ['{"notificationUrl":"http://shop.example/hook"}', 'notificationUrl'],
  ['{"unmasking":0}', 'unmasking'],
  ['{"excess":1}', 'excess'],
  ['{"constructor":1}', 'constructor'],
])('no profile is %s', async (body, field) => {
  expect(await send('PUT', 'merchants/M/profile', body)).toMatchObject({
    status: 400,
    json: { error: { field } },
  })
  expect(seen.profile).toBeUndefined()
})

test('a reset has the gateway for itself', async () => {
  let release = () => {}
  holdReset = new Promise(resolve => {
    release = resolve
  })
  const reset = sendRaw(
    'DELETE /sandbox/data HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n',
    5_000,
  )
  await expect.poll(async () => (await send('GET', 'clock')).status).toBe(503)
  expect(await send('DELETE', 'data')).toMatchObject({ status: 503, headers: { 'retry-after': '1' } })
  expect((await sendRaw('GET /live HTTP/1.1\r\nHost: localhost\r\n\r\n')).first?.status).toBe(200)
  release()
  expect((await reset).first).toMatchObject({ status: 200, json: { shift: 'PT0S' } })
  expect(seen.resets).toBe(1)
  expect((await send('GET', 'clock')).status).toBe(200)
})

test.each([
  ['a page from the web', ['Origin: https://shop.example']],
  ['a page of another port', ['Origin: http://localhost:3000']],
  ['an image in a page', ['Sec-Fetch-Site: cross-site']],
  ['a proxy', ['X-Forwarded-For: 127.0.0.1']],
])('%s drives nothing', async (_who, headers) => {
  const body = '{"advance":"P8D"}'
  for (const [method, path, content] of [
    ['POST', 'clock', body],
    ['GET', 'acquirer/books', ''],
    ['DELETE', 'data', ''],
  ] as const) {
    expect(await send(method, path, content, [json, ...headers])).toMatchObject({
      status: 403,
      json: { error: { cause: 'REQUEST_REJECTED' } },
    })
  }
  expect(seen).toEqual({ resets: 0 })
})

test('a name pointed at loopback drives nothing, and the log says why', async () => {
  const { first } = await sendRaw('DELETE /sandbox/data HTTP/1.1\r\nHost: rebound.example\r\n\r\n')
  expect(first?.status).toBe(403)
  expect(flawsOf(first)).toEqual([])
  expect(lines.at(-1)).toContain('The host is not a name of loopback.')
  expect(seen.resets).toBe(0)
})

test.each(['Content-Type: text/plain', 'Content-Type: application/x-www-form-urlencoded', 'X-Nothing: 1'])(
  'a body with %s is not read',
  async header => {
    expect((await send('POST', 'clock', '{"advance":"P8D"}', [header])).status).toBe(415)
    expect(seen.advanced).toBeUndefined()
  },
)

test('a browser that asks whether it may is told nothing of the kind', async () => {
  const answer = await send('OPTIONS', 'clock', '', ['Origin: https://shop.example'])
  expect(answer).toMatchObject({ status: 204, headers: { allow: 'GET, OPTIONS, POST' } })
})

test('without a sandbox there is nothing here', async () => {
  const production = await openTestListener()
  for (const path of ['clock', 'acquirer/books', 'reconciliation', 'data']) {
    const { first } = await production.sendRaw(`GET /sandbox/${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`)
    expect(first?.status).toBe(404)
  }
  await production.listener.close()
})
