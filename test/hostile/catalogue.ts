// Hostile and wrong input by classes, as data: what is sent, and what has to come back. What single fields
// take is told by `refusals` of the journeys, which is sent over the same sockets.

import { basic, passwords } from '../journeys/client.ts'
import { keptIds, notUtf8, refusedIds } from '../journeys/pathIds.ts'
import { combinations, refusals } from '../journeys/refusals.ts'
import { authorization, authorizationWith } from '../journeys/requests.ts'

export type CatalogueCase = {
  readonly name: string
  readonly bytes: Buffer
  readonly status: number
  readonly field?: string
  readonly validationType?: string
  /** The connection is closed behind the answer, and what came behind the request is not executed. */
  readonly closes?: true
  /** Bytes that come one by one, so many milliseconds apart, and never to an end. */
  readonly everyMs?: number
}

const merchant = 'TESTMERCHANT'
const password = passwords[merchant] ?? ''
const good = basic(`merchant.${merchant}`, password)
const base = `/api/rest/version/100/merchant/${merchant}`
const payment = JSON.stringify(authorization())
let orders = 0
/** No two cases share an order. */
const newPath = (): string => `${base}/order/case-${++orders}/transaction/1`

type Parts = {
  readonly method?: string
  readonly path?: string
  readonly headers?: readonly string[]
  readonly authorization?: string | null
  readonly body?: string | Buffer
  readonly protocol?: string
}

function request(parts: Parts = {}): Buffer {
  const {
    method = 'PUT',
    path = newPath(),
    headers = [],
    authorization = good,
    protocol = 'HTTP/1.1',
  } = parts
  const body = Buffer.from(parts.body ?? (method === 'PUT' || method === 'POST' ? payment : ''))
  const lines = [
    `${method} ${path} ${protocol}`,
    ...['Host: 127.0.0.1', ...(authorization === null ? [] : [`Authorization: ${authorization}`])],
    ...[...headers, ...(body.length > 0 ? [`Content-Length: ${body.length}`] : [])],
  ]
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), body])
}

type Expected = Omit<CatalogueCase, 'name' | 'bytes'>
const of = (name: string, parts: Parts, expected: Expected): CatalogueCase => ({
  ...{ name, bytes: request(parts) },
  ...expected,
})
const raw = (name: string, text: string, expected: Expected): CatalogueCase => ({
  ...{ name, bytes: Buffer.from(text, 'latin1') },
  ...expected,
})
const invalid = (field: string): Expected => ({ status: 400, field, validationType: 'INVALID' })
const unreadable: Expected = { status: 400 }

const noVersions = ['0', '101', '055', 'abc', '-1', '55.0', '1e1', '%EF%BC%91', '%20' + '1']
const inOrder = (order: string, transaction = '1') => `${base}/order/${order}/transaction/${transaction}`

