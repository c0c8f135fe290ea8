// How the merchant knows the payer, and which authentication this one goes back to.

import { byVersion, codes, moment, text, uuid } from './form.ts'
import { objectOf, row } from './row.ts'

export const requestorAuthentication = objectOf({
  threeDSReqAuthMethod: row(
    'OOO',
    codes('01 02 03 04 05 06', { '2.2.0': '07 08', '2.3.1': '09 10', ofSchemes: true }),
  ),
  threeDSReqAuthTimestamp: row('OOO', moment(12)),
  threeDSReqAuthData: row('OOO', byVersion(text(1, 20_000), text(1, 50_000))),
})

export const formerAuthentication = objectOf({
  /** The id that the issuer's server gave the former authentication. */
  threeDSReqPriorRef: row('OOO', uuid),
  threeDSReqPriorAuthMethod: row('OOO', codes('01 02 03 04', { '2.3.1': '05', ofSchemes: true })),
  threeDSReqPriorAuthTimestamp: row('OOO', moment(12)),
  threeDSReqPriorAuthData: row('OOO', text(1, 2048)),
  threeDSReqPriorDsTransId: row('--O', uuid),
})
