// What a directory server sends unasked: results of challenges above all. A result is recorded before it is
// acknowledged, whatever becomes of its order; the first one stands.

import type { TimedClock } from '../../platform/clock.ts'
import { errorMessage, StoreUnavailable } from '../../platform/errors.ts'
import type { Log } from '../../platform/log.ts'
import { isSameId, type MessageHead, readMessage } from './codec.ts'
import type { ThreeDSecureMessage } from './messages/catalogue.ts'
import { errorOf } from './messages/faults.ts'
import type { AuthenticationRecords, KnownAuthentication } from './records.ts'
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
  readonly records: Pick<AuthenticationRecords, 'find' | 'deliver'>
  readonly clock: Pick<TimedClock, 'sleep'>
  readonly log: Log
  /** There is news about this authentication; not waited for. */
  readonly onResult: (authentication: KnownAuthentication) => void
}

type ResultRequest = ThreeDSecureMessage<'RReq'>
type OperationNotice = ThreeDSecureMessage<'OReq'>

export function createResultsReceiver(options: ResultsReceiverOptions): ResultsReceiver {
  const { directoryServer, log } = options
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
  const { directoryServer, records, log, onResult } = options
  const { name } = directoryServer
  const about = `authentication ${message.threeDSServerTransID}`
  const refuse = (code: string, field: string) => {
    log.warn('result refused', { name, reason: `${code} ${field}, ${about}` })
    return erroOf(errorOf(code, field), headOf(message))
  }
  try {
    const known = await answeredAuthentication(options, message.threeDSServerTransID)
    const objection = objectionTo(known, message, directoryServer)
    if (objection || !known) return refuse(...(objection ?? unknownTransaction))
    const { authenticationValue: proof } = message
    if (proof !== undefined && !isPassedOn(proof))
      log.warn('directory server', { name, reason: `a proof for which the API has no room, ${about}` })
    const told = await records.deliver(arrivedResult(known, message, directoryServer))
    // A duplicate has a code of its own from 2.3.1 on; before, only another content is an error.
    if (told !== 'recorded' && message.messageVersion === '2.3.1')
      return refuse('312', 'threeDSServerTransID')
    if (told === 'other') return refuse(...unknownTransaction)
    if (told === 'recorded') onResult(known)
    return rresOf(message, resultsStatusOf(known, message))
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error
    log.warn('result not recorded', { name, reason: `${errorMessage(error)}, ${about}` })
    return erroOf(errorOf('403', 'The result could not be recorded.'), headOf(message))
  }
}

/** A result may overtake the answer that asked for the challenge, by another road: that is waited for. */
async function answeredAuthentication(
  { records, clock, directoryServer }: ResultsReceiverOptions,
  id: string,
): Promise<KnownAuthentication | undefined> {
  for (let waitedMs = 0; ; waitedMs += lookEveryMs) {
    const known = await records.find(id)
    if (!known || known.answer || known.directoryServer !== directoryServer.name) return known
    if (waitedMs >= overtakingMs || known.ageMs > stillUnderWayMs) return known
    await clock.sleep(lookEveryMs)
  }
}

const lookEveryMs = 100
/** Directory servers give us three seconds. */
const overtakingMs = 1_500
/** Longer than any answer to an authentication request may take. */
const stillUnderWayMs = 90_000

const unknownTransaction = ['301', 'threeDSServerTransID'] as const

/** A directory server must never be able to speak about what another one was asked. */
function objectionTo(
  known: KnownAuthentication | undefined,
  message: ResultRequest,
  directoryServer: Pick<DirectoryServer, 'name'>,
): readonly [code: string, field: string] | undefined {
  if (!known || known.directoryServer !== directoryServer.name) return unknownTransaction
  if (message.messageVersion !== known.version) return ['203', 'messageVersion']
  if (message.messageCategory !== known.category) return ['203', 'messageCategory']
  const { answer } = known
  if (!answer) return undefined
  if (!isSameId(answer.acsTransactionId, message.acsTransID)) return ['301', 'acsTransID']
  if (!isSameId(answer.dsTransactionId, message.dsTransID)) return ['301', 'dsTransID']
  if (answer.isChallenge) return undefined
  return [message.messageVersion === '2.3.1' ? '313' : '301', 'threeDSServerTransID']
}

/** 02: the challenge was never begun, as the issuer says itself; 03: we never heard that there was one. */
function resultsStatusOf(known: KnownAuthentication, { challengeCancel }: ResultRequest): ResultsStatus {
  if (!known.answer) return '03'
  return challengeCancel === '05' ? '02' : '01'
}

/** Also of one that comes late the proof is kept for a while: its order may not have given up by then. */
function arrivedResult(
  { serverTransactionId }: KnownAuthentication,
  message: ResultRequest,
  { name }: Pick<DirectoryServer, 'name'>,
) {
  const { values, proof } = contentOf(message)
  return {
    serverTransactionId,
    directoryServer: name,
    // In one case of letters, so that a repeat is the same.
    values: {
      ...values,
      acsTransID: message.acsTransID.toLowerCase(),
      dsTransID: message.dsTransID.toLowerCase(),
    },
    ...(proof !== undefined && { proof }),
  }
}

const headOf = (message: ResultRequest): MessageHead => ({
  messageType: message.messageType,
  messageVersion: message.messageVersion,
  threeDSServerTransID: message.threeDSServerTransID,
  acsTransID: message.acsTransID,
  dsTransID: message.dsTransID,
})
