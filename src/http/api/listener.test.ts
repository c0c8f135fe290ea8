import { afterAll, expect, test } from 'vitest'
import {
  basic,
  flawsOf,
  get,
  merchant,
  openTestListener,
  pause,
  put,
  transactionPath,
} from '../../../test/support/http/testClient.ts'
import { invalid } from '../../orders/rejection.ts'
import { RecordingUnknown, StoreUnavailable, WriteUnsure } from '../../platform/errors.ts'

const gate = await openTestListener()
afterAll(() => gate.listener.close())

test('a good request reaches its handler with everything it needs', async () => {
  const path = transactionPath.replace('O1', 'a%2Fb').replace('T1', '%F0%9F%98%80')
  const { first } = await gate.sendRaw(
    put('{"apiOperation":"PAY"}', ['Content-Type: application/json'], `${path}/`),
  )
  expect(first).toMatchObject({
    status: 201,
    json: { result: 'SUCCESS', merchantId: merchant.id, orderid: 'a/b', transactionid: '😀' },
    headers: {
      'cache-control': 'no-store',
      'content-type': 'application/json;charset=utf-8',
      'access-control-allow-origin': '*',
    },
  })
  expect(gate.calls.at(-1)).toMatchObject({
    version: 55,
    body: { apiOperation: 'PAY' },
    merchant: { merchantId: merchant.id, cell: 1 },
    source: '127.0.0.1',
    query: {},
  })
})

test('no body on PUT or POST is an empty object, on GET and DELETE there is none', async () => {
  await gate.sendRaw(put(''))
  expect(gate.calls.at(-1)?.body).toEqual({})
  const path = `/api/rest/version/1/merchant/${merchant.id}/session`
  await gate.sendRaw(get(path).replace('GET', 'POST'))
  expect(gate.calls.at(-1)?.body).toEqual({})
  await gate.sendRaw(get(transactionPath))
  expect(gate.calls.at(-1)?.body).toBeUndefined()
})

test('an empty body may call itself what it likes', async () => {
  expect(
    (await gate.sendRaw(put('', ['Content-Type: application/x-www-form-urlencoded']))).first?.status,
  ).toBe(201)
})

test('a body on DELETE is read to its end and ignored', async () => {
  const path = `/api/rest/version/1/merchant/${merchant.id}/token/K1`
  const bytes = put('not json', ['Content-Type: text/html'], path).toString().replace('PUT', 'DELETE')
  const { answers } = await gate.sendRaw([bytes, 50, get('/live')])
  expect(answers.map(({ status }) => status)).toEqual([201, 200])
  expect(gate.calls.at(-1)?.body).toBeUndefined()
})

const bad = (headers: string, body = '{}') => put(body, [headers])
const withAuthorization = (value: string, path = transactionPath) =>
  put('{', ['Content-Type: text/html'], path).toString().replace(basic(), value)

test.each([
  ['path before credentials', withAuthorization('Basic x', '/nowhere'), 404],
  ['method before parameters', get(transactionPath.replace('T1', '..')).replace('GET', 'POST'), 405],
  ['parameters before credentials', withAuthorization('Basic x', transactionPath.replace('T1', '%00')), 400],
  ['query before credentials', withAuthorization('Basic x', `${transactionPath}?amount=1`), 400],
  ['credentials before media type', withAuthorization('Basic x'), 401],
  ['media type before JSON', put('{', ['Content-Type: text/html']), 415],
  ['compression before JSON', bad('Content-Encoding: gzip', '{'), 415],
  ['JSON before the handler', put('{'), 400],
])('%s', async (_name, bytes, status) => {
  const before = gate.calls.length
  const { first } = await gate.sendRaw(bytes)
  expect(first?.status).toBe(status)
  expect(flawsOf(first)).toEqual([])
  expect(gate.calls).toHaveLength(before)
})

test('an error in the path names its parameter', async () => {
  const { first } = await gate.sendRaw(put('{}', [], transactionPath.replace('O1', '%2e%2e')))
  expect(first).toMatchObject({
    status: 400,
    json: { error: { field: 'orderid', validationType: 'INVALID' } },
  })
})

test('wrong credentials, an unknown merchant and another merchant’s path look the same', async () => {
  const wrong = await gate.sendRaw(put('{}').toString().replace(basic(), basic(undefined, 'wrong')))
  const unknown = await gate.sendRaw(put('{}', [], transactionPath.replace(merchant.id, 'UNKNOWN')))
  const none = await gate.sendRaw(put('{}').toString().replace(`Authorization: ${basic()}\r\n`, ''))
  for (const { first } of [wrong, unknown, none]) {
    expect(first).toMatchObject({ status: 401, headers: { 'www-authenticate': 'Basic realm="tollgate"' } })
    expect(first?.text).toBe(wrong.first?.text)
  }
})

test('two Authorization headers are none', async () => {
  expect((await gate.sendRaw(put('{}', [`Authorization: ${basic()}`]))).first?.status).toBe(401)
})

