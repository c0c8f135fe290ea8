// The other messages that reach directory servers and issuers: their rows are few.

import { extensions } from './extensions.ts'
import { codes, exactly, matching, text, uuid } from './forms.ts'
import { messageTable } from './messageTable.ts'

export const preparationRequestTable = messageTable([
  ['threeDSServerRefNumber', text(1, 32), 'RRR'],
  ['threeDSServerOperatorID', text(1, 32), 'CCC'],
  ['threeDSServerTransID', uuid, 'RRR'],
  ['serialNum', matching(/^[0-9A-Za-z]{1,20}$/), 'OOO'],
  ['cardRangeDataDownloadInd', exactly('Y'), '--O'],
  ['messageExtension', extensions, 'CCC'],
])

export const challengeRequestTable = messageTable([
  ['threeDSServerTransID', uuid, 'RRR'],
  ['acsTransID', uuid, 'RRR'],
  ['challengeWindowSize', codes('01 02 03 04 05'), 'RRR'],
  ['messageExtension', extensions, 'CCC'],
])

export const resultsResponseTable = messageTable([
  ['threeDSServerTransID', uuid, 'RRR'],
  ['acsTransID', uuid, 'RRR'],
  ['dsTransID', uuid, 'RRR'],
  ['resultsStatus', codes('01 02 03 04'), 'RRR'],
  ['messageExtension', extensions, 'CCC'],
])

export const operationResponseTable = messageTable([
  ['threeDSServerRefNumber', text(1, 32), '--C'],
  ['threeDSServerTransID', uuid, '--C'],
  ['dsTransID', uuid, '--R'],
  ['opStatus', codes('01 02 03'), '--R'],
  ['messageExtension', extensions, '--C'],
])

export const errorTable = messageTable([
  ['errorCode', matching(/^\d{3}$/), 'RRR'],
  ['errorComponent', matching(/^[CSDA]$/), 'RRR'],
  ['errorDescription', text(1, 2_048), 'RRR'],
  ['errorDetail', text(1, 2_048), 'RRR'],
  ['errorMessageType', text(1, 8), 'CCC'],
  ['threeDSServerTransID', uuid, 'CCC'],
  ['acsTransID', uuid, 'CCC'],
  ['dsTransID', uuid, 'CCC'],
])
