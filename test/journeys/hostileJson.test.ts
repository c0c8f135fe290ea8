import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { basic, passwords } from './client.ts'
import { openGateway, type TestGateway } from './gateway.ts'
import { authorization, authorizationWith } from './requests.ts'

describe('a body', () => {
  let gateway: TestGateway
  beforeAll(async () => {
    gateway = await openGateway('embedded')
  })
  afterAll(async () => {
    expect(gateway.asks).toEqual([])
    await gateway.stop()
  })

  test.each(unreadable)('%s is no JSON object', async (_, body) => {
    const answer = await gateway.call('PUT', path, body)
    expect(answer, answer.text).toMatchObject({ status: 400, body: { error: { cause: 'INVALID_REQUEST' } } })
    expect(answer.body.error).not.toHaveProperty('field')
  })

  test.each(named)('%s: %s %s', async (text, validationType, field) => {
    const answer = await gateway.call('PUT', path, text)
    expect(answer, answer.text).toMatchObject({ status: 400, body: { error: { field, validationType } } })
  })

  test.each(['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty'])(
    'a field named %s',
    async name => {
      for (const place of [name, `order.${name}`, `airline.itinerary.leg[0].${name}`]) {
        const answer = await gateway.call('PUT', path, authorizationWith(place, 'x'))
        expect(answer, answer.text).toMatchObject({
          status: 400,
          body: { error: { field: place, validationType: 'UNSUPPORTED' } },
        })
      }
    },
  )

  test('a body beyond 256 KiB is refused, announced or not', async () => {
    const body = JSON.stringify(authorization({ correlationId: 'x'.repeat(262_144) }))
    expect(await gateway.call('PUT', path, body)).toMatchObject({ status: 413 })
    const chunked = await sendInChunks(gateway.port, body)
    expect(chunked).toBe(413)
    const justFits = JSON.stringify(authorization({ correlationId: 'x'.repeat(262_144 - 300) }))
    expect(await gateway.call('PUT', path, justFits)).toMatchObject({
      status: 400,
      body: { error: { field: 'correlationId' } },
    })
  })

  test.each([
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/vnd.x+json',
    'application/xml',
    'text/html',
    'application/json; charset=iso-8859-1',
    'application/json; charset=utf-16',
  ])('content of type %s', async type => {
    const answer = await gateway.call('PUT', path, authorization(), { headers: { 'Content-Type': type } })
    expect(answer).toMatchObject({ status: 415 })
  })

  test.each(['gzip', 'br', 'deflate, gzip'])('content encoded as %s', async encoding => {
    const answer = await gateway.call('PUT', path, authorization(), {
      headers: { 'Content-Encoding': encoding },
    })
    expect(answer).toMatchObject({ status: 415 })
  })

  test.each([
    'application/json',
    'text/plain',
    'Application/JSON; Charset="UTF-8"',
    'text/plain;charset=utf8',
  ])('JSON may come as %s', async type => {
    const body = authorizationWith('order.currency', 'usd')
    const answer = await gateway.call('PUT', path, body, { headers: { 'Content-Type': type } })
    expect(answer).toMatchObject({ status: 400, body: { error: { field: 'order.currency' } } })
  })

  test('a hostile body costs no more time than its size', async () => {
    const bodies = [
      '['.repeat(200_000),
      `{"a":${'{"a":'.repeat(40_000)}`,
      `{${Array.from({ length: 20_001 }, (_, index) => `"k${index}":1`).join()}}`,
      JSON.stringify(authorizationWith('customer.phone', `+1 ${'1'.repeat(100_000)}x`)),
      JSON.stringify(authorizationWith('shipping.contact.phone', `+1 ${'1 '.repeat(100_000)}x`)),
      JSON.stringify(authorizationWith('customer.email', `${'a.'.repeat(100_000)}@`)),
      JSON.stringify(authorizationWith('order.notificationUrl', `https://${'a.'.repeat(100_000)}`)),
      JSON.stringify(authorizationWith('transaction.acquirer.customData', '4 '.repeat(100_000))),
      JSON.stringify(authorizationWith('order.amount', '9'.repeat(200_000))),
      `{"order":{"amount":1e999999999,"currency":${'9'.repeat(200_000)}}}`,
    ]
    for (const body of bodies) {
      const before = performance.now()
      expect(await gateway.call('PUT', path, body)).toMatchObject({ status: 400 })
      expect(performance.now() - before, body.slice(0, 60)).toBeLessThan(1_000)
    }
  })
})

