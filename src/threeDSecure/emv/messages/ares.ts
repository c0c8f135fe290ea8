// ARes: what the issuer's server, or the directory server in its place, says to an AReq.

import { cardholderInfo } from './cardholderInfo.ts'
import { byVersion, codes, httpsUrl, listOf, pattern, text, uuid } from './form.ts'
import { messageExtension } from './messageExtension.ts'
import { row } from './row.ts'

export const reasonCodes = codes('01 02 03 04 05 06 07 08 09 10 11 12 13 14 15 16 17 18 19 20 21', {
  '2.2.0': '22 23 24 25 26',
  '2.3.1': '27 28 29 30',
  ofSchemes: true,
})

/** Base64 of 20 bytes; from 2.3.1 on, what the scheme says, in characters that every database can keep. */
export const proof = byVersion(pattern(/^[A-Za-z0-9+/]{27}=$/), pattern(/^[ -~]{1,4000}$/))

/** Digits for payments; schemes have others where no money is. */
export const indicator = pattern(/^[0-9A-Za-z]{2}$/)

export const methodCodes = listOf(
  codes('01 02 03 04 05 06 07 08 09 10 11 12 13 14 15 16', { ofSchemes: true }),
  1,
  99,
)
export const typeCodes = codes('01 02 03', { '2.2.0': '04', ofSchemes: true })
export const listStatus = codes('Y N E P R U')
export const listSource = codes('01 02 03', { ofSchemes: true })

export const aresRows = {
  threeDSServerTransID: row('RRR', uuid),
  dsTransID: row('RRR', uuid),
  acsTransID: row('RRR', uuid),
  acsReferenceNumber: row('RRR', text(1, 32)),
  dsReferenceNumber: row('RRR', text(1, 32)),
  acsOperatorID: row('CCC', text(1, 32)),
  transStatus: row('CCC', codes('Y N U A C R', { '2.2.0': 'D I', '2.3.1': 'S' }), {
    when: 'isPaymentAnswer',
    not: 'isUnaskedStatus',
  }),
  transStatusReason: row('CCC', reasonCodes, { when: 'isReasonNeeded' }),
  authenticationValue: row('CCC', proof, { when: 'isProofNeeded' }),
  eci: row('CCC', indicator),
  acsURL: row('CCC', httpsUrl(2048), { when: 'isChallenge' }),
  acsChallengeMandated: row('CCC', codes('Y N'), { when: 'isChallenge' }),
  authenticationType: row('CC-', typeCodes, { when: 'isChallenge' }),
  authenticationMethod: row('--C', methodCodes, { when: 'isChallenge' }),
  acsDecConInd: row('-CC', codes('Y N')),
  cardholderInfo: row('OCC', cardholderInfo),
  transStatusReasonInfo: row('--O', text(1, 256)),
  transChallengeExemption: row('--C', codes('05 08 10 11 79')),
  whiteListStatus: row('-O-', listStatus),
  whiteListStatusSource: row('-O-', listSource),
  trustListStatus: row('--O', listStatus),
  trustListStatusSource: row('--O', listSource),
  messageExtension: row('CCC', messageExtension),
} as const
