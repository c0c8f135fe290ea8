// The issuer's challenges: what browsers bring (CReq), what payers answer, and what browsers take back
// (CRes).

import { randomUUID } from 'node:crypto'
import { errorMessageOf, type ProtocolError } from './errorMessage.ts'
import type { DirectoryFaultDeck } from './faults.ts'
import type { MessageRecord } from './messageRecord.ts'
import { parsedContent, readMessage } from './readMessage.ts'
import type { ResultPosting } from './results.ts'
import type { WireMessage } from './tables/forms.ts'
import { challengeRequestTable } from './tables/otherMessages.ts'
import {
  type DirectoryTransaction,
  type DirectoryTransactions,
  type OpenChallenge,
  textOf,
} from './transactions.ts'
import { type ChallengeEnd, isChallengeEnd, verdictsByEnd } from './verdicts.ts'

/** What a browser is to do next. */
export type BrowserStep =
  | { readonly step: 'ask'; readonly transaction: DirectoryTransaction; readonly isWrong: boolean }
  | { readonly step: 'return'; readonly address: string; readonly fields: Readonly<Record<string, string>> }
  /** There is nowhere to go. */
  | { readonly step: 'stay'; readonly error: ProtocolError }

export type IssuerChallenges = {
  readonly receive: (creq: string, sessionData: string | undefined) => Promise<BrowserStep>
  /** By the code that was typed in, or by a button. */
  readonly answer: (acsId: string, answered: PayerAnswer) => Promise<BrowserStep>
  /** Ends a challenge without a browser; the end that counts, or undefined if there is no such challenge. */
  readonly decide: (acsId: string, end: ChallengeEnd) => Promise<ChallengeEnd | undefined>
  /** Ends challenges whose time is over. */
  readonly sweep: () => void
}

export type PayerAnswer = { readonly code?: string; readonly end?: string }

/** What the payer has to type in. */
export const correctCode = '123456'
const wrongAnswersMax = 3
const firstRequestMs = 30_000
const interfaceMs = 10 * 60_000

type ChallengeMeans = {
  readonly transactions: DirectoryTransactions
  readonly results: Pick<ResultPosting, 'conclude'>
  readonly faults: Pick<DirectoryFaultDeck, 'draw'>
  readonly record: MessageRecord
  readonly nowMs: () => number
}

type Challenged = { readonly transaction: DirectoryTransaction; readonly challenge: OpenChallenge }

export function createChallenges(means: ChallengeMeans): IssuerChallenges {
  const { transactions, results, nowMs } = means
  const find = (acsId: string) => challengesOf([transactions.find(acsId)])[0]
  const conclude = async ({ transaction, challenge }: Challenged, end: ChallengeEnd) => {
    if (challenge.end === undefined) {
      challenge.end = end
      transactions.end(transaction)
      challenge.delivery = results.conclude(transaction, end)
    }
    await challenge.delivery
    return challenge.end
  }
  const leave = async (challenged: Challenged, end: ChallengeEnd) => {
    await conclude(challenged, end)
    return returnStep(means, challenged)
  }
  return {
    async receive(creq, sessionData) {
      const text = Buffer.from(creq, 'base64url').toString()
      const challenged = find(textOf(parsedContent(text) ?? {}, 'acsTransID'))
      const error = requestError(means, text, challenged)
      if (challenged === undefined) return { step: 'stay', error: error ?? unknownChallenge }
      const wrong = error ?? takenUp(challenged.challenge, creq, sessionData)
      if (wrong) return errorStep(means, challenged.transaction, { error: wrong, sessionData })
      const { end } = challenged.challenge
      return end === undefined ? asked(challenged, nowMs(), false) : leave(challenged, end)
    },
    async answer(acsId, { code, end }) {
      const challenged = find(acsId)
      if (challenged === undefined) return { step: 'stay', error: unknownChallenge }
      const { challenge } = challenged
      if (challenge.end !== undefined) return leave(challenged, challenge.end)
      challenge.interactions += 1
      if (isChallengeEnd(end)) return leave(challenged, end)
      if (code === correctCode) return leave(challenged, 'Y')
      if (challenge.interactions >= wrongAnswersMax) return leave(challenged, 'N')
      return asked(challenged, nowMs(), true)
    },
    decide: async (acsId, end) => {
      const challenged = find(acsId)
      return challenged && conclude(challenged, end)
    },
    sweep() {
      for (const { transaction, challenge } of challengesOf(transactions.open())) {
        const end = lateEnd(challenge, nowMs())
        if (end !== undefined) void conclude({ transaction, challenge }, end)
      }
    },
  }
}

