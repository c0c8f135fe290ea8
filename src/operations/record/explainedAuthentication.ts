// How a payer was authenticated, for explain: the messages in the order they happened in, and on whose word
// the outcome rests.

import type { ExplainedAuthentication, ExplainedCode, ExplainedStepName } from '../../contract/explanation.ts'
import type { Content } from '../../contract/kit/content.ts'
import {
  challengeCancelWords,
  statusReasonWords,
  transactionStatusWords,
} from '../../standards/payerAuthenticationWords.ts'
import type { AuthenticationTrace } from '../../threeDSecure/port.ts'
import type { ConsultedFacts } from '../model/documents.ts'
import type { RecordedTransaction } from '../model/journal.ts'
import { stepsOf } from '../model/steps.ts'
import { isoTime } from './outcome.ts'

export type TimelineEntry = {
  readonly atMs: number
  readonly content: Content & { readonly step: ExplainedStepName }
}

/** By which the 3-D Secure server knows it, if it was asked about one. */
export const serverTransactionIdOf = (known: RecordedTransaction): string | undefined =>
  known.type === 'AUTHENTICATION' ? consultedIn(known).serverTransactionId : undefined

/** What was recorded with both requests; the newer counts. */
const consultedIn = (known: RecordedTransaction): ConsultedFacts =>
  Object.assign({}, ...stepsOf(known).map(({ outcome }) => outcome?.consulted))

/** Nothing of simulated issuers: they exchange no messages. */
export function explainedAuthentication(
  known: RecordedTransaction,
  trace: AuthenticationTrace | undefined,
): { readonly authentication?: ExplainedAuthentication } {
  const serverTransactionId = serverTransactionIdOf(known)
  if (serverTransactionId === undefined || !trace) return {}
  const { evidence = {} } = consultedIn(known)
  const prior = stepsOf(known).at(-1)?.outcome?.consulted?.prior
  const { transStatus: _, transStatusReason: __, challengeCancel, messageVersion: ___, ...others } = evidence
  const told = known.outcome?.fields.authentication?.['3ds2'] ?? {}
  const { transactionStatus, statusReasonCode, dsTransactionId, acsTransactionId } = told
  const { directoryServer, protocolVersion } = trace
  return {
    authentication: {
      ...{ directoryServer, protocolVersion, serverTransactionId },
      ...(dsTransactionId !== undefined && { dsTransactionId }),
      ...(acsTransactionId !== undefined && { acsTransactionId }),
      ...(transactionStatus !== undefined && { status: coded(transactionStatus, transactionStatusWords) }),
      ...(statusReasonCode !== undefined && { reason: coded(statusReasonCode, statusReasonWords) }),
      ...(challengeCancel !== undefined && { challengeCancel: coded(challengeCancel, challengeCancelWords) }),
      ...authorityOf(known),
      ...(Object.keys(others).length > 0 && { evidence: others }),
      ...(prior && { prior: { ...prior, atMs: undefined, time: isoTime(prior.atMs) } }),
    },
  }
}

const coded = (code: string, words: (code: string) => string): ExplainedCode => ({
  code,
  meaning: words(code),
})

/** On whose word the outcome rests, and from which message it is known. */
function authorityOf(known: RecordedTransaction): Pick<ExplainedAuthentication, 'knownFrom' | 'saidBy'> {
  const { isInferred, resultWithinMs } = consultedIn(known)
  const { authentication } = known.outcome?.fields ?? {}
  const { transactionStatus } = authentication?.['3ds2'] ?? {}
  const isChallenged = authentication?.payerInteraction === 'REQUIRED'
  if (isInferred) {
    const within =
      resultWithinMs === undefined ? 'in time' : `in ${Math.round(resultWithinMs / 60_000)} minutes`
    return { saidBy: 'NOBODY', knownFrom: `No result (RReq) came ${within}: the payer has failed.` }
  }
  if (known.result === 'PENDING')
    return { saidBy: 'NOBODY_YET', knownFrom: 'The payer is challenged, and no result (RReq) has come.' }
  if (transactionStatus === undefined)
    return { saidBy: 'NOBODY', knownFrom: 'No answer (ARes) came that could be used.' }
  return {
    saidBy: 'ISSUER',
    knownFrom: isChallenged ? 'The result (RReq) of the challenge.' : 'The answer (ARes).',
  }
}

