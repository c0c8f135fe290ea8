import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { basic, passwords } from './client.ts'
import { openGateway, type TestGateway } from './gateway.ts'
import { keptIds, notUtf8, refusedIds } from './pathIds.ts'
import { authorization } from './requests.ts'
import { valueAt } from './whole.ts'

const base = '/api/rest/version/100/merchant/TESTMERCHANT'
const header = `Authorization: ${basic('merchant.TESTMERCHANT', passwords.TESTMERCHANT ?? '')}`

describe('paths', () => {
  let gateway: TestGateway
  beforeAll(async () => {
    gateway = await openGateway('external')
  })
  afterAll(() => gateway.stop())

  test.each(keptIds)('the path segment %s is the id %j', async (segment, id) => {
    const path = `${base}/order/${segment}/transaction/${segment}`
    const first = await gateway.call('PUT', path, authorization())
    expect(first, first.text).toMatchObject({ status: 201, body: { order: { id }, transaction: { id } } })
    const again = await gateway.call('PUT', `${path}/`, authorization())
    expect([again.status, again.text]).toEqual([200, first.text])
    const { status, body } = await gateway.call('GET', `${base}/order/${encodeURIComponent(id)}`)
    expect([status, valueAt(body, 'transaction.0.transaction.id')]).toEqual([200, id])
  })

  test('ids that look alike are not the same', async () => {
    const lookalikes = ['Ab', 'ab', 'ab ', ' ab', 'a%CC%81b', '%C3%A1b', 'ab%C2%AD', 'ａb'].map(encodeURI)
    for (const [index, segment] of lookalikes.entries()) {
      const order = { amount: `${index + 1}.00`, currency: 'USD' }
      const path = `${base}/order/${segment.replaceAll('%25', '%')}/transaction/1`
      const answer = await gateway.call('PUT', path, authorization({ order }))
      expect(answer, answer.text).toMatchObject({ status: 201, body: { order: { amount: index + 1 } } })
    }
  })
})

