import { expect, test } from 'vitest'
import type { Answer } from './client.ts'
import { expectLawful } from './lawful.ts'

const headers = {
  'cache-control': 'no-store',
  'content-type': 'application/json;charset=utf-8',
  'x-content-type-options': 'nosniff',
  'access-control-allow-origin': '*',
}
const cause = 'INVALID_REQUEST'
const explanation = 'No.'

type More = { readonly headers?: Partial<Answer['headers']>; readonly sent?: string }
type Unlawful = readonly [story: string, status: number, body: object, more: More]

const judge = (status: number, body: object, { headers: more = {}, sent = '' }: More = {}) =>
  expectLawful(
    {
      method: 'PUT',
      path: '/api/rest/version/100/merchant/M/order/o/transaction/1',
      bytes: Buffer.from(sent),
    },
    { status, headers: { ...headers, ...more }, body: { ...body }, text: JSON.stringify(body) },
  )
const error = (parts: object) => ({ result: 'ERROR', error: parts })

test('lawful errors pass', () => {
  judge(400, error({ cause, explanation }))
  judge(400, { correlationId: 'c', ...error({ cause, explanation, field: 'a', validationType: 'MISSING' }) })
  judge(401, error({ cause, explanation }), { headers: { 'www-authenticate': 'Basic realm="x"' } })
  judge(503, error({ cause: 'SERVER_BUSY', explanation }), { headers: { 'retry-after': '1' } })
  judge(500, error({ cause: 'SERVER_FAILED', supportCode: 'A1' }))
})

const unlawful: readonly Unlawful[] = [
  ['a success without its fields', 201, { result: 'SUCCESS' }, {}],
  ['a copy may be kept', 400, error({ cause, explanation }), { headers: { 'cache-control': 'public' } }],
  ['another type', 400, error({ cause, explanation }), { headers: { 'content-type': 'text/html' } }],
  ['no error', 400, { result: 'ERROR' }, {}],
  ['another result', 400, { result: 'FAILURE', error: { cause, explanation } }, {}],
  ['another cause', 400, error({ cause: 'SERVER_FAILED', supportCode: 'A1' }), {}],
  ['no explanation', 400, error({ cause }), {}],
  ['an explanation of a failure', 500, error({ cause: 'SERVER_FAILED', supportCode: 'A1', explanation }), {}],
  ['a failure nobody can find', 500, error({ cause: 'SERVER_FAILED' }), {}],
  ['a field without a word', 400, error({ cause, explanation, field: 'a' }), {}],
  ['a word without a field', 400, error({ cause, explanation, validationType: 'MISSING' }), {}],
  ['a long field', 400, error({ cause, explanation, field: 'a'.repeat(101), validationType: 'MISSING' }), {}],
  ['a long explanation', 400, error({ cause, explanation: 'a'.repeat(1001) }), {}],
  ['something beside the error', 400, { ...error({ cause, explanation }), order: {} }, {}],
  ['something in the error', 400, error({ cause, explanation, stack: 'at' }), {}],
  ['busy for ever', 503, error({ cause: 'SERVER_BUSY', explanation }), {}],
  ['no challenge', 401, error({ cause, explanation }), {}],
  ['no methods', 405, error({ cause, explanation }), {}],
  ['a card number', 400, error({ cause, explanation: '5123450000000008' }), { sent: '5123450000000008' }],
  ['a security code', 400, error({ cause, explanation, securityCode: '1' }), {}],
]

test.each(unlawful)('unlawful: %s', (_, status, body, more) => {
  expect(() => judge(status, body, more)).toThrow()
})
