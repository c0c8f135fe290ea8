// What a directory server sends unasked: results of challenges above all. A result is recorded before it is
// acknowledged, whatever becomes of its order; the first one stands. One that comes before the answer that
// asks for the challenge is held, and counts if that answer has its ids.

import { errorMessage, StoreUnavailable } from '../../platform/errors.ts'
import type { Log } from '../../platform/log.ts'
import { isSameId, type MessageHead, readMessage } from './codec.ts'
import type { ThreeDSecureMessage } from './messages/catalogue.ts'
import { errorOf } from './messages/faults.ts'
import type { DirectoryMonitor, ResultKind } from './monitor.ts'
import type { ArrivedResult, AuthenticationRecords, KnownAuthentication, ResultDelivery } from './records.ts'
import { erroOf, isLastOfNotice, oresOf, type ResultsStatus, rresOf } from './replies.ts'
import type { DirectoryServer } from './settings.ts'
import { erroText, shownText } from './shownText.ts'
import { contentOf, isPassedOn } from './statuses.ts'

export interface ResultsReceiver {
  /** The answer to a message of the directory server whose listener it came to; empty: there is none. */
  receive(text: string): Promise<string>
}

type ResultsReceiverOptions = {
  readonly directoryServer: Pick<DirectoryServer, 'name'>
  readonly records: Pick<AuthenticationRecords, 'deliver'>
  readonly log: Log
  readonly monitor: DirectoryMonitor
  /** There is news about this authentication; not waited for. */
  readonly onResult: (authentication: KnownAuthentication) => void
}

type ResultRequest = ThreeDSecureMessage<'RReq'>
type OperationNotice = ThreeDSecureMessage<'OReq'>

export function createResultsReceiver(options: ResultsReceiverOptions): ResultsReceiver {
  const { directoryServer, log, monitor } = options
  const { name } = directoryServer
  return {
    async receive(text) {
      // Of any version: one that is not spoken any more may have a challenge under way.
      const read = readMessage(text, { kinds: ['RReq', 'OReq', 'Erro'] })
      if ('erro' in read) {
        log.warn('directory server', {
          name,
          messageType: read.about.messageType,
          reason: erroText(read.erro),
        })
        monitor.erro(name, 'sent', read.erro.errorCode)
        if (read.about.messageType === 'RReq') monitor.result(name, 'refused')
        return erroOf(read.erro, read.about)
      }
      const { message } = read
      switch (message.messageType) {
        case 'RReq':
          return receiveResult(options, message)
        case 'OReq':
          return receiveNotice(options, message)
        case 'Erro':
          log.warn('directory server', { name, messageType: 'Erro', reason: erroText(message) })
          monitor.erro(name, 'received', message.errorCode)
          return ''
      }
    },
  }
}

/** Notices come in parts, and are acknowledged with the last. */
function receiveNotice({ directoryServer: { name }, log }: ResultsReceiverOptions, notice: OperationNotice) {
  const { opCategory = '', opDescription = '', dsTransID = '' } = notice
  log.warn('directory server', {
    ...{ name, messageType: 'OReq', reason: `notice ${opCategory}: ${shownText(opDescription)}` },
  })
  return isLastOfNotice(notice) ? oresOf(dsTransID, '01') : ''
}

async function receiveResult(options: ResultsReceiverOptions, message: ResultRequest): Promise<string> {
  const { directoryServer, records, log, monitor, onResult } = options
  const { name } = directoryServer
  const about = `authentication ${message.threeDSServerTransID}`
  const refuse = (code: string, field: string) => {
    log.warn('result refused', { name, reason: `${code} ${field}, ${about}` })
    monitor.erro(name, 'sent', code)
    return erroOf(errorOf(code, field), headOf(message))
  }
  try {
    const delivery = await records.deliver(arrivedResult(message, directoryServer))
    monitor.result(name, kindOf(delivery))
    if (delivery.state === 'unknown') return refuse(...unknownTransaction)
    const { state, authentication } = delivery
    if (state === 'refused') return refuse(...objectionTo(authentication, message, directoryServer))
    const { authenticationValue: proof } = message
    if (proof !== undefined && !isPassedOn(proof))
      log.warn('directory server', { name, reason: `a proof for which the API has no room, ${about}` })
    // A duplicate has a code of its own from 2.3.1 on; before, only another content is an error.
    if (state !== 'recorded' && message.messageVersion === '2.3.1')
      return refuse('312', 'threeDSServerTransID')
    if (state === 'other') return refuse(...unknownTransaction)
    if (state === 'recorded' && authentication.answer) onResult(authentication)
    return rresOf(message, resultsStatusOf(authentication, message))
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error
    log.warn('result not recorded', { name, reason: `${errorMessage(error)}, ${about}` })
    monitor.erro(name, 'sent', '403')
    return erroOf(errorOf('403', 'The result could not be recorded.'), headOf(message))
  }
}

function kindOf(delivery: ResultDelivery): ResultKind {
  switch (delivery.state) {
    case 'recorded': {
      const { answer, isReturned } = delivery.authentication
      if (!answer) return 'beforeAnswer'
      return isReturned ? 'afterReturn' : 'beforeReturn'
    }
    case 'same':
      return 'repeated'
    case 'other':
      return 'contradictory'
    default:
      return 'refused'
  }
}

const unknownTransaction = ['301', 'threeDSServerTransID'] as const

type Objection = readonly [code: string, field: string]

/** What of a result that was refused does not fit. Nobody speaks about what another one was asked. */
function objectionTo(
  known: KnownAuthentication,
  message: ResultRequest,
  directoryServer: Pick<DirectoryServer, 'name'>,
): Objection {
  if (known.directoryServer !== directoryServer.name) return unknownTransaction
  if (message.messageVersion !== known.version) return ['203', 'messageVersion']
  if (message.messageCategory !== known.category) return ['203', 'messageCategory']
  const { answer } = known
  // Of those that come before the answer, only some are held.
  if (!answer) return unknownTransaction
  if (!isSameId(answer.acsTransactionId, message.acsTransID)) return ['301', 'acsTransID']
  if (!isSameId(answer.dsTransactionId, message.dsTransID)) return ['301', 'dsTransID']
  return [message.messageVersion === '2.3.1' ? '313' : '301', 'threeDSServerTransID']
}

/** 02: the challenge was never begun, as the issuer says itself; 03: we never heard that there was one. */
function resultsStatusOf(
  { isUnanswered }: KnownAuthentication,
  { challengeCancel }: ResultRequest,
): ResultsStatus {
  if (isUnanswered) return '03'
  return challengeCancel === '05' ? '02' : '01'
}

/** Also of one that comes late the proof is kept for a while: its order may not have given up by then. */
const arrivedResult = (message: ResultRequest, { name }: Pick<DirectoryServer, 'name'>): ArrivedResult => ({
  ...contentOf(message),
  serverTransactionId: message.threeDSServerTransID,
  acsTransactionId: message.acsTransID,
  dsTransactionId: message.dsTransID,
  directoryServer: name,
  version: message.messageVersion,
  category: message.messageCategory,
})

const headOf = (message: ResultRequest): MessageHead => ({
  messageType: message.messageType,
  messageVersion: message.messageVersion,
  threeDSServerTransID: message.threeDSServerTransID,
  acsTransID: message.acsTransID,
  dsTransID: message.dsTransID,
})
