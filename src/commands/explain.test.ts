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

test('a wallet, and a card on file, are said in the head', () => {
  const headOf = (request: Explanation['request']) =>
    explanationLines({ ...explanation, request }, plainPaint).slice(3, 5)
  const funds = (storedOnFile: 'STORED' | 'TO_BE_STORED') => ({
    sourceOfFunds: { provided: { card: { storedOnFile } } },
  })
  expect(headOf({ order: { walletProvider: 'DEVICE_A_PAY' } })).toEqual([
    'The payer used a wallet: DEVICE_A_PAY.',
    'The order is FAILED now.',
  ])
  expect(headOf(funds('TO_BE_STORED'))).toContain('The payer agreed that the card is kept on file.')
  expect(headOf(funds('STORED'))).toContain('The card was on file already, as the payer had agreed.')
  expect(headOf({})[0]).toBe('The order is FAILED now.')
})

test('the receipt of a payer is told, and how often it was tried', () => {
  const time = '2026-11-15T10:00:00.000Z'
  const to = 'a***@example.com'
  const reason = 'The mail server took too long.'
  const steps: Explanation['steps'] = [
    { step: 'RECEIPT', time, state: 'SENT', attempts: 1, to },
    { step: 'RECEIPT', time, state: 'WAITING', attempts: 2, to, reason, nextAttemptTime: time },
    { step: 'RECEIPT', time, state: 'REFUSED', attempts: 3, reason: 'It answered 554.' },
  ]
  const lines = explanationLines({ ...explanation, steps }, plainPaint)
  expect(lines.slice(6, lines.indexOf('What the order came to') - 1)).toEqual([
    '  10:00:00.000  receipt  sent, to a***@example.com, 1 attempt',
    '  10:00:00.000  receipt  waiting, to a***@example.com, 2 attempts, next at',
    '                         2026-11-15T10:00:00.000Z: The mail server took too',
    '                         long.',
    '  10:00:00.000  receipt  the mail server refused it, 3 attempts: It answered',
    '                         554.',
  ])
})

test('how a payer was authenticated is told by its messages, and by whose word counts', () => {
  const time = '2026-11-15T10:00:00.000Z'
  const of = { directoryServer: 'scheme-a', time }
  const other = { hasOtherIds: true, acsTransactionId: 'acs-2', dsTransactionId: 'ds-2' }
  const steps: Explanation['steps'] = [
    { step: 'ISSUER_ASKED', time, verb: 'authenticate', tookMs: 9, answer: 'failed', reason: 'no record' },
    { step: 'MESSAGE_SENT', ...of, messageType: 'AReq', protocolVersion: '2.2.0' },
    { step: 'MESSAGE_RECEIVED', ...of, messageType: 'Erro', code: '305', text: 'Erro 305 of A: card' },
    { step: 'MESSAGE_RECEIVED', ...of, messageType: 'ARes', isRefused: true },
    { step: 'MESSAGE_SENT', ...of, messageType: 'Erro', code: '203', text: 'Erro 203: eci' },
    { step: 'BROWSER_RETURNED', time },
    {
      ...{ step: 'MESSAGE_RECEIVED', ...of, messageType: 'RReq', transStatus: 'N', meaning: 'no' },
      ...{ transStatusReason: '01', reason: 'why', challengeCancel: '01', cancelled: 'gave up' },
      ...{ repeats: 1, contradictions: 2 },
    },
    { step: 'MESSAGE_RECEIVED', ...of, messageType: 'RReq', transStatus: 'Y', meaning: 'yes', ...other },
  ]
  const authentication: Explanation['authentication'] = {
    ...{ directoryServer: 'scheme-a', protocolVersion: '2.2.0', serverTransactionId: 'ours' },
    ...{ status: { code: 'N', meaning: 'no' }, saidBy: 'NOBODY', knownFrom: 'No result came.' },
    evidence: { eci: '07' },
    prior: { acsTransactionId: 'acs-1', wasChallenged: true, time },
  }
  const lines = explanationLines({ ...explanation, steps, authentication }, plainPaint)
  expect(lines.slice(6, lines.indexOf('What the order came to') - 1)).toEqual([
    '  10:00:00.000  issuer asked      authenticate: failed after 9 ms, no record',
    '  10:00:00.000  message sent      AReq to scheme-a, version 2.2.0',
    '  10:00:00.000  message received  Erro from scheme-a: 305 of A: card',
    '  10:00:00.000  message received  ARes from scheme-a; it breaks the rules of the',
    '                                  protocol, and is not used',
    '  10:00:00.000  message sent      Erro to scheme-a: 203: eci',
    "  10:00:00.000  browser returned  the payer's browser is back from the",
    '                                  challenge; what it says proves nothing',
    '  10:00:00.000  message received  RReq from scheme-a: N, no; reason 01, why;',
    '                                  cancelled 01, gave up; it came again once; it',
    '                                  came with other words 2 times, and the first',
    '                                  stands',
    '  10:00:00.000  message received  RReq from scheme-a: Y, yes; with other ids',
    '                                  than the answer: it does not count,',
    '                                  acsTransactionId acs-2, dsTransactionId ds-2',
    '',
    'How the payer was authenticated',
    '  directory server  scheme-a, EMV 3-D Secure 2.2.0',
    '  status            N: no',
    "  on whose word     Nobody's. No result came.",
    "  the gateway's id  ours",
    `  reminded of       acs-1 of ${time}, with a challenge`,
    '  eci               07',
  ])
})

test('a story reads from what it was to what is owed; over midnight with the days', () => {
  expect(explanationLines(explanation, plainPaint)).toEqual([
    'Order order-1, transaction 1 of SHOP',
    'AUTHORIZE of 10.00 USD at version 100',
    'FAILURE TIMED_OUT, decided by recovery',
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