test('browser code of another origin may ask and call where a session will do', async () => {
  const ask = (path: string) => get(path, ['Origin: https://shop.example']).replace('GET', 'OPTIONS')
  const path = '/merchant/{merchantId}/order/{orderid}/transaction/{transactionid}'
  const handler = async () => ({ status: 200, body: {} })
  const open = await openTestListener({
    routes: [
      { method: 'GET', path, access: 'merchant', handler },
      { method: 'PUT', path, access: 'merchant', handler, isSessionOpen: async () => true },
    ],
  })
  const { first } = await open.sendRaw(ask(transactionPath))
  await open.listener.close()
  expect((await gate.sendRaw(ask(transactionPath))).first?.headers).not.toHaveProperty(
    'access-control-allow-headers',
  )
  expect(first).toMatchObject({
    status: 204,
    text: '',
    headers: {
      allow: 'GET, OPTIONS, PUT',
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'PUT',
      'access-control-allow-headers': 'Authorization, Content-Type',
    },
  })
  const refused = await gate.sendRaw(get('/api/rest/version/55/nowhere'))
  expect(refused.first?.headers['access-control-allow-origin']).toBe('*')
  expect((await gate.sendRaw(get('/live'))).first?.headers).not.toHaveProperty('access-control-allow-origin')
})

test('a query reaches the handler where the route declares it', async () => {
  await gate.sendRaw(get('/api/rest/version/1/public?page=2', []))
  expect(gate.calls.at(-1)).toMatchObject({ query: { page: '2' }, merchant: undefined })
  expect((await gate.sendRaw(get('/api/rest/version/1/public?other=2', []))).first?.status).toBe(400)
})

test('liveness, readiness and Check Gateway need no credentials', async () => {
  expect((await gate.sendRaw(get('/live', []))).first).toMatchObject({
    status: 200,
    json: { status: 'LIVE' },
  })
  expect((await gate.sendRaw(get('/ready', []))).first).toMatchObject({
    status: 200,
    json: { status: 'READY' },
  })
  expect((await gate.sendRaw(get('/api/rest/version/1/information', []))).first).toMatchObject({
    status: 200,
    json: { gatewayVersion: '0.0.0', status: 'OPERATING' },
  })
})

test('who is not ready says why', async () => {
  const waiting = await openTestListener({ ready: async () => [{ code: 'DATABASE_UNREACHABLE' }] })
  const { first } = await waiting.sendRaw(get('/ready', []))
  expect(first).toMatchObject({
    status: 503,
    json: {
      status: 'NOT_READY',
      reasons: [{ code: 'DATABASE_UNREACHABLE', explanation: 'The database is not available.' }],
    },
  })
  expect(first?.headers['retry-after']).toBe('1')
  await waiting.listener.close()
})

test('a rejection by the handler is answered with the correlation id that was sent', async () => {
  const strict = await openTestListener({}, async () => invalid('order.currency', 'It is unknown.', 'usd'))
  const { first } = await strict.sendRaw(put('{"correlationId":"c-1"}'))
  expect(first).toMatchObject({
    status: 400,
    json: { correlationId: 'c-1', error: { field: 'order.currency' } },
  })
  expect(flawsOf(first)).toEqual([])
  const long = await strict.sendRaw(put(JSON.stringify({ correlationId: 'c'.repeat(101) })))
  expect(long.first?.json).not.toHaveProperty('correlationId')
  await strict.listener.close()
})

test('a fault is a 500 whose support code finds a line in the log that tells no secret', async () => {
  const faulty = await openTestListener({}, async () => {
    throw new Error('broken at 5123450000000008')
  })
  const { first } = await faulty.sendRaw(put('{"correlationId":"c-1","number":"5123450000000008"}'))
  expect(first).toMatchObject({
    status: 500,
    json: { correlationId: 'c-1', error: { cause: 'SERVER_FAILED' } },
  })
  expect(flawsOf(first)).toEqual([])
  const code = /"supportCode":"(\w+)"/.exec(first?.text ?? '')?.[1] ?? 'none'
  const lines = faulty.lines.filter(line => line.includes(code))
  expect(lines.map(line => JSON.parse(line).level)).toEqual(['error', 'info'])
  expect(lines[0]).toContain('listener.test.ts')
  expect(faulty.lines.join('')).not.toContain('5123450000000008')
  await faulty.listener.close()
})

test.each([
  ['a payment is recorded', RecordingUnknown],
  ['anything else is written', WriteUnsure],
])('a database that goes away while %s is a 500 too, and a warning in the log', async (_, Unknown) => {
  const away = await openTestListener({}, async () => {
    throw new Unknown('Nobody knows')
  })
  const { first } = await away.sendRaw(put('{}'))
  expect(first).toMatchObject({ status: 500, json: { error: { cause: 'SERVER_FAILED' } } })
  const told = away.lines.map(line => JSON.parse(line)).find(({ msg }) => msg === 'failed')
  expect(told).toMatchObject({ level: 'warn', reason: 'Nobody knows', supportCode: expect.any(String) })
  await away.listener.close()
})

