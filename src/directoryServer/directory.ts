// A directory server: reads what gateways send, checks it by its own tables, and answers.

import { brandOf } from '../standards/cardBrands.ts'
import { alteredAnswer, forcedStatus } from './alteredAnswer.ts'
import type { RangeBook } from './cardRanges.ts'
import { errorMessageOf, type ProtocolError } from './errorMessage.ts'
import type { DirectoryFaultDeck } from './faults.ts'
import { type AuthenticationAsk, answerWith, type IssuerAnswer, issuerAnswer } from './issuer.ts'
import type { SeenMethods } from './issuerServer.ts'
import type { MessageRecord } from './messageRecord.ts'
import { answerText, rangeAnswer } from './rangeAnswer.ts'
import { parsedContent, type ReadMessage, readMessage } from './readMessage.ts'
import type { ResultPosting } from './results.ts'
import type { Scheme } from './schemes.ts'
import { authenticationRequestTable } from './tables/areq.ts'
import { instantMs, type WireMessage } from './tables/forms.ts'
import { errorTable, preparationRequestTable } from './tables/otherMessages.ts'
import type { IssuerOutcome } from './testCards.ts'
import { type DirectoryTransactions, textOf } from './transactions.ts'
import type { SpokenVersion } from './versions.ts'

export type DirectoryReply = {
  readonly status: number
  readonly pieces: Iterable<string>
}

export type DirectoryMeans = {
  readonly scheme: Scheme
  readonly versions: readonly SpokenVersion[]
  readonly book: RangeBook
  readonly challengeUrl: string
  readonly fileUrl: string
  readonly transactions: DirectoryTransactions
  readonly results: Pick<ResultPosting, 'deliver'>
  readonly methods: SeenMethods
  readonly faults: Pick<DirectoryFaultDeck, 'draw' | 'isCertain'>
  readonly record: MessageRecord
  readonly nowMs: () => number
  /** An outcome that overrules the card's, if one was ordered. */
  readonly nextOutcome: (cardNumber: string) => IssuerOutcome | undefined
}

const tables = {
  AReq: authenticationRequestTable,
  PReq: preparationRequestTable,
  Erro: errorTable,
} as const

/** The kind of a message, as far as it can be told before it is checked. */
export const kindOf = (text: string): string => textOf(parsedContent(text) ?? {}, 'messageType')

/** Answers a message of a gateway. */
export async function directoryReply(means: DirectoryMeans, text: string): Promise<DirectoryReply> {
  const { scheme, versions, record } = means
  const read = readMessage(text, { tables, versions })
  const kind = textOf(read.content ?? {}, 'messageType') || 'unreadable'
  record.note({ direction: 'received', scheme: scheme.name, kind, text, content: read.content ?? {} })
  if (kind === 'AReq' && record.countRequest(textOf(read.content ?? {}, 'threeDSServerTransID')) > 1) {
    const code = textOf(read.content ?? {}, 'messageVersion') === '2.3.1' ? '312' : '301'
    return errorReply(means, { code, detail: 'threeDSServerTransID' }, read.content)
  }
  // An error message is never answered with another.
  if (kind === 'Erro') return { status: 200, pieces: [] }
  if ('error' in read)
    return { ...errorReply(means, read.error, read.content), ...(!read.content && { status: 400 }) }
  const { operatorId } = scheme
  if (operatorId !== undefined && read.content.threeDSServerOperatorID === undefined)
    return errorReply(means, { code: '201', detail: 'threeDSServerOperatorID' }, read.content)
  if (operatorId !== undefined && read.content.threeDSServerOperatorID !== operatorId)
    return errorReply(means, { code: '303', detail: 'threeDSServerOperatorID' }, read.content)
  return read.kind === 'PReq' ? rangeReply(means, read) : authenticationReply(means, read)
}

export function errorReply(
  { scheme, versions, record }: Pick<DirectoryMeans, 'scheme' | 'versions' | 'record'>,
  error: ProtocolError,
  about: WireMessage | undefined,
  {
    component = 'D',
    isDeliberate = false,
  }: { readonly component?: string; readonly isDeliberate?: boolean } = {},
): DirectoryReply {
  const asked = versions.find(version => version === about?.messageVersion)
  const version = asked ?? versions.at(-1) ?? '2.2.0'
  const content = errorMessageOf(error, { component, about, version })
  const text = JSON.stringify(content)
  record.note({ direction: 'sent', scheme: scheme.name, kind: 'Erro', text, content, isDeliberate })
  return { status: 200, pieces: [text] }
}

