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
  [unproven({ authentication: { transactionId: 'auth' } }), /payer's authentication decided it/],
  [unproven({ '3DSecureId': 'check-1' }), /payer's authentication decided it/],
  [
    planned({
      operation: 'INITIATE_AUTHENTICATION',
      body: {
        ...{ ...authorized.body, apiOperation: 'INITIATE_AUTHENTICATION' },
        ...{ agreement: { type: 'RECURRING', amountVariability: 'FIXED' }, referenceOrderId: 'first' },
      },
    }),
    /It refers to another order, .*agreement\.id/,
  ],
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

test.each([
  [
    { referenceOrderId: 'first' },
    ['order'],
    'It named another order, by referenceOrderId; here it sends what that held.',
  ],
  [
    { referenceOrderId: 'first', transaction: { resubmission: true } },
    [],
    'It is sent without referenceOrderId: the order that it names is not in a tape.',
  ],
  [
    { '3DSecureId': 'check-1' },
    [],
    "It is sent without the payer's authentication, which is not made again.",
  ],
  [
    { responseControls: { sensitiveData: 'UNMASK' } },
    [],
    'It is sent without asking for whole card numbers, which takes a certificate.',
  ],
])('%o is left out, as nothing here has what it refers to', (more, takenFrom, note) => {
  const { body, cannot, notes } = planned({ body: { ...authorized.body, ...more }, takenFrom }) ?? {}
  expect(cannot).toBeUndefined()
  for (const name of ['referenceOrderId', '3DSecureId', 'responseControls'])
    expect(body).not.toHaveProperty(name)
  expect(notes).toEqual([note])
})

test.each([
  [{ referenceOrderId: 'first' }, 'referenceOrderId'],
  [{ '3DSecureId': 'check-1' }, '3DSecureId'],
  [{ responseControls: { sensitiveData: 'UNMASK' } }, 'responseControls.sensitiveData'],
  [{ authentication: { transactionId: 'auth' } }, 'authentication.transactionId'],
])('what a call was refused for is sent again: %o', (more, field) => {
  const answer = { status: 400, cause: 'INVALID_REQUEST', field }
  const { body } = planned({ kind: 'refused', body: { ...authorized.body, ...more }, answer }) ?? {}
  expect(body).toMatchObject(more)
})

test('what a card was read or taken from is named in plain words', () => {
  const { notes } = planned({ takenFrom: ['p2pe', 'reading', 'session', 'token'] }) ?? {}
  expect(notes).toEqual([
    'It named an encrypted reading of the card, what the terminal said of the card, a session and a token; ' +
      'here it sends what those held.',
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

function unproven(more: object) {
  const [received, , ...others] = authorized.steps
  return planned({
    body: { ...authorized.body, ...more },
    ...(authorized.outcome && {
      outcome: { ...authorized.outcome, result: 'FAILURE', gatewayCode: 'AUTHENTICATION_FAILED' },
    }),
    steps: received ? [received, ...others] : others,
  })
}

function asked(answer: unknown): TapedStep {
  return { step: 'ACQUIRER_ASKED', time: authorized.at, verb: 'authorize', tookMs: 5, answer }
}
