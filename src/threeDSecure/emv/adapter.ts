// The server of EMV 3-D Secure behind the port: which directory server has the card, what it says about the
// payer, and what it delivered about a challenge.

import type { TimedClock } from '../../platform/clock.ts'
import type { Log } from '../../platform/log.ts'
import type {
  Authenticator,
  AuthenticatorAnswer,
  ChallengeResultAsk,
  EnrolmentAsk,
  PayerAuthenticationAsk,
} from '../port.ts'
import { transactionStatuses } from '../port.ts'
import { areqOf, fieldLacking } from './areq.ts'
import { creqOf, methodDataOf } from './browserMessages.ts'
import { type MessageReading, readMessage, writeMessage } from './codec.ts'
import { complain, type DirectoryClient } from './directoryClient.ts'
import type { MessageContent, ThreeDSecureMessage } from './messages/catalogue.ts'
import type { DirectoryMonitor, RequestOutcome } from './monitor.ts'
import { type EnrolmentOffer, offersOf, serversFor } from './offers.ts'
import type { CardRanges } from './ranges/cardRanges.ts'
import type { AuthenticationRecords, DirectoryServerMerchants, FoundAuthentication } from './records.ts'
import { erroOf } from './replies.ts'
import { readParticulars } from './request/particulars.ts'
import { newServerTransactionId } from './serverTransactionId.ts'
import {
  type DirectoryServer,
  type MerchantAtDirectoryServer,
  type ProtocolVersion,
  protocolVersions,
  type ThreeDSecureServer,
} from './settings.ts'
import { erroText } from './shownText.ts'
import { contentOf, isPassedOn, resultOf } from './statuses.ts'

export type EmvAuthenticatorOptions = {
  readonly server: ThreeDSecureServer
  readonly ranges: CardRanges
  readonly records: Pick<AuthenticationRecords, 'begin' | 'answered' | 'find' | 'returned'>
  readonly merchants: DirectoryServerMerchants
  /** By the name of the directory server. */
  readonly clients: ReadonlyMap<string, DirectoryClient>
  readonly clock: Pick<TimedClock, 'deadline' | 'monotonicMs' | 'now' | 'sleep'>
  readonly log: Log
  readonly monitor: DirectoryMonitor
  /** A directory server refused a version that its own list offers: the list is old. */
  readonly onStaleRanges: (directoryServer: string) => void
}

export function createEmvAuthenticator(options: EmvAuthenticatorOptions): Authenticator {
  return {
    name: 'directory servers',
    patienceMs: patienceMsOf(options.server),
    lacks(question) {
      const chosen = chosenIn(options, question.memory)
      return chosen && fieldLacking(chosen.version, question)
    },
    async noteReturn(id) {
      const { records, monitor } = options
      const returned = await records.returned(id)
      if (returned)
        monitor.returned(returned.directoryServer, returned.hasResult ? 'resultKnown' : 'resultAwaited')
    },
    send(ask, deadline) {
      switch (ask.verb) {
        case 'enrolment':
          return findEnrolment(options, ask)
        case 'authenticate':
          return authenticate(options, ask, deadline)
        case 'challenge':
          return findResult(options, ask, deadline)
      }
    },
  }
}

type DirectoryPatience = { readonly directoryServers: readonly Pick<DirectoryServer, 'answerSeconds'>[] }

/** How long the slowest directory server may take. */
export const patienceMsOf = ({ directoryServers }: DirectoryPatience): number =>
  Math.max(...directoryServers.map(({ answerSeconds }) => answerSeconds)) * 1_000 + connectingMs

/** Two attempts to connect, and some time for the database. */
const connectingMs = 8_000
/** After that, an answer that arrived in time is on record. */
const recordingMs = 2_000

const failed = (message: string) => ({ outcome: 'failed', message }) as const

/** Of those directory servers that have the card, the first one at which the merchant is registered. */
async function findEnrolment(
  options: EmvAuthenticatorOptions,
  ask: EnrolmentAsk,
): Promise<AuthenticatorAnswer> {
  const offers = offersOf(options, ask.cardNumber)
  if (offers.length === 0) return notFound(options, ask.cardNumber)
  for (const offer of offers) {
    const merchant = await options.merchants.find(ask.merchantId, offer.directoryServer.name)
    if (merchant === 'unfit') return failed(unfitRecord(offer.directoryServer.name))
    if (merchant) return enrolled(ask, offer, merchant)
  }
  const names = offers.map(({ directoryServer }) => directoryServer.name).join(', ')
  return failed(`The merchant is not registered with a directory server of this card (${names})`)
}

const unfitRecord = (name: string): string => `What is written down of the merchant at ${name} cannot be used`