const challengesOf = (transactions: Iterable<DirectoryTransaction | undefined>): readonly Challenged[] =>
  [...transactions].flatMap(transaction =>
    transaction?.challenge ? [{ transaction, challenge: transaction.challenge }] : [],
  )

const unknownChallenge: ProtocolError = { code: '301', detail: 'acsTransID' }

/** The first request counts: a reload brings the same again, and nothing else may come. */
function takenUp(
  challenge: OpenChallenge,
  creq: string,
  sessionData: string | undefined,
): ProtocolError | undefined {
  if (challenge.request === undefined && sessionData !== undefined) challenge.sessionData = sessionData
  challenge.request ??= creq
  return challenge.request === creq ? undefined : { code: '305', detail: 'creq' }
}

function asked({ transaction, challenge }: Challenged, nowMs: number, isWrong: boolean): BrowserStep {
  challenge.shownMs = nowMs
  return { step: 'ask', transaction, isWrong }
}

/** Each interface that is shown gives the payer its own time. */
function lateEnd({ openedMs, shownMs }: OpenChallenge, nowMs: number): ChallengeEnd | undefined {
  if (shownMs === undefined) return nowMs - openedMs >= firstRequestMs ? 'neverCame' : undefined
  return nowMs - shownMs >= interfaceMs ? 'timedOut' : undefined
}

function requestError(
  { record }: ChallengeMeans,
  text: string,
  challenged: Challenged | undefined,
): ProtocolError | undefined {
  const versions = challenged ? [challenged.transaction.version] : (['2.1.0', '2.2.0', '2.3.1'] as const)
  const read = readMessage(text, { tables: { CReq: challengeRequestTable }, versions })
  const scheme = challenged?.transaction.scheme ?? ''
  const content = read.content ?? {}
  record.note({ direction: 'received', peer: 'browser', scheme, kind: 'CReq', text, content })
  if ('error' in read) return read.error
  const isOwn =
    challenged?.transaction.ids.threeDSServerTransID === textOf(read.content, 'threeDSServerTransID')
  return isOwn ? undefined : { code: '301', detail: 'threeDSServerTransID' }
}

type ErrorReturn = Omit<PostedBack, 'content'> & { readonly error: ProtocolError }

function errorStep(
  means: ChallengeMeans,
  transaction: DirectoryTransaction,
  { error, ...rest }: ErrorReturn,
): BrowserStep {
  const { version, ids } = transaction
  const about = { ...ids, messageType: 'CReq' }
  const content = errorMessageOf(error, { component: 'A', about, version })
  return postedBack(means, transaction, { content, ...rest })
}

function returnStep(means: ChallengeMeans, { transaction, challenge }: Challenged): BrowserStep {
  const { version, ids, scheme } = transaction
  const { sessionData, end = 'N' } = challenge
  const fault = means.faults.draw('return', { scheme })
  if (fault?.name === 'cres-erro')
    return errorStep(means, transaction, {
      ...{ error: { code: '403', detail: 'none' }, sessionData, isDeliberate: true },
    })
  const { status } = verdictsByEnd[end]
  const content: WireMessage = {
    messageType: 'CRes',
    messageVersion: version,
    threeDSServerTransID: ids.threeDSServerTransID,
    acsTransID: fault?.name === 'cres-other-ids' ? randomUUID() : ids.acsTransID,
    transStatus: status === 'Y' || fault?.name === 'cres-forged' ? 'Y' : 'N',
  }
  return postedBack(means, transaction, { content, sessionData, isDeliberate: fault !== undefined })
}

type PostedBack = {
  readonly content: WireMessage
  readonly sessionData: string | undefined
  readonly isDeliberate?: boolean
}

/** An error message goes the same way as an answer. */
function postedBack(
  { record }: ChallengeMeans,
  { scheme, notificationUrl }: DirectoryTransaction,
  { content, sessionData, isDeliberate = false }: PostedBack,
): BrowserStep {
  const text = JSON.stringify(content)
  const kind = textOf(content, 'messageType')
  record.note({ direction: 'sent', peer: 'browser', scheme, kind, text, content, isDeliberate })
  const cres = Buffer.from(text).toString('base64url')
  const fields = { cres, ...(sessionData !== undefined && { threeDSSessionData: sessionData }) }
  return { step: 'return', address: notificationUrl, fields }
}
