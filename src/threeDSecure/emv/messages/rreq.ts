// RReq and RRes: the result of a challenge, and that it was received.

import { indicator, listSource, listStatus, methodCodes, proof, reasonCodes, typeCodes } from './ares.ts'
import { cardholderInfo } from './cardholderInfo.ts'
import { codes, digits, text, uuid } from './form.ts'
import { messageExtension } from './messageExtension.ts'
import { objectOf, row } from './row.ts'

/** A copy of the error that ended the challenge. */
const challengeError = objectOf({
  errorCode: row('--R', text(1, 3)),
  errorComponent: row('--R', codes('C S D A')),
  errorDescription: row('--R', text(1, 2048)),
  errorDetail: row('--R', text(1, 2048)),
})

export const rreqRows = {
  threeDSServerTransID: row('RRR', uuid),
  acsTransID: row('RRR', uuid),
  dsTransID: row('RRR', uuid),
  messageCategory: row('RRR', codes('01 02', { ofSchemes: true })),
  // A challenge cannot lead to another, nor to information only; decoupled authentication is not asked for.
  transStatus: row('CCC', codes('Y N U A R'), { when: 'isPaymentAnswer' }),
  transStatusReason: row('CCC', reasonCodes, { when: 'isReasonNeeded' }),
  authenticationValue: row('CCC', proof, { when: 'isProofNeeded' }),
  eci: row('CCC', indicator),
  authenticationType: row('CC-', typeCodes, { when: 'isDecidedByChallenge' }),
  authenticationMethod: row('--C', methodCodes, { when: 'isDecidedByChallenge' }),
  interactionCounter: row('RRR', digits(2)),
  challengeCancel: row('CCC', codes('01 03 04 05 06 07 08', { '2.3.1': '09 10', ofSchemes: true }), {
    when: 'isTimedOut',
    not: 'isOtherCancelThanTimeout',
  }),
  challengeErrorReporting: row('--C', challengeError, { when: 'isChallengeError' }),
  cardholderInfo: row('-OO', cardholderInfo),
  transStatusReasonInfo: row('--O', text(1, 256)),
  whiteListStatus: row('-O-', listStatus),
  whiteListStatusSource: row('-O-', listSource),
  trustListStatus: row('--O', listStatus),
  trustListStatusSource: row('--O', listSource),
  messageExtension: row('CCC', messageExtension),
} as const

export const rresRows = {
  threeDSServerTransID: row('RRR', uuid),
  acsTransID: row('RRR', uuid),
  dsTransID: row('RRR', uuid),
  /** 01 received; 02 the challenge was not begun; 03 nobody was told of it; 04 (2.3.1) decoupled follows. */
  resultsStatus: row('RRR', codes('01 02 03', { '2.3.1': '04', ofSchemes: true })),
  messageExtension: row('CCC', messageExtension),
} as const