test('a database that was away is a 503: nothing was done, and the same may be sent again', async () => {
  const away = await openTestListener({}, async () => {
    throw new StoreUnavailable('Away')
  })
  const { first } = await away.sendRaw(put('{}'))
  const explanation = expect.stringContaining('nothing was done')
  expect(first).toMatchObject({ status: 503, json: { error: { cause: 'SERVER_BUSY', explanation } } })
  expect(first?.headers['retry-after']).toBe('1')
  await away.listener.close()
})

test('a reply that cannot be serialised is a fault like any other', async () => {
  const faulty = await openTestListener({}, async () => ({ status: 200, body: { amount: 1n } }))
  expect((await faulty.sendRaw(put('{}'))).first?.status).toBe(500)
  await faulty.listener.close()
})

test('a page may say what it is', async () => {
  const headers = { 'Content-Type': 'text/html;charset=utf-8', 'Cache-Control': 'max-age=60' }
  const pages = await openTestListener({}, async () => ({
    status: 200,
    body: Buffer.from('<p>é</p>'),
    headers,
  }))
  const { first } = await pages.sendRaw(get(transactionPath))
  expect(first).toMatchObject({ text: '<p>é</p>', headers: { 'content-type': 'text/html;charset=utf-8' } })
  expect(first?.headers['cache-control']).toBe('max-age=60')
  await pages.listener.close()
})

test('a merchant over its rate is told when to come back', async () => {
  const slow = await openTestListener({ requestsPerSecond: 2 })
  const { answers } = await slow.sendRaw([put('{}'), 20, put('{}'), 20, put('{}'), 20])
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 429])
  expect(flawsOf(answers[2])).toEqual([])
  await slow.listener.close()
})

test('work beyond what can be done at once is refused', async () => {
  const narrow = await openTestListener({ limits: { requestsMax: 1 } }, () =>
    pause(150).then(() => ({ status: 201, body: '{}' })),
  )
  const held = narrow.sendRaw(put('{}'), 400)
  await pause(50)
  const { first } = await narrow.sendRaw(put('{}'))
  expect(first?.status).toBe(503)
  expect(flawsOf(first)).toEqual([])
  expect((await held).first?.status).toBe(201)
  await narrow.listener.close()
})

test('an answer tells how long its connection is kept: longer than others keep theirs', async () => {
  const { sendRaw, listener } = await openTestListener()
  const { first } = await sendRaw(get('/live'))
  await listener.close()
  const [, seconds] = /^timeout=(\d+)$/.exec(first?.headers['keep-alive'] ?? '') ?? []
  expect(Number(seconds)).toBeGreaterThan(60)
})

test('closing finishes what is under way, and closes what is idle', async () => {
  const slow = await openTestListener({}, () => pause(200).then(() => ({ status: 201, body: '{}' })))
  const idle = slow.sendRaw(get('/live'), 3_000)
  const silent = slow.sendRaw('', 3_000)
  const busy = slow.sendRaw(put('{}'), 3_000)
  await pause(80)
  const started = performance.now()
  await slow.listener.close()
  expect(performance.now() - started).toBeLessThan(1_500)
  expect((await busy).answers).toMatchObject([{ status: 201, headers: { connection: 'close' } }])
  expect(await idle).toMatchObject({ isClosed: true })
  expect(await silent).toMatchObject({ isClosed: true, answers: [] })
  expect((await slow.sendRaw(get('/live'))).first).toBeUndefined()
})

test('closing waits for the work of a client that has left', async () => {
  let isDone = false
  const slow = await openTestListener({}, async () => {
    await pause(300)
    isDone = true
    return { status: 201, body: '{}' }
  })
  await slow.sendRaw(put('{}'), 50)
  await slow.listener.close()
  expect(isDone).toBe(true)
})

test('closing waits neither for a request that never ends nor for a handler that never answers', async () => {
  const limits = { requestTimeoutMs: 200, closeTimeoutMs: 400 }
  const stuck = await openTestListener({ limits }, () => new Promise(() => {}))
  const arriving = stuck.sendRaw(put('{}').subarray(0, -1), 3_000)
  const working = stuck.sendRaw(put('{}'), 3_000)
  await pause(80)
  const started = performance.now()
  await stuck.listener.close()
  expect(performance.now() - started).toBeLessThan(2_000)
  expect(await arriving).toMatchObject({ isClosed: true, answers: [] })
  expect(await working).toMatchObject({ isClosed: true, answers: [] })
})

test('a taken port is an error of listen', async () => {
  const other = await openTestListener()
  await expect(other.listener.listen('127.0.0.1', gate.port)).rejects.toThrow()
  await other.listener.close()
})

test('the log names route, status and merchant, and nothing that was sent', async () => {
  await gate.sendRaw(put('{"secret":"value"}'))
  await pause(10)
  expect(JSON.parse(gate.lines.at(-1) ?? '')).toMatchObject({
    msg: 'answered',
    method: 'PUT',
    route: '/api/rest/version/{version}/merchant/{merchantId}/order/{orderid}/transaction/{transactionid}',
    status: 201,
    merchant: merchant.id,
  })
  for (const secret of [merchant.password, basic(), 'secret', 'O1'])
    expect(gate.lines.join('')).not.toContain(secret)
})
