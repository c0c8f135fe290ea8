// An acquirer behind a link: asks of the port become messages, and answers become answers of the port.

import type { Clock } from '../../platform/clock.ts'
import type { Log } from '../../platform/log.ts'
import type {
  Acquirer,
  AcquirerAnswer,
  AcquirerAsk,
  ExchangedMessage,
  LateAnswerListener,
  UnsentReason,
} from '../port.ts'
import type { LinkSettings, MerchantIdentity } from '../routing/settings.ts'
import { secretsOf } from './codec/cardInMessage.ts'
import { createRedactionInLines } from './codec/redaction.ts'
import { fieldNumbers } from './dialects/dialect.ts'
import type { IsoMessage } from './dialects/message.ts'
import type { ExchangeOptions, IsoExchange, IsoLink } from './link/exchange.ts'
import { createAssignment } from './messages/assignment.ts'
import type { TraceNumberLeases } from './messages/leases.ts'
import { localDateAndTime } from './messages/messageTimes.ts'
import { traceNumberScope, writtenTraceNumber } from './messages/numbering.ts'
import type { AskedQuestion, Question } from './messages/question.ts'
import { createQuestioning, type NoQuestion, repeatsLeftFor } from './messages/questioning.ts'
import { createFieldWriter, createQuestionWriter, type UnfitQuestion } from './messages/request.ts'
import { createAnswerReading, type ReadAnswer } from './messages/response.ts'
import { type IsoTrace, readTrace } from './messages/trace.ts'
import { createTraceNumbers, type TraceNumbers } from './messages/traceNumbers.ts'
import { verbsOf } from './messages/wiredAsk.ts'
import { withoutCard } from './messages/withoutCard.ts'

export type IsoAcquirerOptions = {
  readonly link: IsoLink
  readonly settings: LinkSettings
  readonly identityOf: (merchantId: string) => MerchantIdentity | undefined
  readonly leases: TraceNumberLeases
  readonly clock: Clock
  readonly log: Log
  /** Called with answers that come after their deadline, or twice; the asks have no card. */
  readonly onLateAnswer: LateAnswerListener
}

export type IsoAcquirer = Acquirer & {
  /** How many trace numbers are in memory: for metrics. */
  readonly traceNumbersLeft: () => number
}

export function createIsoAcquirer(options: IsoAcquirerOptions): IsoAcquirer {
  const { settings, leases, clock, log } = options
  const numbers = createTraceNumbers({ kind: settings.dialect.traceNumbers.scope, leases, clock })
  const assign = createAssignment({ ...options, numbers })
  const questionOf = createQuestioning(options)
  const exchange = createExchange(options)
  const traced = createTracing(settings, { assign, numbers })

  async function answerTo(ask: AcquirerAsk, deadline: AbortSignal): Promise<AcquirerAnswer> {
    const traces = await traced(ask)
    if ('outcome' in traces) return stuck(ask, traces)
    const question = questionOf(ask, traces)
    if (!('ask' in question)) return stuck(ask, withoutQuestion(ask, question))
    const repeatsLeft = repeatsLeftFor(settings, question.form, ask)
    if (repeatsLeft === undefined) return exchange(question, deadline)
    const answer = await exchange(question, deadline)
    const isSettled = answer.outcome === 'unsent' || (answer.outcome === 'approved' && !answer.isBlind)
    return isSettled ? answer : { ...answer, repeatsLeft }
  }

  /** What was not sent by this link, or too often, stays open until somebody looks at it. */
  function stuck(ask: AcquirerAsk, answer: AcquirerAnswer): AcquirerAnswer {
    if (answer.outcome === 'unsent' && needsOperator.has(answer.reason)) {
      const facts = { name: settings.name, merchant: ask.merchantId, reason: answer.reason }
      log.warn('A question cannot be put to an acquirer any more: an operator has to settle it', facts)
    }
    return answer
  }

  return {
    name: settings.name,
    verbs: verbsOf(settings.dialect),
    assign,
    traceNumbersLeft: numbers.left,
    send: (ask, deadline) =>
      answerTo(ask, deadline).catch(fault => {
        // Before anything was sent: what comes after that is caught where it happens.
        log.fault('A question could not be put to an acquirer', fault, { name: settings.name })
        return notSent(ask, { unfit: 'an internal error', gatewayCode: 'UNSPECIFIED_FAILURE' })
      }),
  }
}

const needsOperator: ReadonlySet<UnsentReason> = new Set([
  ...(['not of this link', 'of another merchant', 'no repeat allowed any more'] as const),
])

type Tracing = { readonly assign: ReturnType<typeof createAssignment>; readonly numbers: TraceNumbers }
type Traces = { readonly trace: IsoTrace; readonly ownNumber?: string }

/**
 * The trace that an ask brings. A balance or an inquiry changes nothing, so its number need not be stored.
 */
