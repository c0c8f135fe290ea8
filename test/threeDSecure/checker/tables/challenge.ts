import * as form from '../forms.ts'
import { row } from '../rows.ts'
import type { Row } from '../shapes.ts'
import { messageExtension } from './extension.ts'

const { codes, digits, oneOf, text } = form

export const creq: readonly Row[] = [
  row('messageType', 'RRR', oneOf('CReq')),
  row('messageVersion', 'RRR', form.protocolVersion),
  row('threeDSServerTransID', 'RRR', form.uuid),
  row('acsTransID', 'RRR', form.uuid),
  row('challengeWindowSize', 'RRR', codes('01-05')),
  messageExtension,
]

const yesOrNo = oneOf('Y', 'N')

/** What comes back by way of the browser, and proves nothing. */
export const cres: readonly Row[] = [
  row('messageType', 'RRR', oneOf('CRes')),
  row('messageVersion', 'RRR', form.protocolVersion),
  row('threeDSServerTransID', 'RRR', form.uuid),
  row('acsTransID', 'RRR', form.uuid),
  row('transStatus', 'RRR', [yesOrNo, yesOrNo, oneOf('Y', 'N', 'D')]),
  row('challengeCompletionInd', 'OOO', yesOrNo),
  messageExtension,
]

/** Any code of three digits is taken: whoever reports an error may know more of them. */
export const erro: readonly Row[] = [
  row('messageType', 'RRR', oneOf('Erro')),
  row('messageVersion', 'RRR', form.protocolVersion),
  row('errorCode', 'RRR', digits(3, 3)),
  row('errorComponent', 'RRR', oneOf('C', 'S', 'D', 'A')),
  row('errorDescription', 'RRR', text(1, 2048)),
  row('errorDetail', 'RRR', text(1, 2048)),
  row('errorMessageType', 'CCC', text(4, 4)),
  ...['threeDSServerTransID', 'acsTransID', 'dsTransID'].map(name => row(name, 'CCC', form.uuid)),
]

/** Notes of a directory server to those who run servers, in parts: these are counted, in two ways. */
export const oreq: readonly Row[] = [
  row('messageType', '--R', oneOf('OReq')),
  row('messageVersion', '--R', form.protocolVersion),
  row('dsTransID', '--R', form.uuid),
  row('threeDSServerTransID', '--O', form.uuid),
  row('seqNum', '--O', digits(1, 3)),
  row('seqTotal', '--O', digits(1, 3)),
  row('opSeq', '--O', form.any),
  ...[
    'dsReferenceNumber',
    'threeDSServerRefNumber',
    'threeDSServerOperatorID',
    'opCategory',
    'opSeverity',
  ].map(name => row(name, '--O', form.any)),
  ...['opDescription', 'opExpDate', 'opPriorTransRef'].map(name => row(name, '--O', form.any)),
  messageExtension,
]

export const ores: readonly Row[] = [
  row('messageType', '--R', oneOf('ORes')),
  row('messageVersion', '--R', form.protocolVersion),
  row('dsTransID', '--R', form.uuid),
  row('threeDSServerTransID', '--O', form.uuid),
  row('threeDSServerRefNumber', '--O', text(1, 32)),
  row('opStatus', '--R', codes('01-03')),
  messageExtension,
]