/** The messages with a directory server; what a browser says proves nothing. */
export function messageEntries(
  known: RecordedTransaction,
  trace: AuthenticationTrace | undefined,
): readonly TimelineEntry[] {
  if (!trace) return []
  const { returnedAtMs, results } = trace
  return [
    ...requestEntries(known, trace),
    ...answerEntries(known, trace),
    ...(returnedAtMs === undefined ? [] : [{ atMs: returnedAtMs, content: browserReturned }]),
    ...results.map(result => resultEntry(result, trace)),
  ]
}

/** It was written down before it was sent: of a node that died then, nobody knows whether it went out. */
function requestEntries(known: RecordedTransaction, trace: AuthenticationTrace): readonly TimelineEntry[] {
  const { askedAtMs, answer, directoryServer, protocolVersion } = trace
  const asked = stepsOf(known).at(-1)?.outcome?.story.asked
  if (!answer && asked?.isUnreached) return []
  const isUncertain = !answer && asked === undefined
  const sent = { messageType: 'AReq', directoryServer, protocolVersion, ...(isUncertain && { isUncertain }) }
  return [{ atMs: askedAtMs, content: { step: 'MESSAGE_SENT', ...sent } }]
}

/** The answer, or the error message in its place or about it. */
function answerEntries(known: RecordedTransaction, trace: AuthenticationTrace): readonly TimelineEntry[] {
  const { answer, directoryServer } = trace
  const said = { step: 'MESSAGE_RECEIVED', messageType: 'ARes', directoryServer } as const
  if (answer) {
    const { evidence = {} } = consultedIn(known)
    const { acsTransactionId, dsTransactionId, atMs, isChallenge } = answer
    const status = isChallenge ? statusContent('C') : statusContent(evidence.transStatus, evidence)
    return [{ atMs, content: { ...said, ...status, acsTransactionId, dsTransactionId } }]
  }
  const step = stepsOf(known).at(-1)
  const { erro, tookMs = 0 } = step?.outcome?.story.asked ?? {}
  if (!step || !erro) return []
  const atMs = Math.max(trace.askedAtMs, step.startedAtMs + tookMs)
  const { code, text, direction } = erro
  const told = { messageType: 'Erro', directoryServer, code, text }
  return direction === 'received'
    ? [{ atMs, content: { step: 'MESSAGE_RECEIVED', ...told } }]
    : [
        { atMs, content: { ...said, isRefused: true } },
        { atMs, content: { step: 'MESSAGE_SENT', ...told } },
      ]
}

const browserReturned = { step: 'BROWSER_RETURNED' } as const

type TracedResult = AuthenticationTrace['results'][number]

function resultEntry(result: TracedResult, { answer, directoryServer }: AuthenticationTrace): TimelineEntry {
  const { atMs, values, repeats, contradictions, acsTransactionId, dsTransactionId } = result
  const isOfAnswer =
    answer !== undefined &&
    answer.acsTransactionId.toLowerCase() === acsTransactionId &&
    answer.dsTransactionId.toLowerCase() === dsTransactionId
  const { transStatus, challengeCancel } = values
  return {
    atMs,
    content: {
      ...{ step: 'MESSAGE_RECEIVED', messageType: 'RReq', directoryServer },
      ...statusContent(transStatus, values),
      ...(challengeCancel !== undefined && {
        challengeCancel,
        cancelled: challengeCancelWords(challengeCancel),
      }),
      ...(!isOfAnswer && { hasOtherIds: true, acsTransactionId, dsTransactionId }),
      ...(repeats > 0 && { repeats }),
      ...(contradictions > 0 && { contradictions }),
    },
  }
}

function statusContent(
  transStatus: string | undefined,
  { transStatusReason }: { readonly transStatusReason?: string } = {},
): Content {
  return {
    ...(transStatus !== undefined && { transStatus, meaning: transactionStatusWords(transStatus) }),
    ...(transStatusReason !== undefined && {
      transStatusReason,
      reason: statusReasonWords(transStatusReason),
    }),
  }
}
