import { expect, test } from 'vitest'
import { authorized } from '../../test/support/tape/sampleTape.ts'
import { passesLuhn } from '../standards/cardNumber.ts'
import { differencesOf } from './differences.ts'
import { plannedCalls } from './plannedCall.ts'
import type { TapedCall, TapedStep } from './tape.ts'

const planned = (call: Partial<TapedCall>) => plannedCalls([{ ...authorized, ...call }])[0]
const withStep = (step: TapedStep['step'], facts: object = {}) =>
  planned({ steps: [...authorized.steps, { step, time: authorized.at, ...facts }] })

test('a stand-in of the same network, length and last digits takes the place of the card', () => {
  const { body } = planned({}) ?? {}
  const text = JSON.stringify(body)
  const [number = ''] = /5123\d{12}/.exec(text) ?? []
  expect(passesLuhn(number)).toBe(true)
  expect(number).toMatch(/^512345\d{6}0008$/)
  expect(text).not.toContain('xx')
})

test.each([
  [withStep('ISSUER_ASKED'), /browser and the card's issuer/],
  [withStep('PROVIDER_ASKED'), /payment provider/],
  [withStep('REVIEWED'), /An operator reviewed/],
  [planned({ operation: 'ENTER_CHARGEBACK' }), /An operator entered/],
  [planned({ steps: [{ ...asked('unsent'), reason: 'breaker open' }] }), /Nothing .* sent .*breaker open/],
  [planned({ kind: 'refused', answer: { status: 429, cause: 'SERVER_BUSY' } }), /SERVER_BUSY/],
  [
    planned({
      ...{ kind: 'refused', answer: { status: 400, cause: 'INVALID_REQUEST' } },
      body: { '(unknown field)': '(not a value)' },
    }),
    /not kept whole/,
  ],
  [planned({ kind: 'repeated' }), /repeats a call that is not made again/],
  [planned({ operation: 'CAPTURE', body: { apiOperation: 'CAPTURE' } }), /follows a payment/],
  [planned({ body: { apiOperation: 'AUTHORIZE', order: { currency: 'USD' } } }), /It needs .*never kept/],
])('what cannot be made again says why: %#', (call, why) => {
  expect(call).toMatchObject({ cannot: expect.stringMatching(why) })
  expect(call?.body).toBeUndefined()
})

test('what is a little otherwise is said, too', () => {
  const proven = { ...authorized.body, authentication: { transactionId: 'auth' } }
  const { body, notes } = planned({ body: proven, takenFrom: ['session'] }) ?? {}
  expect(body).not.toHaveProperty('authentication')
  expect(notes).toEqual([
    "It is sent without the payer's authentication, which is not made again.",
    'It named a session; here it sends what that held.',
  ])
})

test('a difference is told by its field, with both sides', () => {
  const answer = { status: 201, ...authorized.answer }
  expect(differencesOf(authorized, { answer, recorded: authorized })).toEqual([])
  const captured = { ...authorized.outcome?.totals, totalCapturedAmount: '5.00' }
  const recorded: TapedCall = {
    ...authorized,
    ...(authorized.outcome && { outcome: { ...authorized.outcome, totals: captured } }),
    steps: [...authorized.steps, { ...asked({ outcome: 'approved' }), step: 'REVERSAL_ATTEMPTED' }],
  }
  expect(differencesOf(authorized, { answer: { ...answer, gatewayCode: 'DECLINED' }, recorded })).toEqual([
    { field: 'response.gatewayCode', tape: 'APPROVED', here: 'DECLINED' },
    { field: 'order.totalCapturedAmount', tape: '0.00', here: '5.00' },
    {
      field: 'asked of the acquirer',
      tape: 'authorize approved',
      here: 'authorize approved, authorize approved',
    },
  ])
})

function asked(answer: unknown): TapedStep {
  return { step: 'ACQUIRER_ASKED', time: authorized.at, verb: 'authorize', tookMs: 5, answer }
}
