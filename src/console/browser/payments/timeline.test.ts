import { expect, test } from 'vitest'
import type { ExplainedStep } from '../../../contract/explanation.ts'
import type { OrderNotification } from '../../api/payments.ts'
import { wordIn } from '../words/defineWords.ts'
import { type TimelineRecords, timelineOf } from './timeline.ts'
import { factsOf } from './timelineDetails.ts'
import { timelineWords } from './timelineWords.ts'

type Explained = TimelineRecords['transactions'][number]

const at = (second: string) => `2026-11-17T04:28:${second}Z`
const steps: readonly ExplainedStep[] = [
  { step: 'RECEIVED', time: at('37.489'), operation: 'AUTHORIZE', version: '100', waitedForOrderMs: 12 },
  {
    step: 'ACQUIRER_ASKED',
    time: at('37.489'),
    ...{ verb: 'authorize', tookMs: 2007, answer: 'silent', amount: '110.00', currency: 'USD' },
    card: '512345xxxxxx0008',
  },
  {
    ...{ step: 'ANSWERED', time: at('39.509'), result: 'FAILURE', gatewayCode: 'TIMED_OUT', sequence: 1 },
    orderStatus: 'FAILED',
  },
  { step: 'NOTIFICATION_DUE', time: at('39.509'), sequence: 1, state: 'NOWHERE' },
  {
    ...{ step: 'REVERSAL_ATTEMPTED', time: at('39.761'), attempt: 1, verb: 'reverse', tookMs: 7 },
    answer: { outcome: 'approved', acquirerCode: '00', acquirerMessage: 'APPROVED' },
  },
  {
    step: 'SETTLED_BY_RECOVERY',
    time: at('39.768'),
    result: 'FAILURE',
    gatewayCode: 'TIMED_OUT',
    sequence: 2,
  },
]
const silent: Explained = {
  transactionId: '1',
  merchant: 'TESTMERCHANT',
  order: { id: 'exp11-39', status: 'FAILED' },
  transaction: { id: '1', type: 'AUTHORIZATION' },
  operation: 'AUTHORIZE',
  version: '100',
  result: 'FAILURE',
  gatewayCode: 'TIMED_OUT',
  decidedBy: 'RECOVERY',
  request: { sourceOfFunds: { provided: { card: { number: '512345xxxxxx0008' } } } },
  values: { defaults: { 'action.refundAuthorization': false }, derived: {} },
  rules: [
    { rule: 'ORDER_STATUS', status: 'NEW', operation: 'AUTHORIZE', verdict: 'ADMITTED' },
    { rule: 'RISK', verdict: 'NOT_CHECKED' },
  ],
  totals: { before: { status: 'NEW' } },
  steps,
}
const notification: OrderNotification = {
  notificationId: 'a66c65fd',
  transactionId: '1',
  sequence: 1,
  time: at('39.509'),
  state: 'WAITING',
  nextAttemptAt: at('59.000'),
  body: '{"result":"FAILURE"}',
  attempts: [
    { attempt: 1, time: at('39.600'), target: 'https://shop.example/hook', tookMs: 30, status: 503 },
    { attempt: 2, time: at('49.600'), target: 'https://shop.example/hook', tookMs: 5, reason: 'refused' },
  ],
}
const linesOf = (records: TimelineRecords) =>
  timelineOf(records).map(({ title, more, tone }) =>
    [title, more]
      .flatMap(said => (said ? [wordIn(timelineWords.en[said.word], 'en', said.values)] : []))
      .concat(tone)
      .join(' | ')
      .replaceAll(/[\u2068\u2069]/g, ''),
  )

test('everything that happened to an order, in the order it happened in', () => {
  expect(linesOf({ transactions: [silent], notifications: [notification] })).toEqual([
    'AUTHORIZE was asked for | plain',
    'Waited 12 ms until another transaction of the order was done | plain',
    'Admitted, because the order was NEW | plain',
    'The acquirer was asked: authorize 110.00 USD | silent after 2,007 ms | wait',
    'Answered: FAILURE, TIMED_OUT | The order is FAILED | bad',
    'Notification 1 | Waiting to be sent | wait',
    'Notification 1, attempt 1 | https://shop.example/hook: 503 (30 ms) | bad',
    'Reversal, attempt 1 | approved after 7 ms: 00 APPROVED | good',
    'Settled afterwards: FAILURE, TIMED_OUT | bad',
    'Notification 1, attempt 2 | https://shop.example/hook: refused (5 ms) | bad',
    'Notification 1 is sent again | wait',
  ])
})

test.each([
  ['SENT', 'Receipt by e-mail | Sent to the payer | good'],
  ['REFUSED', 'Receipt by e-mail | Not sent: the mail server refuses it | bad'],
  ['DEAD', 'Receipt by e-mail | Not sent: given up | bad'],
  ['WAITING', 'Receipt by e-mail | Waiting to be sent | wait'],
])('a receipt that is %s', (state, line) => {
  const receipt: ExplainedStep = { step: 'RECEIPT', time: at('45.000'), state, attempts: 2, reason: 'late' }
  const records = { transactions: [{ ...silent, rules: [], steps: [receipt] }], notifications: [] }
  expect(linesOf(records)).toEqual([line])
  expect(timelineOf(records)[0]?.facts).toEqual([
    ['attempts', '2'],
    ['reason', 'late'],
  ])
})