/** Not in a list is one thing; that there is no list yet is another. */
function notFound({ server, ranges }: EmvAuthenticatorOptions, cardNumber: string): AuthenticatorAnswer {
  const unknown = serversFor(server, cardNumber).filter(({ name }) => !ranges.isLoaded(name))
  if (unknown.length === 0) return { outcome: 'notEnrolled' }
  const names = unknown.map(({ name }) => name).join(', ')
  return failed(`The card ranges of ${names} were never loaded: nobody knows whether the card takes part`)
}

function enrolled(
  { cell, channel, methodCallback }: EnrolmentAsk,
  { directoryServer, version, methodUrl }: EnrolmentOffer,
  { requestorId, requestorName }: MerchantAtDirectoryServer,
): AuthenticatorAnswer {
  const serverTransactionId = newServerTransactionId(cell)
  const hasMethod = methodUrl !== undefined && channel !== 'MERCHANT_REQUESTED'
  const data = methodDataOf({ serverTransactionId, notificationUrl: methodCallback })
  return {
    outcome: 'enrolled',
    ...{ serverTransactionId, protocolVersion: version, requestorId, requestorName },
    directoryServerId: directoryServer.directoryServerId,
    memory: JSON.stringify({ directoryServer: directoryServer.name, version }),
    ...(hasMethod && { method: { url: methodUrl, data } }),
  }
}

type ChosenServer = { readonly directoryServer: DirectoryServer; readonly version: ProtocolVersion }

/** What was chosen at the enrolment, unless the directory server is not in the file any more. */
function chosenIn({ server }: EmvAuthenticatorOptions, memory = '{}'): ChosenServer | undefined {
  const { directoryServer: name, version: chosen }: Record<string, unknown> = JSON.parse(memory)
  const directoryServer = server.directoryServers.find(each => each.name === name)
  const version = protocolVersions.find(each => each === chosen)
  return directoryServer && version ? { directoryServer, version } : undefined
}

async function authenticate(
  options: EmvAuthenticatorOptions,
  ask: PayerAuthenticationAsk,
  deadline: AbortSignal,
): Promise<AuthenticatorAnswer> {
  const chosen = chosenIn(options, ask.memory)
  const client = chosen && options.clients.get(chosen.directoryServer.name)
  if (!chosen || !client) return failed('The directory server of this authentication is not known any more')
  const { directoryServer, version } = chosen
  const { name, answerSeconds } = directoryServer
  const merchant = await options.merchants.find(ask.merchantId, name)
  if (merchant === 'unfit') return failed(unfitRecord(name))
  if (!merchant) return failed(`The merchant is not registered with ${name} any more`)
  const { server, clock, records, log, monitor } = options
  const answerMs = answerSeconds * 1_000
  const nowMs = clock.now().getTime()
  const composed = areqOf({ version, ask, merchant, directoryServer, server, nowMs })
  if ('lacks' in composed) return failed(`${name} needs ${composed.lacks.join(', ')}`)
  const text = writeMessage('AReq', version, composed.content)
  const { serverTransactionId, merchantId, orderId, transactionId } = ask
  await records.begin({
    ...{ serverTransactionId, merchantId, orderId, transactionId, directoryServer: name, version },
    ...{ category: composed.content.messageCategory, answerWithinMs: answerMs + connectingMs + recordingMs },
  })
  const askedAtMs = clock.monotonicMs()
  const reply = await client.ask(text, { answerMs, deadline })
  const tookMs = clock.monotonicMs() - askedAtMs
  if (reply.state !== 'answered') {
    log.warn('directory server', { name, reason: reply.reason })
    monitor.asked(name, reply.state, tookMs)
    if (reply.state === 'silent') return { outcome: 'silent' }
    return { ...failed(`${name} cannot be reached (${reply.reason})`), isUnreached: true }
  }
  const read = readMessage(reply.text, { kinds: ['ARes', 'Erro'], version, asked: composed.content })
  monitor.asked(name, outcomeOf(read), tookMs)
  return interpret({ ...options, ask, client, chosen, content: composed.content }, read)
}

function outcomeOf(read: MessageReading<'ARes' | 'Erro'>): RequestOutcome {
  if ('erro' in read) return 'wrong'
  const { message } = read
  if (message.messageType === 'Erro') return 'erro'
  return [...transactionStatuses, 'C' as const].find(each => each === message.transStatus) ?? 'other'
}

type Conversation = EmvAuthenticatorOptions & {
  readonly ask: PayerAuthenticationAsk
  readonly client: DirectoryClient
  readonly chosen: ChosenServer
  readonly content: MessageContent<'AReq'>
}

