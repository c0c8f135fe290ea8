// Action codes of the 1993 standard (field 39): the first digit says what to do.

import type { ResponseMeaning } from '../dialect.ts'
import { approved, broken, declined, type ResponseCodes, unknown, unwanted } from './responseMeanings.ts'

const alarming = (meaning: ResponseMeaning): ResponseMeaning => ({ ...meaning, alarms: true })

const approvals: ResponseCodes = {
  '000': approved('approved'),
  '001': approved('honour with identification'),
  '002': { means: 'approved in part', outcome: 'approved', gatewayCode: 'PARTIALLY_APPROVED' },
  '003': approved('approved, very important person'),
  '004': approved('approved, update track 3'),
  '005': approved('approved, account type said by the issuer'),
  '006': {
    means: 'approved in part, account type said by the issuer',
    outcome: 'approved',
    gatewayCode: 'PARTIALLY_APPROVED',
  },
  '007': approved('approved, update the chip'),
  '085': approved('nothing against it'),
}

const declines: ResponseCodes = {
  '100': declined('do not honour'),
  '101': declined('expired card', 'EXPIRED_CARD'),
  '102': declined('fraud suspected'),
  '103': declined('contact the acquirer'),
  '104': declined('restricted card', 'BLOCKED'),
  '105': declined("call the acquirer's security"),
  '106': declined('PIN tries used up', 'DECLINED_INVALID_PIN'),
  '107': declined('refer to the issuer', 'REFERRED'),
  '108': declined('refer to the issuer, special condition', 'REFERRED'),
  '109': alarming(declined('invalid merchant', 'UNSPECIFIED_FAILURE')),
  '110': { ...declined('invalid amount'), ofInquiry: 'unknown' },
  '111': declined('invalid card number'),
  '112': declined('PIN required', 'DECLINED_PIN_REQUIRED'),
  '113': declined('fee not accepted'),
  '114': declined('no account of this type'),
  '115': declined('function not supported', 'NOT_SUPPORTED'),
  '116': declined('insufficient funds', 'INSUFFICIENT_FUNDS'),
  '117': declined('wrong PIN', 'DECLINED_INVALID_PIN'),
  '118': declined('no card record'),
  '119': { ...declined('not permitted to the cardholder'), ofInquiry: 'unknown' },
  '120': declined('not permitted to the terminal', 'NOT_SUPPORTED'),
  '121': declined('over the amount limit'),
  '122': { ...declined('security violation'), ofInquiry: 'unknown' },
  '123': declined('over the count limit'),
  '124': unwanted('against the law'),
  '125': declined('card not effective yet', 'BLOCKED'),
  '126': declined('invalid PIN block', 'DECLINED_INVALID_PIN'),
  '127': declined('PIN length wrong', 'DECLINED_INVALID_PIN'),
  '128': declined('PIN keys out of step', 'DECLINED_INVALID_PIN'),
  '129': declined('counterfeit suspected'),
  '180': declined('cancelled by the payer', 'CANCELLED'),
  '181': declined('the payer must be authenticated'),
  '182': declined('security code wrong', 'DECLINED_CSC'),
}

const kept: ResponseCodes = {
  '200': unwanted('keep the card'),
  '201': declined('expired, keep the card', 'EXPIRED_CARD'),
  '202': unwanted('fraud suspected, keep the card'),
  '203': unwanted('contact the acquirer, keep the card'),
  '204': declined('restricted, keep the card', 'BLOCKED'),
  '205': unwanted("call the acquirer's security, keep the card"),
  '206': declined('PIN tries used up, keep the card', 'DECLINED_INVALID_PIN'),
  '207': unwanted('special condition, keep the card'),
  '208': unwanted('lost card'),
  '209': unwanted('stolen card'),
  '210': unwanted('counterfeit suspected, keep the card'),
}

const aboutOthers: ResponseCodes = {
  '400': { ...approved('reversal accepted'), approvesOnly: 'reversals' },
  // Totals and network messages have lists of their own; of a payment these say nothing.
  '500': unknown('totals agree'),
  '501': declined('totals differ', 'SYSTEM_ERROR'),
  '502': declined('totals not compared', 'SYSTEM_ERROR'),
  '800': unknown('network message accepted'),
}

const notProcessed: ResponseCodes = {
  '900': { ...approved('advice acknowledged, no responsibility accepted'), approvesOnly: 'advices' },
  '901': { ...approved('advice acknowledged, responsibility accepted'), approvesOnly: 'advices' },
  '902': { ...declined('invalid transaction'), ofInquiry: 'unknown' },
  '903': broken('enter again'),
  '904': alarming(declined('format error', 'SYSTEM_ERROR')),
  '905': declined('acquirer not supported', 'NOT_SUPPORTED'),
  '906': broken('cut-over in progress'),
  '907': broken('issuer inoperative'),
  '908': broken('cannot be routed'),
  '909': declined('system malfunction', 'SYSTEM_ERROR'),
  '910': broken('issuer signed off'),
  '911': unknown('issuer timed out'),
  '912': broken('issuer unavailable'),
  '913': { ...unknown('duplicate transmission'), ofRepeat: 'approved' },
  '914': { ...declined('original not found'), ofReversal: 'noOriginal' },
  '915': declined('cut-over or checkpoint error', 'SYSTEM_ERROR'),
  '916': alarming(declined('check value wrong', 'SYSTEM_ERROR')),
  '917': alarming(declined('check value keys out of step', 'SYSTEM_ERROR')),
  '918': broken('no communication keys'),
  '919': broken('encryption keys out of step'),
  '920': broken('security malfunction, try again'),
  '921': broken('security malfunction, no action'),
  '922': declined('message number out of sequence', 'SYSTEM_ERROR'),
  '923': { means: 'in progress', outcome: 'pending', gatewayCode: 'PENDING' },
  '950': declined('against a business agreement'),
}

export const responseCodes1993: ResponseCodes = {
  ...approvals,
  ...declines,
  ...kept,
  ...aboutOthers,
  ...notProcessed,
}
