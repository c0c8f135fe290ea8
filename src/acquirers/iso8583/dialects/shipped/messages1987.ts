// The messages of the 1987 dialects: a host that books at once what is paid, and holds what is authorized.

import type { AnswerRules, Dialect, NetworkForm, ReconciliationForm } from '../dialect.ts'

const always = '3 4 7 11 12 13 32 37 41 42 49'
const ofTheMerchant = '18 19 33 43'
const ofTheCard = '2 14 22 23 25 26 35 45 48 52 55 61 63 120'
const ofTheOriginal = '2 14 22 25 38 48 61 62 63 127'

const payment = { send: always, sendIfKnown: `${ofTheMerchant} ${ofTheCard} 38` }
const advice = { send: `${always} 39`, sendIfKnown: `${ofTheMerchant} ${ofTheOriginal} 90` }
const reversal = { send: `${always} 90`, sendIfKnown: `${ofTheMerchant} ${ofTheOriginal} 23 55 95` }

export const asks1987: Dialect['asks'] = {
  authorize: { ...payment, type: '0100', processing: '00' },
  pay: { ...payment, type: '0200', processing: '00' },
  verify: { ...payment, type: '0100', processing: '00', constants: { '25': '51' } },
  credit: { ...payment, type: '0220', repeatType: '0221', processing: '20' },
  authorizedCredit: { ...payment, type: '0200', processing: '20' },
  refund: {
    send: always,
    sendIfKnown: `${ofTheMerchant} ${ofTheOriginal}`,
    type: '0220',
    repeatType: '0221',
    processing: '20',
  },
  authorizedRefund: {
    send: always,
    sendIfKnown: `${ofTheMerchant} ${ofTheOriginal}`,
    type: '0200',
    processing: '20',
  },
  capture: {
    ...advice,
    type: '0220',
    repeatType: '0221',
    processing: 'original',
    constants: { '25': '06', '39': '00' },
  },
  void: { ...reversal, type: '0400', repeatType: '0401', processing: 'original' },
  increase: {
    send: always,
    sendIfKnown: `${ofTheMerchant} ${ofTheOriginal} 90`,
    type: '0100',
    processing: 'original',
  },
  decrease: {
    send: `${always} 90 95`,
    sendIfKnown: `${ofTheMerchant} ${ofTheOriginal}`,
    type: '0420',
    repeatType: '0421',
    processing: 'original',
  },
  reverse: {
    send: `${always} 39 90`,
    sendIfKnown: `${ofTheMerchant} ${ofTheOriginal} 23 55 95`,
    type: '0420',
    repeatType: '0421',
    processing: 'original',
    constants: { '39': '68' },
  },
  // No standard message asks what became of another one: this code is private.
  inquire: { send: `${always} 90`, sendIfKnown: ofTheOriginal, type: '0100', processing: '36' },
  balance: { ...payment, type: '0100', processing: '31' },
}

export const answers1987: AnswerRules = {
  matchOn: '7 11 32 41',
  repeats: '7 11 32 41',
  repeatsIfPresent: '2 3 4 37 42 49',
  mayBeLess: '4',
}

export const network1987: NetworkForm = {
  requestType: '0800',
  answerType: '0810',
  codeField: 70,
  send: '7 11 70',
  signOn: '001',
  signOff: '002',
  echo: '301',
  cutOver: ['201'],
  keyChange: ['101', '161', '162', '163', '164'],
  signsOn: true,
  accepted: '00',
  notUnderstood: '30',
  echoAfterIdleMs: 30_000,
  echoAtMostEveryMs: 10_000,
  deadAfterSilences: 3,
}

export const reconciliation1987: ReconciliationForm = {
  type: '0500',
  repeatType: '0501',
  send: '7 11 15 32 50 74 75 76 77 86 87 88 89 97',
  inBalance: ['00'],
  outOfBalance: ['95'],
}
