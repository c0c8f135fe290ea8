import { connect } from 'node:tls'
import { afterAll, expect, test } from 'vitest'
import {
  basic,
  flawsOf,
  get,
  merchant,
  openTestListener,
  pause,
  put,
  sendBytes,
  transactionPath,
} from '../../../test/support/http/testClient.ts'
import {
  issueClientCertificate,
  makeAuthority,
  makeServerCertificate,
} from '../../certificates/ownCertificates.ts'

const quick = { headersTimeoutMs: 400, requestTimeoutMs: 600, idleTimeoutMs: 400, lingerMs: 200 }
const gate = await openTestListener({
  limits: { ...quick, socketsPerAddressMax: 40 },
  keys: { bindingOf: async (_, merchantId) => (merchantId === merchant.id ? 'bound' : 'ofOthers') },
})
const nowMs = Date.now()
const [server, authority] = await Promise.all([
  makeServerCertificate({ names: ['127.0.0.1'], nowMs }),
  makeAuthority({ name: 'A', nowMs }),
])
const { certificatePem: cert, keyPem: key } = await issueClientCertificate(authority, { name: 'M', nowMs })
const material = () => ({ ...server, clientAuthoritiesPem: authority.certificatePem })
const tls = { material, onChange: () => undefined }
const secure = await gate.listener.listen('127.0.0.1', 0, { tls, isForCertificates: true })
const certified = () =>
  connect({ host: '127.0.0.1', port: secure.port, ca: server.certificatePem, cert, key })
afterAll(() => gate.listener.close())

const head = `PUT ${transactionPath} HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${basic()}\r\n`
const chunked = `${head}Transfer-Encoding: chunked\r\n\r\n`