const paths: readonly CatalogueCase[] = [
  ...keptIds.map(([id]) => of(`id ${id}`, { path: inOrder(id, 'x') }, { status: 201 })),
  ...refusedIds.flatMap(id => [
    of(`order id ${id}`, { path: inOrder(id) }, invalid('orderid')),
    of(`transaction id ${id}`, { path: inOrder('1', id) }, invalid('transactionid')),
    of(`retrieved order id ${id}`, { method: 'GET', path: `${base}/order/${id}` }, invalid('orderid')),
  ]),
  ...notUtf8.map(id => of(`no UTF-8 ${id}`, { path: inOrder(id) }, unreadable)),
  ...noVersions.map(version =>
    of(`version ${version}`, { path: newPath().replace('/100/', `/${version}/`) }, { status: 404 }),
  ),
  ...['a'.repeat(41), '%C3%A9', '.', '..', 'a%20b', 'a%2F..%2Fb'].map(id =>
    of(`merchant ${id}`, { path: newPath().replace(merchant, id) }, invalid('merchantId')),
  ),
  of('empty segment', { path: `${base}/order//transaction/1` }, { status: 404 }),
  of('double slash', { path: `${base}//order/1/transaction/1` }, { status: 404 }),
  of('other case', { path: newPath().replace('merchant', 'MERCHANT') }, { status: 404 }),
  of('more segments', { path: `${newPath()}/more` }, { status: 404 }),
  of('another merchant', { path: newPath().replace(merchant, 'NOBODY') }, { status: 401 }),
  ...['POST', 'DELETE', 'PATCH', 'HEAD', 'TRACE', 'PROPFIND'].map(method =>
    of(`method ${method}`, { method, body: '' }, { status: 405 }),
  ),
  of('CONNECT', { method: 'CONNECT', path: 'localhost:80' }, { status: 405, closes: true }),
  of('an unknown method', { method: 'BREW' }, { status: 405, closes: true }),
  ...['?amount=1', '?_method=DELETE', '?x', '?a=1&a=2'].map(query =>
    of(`query ${query}`, { path: `${newPath()}${query}` }, unreadable),
  ),
  of('17 kB of address', { path: `/${'a'.repeat(17_408)}` }, { status: 414, closes: true }),
  of('raw non-ASCII', { path: `${base}/order/\xe9/transaction/1` }, { ...unreadable, closes: true }),
  of('raw NUL', { path: `${base}/order/\0/transaction/1` }, { ...unreadable, closes: true }),
]

const line = () => `PUT ${newPath()} HTTP/1.1\r\n`
const known = `Host: 127.0.0.1\r\nAuthorization: ${good}\r\n`
const head = () => `${line()}${known}`
const sized = `Content-Length: ${payment.length}\r\n\r\n${payment}`
const refusedFraming: Expected = { status: 400, closes: true }

const framing: readonly CatalogueCase[] = [
  raw('length and chunks', `${head()}Transfer-Encoding: chunked\r\n${sized}`, refusedFraming),
  raw('two lengths', `${head()}Content-Length: 4\r\n${sized}`, refusedFraming),
  raw('length +4', `${head()}Content-Length: +4\r\n\r\n{}  `, refusedFraming),
  raw('length -1', `${head()}Content-Length: -1\r\n\r\n{}`, refusedFraming),
  raw('xchunked', `${head()}Transfer-Encoding: xchunked\r\n\r\n{}`, refusedFraming),
  raw('chunked, identity', `${head()}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n`, refusedFraming),
  raw('a broken chunk', `${head()}Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n`, refusedFraming),
  raw('space before colon', `${head()}Content-Length : 2\r\n\r\n{}`, refusedFraming),
  raw('LF alone', `${head().replaceAll('\r', '')}\n`, refusedFraming),
  raw('folded header', `${head()}X: a\r\n b\r\n${sized}`, refusedFraming),
  raw('NUL in a header', `${head()}X: a\0b\r\n${sized}`, refusedFraming),
  raw('no Host', `${line()}Authorization: ${good}\r\n${sized}`, refusedFraming),
  raw('two Hosts', `${head()}Host: b\r\n${sized}`, refusedFraming),
  raw('HTTP/0.9', 'GET /live\r\n\r\n', refusedFraming),
  raw('HTTP/2.0', 'GET /live HTTP/2.0\r\nHost: a\r\n\r\n', { status: 505, closes: true }),
  raw('the greeting of TLS', '\x16\x03\x01\x00\xc2\x01\x00\x00\xbe\x03\x03', refusedFraming),
  raw(
    '20 kB of chunk extensions',
    `${head()}Transfer-Encoding: chunked\r\n\r\n2;${'a'.repeat(20_000)}\r\n{}\r\n0\r\n\r\n`,
    { status: 413, closes: true },
  ),
  raw(
    'chunks of one byte without end',
    `${head()}Transfer-Encoding: chunked\r\n\r\n${'1\r\nx\r\n'.repeat(270_000)}`,
    { status: 413, closes: true },
  ),
  raw('a body beyond the limit', `${head()}Content-Length: 262145\r\n\r\n`, { status: 413, closes: true }),
  raw('17 kB of headers', `${head()}X: ${'a'.repeat(17_000)}\r\n\r\n`, { status: 431, closes: true }),
  raw('101 headers', `${head()}${'a: b\r\n'.repeat(99)}\r\n`, { status: 431, closes: true }),
  raw('one behind an error', `${head()}Content-Length: +4\r\n\r\n{}${head()}${sized}`, refusedFraming),
  raw('an unknown expectation', `${head()}Expect: tea\r\n${sized}`, { status: 417, closes: true }),
  of('forged address', { headers: ['X-Forwarded-For: 10.9.8.7', 'X-SSL-Client-Cert: x'] }, { status: 201 }),
  ...['gzip', 'br', 'deflate, gzip'].map(coding =>
    of(`coding ${coding}`, { headers: [`Content-Encoding: ${coding}`] }, { status: 415 }),
  ),
  ...[
    ...[
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/vnd.x+json',
      'text/html',
    ],
    ...['application/json; charset=iso-8859-1', 'application/json; charset=utf-16'],
  ].map(type => of(`type ${type}`, { headers: [`Content-Type: ${type}`] }, { status: 415 })),
]

