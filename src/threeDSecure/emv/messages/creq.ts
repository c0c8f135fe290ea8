// CReq and CRes: what the payer's browser carries to the issuer's page and back.

import { codes, uuid } from './form.ts'
import { messageExtension } from './messageExtension.ts'
import { row } from './row.ts'

export const creqRows = {
  threeDSServerTransID: row('RRR', uuid),
  acsTransID: row('RRR', uuid),
  challengeWindowSize: row('RRR', codes('01 02 03 04 05')),
  messageExtension: row('CCC', messageExtension),
} as const

export const cresRows = {
  threeDSServerTransID: row('RRR', uuid),
  acsTransID: row('RRR', uuid),
  /** A hint and nothing more: whoever has the browser can write it. */
  transStatus: row('RRR', codes('Y N', { '2.3.1': 'D' })),
  messageExtension: row('CCC', messageExtension),
} as const
