import fc from 'fast-check'
import { expect, test } from 'vitest'
import { flawsOf } from '../../../test/support/http/testClient.ts'
import { invalid, missing, type Rejection, unsupported } from '../../orders/rejection.ts'
import { errorReply, faultReply, notAvailableReply, refuse, refuseBusy, refuseMethod } from './refusals.ts'
import { type HttpReply, wireReplyOf } from './reply.ts'

test('every rejection there can be keeps the rules of the error body', () => {
  const rejection: fc.Arbitrary<Rejection> = fc
    .record(
      {
        cause: fc.constantFrom('INVALID_REQUEST', 'REQUEST_REJECTED', 'SERVER_BUSY'),
        explanation: fc.string({ unit: 'binary', maxLength: 3_000 }),
        field: fc.string({ unit: 'binary', maxLength: 300 }),
        validationType: fc.constantFrom('INVALID', 'MISSING', 'UNSUPPORTED'),
        retryAfterSeconds: fc.double({ min: 0, max: 100, noNaN: true }),
      },
      { requiredKeys: ['cause', 'explanation'] },
    )
    .map(facts => ({ kind: 'rejection', ...facts }))
  fc.assert(
    fc.property(rejection, facts => {
      expect(flaws(errorReply(facts))).toEqual([])
    }),
  )
})

test('a field error names field and kind', () => {
  expect(bodyOf(errorReply(invalid('order.currency', 'It must be a currency.', 'usd')))).toEqual({
    error: {
      cause: 'INVALID_REQUEST',
      explanation: "Value 'usd' is invalid. It must be a currency.",
      field: 'order.currency',
      validationType: 'INVALID',
    },
    result: 'ERROR',
  })
  expect(bodyOf(errorReply(missing('apiOperation'))).error).toMatchObject({ validationType: 'MISSING' })
  expect(bodyOf(errorReply(unsupported('order.foo'))).error).toMatchObject({ validationType: 'UNSUPPORTED' })
})

test('the status follows the cause, or the refusal', () => {
  const rejected: Rejection = { kind: 'rejection', cause: 'REQUEST_REJECTED', explanation: 'secret reason' }
  expect(errorReply(missing('x')).status).toBe(400)
  expect(errorReply(rejected).status).toBe(403)
  expect(JSON.stringify(errorReply(rejected))).not.toContain('secret reason')
  expect(errorReply(refuse('notFound')).status).toBe(404)
  expect(errorReply(refuseMethod('GET'))).toMatchObject({ status: 405, headers: { Allow: 'GET' } })
  expect(errorReply(refuseBusy(429, 'Wait.', 1.2))).toMatchObject({
    status: 429,
    headers: { 'Retry-After': '2' },
  })
  expect(errorReply(refuseBusy(503, 'Wait.', 0))).toMatchObject({
    status: 503,
    headers: { 'Retry-After': '1' },
  })
})

test('failures of ours carry a support code and no explanation', () => {
  expect(faultReply('CODE1')).toMatchObject({ status: 500, supportCode: 'CODE1' })
  expect(bodyOf(faultReply('CODE1'))).toEqual({
    error: { cause: 'SERVER_FAILED', supportCode: 'CODE1' },
    result: 'ERROR',
  })
  expect(notAvailableReply('CAPTURE')).toMatchObject({ status: 501, supportCode: 'NOT-AVAILABLE-CAPTURE' })
  for (const reply of [faultReply('CODE1'), notAvailableReply('CAPTURE')]) expect(flaws(reply)).toEqual([])
})

test('the correlation id comes back, escaped as JSON wants it', () => {
  const body = bodyOf(errorReply(missing('x'), '"\n<script>'))
  expect(body.correlationId).toBe('"\n<script>')
})

function bodyOf(reply: HttpReply): Record<string, unknown> {
  return JSON.parse(String(reply.body))
}

function flaws(reply: HttpReply) {
  const { status, headers, body } = wireReplyOf(reply, false)
  const pairs = headers.flatMap((name, index) =>
    index % 2 ? [] : [[name.toLowerCase(), headers[index + 1] ?? '']],
  )
  return flawsOf({
    status,
    headers: Object.fromEntries(pairs),
    text: String(body),
    json: JSON.parse(String(body)),
  })
}