const broken: readonly (readonly [string, string, number])[] = [
  [
    'Content-Length and Transfer-Encoding together',
    `${head}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n{}`,
    400,
  ],
  ['two Content-Length', `${head}Content-Length: 2\r\nContent-Length: 2\r\n\r\n{}`, 400],
  ['a list of lengths', `${head}Content-Length: 2, 2\r\n\r\n{}`, 400],
  ['Content-Length +2', `${head}Content-Length: +2\r\n\r\n{}`, 400],
  ['Content-Length -1', `${head}Content-Length: -1\r\n\r\n{}`, 400],
  ['an overflowing Content-Length', `${head}Content-Length: 99999999999999999999\r\n\r\n{}`, 400],
  ['Transfer-Encoding xchunked', `${head}Transfer-Encoding: xchunked\r\n\r\n{}`, 400],
  ['Transfer-Encoding xchunked on a GET', get(transactionPath, ['Transfer-Encoding: xchunked']), 400],
  ['Transfer-Encoding identity', `${head}Transfer-Encoding: identity\r\n\r\n{}`, 400],
  [
    'Transfer-Encoding chunked, identity',
    `${head}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n`,
    400,
  ],
  ['Transfer-Encoding gzip, chunked', `${head}Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n`, 400],
  ['chunked in HTTP/1.0', `${chunked.replace('HTTP/1.1', 'HTTP/1.0')}2\r\n{}\r\n0\r\n\r\n`, 400],
  ['a broken chunk size', `${chunked}zz\r\n{}\r\n0\r\n\r\n`, 400],
  ['a space before the colon', `${head}Content-Length : 2\r\n\r\n{}`, 400],
  ['line ends without CR', `${head.replaceAll('\r', '')}\n`, 400],
  ['a header without CR', `${head}X: a\nContent-Length: 2\r\n\r\n{}`, 400],
  ['a folded header', `${head}X: a\r\n b\r\n\r\n`, 400],
  ['NUL in a header', `${head}X: a\0b\r\n\r\n`, 400],
  ['a header without a colon', `${head}nonsense\r\n\r\n`, 400],
  ['a raw byte above ASCII in the address', get('/caf\xe9'), 400],
  ['NUL in the address', get('/a\0b'), 400],
  ['a tab in the address', get('/a\tb'), 400],
  ['20 kB of chunk extensions', `${chunked}2;${'a'.repeat(20_000)}\r\n{}\r\n0\r\n\r\n`, 413],
  ['17 kB of address', get(`/${'a'.repeat(17 * 1024)}`), 414],
  ['60 kB of address', get(`/${'a'.repeat(60 * 1024)}`), 414],
  ['17 kB of one header', `${head}X: ${'a'.repeat(17 * 1024)}\r\n\r\n`, 431],
  ['60 kB of one header', `${head}X: ${'a'.repeat(60 * 1024)}\r\n\r\n`, 431],
  ['101 headers', `${head}${'a: b\r\n'.repeat(99)}\r\n`, 431],
  ['3,000 headers', `${head}${'a:\r\n'.repeat(3_000)}\r\n`, 431],
  ['HTTP/0.9', 'GET /live\r\n\r\n', 400],
  ['HTTP/2.0 as text', 'GET /live HTTP/2.0\r\nHost: a\r\n\r\n', 505],
  ['HTTP/1.2', 'GET /live HTTP/1.2\r\nHost: a\r\n\r\n', 505],
  ['the greeting of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 505],
  ['the greeting of TLS', '\x16\x03\x01\x00\xc2\x01\x00\x00\xbe\x03\x03', 400],
  ['no Host', 'GET /live HTTP/1.1\r\n\r\n', 400],
  ['two Hosts', 'GET /live HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n', 400],
  ['a Host that is none', 'GET /live HTTP/1.1\r\nHost: a/b\r\n\r\n', 400],
  ['an unknown method', 'BREW /live HTTP/1.1\r\nHost: a\r\n\r\n', 405],
  ['a lower-case method', 'get /live HTTP/1.1\r\nHost: a\r\n\r\n', 405],
  ['CONNECT', 'CONNECT localhost:80 HTTP/1.1\r\nHost: a\r\n\r\n', 405],
  ['an unknown expectation', `${head}Expect: tea\r\nContent-Length: 2\r\n\r\n{}`, 417],
]

test.each(broken)(
  '%s: refused with a proper body, connection closed, nothing done',
  async (_name, bytes, status) => {
    const before = gate.calls.length
    const { first, answers, isClosed } = await gate.sendRaw(bytes, 2_000)
    expect(first?.status).toBe(status)
    expect(flawsOf(first)).toEqual([])
    expect(first?.headers.connection).toBe('close')
    expect({ answers: answers.length, isClosed, calls: gate.calls.length }).toEqual({
      answers: 1,
      isClosed: true,
      calls: before,
    })
  },
)

/** What is longer than two records of TLS is judged by the last alone: refused, but not by its name. */
const brief = broken.filter(([, bytes]) => bytes.length < 32_768)

test.each(brief)(
  '%s: the same by TLS, from a merchant with its certificate',
  async (_name, bytes, status) => {
    const before = gate.calls.length
    const { first, answers, isClosed } = await sendBytes(certified, bytes, 2_000)
    expect(flawsOf(first)).toEqual([])
    expect({ status: first?.status, answers: answers.length, isClosed, calls: gate.calls.length }).toEqual({
      ...{ status, answers: 1, isClosed: true, calls: before },
    })
  },
)

test('a merchant with its certificate sends a body of 256 KiB, and no byte more', async () => {
  const body = `{"a":"${'x'.repeat(256 * 1024 - 8)}"}`
  expect((await sendBytes(certified, put(body), 1_000)).first?.status).toBe(201)
  expect((await sendBytes(certified, put(`${body} `), 1_000)).first?.status).toBe(413)
})

test('TRACE and HEAD are refused with the methods that are allowed', async () => {
  const traced = await gate.sendRaw('TRACE /live HTTP/1.1\r\nHost: a\r\n\r\n')
  expect(traced.first).toMatchObject({ status: 405, headers: { allow: 'GET, OPTIONS' } })
  expect(flawsOf(traced.first)).toEqual([])
  const headed = await gate.sendRaw('HEAD /live HTTP/1.1\r\nHost: a\r\n\r\n')
  expect(headed.first).toMatchObject({ status: 405, text: '', headers: { allow: 'GET, OPTIONS' } })
})

test('an upgrade is not taken up: the request is answered as it stands', async () => {
  const { first } = await gate.sendRaw(get('/live', ['Connection: Upgrade', 'Upgrade: h2c']))
  expect(first?.status).toBe(200)
})

test('a body declared too long is refused before it is read, and the answer arrives', async () => {
  const { first, isClosed } = await gate.sendRaw(
    `${head}Content-Length: 262145\r\n\r\n${'x'.repeat(200_000)}`,
    2_000,
  )
  expect(first?.status).toBe(413)
  expect(flawsOf(first)).toEqual([])
  expect(isClosed).toBe(true)
})

test('a body of exactly 256 KiB is read', async () => {
  const body = `{"a":"${'x'.repeat(256 * 1024 - 8)}"}`
  const { first } = await gate.sendRaw(put(body), 1_000)
  expect(Buffer.byteLength(body)).toBe(256 * 1024)
  expect(first?.status).toBe(201)
})

test('chunks without end are cut off at the limit', async () => {
  const chunk = `1000\r\n${'x'.repeat(4096)}\r\n`
  const { first, isClosed } = await gate.sendRaw(`${chunked}${chunk.repeat(70)}`, 2_000)
  expect(first?.status).toBe(413)
  expect(isClosed).toBe(true)
})

test('a body in chunks of one byte is read like any other', async () => {
  const body = JSON.stringify({ text: 'x'.repeat(2_000) })
  const { first } = await gate.sendRaw(
    `${chunked}${[...body].map(byte => `1\r\n${byte}\r\n`).join('')}0\r\n\r\n`,
    1_000,
  )
  expect(first?.status).toBe(201)
  expect(gate.calls.at(-1)?.body).toEqual(JSON.parse(body))
})

test.each([
  ['silence', ['']],
  ['half a request line', ['GET /li']],
  ['headers a byte at a time', [...'GET /live'].flatMap(byte => [byte, 60])],
  ['a body that stops', [`${head}Content-Length: 10\r\n\r\n{`]],
  ['chunks that stop', [`${chunked}1\r\n{\r\n`]],
])('%s: 408 when the patience is over, then closed', async (_name, parts) => {
  const before = gate.calls.length
  const { first, isClosed } = await gate.sendRaw(parts, 3_000)
  expect(first?.status).toBe(408)
  expect(flawsOf(first)).toEqual([])
  expect({ isClosed, calls: gate.calls.length }).toEqual({ isClosed: true, calls: before })
})

test('an idle connection is closed without a word', async () => {
  const { answers, isClosed } = await gate.sendRaw(get('/live'), 3_000)
  expect(answers.map(({ status }) => status)).toEqual([200])
  expect(isClosed).toBe(true)
})

test('pipelined requests are answered in order, one at a time', async () => {
  let running = 0
  let together = 0
  const slow = await openTestListener({}, async ({ params }) => {
    together = Math.max(together, ++running)
    await pause(10)
    running--
    return { status: 201, body: { order: params.orderid } }
  })
  const path = (id: string) => transactionPath.replace('O1', id)
  const bytes = Buffer.concat([put('{}', [], path('A')), put('{}', [], path('B')), put('{}', [], path('C'))])
  const { answers } = await slow.sendRaw(bytes, 500)
  expect(answers.map(({ json }) => json.order)).toEqual(['A', 'B', 'C'])
  expect(together).toBe(1)
  await slow.listener.close()
})

test.each([
  ['not JSON', put('{'), 400],
  ['refused by framing', `${head}Transfer-Encoding: identity\r\n\r\n`, 400],
  ['wrong credentials', put('{}').toString().replace(basic(), basic('merchant.OTHER')), 401],
  ['nowhere', get('/nowhere'), 404],
])('what is pipelined behind a request that is %s is not executed', async (_name, bytes, status) => {
  const before = gate.calls.length
  const { answers, isClosed } = await gate.sendRaw([Buffer.concat([Buffer.from(bytes), put('{}')])], 1_500)
  expect(answers.map(answer => answer.status)).toEqual([status])
  expect({ isClosed, calls: gate.calls.length }).toEqual({ isClosed: true, calls: before })
})

test('garbage behind a good request does not cost the good one its answer', async () => {
  const slow = await openTestListener({}, async () => {
    await pause(50)
    return { status: 201, body: '{}' }
  })
  const { answers, isClosed } = await slow.sendRaw(
    Buffer.concat([put('{}'), Buffer.from('garbage\r\n\r\n')]),
    1_500,
  )
  expect(answers.map(({ status }) => status)).toEqual([201])
  expect(isClosed).toBe(true)
  await slow.listener.close()
})

test('whoever pipelines without end is cut off', async () => {
  const slow = await openTestListener({}, () => pause(200).then(() => ({ status: 201, body: '{}' })))
  const { isClosed } = await slow.sendRaw(Buffer.concat(Array.from({ length: 50 }, () => put('{}'))), 1_000)
  expect(isClosed).toBe(true)
  expect(slow.calls).toHaveLength(1)
  await slow.listener.close()
})

test('100-continue is given only when the body is wanted', async () => {
  const request = `${head}Expect: 100-continue\r\nContent-Length: 2\r\n\r\n`
  const wanted = await gate.sendRaw([request, 50, '{}'])
  expect(wanted.answers.map(({ status }) => status)).toEqual([100, 201])
  const refused = await gate.sendRaw([request.replace(basic(), basic('merchant.OTHER')), 50], 1_500)
  expect(refused.answers.map(({ status }) => status)).toEqual([401])
  expect(refused.isClosed).toBe(true)
  const long = await gate.sendRaw([request.replace('Length: 2', 'Length: 300000'), 50], 1_500)
  expect(long.answers.map(({ status }) => status)).toEqual([413])
})

test('a refusal before a small body keeps the connection for the next try', async () => {
  const challenged = put('{}').toString().replace(`Authorization: ${basic()}\r\n`, '')
  const { answers } = await gate.sendRaw([challenged, 50, put('{}')])
  expect(answers.map(({ status }) => status)).toEqual([401, 201])
})

test('one address cannot hold every connection', async () => {
  const small = await openTestListener({ limits: { socketsPerAddressMax: 2 } })
  const held = [small.sendRaw('', 600), small.sendRaw('', 600)]
  await pause(100)
  const { first } = await small.sendRaw(get('/live'), 1_000)
  expect(first?.status).toBe(503)
  expect(flawsOf(first)).toEqual([])
  await Promise.all(held)
  await pause(50)
  expect((await small.sendRaw(get('/live'))).first?.status).toBe(200)
  await small.listener.close()
})

test('a client that leaves in the middle of its body causes nothing and holds nothing', async () => {
  const single = await openTestListener({ limits: { requestsMax: 1 } })
  await single.sendRaw(`${head}Content-Length: 10\r\n\r\n{`, 50)
  await pause(50)
  expect(single.calls).toHaveLength(0)
  expect((await single.sendRaw(put('{}'))).first?.status).toBe(201)
  await single.listener.close()
})

test('an operation goes on to its end when its client has left', async () => {
  let isFinished = false
  const slow = await openTestListener({}, async () => {
    await pause(150)
    isFinished = true
    return { status: 201, body: '{}' }
  })
  await slow.sendRaw(put('{}'), 50)
  await pause(200)
  expect(isFinished).toBe(true)
  await slow.listener.close()
})

test('no line of the log repeats what was sent', () => {
  const log = gate.lines.join('')
  expect(gate.lines.length).toBeGreaterThan(50)
  for (const secret of [merchant.password, basic(), 'O1', 'garbage', 'nowhere'])
    expect(log).not.toContain(secret)
})
