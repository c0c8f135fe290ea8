import { once } from 'node:events'
import { createServer } from 'node:http'
import { SpanStatusCode } from '@opentelemetry/api'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openGateway, type TestGateway } from './gateway.ts'
import { authorization } from './requests.ts'
import { shapeOf, startTracing } from './tracer.ts'

const tracer = startTracing()
let gateway: TestGateway

beforeAll(async () => {
  gateway = await openGateway('external', { patienceMs: 2_000 })
})
afterAll(() => gateway.stop())
beforeEach(() => tracer.forget())

const caller = { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331' }
const traceparent = `00-${caller.traceId}-${caller.spanId}-01`
const request =
  'PUT /api/rest/version/{version}/merchant/{merchantId}/order/{orderid}/transaction/{transactionid}'
const capture = { apiOperation: 'CAPTURE', transaction: { amount: '10.00', currency: 'USD' } }

test("a request goes on with its caller's trace: journal, acquirer, journal", async () => {
  await gateway.authorize('o-1', authorization(), { headers: { traceparent } })
  expect(shapeOf(tracer.ofTrace(caller.traceId)).slice(0, 4)).toEqual([
    `${request} < ?`,
    `journal begin < ${request}`,
    `acquirer authorize < ${request}`,
    `journal close < ${request}`,
  ])
  const root = tracer.ofTrace(caller.traceId).find(({ name }) => name === request)
  expect(root?.parentSpanContext?.spanId).toBe(caller.spanId)
  expect(root?.attributes).toEqual({
    'http.request.method': 'PUT',
    'http.route': request.slice(4),
    'http.response.status_code': 201,
    'tollgate.operation': 'AUTHORIZE',
    'tollgate.merchant': 'TESTMERCHANT',
    'tollgate.order': 'o-1',
    'tollgate.transaction': '1',
  })
})

test('what follows on an order loads it first; without a caller it is a trace of its own', async () => {
  await gateway.authorize('o-2', authorization())
  tracer.forget()
  await gateway.call('PUT', 'order/o-2/transaction/2', capture)
  const root = tracer.spans().find(({ name }) => name === request)
  const { traceId = '' } = root?.spanContext() ?? {}
  expect(traceId).not.toBe(caller.traceId)
  expect(shapeOf(tracer.ofTrace(traceId)).slice(0, 5)).toEqual([
    request,
    `journal load < ${request}`,
    `journal begin < ${request}`,
    `acquirer capture < ${request}`,
    `journal close < ${request}`,
  ])
})

test('requests that are worked on together stay apart', async () => {
  const traceIds = Array.from({ length: 20 }, (_, n) => String(n + 1).padStart(32, 'a'))
  await Promise.all(
    traceIds.map((traceId, n) =>
      gateway.authorize(`together-${n}`, authorization(), {
        headers: { traceparent: `00-${traceId}-${caller.spanId}-01` },
      }),
    ),
  )
  for (const [n, traceId] of traceIds.entries()) {
    const spans = tracer.ofTrace(traceId)
    expect(shapeOf(spans).slice(0, 4)).toEqual([
      `${request} < ?`,
      `journal begin < ${request}`,
      `acquirer authorize < ${request}`,
      `journal close < ${request}`,
    ])
    expect(spans.find(({ name }) => name === request)?.attributes['tollgate.order']).toBe(`together-${n}`)
  }
})

test('the first attempt to tell of it belongs to its trace; later ones point there', async () => {
  const answers = [500, 204]
  const receiver = createServer((asked, answer) => {
    asked.resume().once('end', () => answer.writeHead(answers.shift() ?? 204).end())
  }).listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  const address = receiver.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const order = { amount: '10.00', currency: 'USD', notificationUrl: `http://127.0.0.1:${port}/hook` }
  const told = await gateway.authorize('told', authorization({ order }), { headers: { traceparent } })
  expect(told.status, told.text).toBe(201)
  const deliveries = () => tracer.spans().filter(({ name }) => name === 'delivery')
  await expect.poll(() => deliveries().length, { timeout: 10_000 }).toBe(1)
  expect(shapeOf(tracer.ofTrace(caller.traceId)).at(-1)).toBe('delivery < journal close')
  expect(deliveries()[0]?.attributes).toMatchObject({ 'tollgate.order': 'told', 'tollgate.outcome': 'again' })
  await gateway.call('POST', '/sandbox/clock', { advance: 'PT30S' })
  await expect.poll(() => deliveries().length, { timeout: 10_000 }).toBe(2)
  const second = deliveries()[1]
  expect(second?.spanContext().traceId).not.toBe(caller.traceId)
  expect(second?.links.map(({ context }) => context.traceId)).toEqual([caller.traceId])
  expect(second?.attributes).toMatchObject({ 'tollgate.attempt': 2, 'tollgate.outcome': 'delivered' })
  receiver.close()
})

test('what recovery does is a trace of its own', async () => {
  await gateway.call('POST', '/sandbox/acquirer/scripts', { match: {}, answers: [{ answer: 'silent' }] })
  await gateway.authorize('silent', authorization())
  await expect
    .poll(() => tracer.spans().map(({ name }) => name), { timeout: 15_000 })
    .toContain('recovery reversal')
  const pursuit = tracer.spans().find(({ name }) => name === 'recovery reversal')
  const { traceId = '' } = pursuit?.spanContext() ?? {}
  expect(shapeOf(tracer.ofTrace(traceId))).toContain('acquirer reverse < recovery reversal')
  expect(pursuit?.attributes).toMatchObject({ 'tollgate.order': 'silent', 'tollgate.attempt': 1 })
})

test('card data leaves by no trace, not even where merchants put it', async () => {
  const number = '4508750015741019'
  await gateway.authorize(`order ${number}`, authorization())
  await gateway.authorize('o-3', authorization({ order: { amount: 'x', currency: 'USD' } }, { number }))
  await gateway.call('GET', `order/${number}/transaction/${number}`)
  // Too doubtful to be refused, and still nothing to tell others.
  await gateway.authorize('order 4222222222222', authorization())
  const told = JSON.stringify(
    tracer.spans().map(({ name, attributes, status }) => [name, attributes, status]),
  )
  expect(told).toContain('"tollgate.order":"***"')
  expect(told).not.toMatch(/15741019|0000000008|222222/)
})

test('neither answers nor what is stored for merchants show the trace', async () => {
  const first = await gateway.authorize('o-4', authorization(), { headers: { traceparent } })
  const again = await gateway.authorize('o-4', authorization(), { headers: { traceparent } })
  const retrieved = await gateway.retrieve('o-4', { transaction: '1' })
  for (const { text } of [first, again, retrieved]) expect(text).not.toContain(caller.traceId)
})

test('a failure of ours is one in the trace, without what it quotes', async () => {
  const broken = await openGateway('embedded')
  await broken.database.drop()
  await broken.authorize('o', authorization())
  const failed = tracer.spans().filter(({ status }) => status.code === SpanStatusCode.ERROR)
  expect(failed.map(({ name }) => name)).toEqual(expect.arrayContaining([request]))
  expect(JSON.stringify(failed.map(({ status }) => status))).not.toMatch(/\d{3}/)
  await broken.stop()
})

test.each(['', 'nonsense', `00-${'0'.repeat(32)}-${caller.spanId}-01`, `00-${caller.traceId}-x-01`])(
  'a caller whose traceparent is %j is traced as one without',
  async header => {
    const headers = { traceparent: header }
    expect((await gateway.call('GET', '/live', undefined, { headers })).status).toBe(200)
    expect(shapeOf(tracer.spans())).toContain('GET /live')
  },
)
