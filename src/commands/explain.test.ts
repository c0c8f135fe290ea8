import { expect, test } from 'vitest'
import type { Explanation } from '../contract/explanation.ts'
import { explanationLines } from './explain.ts'
import { plainPaint } from './terminal.ts'

const explanation: Explanation = {
  request: {},
  merchant: 'SHOP',
  order: { id: 'order-1', status: 'FAILED' },
  transaction: { id: '1', type: 'AUTHORIZATION', amount: '10.00', currency: 'USD' },
  operation: 'AUTHORIZE',
  version: '100',
  result: 'FAILURE',
  gatewayCode: 'TIMED_OUT',
  decidedBy: 'RECOVERY',
  values: {
    taken: { card: 'session SESSION0001' },
    defaults: { 'transaction.source': 'INTERNET' },
    derived: {},
  },
  rules: [
    { rule: 'ORDER_STATUS', status: 'NEW', operation: 'AUTHORIZE', verdict: 'ADMITTED' },
    { rule: 'AUTHENTICATION_FAILED', verdict: 'FAILURE', sent: false },
  ],
  totals: { before: { status: 'NEW' }, after: { status: 'FAILED', totalAuthorizedAmount: '0.00' } },
  owed: { obligation: 'REVERSAL', status: 'PENDING', attempts: 2 },
  steps: [
    { step: 'RECEIVED', time: '2026-11-15T23:59:59.900Z', operation: 'AUTHORIZE', version: '100' },
    {
      step: 'ACQUIRER_ASKED',
      time: '2026-11-15T23:59:59.901Z',
      verb: 'authorize',
      tookMs: 2000,
      answer: 'silent',
    },
    {
      step: 'REVERSAL_ATTEMPTED',
      time: '2026-11-16T00:00:02.000Z',
      attempt: 1,
      answer: { outcome: 'silent' },
    },
    {
      ...{ step: 'NOTIFICATION_ATTEMPTED', time: '2026-11-16T00:00:03.000Z', sequence: 1, attempt: 1 },
      ...{ status: 503, reason: 'busy\x1b[2J', tookMs: 12, target: 'https://shop.example/hook' },
    },
    { step: 'REST_AWAITED', time: '2026-11-16T00:00:04.000Z', colour: 'blue' },
  ],
}

test('what was chosen, what was not sent and what was said in messages is told line by line', () => {
  const time = '2026-11-15T10:00:00.000Z'
  const sent = { link: 'one', direction: 'sent', type: '0100', fields: { '3': '000000', '48.61': '1\x1b' } }
  const others = [{ link: 'two', why: 'breaker open' }]
  const steps: Explanation['steps'] = [
    { step: 'LINK_CHOSEN', time, link: 'one', because: 'it is first', others },
    { step: 'ACQUIRER_ASKED', time, verb: 'pay', tookMs: 0, answer: 'unsent', reason: 'not connected' },
    { step: 'REVERSAL_ATTEMPTED', time, attempt: 1, answer: { outcome: 'silent' }, messages: [sent] },
    { step: 'ADVICE_ATTEMPTED', time, attempt: 2, answer: { outcome: 'unsent', reason: 'queue full' } },
  ]
  const lines = explanationLines({ ...explanation, steps }, plainPaint)
  expect(lines.slice(6, lines.indexOf('What the order came to') - 1)).toEqual([
    '  10:00:00.000  link chosen         one: it is first, not two (breaker open)',
    '  10:00:00.000  acquirer asked      pay: nothing was sent, not connected',
    '  10:00:00.000  reversal attempted  attempt 1: silent',
    '      sent 0100 over one: authorization request',
    '           3  processing code  000000',
    '       48.61                   1?',
    '  10:00:00.000  advice attempted    attempt 2: nothing was sent, queue full',
  ])
})

test('a story reads from what it was to what is owed; over midnight with the days', () => {
  expect(explanationLines(explanation, plainPaint)).toEqual([
    'Order order-1, transaction 1 of SHOP',
    'AUTHORIZE of 10.00 USD at version 100',
    'FAILURE TIMED_OUT, decided by recovery, afterwards',
    'The order is FAILED now.',
    '',
    'What happened (UTC)',
    '  2026-11-15 23:59:59.900  received                AUTHORIZE at version 100',
    '  2026-11-15 23:59:59.901  acquirer asked          authorize: silent after 2000',
    '                                                   ms',
    '  2026-11-16 00:00:02.000  reversal attempted      attempt 1: silent',
    '  2026-11-16 00:00:03.000  notification attempted  number 1, attempt 1: 503',
    '                                                   busy?[2J after 12 ms, to',
    '                                                   https://shop.example/hook',
    '  2026-11-16 00:00:04.000  rest awaited            colour blue',
    '',
    'What the order came to',
    '              BEFORE  AFTER',
    '  status      NEW     FAILED',
    '  authorized  -       0.00',
    '  captured    -       -',
    '  refunded    -       -',
    '',
    'Why it was allowed, and judged',
    '  the order was NEW: AUTHORIZE admitted',
    '  AUTHENTICATION_FAILED: FAILURE, without asking anybody',
    '',
    'What the request did not bring itself',
    '  card                session SESSION0001',
    '  transaction.source  INTERNET (default)',
    '',
    'What is owed',
    '  reversal: PENDING, 2 attempts',
  ])
})
