// OReq and ORes (2.3.1): notices of a directory server to those who run a 3-D Secure server.

import { codes, digits, listOf, moment, text, uuid } from './form.ts'
import { messageExtension } from './messageExtension.ts'
import { objectOf, row } from './row.ts'

const earlierTransaction = objectOf({
  transIdType: row('--R', codes('01 02 03')),
  transId: row('--R', uuid),
})

/** Notices are for people: what is wrong with one is passed over. */
const lenient = { isLenient: true } as const

export const oreqRows = {
  dsReferenceNumber: row('--C', text(1, 32), lenient),
  dsTransID: row('--R', uuid),
  opCategory: row('--R', codes('01 02 03 04 05 06', { ofSchemes: true }), lenient),
  opDescription: row('--R', text(1, 20_000), lenient),
  opExpDate: row('--C', moment(8), lenient),
  opPriorTransRef: row('--O', listOf(earlierTransaction, 1, 99), lenient),
  // In an object of their own, or beside it: readings of the tables differ.
  seqNum: row('--O', digits(1, 3)),
  seqTotal: row('--O', digits(1, 3)),
  /** A notice may be longer than one message: it is answered after the last. */
  opSeq: row(
    '--C',
    objectOf({
      seqId: row('--R', uuid),
      seqNum: row('--R', digits(1, 3)),
      seqTotal: row('--R', digits(1, 3)),
    }),
    lenient,
  ),
  opSeverity: row('--C', codes('01 02 03 04', { ofSchemes: true }), lenient),
  messageExtension: row('--C', messageExtension),
} as const

export const oresRows = {
  threeDSServerRefNumber: row('--C', text(1, 32)),
  threeDSServerTransID: row('--C', uuid),
  dsTransID: row('--R', uuid),
  opStatus: row('--R', codes('01 02 03')),
  messageExtension: row('--C', messageExtension),
} as const
