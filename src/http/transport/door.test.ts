import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { AdmittedCaller } from './connections.ts'
import { WholeRequests } from './door.ts'

const authorization = 'Basic bWVyY2hhbnQuQTpzZWNyZXQ='
const caller: AdmittedCaller = { merchantId: 'A', authorization, prefix: '/api/rest/version/100/merchant/A/' }

type Parts = { readonly line?: string; readonly fields?: readonly string[]; readonly body?: string }

function packet({ line = 'PUT', fields, body = '{"a":1}' }: Parts = {}): Buffer {
  const first = line.includes(' ') ? line : `${line} ${caller.prefix}order/1/transaction/1 HTTP/1.1`
  const usual = ['Host: shop', `Authorization: ${authorization}`, `Content-Length: ${body.length}`]
  return Buffer.from([first, ...(fields ?? usual), '', body].join('\r\n'), 'latin1')
}

const alone = (bytes: Buffer, by = caller) => new WholeRequests().methodIn(bytes, by)

test('one whole request of the caller that changes something is told by its method', () => {
  expect(alone(packet())).toBe('PUT')
  expect(alone(packet({ line: 'POST' }))).toBe('POST')
  expect(alone(packet({ fields: [`Authorization: ${authorization}`], body: '' }))).toBe('PUT')
})

const usual = [`Authorization: ${authorization}`, 'Content-Length: 7']
const path = `${caller.prefix}order/1`

test.each<[string, Buffer]>([
  ['a retrieval', packet({ line: 'GET' })],
  ['of another merchant', packet({ line: 'PUT /api/rest/version/100/merchant/B/order/1 HTTP/1.1' })],
  ['of another version of HTTP', packet({ line: `PUT ${path} HTTP/1.0` })],
  ['with another password', packet({ fields: ['Authorization: Basic other', 'Content-Length: 7'] })],
  ['without a password', packet({ fields: ['Content-Length: 7'] })],
  ['chunked', packet({ fields: [...usual, 'Transfer-Encoding: chunked'] })],
  ['that waits to be asked for its body', packet({ fields: [...usual, 'Expect: 100-continue'] })],
  ['that is the last of its connection', packet({ fields: [...usual, 'Connection: close'] })],
  ['with a field twice', packet({ fields: [...usual, 'Content-Length: 7'] })],
  ['with a name that has a space', packet({ fields: [...usual, 'X y: z'] })],
  ['with a folded field', packet({ fields: [...usual, ' more'] })],
  ['with a line feed alone in a field', packet({ fields: [...usual, 'X: y\nTransfer-Encoding: chunked'] })],
  ['with a carriage return alone in a field', packet({ fields: [...usual, 'X: y\rz'] })],
  [
    'with a line feed alone in its first line',
    packet({ line: `PUT ${path} HTTP/1.1\nTransfer-Encoding: chunked\nX: HTTP/1.1` }),
  ],
  [
    'with a length that is none',
    packet({ fields: [`Authorization: ${authorization}`, 'Content-Length: 7,7'] }),
  ],
  ['that is longer than it says', Buffer.concat([packet(), Buffer.from('x')])],
  ['that is shorter than it says', packet().subarray(0, -1)],
  ['with half of the next behind it', Buffer.concat([packet(), packet().subarray(0, 40)])],
  ['twice', Buffer.concat([packet(), packet()])],
  ['whose head has no end', packet().subarray(0, 80)],
  ['whose head is huge', packet({ fields: [...usual, `X: ${'y'.repeat(5_000)}`] })],
  ['whose path is huge', packet({ line: `PUT ${path}${'y'.repeat(4_000)} HTTP/1.1`, fields: usual })],
])('one %s is left to the parser, whatever came before it', (_name, bytes) => {
  expect(alone(bytes)).toBeUndefined()
  const whole = new WholeRequests()
  expect(whole.methodIn(packet({ fields: usual }), caller)).toBe('PUT')
  expect(whole.methodIn(bytes, caller)).toBeUndefined()
})

test('who is admitted with other credentials later is not held against what came before', () => {
  const whole = new WholeRequests()
  expect(whole.methodIn(packet(), caller)).toBe('PUT')
  const other = { ...caller, authorization: 'Basic other' }
  expect(whole.methodIn(packet(), other)).toBeUndefined()
})

test('what is remembered of the requests before changes no verdict', () => {
  const field = fc.constantFrom(
    ...['Host: shop', `Authorization: ${authorization}`, `authorization:${authorization}`, 'Accept: */*'],
    ...['Content-Length: 7', 'Content-Length:  7', 'Content-Length: 17', 'content-length: 0', 'X: \n', 'X:y'],
    ...[
      'Authorization: Basic other',
      'Transfer-Encoding: chunked',
      'Content-Length: 0000007',
      'Content-Length:',
    ],
  )
  const line = fc.oneof(
    fc.constantFrom(
      'PUT',
      'POST',
      'GET',
      `PUT ${path} HTTP/1.1`,
      `PUT ${path}\r HTTP/1.1`,
      `PUT ${path} HTTP/1.10`,
    ),
    fc.string({ maxLength: 6 }).map(text => `PUT ${path}${text} HTTP/1.1`),
  )
  const body = fc.constantFrom('{"a":1}', '', '{"abcdefghij":12}', '1\r\n\r\n23')
  const whole = fc.record({ line, body }).map(parts => packet(parts))
  const odd = fc.record({ line, fields: fc.array(field, { maxLength: 5 }), body }).map(parts => packet(parts))
  const cut = fc.tuple(whole, fc.nat(400)).map(([bytes, length]) => bytes.subarray(0, length))
  const damaged = fc.tuple(whole, fc.nat(300), fc.nat(255)).map(([bytes, at, byte]) => {
    const copy = Buffer.from(bytes)
    copy[at % copy.length] = byte
    return copy
  })
  const packets = fc.array(fc.oneof(whole, whole, odd, cut, damaged), { minLength: 2, maxLength: 12 })
  let agreed = 0
  fc.assert(
    fc.property(packets, sent => {
      const remembering = new WholeRequests()
      for (const bytes of sent) {
        const verdict = remembering.methodIn(bytes, caller)
        expect(verdict).toBe(alone(bytes))
        if (verdict !== undefined) agreed += 1
      }
    }),
    { numRuns: 2_000 },
  )
  expect(agreed).toBeGreaterThan(1_000)
})