function rangeReply(means: DirectoryMeans, { content, version }: ReadMessage): DirectoryReply {
  const { scheme, versions, book, fileUrl, faults, record } = means
  const fault = faults.draw('range', { scheme: scheme.name })
  const answer = rangeAnswer({ content, version, versions, book, fileUrl, fault })
  if ('error' in answer) return errorReply(means, answer.error, content)
  const { head, entries } = answer
  const pieces = answerText(head, entries)
  const isDeliberate = fault !== undefined
  // A long list is written as it goes out, and nobody has it as one text.
  const whole = book.count() > wholeMax ? undefined : [...pieces].join('')
  const text = whole ?? JSON.stringify(head)
  record.note({ direction: 'sent', scheme: scheme.name, kind: 'PRes', text, content: head, isDeliberate })
  return { status: 200, pieces: whole === undefined ? pieces : [whole] }
}

const wholeMax = 1_000

async function authenticationReply(
  means: DirectoryMeans,
  { content, version }: ReadMessage,
): Promise<DirectoryReply> {
  const { scheme, faults, record, transactions, results } = means
  const error = refusalOf(means, content, version)
  if (error) return errorReply(means, error, content)
  const fault = faults.draw('answer', { scheme: scheme.name })
  const ask = askOf(means, content, version)
  const answered = answeredBy(means, ask, forcedStatus(fault))
  if (answered === undefined)
    return errorReply(means, { code: '403', detail: 'The issuer does not answer.' }, content, {
      component: 'A',
    })
  const { answer, transaction } = answered
  transactions.add(transaction)
  const { challenge } = transaction
  if (challenge && faults.draw('early', { scheme: scheme.name })) {
    challenge.end = 'Y'
    transactions.end(transaction)
    await results.deliver(transaction, 'Y')
  }
  const text = alteredAnswer(answer, fault, version)
  const isDeliberate = fault !== undefined
  record.note({ direction: 'sent', scheme: scheme.name, kind: 'ARes', text, content: answer, isDeliberate })
  return { status: 200, pieces: [text] }
}

function askOf(means: DirectoryMeans, content: WireMessage, version: SpokenVersion): AuthenticationAsk {
  const { scheme, book, challengeUrl, nowMs, nextOutcome } = means
  const card = textOf(content, 'acctNumber')
  const isStandIn = book.find(card) === undefined
  return {
    ...{ scheme, version, content, nowMs: nowMs(), challengeUrl, isStandIn },
    outcome: isStandIn ? undefined : nextOutcome(card),
  }
}

function answeredBy(
  { record, methods, faults }: DirectoryMeans,
  ask: AuthenticationAsk,
  forced: string | undefined,
): IssuerAnswer | undefined {
  const { content } = ask
  if (forced !== undefined) return answerWith({ ...ask, isStandIn: false }, { status: forced })
  const reused = textOf(content, 'threeDSMethodId')
  const methodId = reused || textOf(content, 'threeDSServerTransID')
  if (content.threeDSCompInd === 'Y' && !methods.has(methodId)) {
    record.countFalseMethod()
    if (faults.isCertain('punish-false-method')) return answerWith(ask, { status: 'N', reason: '11' })
  }
  return issuerAnswer(ask)
}

const purchaseDateMs = 30 * 60_000

/** What a directory server checks beyond the form of fields. */
function refusalOf(
  { scheme, book, nowMs }: DirectoryMeans,
  content: WireMessage,
  version: SpokenVersion,
): ProtocolError | undefined {
  if (content.deviceChannel === '01') return { code: '203', detail: 'deviceChannel' }
  const purchasedMs = instantMs(textOf(content, 'purchaseDate'))
  if (version === '2.3.1' && purchasedMs !== undefined && Math.abs(nowMs() - purchasedMs) > purchaseDateMs)
    return { code: '203', detail: 'purchaseDate' }
  const card = textOf(content, 'acctNumber')
  const range = book.find(card)
  if (range === undefined) {
    const standsIn = scheme.unknownCards === 'attempted' && scheme.networks.includes(brandOf(card))
    return standsIn ? undefined : { code: '305', detail: 'acctNumber' }
  }
  return range.versions.includes(version) ? undefined : { code: '102', detail: range.versions.join(',') }
}