function createTracing(settings: LinkSettings, { assign, numbers }: Tracing) {
  return (ask: AcquirerAsk): Traces | AcquirerAnswer | Promise<Traces | AcquirerAnswer> => {
    if (ask.verb === 'balance') return ofBalance(ask)
    const isAboutOriginal = ask.verb === 'reverse' || ask.verb === 'inquire'
    const trace = readTrace(isAboutOriginal ? (ask.original.trace ?? ask.trace) : ask.trace)
    if (trace === undefined) return { outcome: 'unsent', reason: 'not of this link' }
    return ask.verb === 'inquire' ? ofInquiry(trace) : { trace }
  }

  async function ofBalance(ask: AcquirerAsk): Promise<Traces | AcquirerAnswer> {
    const assigned = await assign(ask)
    if ('unsent' in assigned) return { outcome: 'unsent', reason: assigned.unsent }
    if ('refused' in assigned)
      return declinedUnsent({ unfit: assigned.refused, gatewayCode: 'NOT_SUPPORTED' })
    const trace = readTrace(assigned.trace)
    if (trace === undefined) throw new Error('What was assigned is a trace')
    return { trace }
  }

  async function ofInquiry(trace: IsoTrace): Promise<Traces | AcquirerAnswer> {
    const number = await numbers.take(traceNumberScope(settings, trace.terminal))
    if (number === 'exhausted') return { outcome: 'unsent', reason: 'no trace number left' }
    return { trace, ownNumber: writtenTraceNumber(number) }
  }
}

/** Declined by ourselves: not a byte was sent. */
const declinedUnsent = ({ unfit, gatewayCode }: UnfitQuestion): AcquirerAnswer => ({
  ...{ outcome: 'declined', gatewayCode, acquirerCode: 'NOT SENT', acquirerMessage: `Not sent: ${unfit}` },
})

/**
 * About something that was sent before, nothing is declined by ourselves: only its host knows what became of
 * that, and what was not sent is no repeat.
 */
const notSent = (ask: AcquirerAsk, why: UnfitQuestion): AcquirerAnswer =>
  ask.verb === 'reverse' || ask.verb === 'inquire' || ('repeat' in ask && ask.repeat > 0)
    ? { outcome: 'unsent', reason: 'cannot be written' }
    : declinedUnsent(why)

const withoutQuestion = (ask: AcquirerAsk, none: NoQuestion): AcquirerAnswer =>
  'unsent' in none
    ? { outcome: 'unsent', reason: none.unsent }
    : notSent(ask, { unfit: none.notSupported, gatewayCode: 'NOT_SUPPORTED' })

/** A merchant reads in the answer why it was declined; of what is only unsent the log has to say it. */
function unwritten(log: Log, { ask, settings: { name } }: Question, why: UnfitQuestion): AcquirerAnswer {
  const answer = notSent(ask, why)
  if (answer.outcome === 'unsent')
    log.warn('a message does not fit the dialect', { name, merchant: ask.merchantId, reason: why.unfit })
  return answer
}

/** One question over the link, and what became of it. */
function createExchange({ link, settings, log, onLateAnswer }: IsoAcquirerOptions) {
  const { dialect, name } = settings
  const write = createQuestionWriter(dialect)
  const redact = createRedactionInLines(dialect)
  const read = createAnswerReading({ settings, redact, log })
  const identifying = createFieldWriter(dialect, fieldNumbers(dialect.answers.matchOn))

  const readSafely: ReadAnswer = (asked, answer, awaited) => {
    try {
      return read(asked, answer, awaited)
    } catch (fault) {
      log.fault('An answer of an acquirer could not be read', fault, { name })
      return { outcome: 'silent', messages: awaited === undefined ? [] : [awaited.sent] }
    }
  }

  /** A link never throws; if it did, something may have been sent. */
  const exchangeSafely = (message: IsoMessage, options: ExchangeOptions): Promise<IsoExchange> =>
    link.exchange(message, options).catch(fault => {
      log.fault('A link failed in the middle of an exchange', fault, { name })
      return { state: 'silent' }
    })

  return async (question: Question, deadline: AbortSignal): Promise<AcquirerAnswer> => {
    const message = write(question)
    const { ask, original } = question
    if ('unfit' in message) return unwritten(log, question, message)
    const { type } = message
    const asked = askedOf(question, type)
    const sent: ExchangedMessage = { link: name, direction: 'sent', type, fields: redact(message) }
    const isReversal = ask.verb === 'reverse'
    const result = await exchangeSafely(message, {
      deadline,
      onLate: answer => onLateAnswer(asked.ask, readSafely(asked, answer)),
      after: isReversal && original ? identifying(originalMessage(question)) : undefined,
      isBacklog: isReversal || ask.verb === 'inquire' || asked.isRepeat,
    })
    switch (result.state) {
      case 'answered':
        return readSafely(asked, result.answer, {
          ...{ sent, question: message.fields },
          secrets: secretsOf(ask),
        })
      case 'unsent':
        return { outcome: 'unsent', reason: result.reason }
      default:
        return { outcome: 'silent', messages: [sent] }
    }
  }
}

/** As the original itself was sent: by that the link knows on which connection. */
const originalMessage = (reversal: Question): Question => ({
  ...reversal,
  traceNumber: reversal.trace.traceNumber,
  transmittedAtMs: reversal.startedAtMs,
})

function askedOf(question: Question, type: string): AskedQuestion {
  const { ask, wired, trace, amount, traceNumber, processingCode, memory } = question
  const { reference, acceptor, entryMode } = trace
  return {
    ask: withoutCard(ask),
    wired,
    isRepeat: 'repeat' in ask && ask.repeat > 0,
    type,
    amount,
    traceNumber,
    processingCode,
    reference,
    acceptor,
    entryMode,
    memory,
    localTime: localDateAndTime(question.startedAtMs, question.offsetMs),
  }
}
