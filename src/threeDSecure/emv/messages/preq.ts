// PReq, and what stands around the card ranges in a PRes. The ranges themselves are read as a stream.

import { codes, httpsUrl, listOf, pattern, text, uuid } from './form.ts'
import { messageExtension } from './messageExtension.ts'
import { objectOf, row } from './row.ts'

const serialNumber = pattern(/^[A-Za-z0-9]{1,20}$/)
/** Versions of other people may be newer than ours. */
const versionNumber = text(5, 8)

export const preqRows = {
  threeDSServerRefNumber: row('RRR', text(1, 32)),
  threeDSServerOperatorID: row('CCC', text(1, 32)),
  threeDSServerTransID: row('RRR', uuid),
  serialNum: row('OOO', serialNumber),
  cardRangeDataDownloadInd: row('--O', codes('Y')),
  messageExtension: row('CCC', messageExtension),
} as const

export const presRows = {
  threeDSServerTransID: row('RRR', uuid),
  dsTransID: row('RRR', uuid),
  serialNum: row('CCC', serialNumber),
  dsStartProtocolVersion: row('RR-', versionNumber),
  dsEndProtocolVersion: row('RR-', versionNumber),
  dsProtocolVersions: row('--R', listOf(versionNumber, 1, 10)),
  readOrder: row('--R', codes('01 02')),
  dsUrlList: row('--O', listOf(objectOf({}), 1, 99)),
  cardRangeDataFileURL: row('--C', httpsUrl(2048)),
  messageExtension: row('CCC', messageExtension),
} as const