/** These wait for the gateway's patience, all at the same time. */
export const slowCases: readonly CatalogueCase[] = [
  raw('a length larger than what comes', `${head()}Content-Length: 500\r\n\r\n{`, {
    status: 408,
    closes: true,
  }),
  raw('headers byte by byte', `${head()}X: ${'a'.repeat(99)}`, { status: 408, closes: true, everyMs: 500 }),
  raw('a body byte by byte', `${head()}Content-Length: 500\r\n\r\n${' '.repeat(60)}`, {
    ...{ status: 408, closes: true, everyMs: 500 },
  }),
]

const wrong = { status: 401 }
const someone = (user: string, secret = password) => basic(user, secret)
const credentials: readonly CatalogueCase[] = [
  of('no credentials', { authorization: null }, wrong),
  ...['Basic', 'Basic ', 'Basic !!!', 'Bearer x', `Basic ${'A'.repeat(10_000)}`, 'Basic bm9jb2xvbg=='].map(
    text => of(`credentials ${text.slice(0, 20)}`, { authorization: text }, wrong),
  ),
  of('two credentials', { headers: [`Authorization: ${good}`] }, wrong),
  ...[merchant, `Merchant.${merchant}`, `merchant.${merchant}\0`, 'merchant.NOBODY', 'merchant.', ''].map(
    user => of(`user ${user}`, { authorization: someone(user) }, wrong),
  ),
  of('a wrong password', { authorization: someone(`merchant.${merchant}`, 'f'.repeat(32)) }, wrong),
  of('an empty password', { authorization: someone(`merchant.${merchant}`, '') }, wrong),
]

