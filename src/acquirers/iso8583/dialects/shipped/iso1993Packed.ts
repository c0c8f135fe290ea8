import type { Dialect } from '../dialect.ts'
import { fields1993 } from './fields1993.ts'
import { responseCodes1993 } from './responseCodes1993.ts'

const always = '3 4 7 11 12 24 32 37 41 42 49'
const ofTheMerchant = '19 26 33 43'
const ofTheCard = '2 14 22 23 35 45 52 55 63'
const ofTheOriginal = '2 14 22 38 62 63'

const payment = {
  send: always,
  sendIfKnown: `${ofTheMerchant} ${ofTheCard} 38`,
  notWithTrack2: '2 14',
}
/** Of which 25 says why they are: 1004, decided where the card was taken, before the host is told. */
const advised = { type: '1220', repeatType: '1221' }
const followUp = { send: always, sendIfKnown: `${ofTheMerchant} ${ofTheOriginal}` }
const reversal = {
  type: '1420',
  repeatType: '1421',
  processing: 'original',
  send: `${always} 25 56`,
  sendIfKnown: `${ofTheMerchant} ${ofTheOriginal} 23 55`,
}

const asks: Dialect['asks'] = {
  authorize: { ...payment, type: '1100', processing: '00', constants: { '24': '100' } },
  pay: { ...payment, type: '1200', processing: '00', constants: { '24': '200' } },
  verify: { ...payment, type: '1100', processing: '33', constants: { '24': '113' } },
  credit: { ...payment, ...advised, processing: '20', constants: { '24': '200', '25': '1004' } },
  authorizedCredit: { ...payment, type: '1200', processing: '20', constants: { '24': '200' } },
  refund: { ...followUp, ...advised, processing: '20', constants: { '24': '200', '25': '1004' } },
  authorizedRefund: { ...followUp, type: '1200', processing: '20', constants: { '24': '200' } },
  // The function code says whether it is of the amount that was held.
  capture: {
    ...followUp,
    ...advised,
    sendIfKnown: `${followUp.sendIfKnown} 56`,
    processing: 'original',
    constants: { '25': '1004', '39': '000' },
  },
  void: { ...reversal, constants: { '24': '400', '25': '4000' } },
  increase: {
    ...followUp,
    sendIfKnown: `${followUp.sendIfKnown} 56`,
    type: '1100',
    processing: 'original',
    constants: { '24': '187' },
  },
  decrease: { ...reversal, send: `${reversal.send} 30`, constants: { '24': '401', '25': '4000' } },
  reverse: { ...reversal, constants: { '24': '400', '25': '4021' } },
  balance: { ...payment, type: '1100', processing: '31', constants: { '24': '108' } },
}

export const iso1993Packed: Dialect = {
  name: 'iso1993-packed',
  about:
    'The 1993 standard with two digits in a byte: three-digit action codes, no sign-on, tagged private data.',
  generation: '1993',
  frame: { length: '2 bytes', lengthCountsItself: false, zeroLength: 'error', longestBytes: 8192 },
  coding: {
    type: 'packed',
    bitmap: 'raw',
    digits: 'packed',
    oddFixed: 'left',
    oddVariable: 'left',
    lengths: 'packed',
    binary: 'raw',
  },
  fields: fields1993,
  asks,
  // The host acknowledges every reversal that it can read, before it looks for the original.
  reversals: {
    traceNumber: 'own',
    transmissionTimeOfRepeats: 'renewed',
    acknowledgement: 'blind',
    repeatsMax: 3,
  },
  answers: { matchOn: '7 11 41', repeats: '7 11 41', repeatsIfPresent: '2 3 4 32 37 42 49', mayBeLess: '4' },
  network: {
    requestType: '1804',
    answerType: '1814',
    codeField: 24,
    send: '7 11 12 24',
    signOn: '801',
    signOff: '802',
    echo: '831',
    cutOver: ['821'],
    keyChange: ['811'],
    signsOn: false,
    accepted: '800',
    notUnderstood: '904',
    echoAfterIdleMs: 300_000,
    echoAtMostEveryMs: 300_000,
    deadAfterSilences: 3,
  },
  responseCodes: responseCodes1993,
  traceNumbers: { scope: 'terminal' },
  reconciliation: {
    type: '1520',
    repeatType: '1521',
    send: '7 11 12 15 24 32 50 74 75 76 77 86 87 88 89 97',
    constants: { '24': '500' },
    inBalance: ['500'],
    outOfBalance: ['501', '502'],
  },
}