function interpret(
  conversation: Conversation,
  read: MessageReading<'ARes' | 'Erro'>,
): Promise<AuthenticatorAnswer> | AuthenticatorAnswer {
  const { client, clock, log, monitor, chosen, onStaleRanges } = conversation
  const { name } = chosen.directoryServer
  if ('erro' in read) {
    // An answer that is wrong is answered by a message of its own; nobody waits for what comes of it.
    void complain(client, erroOf(read.erro, read.about), clock)
    monitor.erro(name, 'sent', read.erro.errorCode)
    log.warn('directory server', { name, messageType: read.about.messageType, reason: erroText(read.erro) })
    const text = erroText(read.erro)
    const erro = { direction: 'sent', code: read.erro.errorCode, text } as const
    return { ...failed(`The answer of ${name} is wrong: ${text}`), erro }
  }
  const { message } = read
  if (message.messageType === 'ARes') return heard(conversation, message)
  log.warn('directory server', { name, messageType: 'Erro', reason: erroText(message) })
  monitor.erro(name, 'received', message.errorCode)
  if (message.errorCode === versionRefused) onStaleRanges(name)
  const { errorCode: code = '' } = message
  const text = erroText(message)
  return { ...failed(`${name} answered ${text}`), erro: { direction: 'received', code, text } }
}

const versionRefused = '102'

/** The ids are committed before anybody hears of the challenge: its result is held against them. */
async function heard(
  { records, log, ask, chosen, content }: Conversation,
  answer: ThreeDSecureMessage<'ARes'>,
): Promise<AuthenticatorAnswer> {
  const { directoryServer, version } = chosen
  const isChallenge = answer.transStatus === 'C'
  const ids = { acsTransactionId: answer.acsTransID, dsTransactionId: answer.dsTransID }
  const recorded = await records.answered(ask.serverTransactionId, { ...ids, isChallenge })
  if (recorded === 'late') {
    log.warn('directory server', {
      name: directoryServer.name,
      reason: 'an answer could not be used in time',
    })
    return { outcome: 'silent' }
  }
  // Its result was faster: there is nothing left to ask the payer.
  const said = recorded.result ?? contentOf(answer)
  const { length: proofLength } = said.proof ?? ''
  if (proofLength > 0 && !isPassedOn(said.proof))
    log.warn('directory server', {
      name: directoryServer.name,
      reason: `a proof of ${proofLength} characters, for which the API has no room`,
    })
  const result = resultOf(said, {
    ids: { ...ids, protocolVersion: version },
    exemptionReasons: directoryServer.exemptionReasons,
    wish: content.threeDSRequestorChallengeInd,
  })
  if (!isChallenge || recorded.result || answer.acsURL === undefined) return { outcome: 'judged', ...result }
  const { serverTransactionId } = ask
  const windowSize = readParticulars(ask.particulars).text(windowSizeName)
  const { cardholderInfo, evidence } = result
  return {
    outcome: 'challenge',
    ...{ ...ids, protocolVersion: version, acsUrl: answer.acsURL },
    challengeRequest: creqOf({
      version,
      serverTransactionId,
      acsTransactionId: answer.acsTransID,
      windowSize,
    }),
    resultWithinMs: directoryServer.challengeMinutes * 60_000,
    ...(cardholderInfo !== undefined && { cardholderInfo }),
    ...(evidence && { evidence }),
  }
}

const windowSizeName = 'device.browserDetails.3DSecureChallengeWindowSize'

/** Only what the directory server delivered counts. A browser that just came back may have been faster. */
async function findResult(
  options: EmvAuthenticatorOptions,
  ask: ChallengeResultAsk,
  deadline: AbortSignal,
): Promise<AuthenticatorAnswer> {
  const { records, clock } = options
  const endsAtMs = clock.monotonicMs() + (ask.isReturning ? overtakenMs : 0)
  for (;;) {
    const known = await records.find(ask.serverTransactionId)
    const result = known && delivered(options, known)
    if (result) return result
    if (deadline.aborted || clock.monotonicMs() >= endsAtMs) return { outcome: 'undecided' }
    await clock.sleep(lookEveryMs)
  }
}

const overtakenMs = 3_000
const lookEveryMs = 100

function delivered(
  { server }: EmvAuthenticatorOptions,
  { answer, result, directoryServer: name, version }: FoundAuthentication,
): AuthenticatorAnswer | undefined {
  if (!answer || !result) return undefined
  const { acsTransactionId, dsTransactionId } = answer
  const { exemptionReasons = [] } = server.directoryServers.find(each => each.name === name) ?? {}
  const ids = { acsTransactionId, dsTransactionId, protocolVersion: version }
  return { outcome: 'judged', ...resultOf(result, { ids, exemptionReasons }) }
}