const inner = payment.slice(1, -1)
const deep = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`
const named = (body: string, field: string, validationType: string): CatalogueCase =>
  of(`JSON ${body.slice(0, 60)}`, { body }, { status: 400, field, validationType })

const json: readonly CatalogueCase[] = [
  of(
    'no body',
    { headers: ['Content-Length: 0'], body: '' },
    { ...invalid('apiOperation'), validationType: 'MISSING' },
  ),
  ...[
    ...[
      'null',
      '[]',
      '"x"',
      '1',
      'true',
      ' ',
      '{',
      '{"a":}',
      `${payment} x`,
      `${payment}${payment}`,
      `{${inner},}`,
    ],
    ...[`{/**/${inner}}`, "{'a':1}", `{${inner},"x":NaN}`, `{${inner},"x":-Infinity}`, `{${inner},"x":0x10}`],
    ...[
      `{${inner},"x":01}`,
      '{"x":"a\nb"}',
      '{"x":"\\x41"}',
      '{"a":1,"a":1}',
      '{"a":1,"\\u0061":1}',
      deep(33),
    ],
    ...[deep(40_000), `{"a":[${'1,'.repeat(20_000)}1]}`, `\ufeff${payment}`],
  ].map(body => of(`JSON ${body.slice(0, 40)}`, { body }, unreadable)),
  of('invalid UTF-8', { body: Buffer.from(payment.replace('USD', '\xff'), 'latin1') }, unreadable),
  of('UTF-16', { body: Buffer.from(payment, 'utf16le') }, unreadable),
  named('{}', 'apiOperation', 'MISSING'),
  ...['"pay"', '"AUTHORIZE "', '"NOPE"', '7', '{"a":1}', '["PAY"]'].map(value =>
    named(`{"apiOperation":${value}}`, 'apiOperation', 'INVALID'),
  ),
  named(`{${inner},"referenceOrderId":"\\ud800"}`, 'referenceOrderId', 'INVALID'),
  named(`{${inner},"customer":{"firstName":"a\\u0000b"}}`, 'customer.firstName', 'INVALID'),
  ...['__proto__', 'constructor', 'prototype', 'toString'].flatMap(name => [
    named(`{${inner},"${name}":"x"}`, name, 'UNSUPPORTED'),
    named(payment.replace('"order":{', `"order":{"${name}":{"a":1},`), `order.${name}`, 'UNSUPPORTED'),
  ]),
]

/** Of amounts, cards, dates, addresses, enumerations and the rest: one value of one field is wrong. */
const values: readonly CatalogueCase[] = [
  ...refusals.flatMap(([validationType, field, each]) =>
    each.map(value =>
      of(
        `${field} ${JSON.stringify(value).slice(0, 40)}`,
        { body: JSON.stringify(authorizationWith(field, value)) },
        { status: 400, field, validationType },
      ),
    ),
  ),
  ...combinations.map(([validationType, field, name, more]) =>
    of(name, { body: JSON.stringify(authorization(more)) }, { status: 400, field, validationType }),
  ),
  ...['9007199254740993', '1e400', '-0'].map(number =>
    named(payment.replace('"10.00"', number), 'order.amount', 'INVALID'),
  ),
]

/** What an order that exists does not take. */
const followUp = (order: string, body: object, field: string, validationType = 'INVALID'): CatalogueCase =>
  of(
    `follow-up ${JSON.stringify(body).slice(0, 60)}`,
    { path: inOrder(order, '9'), body: JSON.stringify(body) },
    { status: 400, field, validationType },
  )
const target = 'transaction.targetTransactionId'
const dollars = (amount: string) => ({ amount, currency: 'USD' })
const states: readonly CatalogueCase[] = [
  of('an order to follow', { path: inOrder('followed') }, { status: 201 }),
  of(
    'the same id, other content',
    { path: inOrder('followed'), body: payment.replace('10.00', '11.00') },
    invalid('transactionid'),
  ),
  followUp('followed', { apiOperation: 'VOID' }, target, 'MISSING'),
  ...['nowhere', '9', 'x'.repeat(41), '\u0000'].map(id =>
    followUp('followed', { apiOperation: 'VOID', transaction: { targetTransactionId: id } }, target),
  ),
  followUp('followed', { apiOperation: 'REFUND', transaction: dollars('1.00') }, 'apiOperation'),
  followUp(
    'followed',
    { apiOperation: 'CAPTURE', transaction: { amount: '1.00', currency: 'EUR' } },
    'transaction.currency',
  ),
  followUp('followed', { apiOperation: 'CAPTURE', transaction: dollars('99999.00') }, 'transaction.amount'),
  followUp(
    'followed',
    { apiOperation: 'REFERRAL', transaction: { authorizationCode: 'A1' } },
    'apiOperation',
  ),
  followUp('unknown-order', { apiOperation: 'REFUND', transaction: dollars('1.00') }, 'apiOperation'),
  followUp('unknown-order', { apiOperation: 'CONFIRM_BROWSER_PAYMENT' }, 'apiOperation'),
]

export const catalogueCases: readonly CatalogueCase[] = [
  ...paths,
  ...framing,
  ...credentials,
  ...json,
  ...values,
  ...states,
]
