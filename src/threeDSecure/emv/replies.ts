// What this server writes besides authentication requests: receipts for results, errors, and the question for
// card ranges.

import { type MessageHead, writeMessage } from './codec.ts'
import type { ThreeDSecureMessage } from './messages/catalogue.ts'
import type { ErrorFacts } from './messages/faults.ts'
import type { ProtocolVersion } from './settings.ts'

export type DeliveredResult = {
  readonly messageVersion: ProtocolVersion
  readonly threeDSServerTransID: string
  readonly acsTransID: string
  readonly dsTransID: string
}

/** 01 received, 02 the challenge was never begun, 03 nobody was told that there was one. */
export type ResultsStatus = '01' | '02' | '03'

export const rresOf = (result: DeliveredResult, resultsStatus: ResultsStatus): string =>
  writeMessage('RRes', result.messageVersion, {
    threeDSServerTransID: result.threeDSServerTransID,
    acsTransID: result.acsTransID,
    dsTransID: result.dsTransID,
    resultsStatus,
  })

/** The version that is used where a message does not say one that we know. */
const versionUnlessSaid: ProtocolVersion = '2.2.0'

/** An error of ours about a message: it repeats what could be read of that. */
export function erroOf(facts: ErrorFacts, about: MessageHead = {}): string {
  const { messageType, messageVersion = versionUnlessSaid, ...ids } = about
  return writeMessage('Erro', messageVersion, {
    ...ids,
    ...facts,
    errorComponent: 'S',
    ...(messageType !== undefined && { errorMessageType: messageType }),
  })
}

export type RangesQuestion = {
  readonly version: ProtocolVersion
  readonly transactionId: string
  readonly referenceNumber: string
  readonly operatorId?: string | undefined
  /** Of the ranges that we have: only what has changed since is wanted. */
  readonly serialNumber?: string | undefined
  /** From 2.3.1 on, a directory server may offer a file. */
  readonly isFileWelcome?: boolean
}

export const preqOf = (question: RangesQuestion): string =>
  writeMessage('PReq', question.version, {
    threeDSServerRefNumber: question.referenceNumber,
    threeDSServerOperatorID: question.operatorId,
    threeDSServerTransID: question.transactionId,
    serialNum: question.serialNumber,
    cardRangeDataDownloadInd:
      question.isFileWelcome === true && question.version === '2.3.1' ? 'Y' : undefined,
  })

/** A notice may come in several messages: it is answered after the last. */
export function isLastOfNotice({ opSeq, seqNum, seqTotal }: ThreeDSecureMessage<'OReq'>): boolean {
  const { seqNum: number, seqTotal: total } = opSeq ?? { seqNum, seqTotal }
  return number === undefined || total === undefined || Number(number) >= Number(total)
}

/** A notice of the directory server was read to its end. */
export const oresOf = (dsTransID: string, opStatus: '01' | '02' | '03'): string =>
  writeMessage('ORes', '2.3.1', { dsTransID, opStatus })