test('events carry the request, the body that is sent, and what else was recorded', () => {
  const events = timelineOf({ transactions: [silent], notifications: [notification] })
  expect(events[0]?.document).toEqual({ title: 'request', content: silent.request })
  expect(events[0]?.facts).toEqual([
    ['version', '100'],
    ['defaults.action.refundAuthorization', 'false'],
  ])
  expect(events[3]?.facts).toEqual([['card', '512345xxxxxx0008']])
  expect(events.find(({ title }) => title.word === 'notificationDue')?.document?.content).toEqual({
    result: 'FAILURE',
  })
})

test('a message of a host is decoded field by field, in the order of its numbers', () => {
  const fields = { '39': '51', '4': '000000002000', '48.92': 'x', '2': '512345xxxxxx0008' }
  const messages = [{ link: 'first-bank', direction: 'received', type: '0110', fields }]
  const asked: ExplainedStep = { step: 'ACQUIRER_ASKED', time: at('37.489'), answer: 'declined', messages }
  const events = timelineOf({ transactions: [{ ...silent, steps: [asked] }], notifications: [] })
  const [message] = events.flatMap(each => each.messages)
  expect(message?.meaning).toBe('answer to authorization request')
  expect(message?.fields).toEqual([
    { number: '2', name: 'account number', value: '512345xxxxxx0008' },
    { number: '4', name: 'amount', value: '000000002000' },
    { number: '39', name: 'response code', value: '51' },
    { number: '48.92', name: '', value: 'x' },
  ])
})

test('rules, open obligations and authentication are events of their own', () => {
  const rules = [
    { rule: 'P2PE_ENCRYPTION_INVALID', verdict: 'FAILURE', sent: false },
    { rule: 'RISK', verdict: 'REVIEW_REQUIRED' },
    { rule: 'r1', verdict: 'HOLDS', name: 'Many cards', recommendation: 'REVIEW', saw: '7 in an hour' },
    { rule: 'r2', verdict: 'HOLDS', name: 'New', recommendation: 'REJECT', shadow: true },
    { rule: 'r3', verdict: 'CANNOT_KNOW', name: 'Country' },
    { rule: 'r4', verdict: 'DOES_NOT_HOLD' },
  ] as const
  const owed = { obligation: 'REVERSAL', status: 'PENDING', attempts: 3, lastAttemptTime: at('50.000') }
  const authentication = {
    ...{ directoryServer: 'scheme-a', protocolVersion: '2.2.0', serverTransactionId: 'id' },
    saidBy: 'ISSUER',
    status: { code: 'Y', meaning: 'authenticated' },
  } as const
  const told: Explained = { ...silent, rules, owed, authentication, steps: steps.slice(0, 1) }
  expect(linesOf({ transactions: [told], notifications: [] })).toEqual([
    'AUTHORIZE was asked for | plain',
    'Waited 12 ms until another transaction of the order was done | plain',
    'Decided by the gateway’s own rule P2PE_ENCRYPTION_INVALID | bad',
    'Risk: REVIEW_REQUIRED | wait',
    'Risk rule Many cards holds: REVIEW | wait',
    'Risk rule New holds, and is only watched: REJECT | plain',
    'Risk rule Country could not be judged | wait',
    'How the payer was authenticated | plain',
    'Still open: reversal, attempts so far: 3 | wait',
  ])
  const events = timelineOf({ transactions: [told], notifications: [] })
  expect(events.flatMap(({ facts }) => facts)).toContainEqual(['doesNotHold', 'r4'])
  expect(events.flatMap(({ facts }) => facts)).toContainEqual(['saw', '7 in an hour'])
})

test('each of two requests under one id has its rules behind it', () => {
  const rules = ['INITIATE_AUTHENTICATION', 'AUTHENTICATE_PAYER'].map((operation, index) => ({
    ...{ rule: 'ORDER_STATUS', operation, verdict: 'ADMITTED' },
    status: index === 0 ? 'NEW' : 'AUTHENTICATION_INITIATED',
  }))
  const both: readonly ExplainedStep[] = [
    { step: 'RECEIVED', time: at('22.015'), operation: 'INITIATE_AUTHENTICATION' },
    { step: 'ISSUER_ASKED', time: at('22.015'), verb: 'enrolment', answer: 'enrolled', tookMs: 23 },
    { step: 'RECEIVED', time: at('22.161'), operation: 'AUTHENTICATE_PAYER', waitedForOrderMs: 3 },
    { step: 'ISSUER_ASKED', time: at('22.161'), verb: 'authenticate', answer: 'challenge', tookMs: 4 },
  ]
  expect(linesOf({ transactions: [{ ...silent, rules, steps: both }], notifications: [] })).toEqual([
    'INITIATE_AUTHENTICATION was asked for | plain',
    'Admitted, because the order was NEW | plain',
    'The issuer was asked: enrolment | enrolled after 23 ms | plain',
    'AUTHENTICATE_PAYER was asked for | plain',
    'Waited 3 ms until another transaction of the order was done | plain',
    'Admitted, because the order was AUTHENTICATION_INITIATED | plain',
    'The issuer was asked: authenticate | challenge after 4 ms | plain',
  ])
})

test('facts that lie deeper keep their place', () => {
  expect(
    factsOf({ status: { code: 'Y' }, others: [{ link: 'b', why: 'down' }], ids: [1, 2], none: null }),
  ).toEqual([
    ['status.code', 'Y'],
    ['others.0.link', 'b'],
    ['others.0.why', 'down'],
    ['ids', '1, 2'],
  ])
})