describe('refused', () => {
  let gateway: TestGateway
  beforeAll(async () => {
    gateway = await openGateway('embedded')
  })
  afterAll(() => gateway.stop())

  test.each(refusedIds)('as an order or transaction id: %s', async segment => {
    const order = await gateway.call('PUT', `${base}/order/${segment}/transaction/1`, authorization())
    expect(order, order.text).toMatchObject({
      status: 400,
      body: { error: { field: 'orderid', validationType: 'INVALID' } },
    })
    const transaction = await gateway.call('PUT', `${base}/order/1/transaction/${segment}`, authorization())
    expect(transaction).toMatchObject({ status: 400, body: { error: { field: 'transactionid' } } })
    const retrieval = await gateway.call('GET', `${base}/order/${segment}`)
    expect(retrieval).toMatchObject({ status: 400, body: { error: { field: 'orderid' } } })
  })

  test.each(notUtf8)('not UTF-8: %s', async segment => {
    const answer = await gateway.call('PUT', `${base}/order/${segment}/transaction/1`, authorization())
    expect(answer).toMatchObject({ status: 400 })
    expect(answer.body.error).not.toHaveProperty('field')
  })

  test.each([
    `${base}/order//transaction/1`,
    `${base}//order/1/transaction/1`,
    `${base.replace('merchant', 'MERCHANT')}/order/1/transaction/1`,
    `${base}/order/1/Transaction/1`,
    `${base}/order/1/transaction/1/more`,
    `${base}/order/1/transaction/1//`,
    '/api/rest/version/100',
    '/api/../api/rest/version/100/information',
  ])('nothing is at %s', async path => {
    expect(await gateway.call('PUT', path, authorization())).toMatchObject({ status: 404 })
  })

  test.each(['a'.repeat(41), '%C3%A9', '.', '..', 'a%20b', 'a/../b'])(
    'no merchant is called %s',
    async merchant => {
      const path = `/api/rest/version/100/merchant/${merchant.replaceAll('/', '%2F')}/order/1/transaction/1`
      const answer = await gateway.call('PUT', path, authorization())
      expect(answer).toMatchObject({
        status: 400,
        body: { error: { field: 'merchantId', validationType: 'INVALID' } },
      })
    },
  )

  test.each(['POST', 'DELETE', 'PATCH', 'TRACE', 'PROPFIND'])('%s on a transaction', async method => {
    const answer = await gateway.call(
      method,
      `${base}/order/1/transaction/1`,
      method === 'TRACE' ? undefined : '{}',
    )
    expect(answer.status).toBe(405)
    expect(answer.headers.allow).toBe('GET, OPTIONS, PUT')
  })

  test.each(['?amount=1', '?_method=DELETE', '?x', '?a=1&a=2'])('a query string: %s', async query => {
    for (const method of ['GET', 'PUT'])
      expect(await gateway.call(method, `${base}/order/1/transaction/1${query}`, '{}')).toMatchObject({
        status: 400,
      })
  })

  test('an address too long, header fields too many or too large', async () => {
    const path = `${base}/order/1/transaction/1`
    expect(await gateway.call('GET', `${base}/order/${'a'.repeat(17_000)}`)).toMatchObject({ status: 414 })
    const large = { 'X-Large': 'a'.repeat(17_000) }
    expect(await gateway.call('GET', path, undefined, { headers: large })).toMatchObject({ status: 431 })
    const many = Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`X-${index}`, '1']))
    expect(await gateway.call('GET', path, undefined, { headers: many })).toMatchObject({ status: 431 })
  })

  test.each(brokenRequests)('%s', async (_, lines, status) => {
    const answer = await gateway.raw(lines.join('\r\n'))
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
    const [head = '', body = ''] = answer.split('\r\n\r\n')
    expect(head).toMatch(/Content-Type: application\/json;charset=utf-8/)
    expect(head).toMatch(/Connection: close/i)
    expect(JSON.parse(body)).toMatchObject({ result: 'ERROR', error: { cause: 'INVALID_REQUEST' } })
  })

  test('nothing of this was executed, and the gateway is well', async () => {
    expect(gateway.asks).toEqual([])
    expect(await gateway.call('GET', '/ready')).toMatchObject({ status: 200, body: { status: 'READY' } })
    const information = { gatewayVersion: 'test', status: 'OPERATING' }
    const answer = await gateway.call('GET', '/api/rest/version/1/information', undefined, {
      authorization: null,
    })
    expect(answer).toMatchObject({ status: 200, body: information })
    expect(gateway.lines.filter(line => line.includes('"level":"error"'))).toEqual([])
  })

  test('browser code may ask what it may do', async () => {
    const answer = await gateway.call('OPTIONS', `${base}/order/1/transaction/1`, undefined, {
      authorization: null,
    })
    expect(answer).toMatchObject({
      status: 204,
      headers: { allow: 'GET, OPTIONS, PUT', 'access-control-allow-headers': 'Authorization, Content-Type' },
    })
  })
})

const request = `PUT ${base}/order/raw/transaction/1 HTTP/1.1`
const json = JSON.stringify(authorization())
const whole = [header, `Content-Length: ${json.length}`, '', json]

const brokenRequests: readonly (readonly [string, readonly string[], number])[] = [
  ['non-ASCII in the request line', [request.replace('raw', 'é'), 'Host: g', ...whole], 400],
  ['NUL in the request line', [request.replace('raw', '\0'), 'Host: g', ...whole], 400],
  ['no Host', [request, ...whole], 400],
  ['two Hosts', [request, 'Host: g', 'Host: h', ...whole], 400],
  ['two lengths', [request, 'Host: g', 'Content-Length: 4', ...whole], 400],
  ['a length and chunks', [request, 'Host: g', 'Transfer-Encoding: chunked', ...whole], 400],
  ['a signed length', [request, 'Host: g', header, 'Content-Length: +4', '', '{}  '], 400],
  ['an unknown coding', [request, 'Host: g', header, 'Transfer-Encoding: xchunked', '', json], 400],
  ['a space before the colon', [request, 'Host: g', 'X-A : 1', ...whole], 400],
  ['a folded header', [request, 'Host: g', 'X-A: 1', ' 2', ...whole], 400],
  ['NUL in a header', [request, 'Host: g', 'X-A: \0', ...whole], 400],
  ['HTTP/2 on this port', [request.replace('1.1', '2.0'), 'Host: g', ...whole], 505],
  ['no HTTP at all', ['hello', '', ''], 400],
]