const path = 'order/hostile/transaction/1'
const valid = JSON.stringify(authorization())
const inner = valid.slice(1, -1)
const deep = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`

const unreadable: readonly (readonly [string, string | Buffer])[] = [
  ...['null', '[]', '[{}]', '"x"', '1', 'true', ' ', '{', '}', '{"a"}', '{"a":}'].map(
    text => [text, text] as const,
  ),
  ['trailing garbage', `${valid} x`],
  ['two documents', `${valid}${valid}`],
  ['a trailing comma', `{${inner},}`],
  ['a comment', `{/* */${inner}}`],
  ['single quotes', `{'a':1}`],
  ['NaN', `{${inner},"x":NaN}`],
  ['Infinity', `{${inner},"x":-Infinity}`],
  ['hexadecimal', `{${inner},"x":0x10}`],
  ['a leading zero', `{${inner},"x":01}`],
  ['a leading plus', `{${inner},"x":+1}`],
  ['a raw line break in a string', `{"x":"a\nb"}`],
  ['a bad escape', '{"x":"\\x41"}'],
  ['a key twice', '{"a":1,"a":1}'],
  ['a key twice, once escaped', '{"a":1,"\\u0061":1}'],
  ['a nested key twice', `{${inner.replace('"order":{', '"order":{"amount":"1",')}}`],
  ['33 levels', deep(33)],
  ['20,001 values', `{"a":[${'1,'.repeat(20_000)}1]}`],
  ['a byte order mark', `\ufeff${valid}`],
  ['invalid UTF-8', Buffer.from(valid.replace('USD', '\u00ff'), 'latin1')],
  ['UTF-16', Buffer.from(valid, 'utf16le')],
]

const named: readonly (readonly [string, string, string])[] = [
  ['', 'MISSING', 'apiOperation'],
  ['{}', 'MISSING', 'apiOperation'],
  [' {"apiOperation":null} ', 'MISSING', 'apiOperation'],
  ['{"apiOperation":"authorize"}', 'INVALID', 'apiOperation'],
  ['{"apiOperation":"AUTHORIZE "}', 'INVALID', 'apiOperation'],
  ['{"apiOperation":"NOPE"}', 'INVALID', 'apiOperation'],
  ['{"apiOperation":7}', 'INVALID', 'apiOperation'],
  ['{"apiOperation":true}', 'INVALID', 'apiOperation'],
  ['{"apiOperation":{"a":1}}', 'INVALID', 'apiOperation'],
  ['{"apiOperation":["AUTHORIZE"]}', 'INVALID', 'apiOperation'],
  ['{"apiOperation":"CREATE_CHECKOUT_SESSION"}', 'INVALID', 'apiOperation'],
  [`{${inner},"referenceOrderId":"\\ud800"}`, 'INVALID', 'referenceOrderId'],
  [`{${inner},"customer":{"firstName":"a\\udc00b"}}`, 'INVALID', 'customer.firstName'],
  [`{${inner},"airline":{"passenger":[{},{"title":"\\u0000"}]}}`, 'INVALID', 'airline.passenger[1].title'],
  [`{${inner},"a":${deep(31)}}`, 'UNSUPPORTED', 'a'],
]

/** Nobody is told beforehand how long it will be. */
function sendInChunks(port: number, body: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const outgoing = request({
      host: '127.0.0.1',
      port,
      method: 'PUT',
      path: `/api/rest/version/100/merchant/TESTMERCHANT/${path}`,
      headers: {
        Authorization: basic('merchant.TESTMERCHANT', passwords.TESTMERCHANT ?? ''),
        'Transfer-Encoding': 'chunked',
      },
    })
    outgoing.on('error', reject)
    outgoing.on('response', response => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
    for (let at = 0; at < body.length; at += 10_000) outgoing.write(body.slice(at, at + 10_000))
    outgoing.end()
  })
}
