import { type Content, isObject } from '../../contract/kit/content.ts'
import { toDecimal } from '../../orders/money.ts'
import type { RecordedTransaction, TracedNotification, TransactionTrace } from '../model/journal.ts'
import { isoTime } from './outcome.ts'
import { readDocument } from './record.ts'
import { sentRequest } from './writtenRequest.ts'

/** One outcome of a transaction, read: the first answer, or what became of it. */
export type ExplainedOutcome = Omit<TransactionTrace['outcomes'][number], 'outcome'> & {
  readonly outcome: Content
  readonly story: Content
}

export function explainedOutcomes({ outcomes }: TransactionTrace): readonly ExplainedOutcome[] {
  return outcomes.map(({ outcome: document, ...rest }) => {
    const outcome = readDocument(document)
    return { ...rest, outcome, story: isObject(outcome.story) ? outcome.story : {} }
  })
}

type TimelineEntry = { readonly atMs: number; readonly content: Content }

/** What happened, in the order it happened in; each request under one id has a trace of its own. */
export function timelineOf(
  requests: readonly RecordedTransaction[],
  traces: readonly TransactionTrace[],
): readonly Content[] {
  return requests
    .flatMap((known, index) => happened(known, traces[index]))
    .sort((one, other) => one.atMs - other.atMs)
    .map(({ atMs, content: { step, ...rest } }) => ({ step, time: isoTime(atMs), ...rest }))
}

function happened(known: RecordedTransaction, trace: TransactionTrace | undefined): readonly TimelineEntry[] {
  if (!trace) return []
  const chapters = explainedOutcomes(trace)
  return [
    ...beginning(known, sentRequest(readDocument(known.request)), chapters.at(0)),
    ...trace.exchanges.map(exchangeStep),
    ...chapters.map(outcomeStep),
    ...trace.notifications.flatMap(notificationSteps),
  ]
}

function beginning(
  known: RecordedTransaction,
  request: Content,
  first: ExplainedOutcome | undefined,
): readonly TimelineEntry[] {
  const { operation, apiVersion, startedAtMs: atMs, amount, currency } = known
  const { waitedMs, asked } = first?.story ?? {}
  const money = { amount: toDecimal(amount, currency), currency }
  const received = { step: 'RECEIVED', operation, version: String(apiVersion) }
  return [
    { atMs, content: { ...received, ...(waitedMs !== undefined && { waitedForOrderMs: waitedMs }) } },
    ...(first && isObject(asked)
      ? [{ atMs, content: askedContent({ ...asked, ...money }, request, first) }]
      : []),
  ]
}

/** Whom a verb is for. */
export const counterpartyOf = (verb: unknown): 'ACQUIRER' | 'ISSUER' | 'PROVIDER' =>
  counterpartiesByVerb.get(verb) ?? 'ACQUIRER'
const counterpartiesByVerb: ReadonlyMap<unknown, 'ISSUER' | 'PROVIDER'> = new Map([
  ['enrolment', 'ISSUER'],
  ['authenticate', 'ISSUER'],
  ['challenge', 'ISSUER'],
  ['initiate', 'PROVIDER'],
  ['confirm', 'PROVIDER'],
  ['progress', 'PROVIDER'],
])

/** The exchange with whoever was asked: what about, and in its words what it answered. */
function askedContent(asked: Content, request: Content, { outcome }: ExplainedOutcome): Content {
  const { transaction, response } = outcome
  const about = isObject(transaction) ? transaction : {}
  const said = isObject(response) ? response : {}
  const card = numberIn(request)
  return {
    step: `${counterpartyOf(asked.verb)}_ASKED`,
    ...asked,
    ...(card !== undefined && { card }),
    ...(said.acquirerCode !== undefined && { acquirerCode: said.acquirerCode }),
    ...(said.acquirerMessage !== undefined && { acquirerMessage: said.acquirerMessage }),
    ...(about.authorizationCode !== undefined && { authorizationCode: about.authorizationCode }),
  }
}

/** Masked before it was written. */
function numberIn({ sourceOfFunds }: Content): unknown {
  const provided = isObject(sourceOfFunds) ? sourceOfFunds.provided : undefined
  const card = isObject(provided) ? (provided.card ?? provided.giftCard) : undefined
  return isObject(card) ? card.number : undefined
}

const exchangeStep = ({
  kind,
  attempt,
  content,
  atMs,
}: TransactionTrace['exchanges'][number]): TimelineEntry => ({
  atMs,
  content: { step: exchangeSteps[kind], attempt, ...readDocument(content) },
})

const exchangeSteps = {
  reversal: 'REVERSAL_ATTEMPTED',
  advice: 'ADVICE_ATTEMPTED',
  inquiry: 'INQUIRY_ATTEMPTED',
  rest: 'REST_AWAITED',
  late: 'LATE_ANSWER',
} as const satisfies Record<TransactionTrace['exchanges'][number]['kind'], string>

function outcomeStep({
  recordedAtMs: atMs,
  result,
  gatewayCode,
  sequence,
  story,
  outcome,
}: ExplainedOutcome): TimelineEntry {
  const { settledBy, attempt, asked } = story
  const { order, transaction, browserPayment, authentication } = outcome
  const { authenticationStatus } = isObject(transaction) ? transaction : {}
  const interaction = isObject(browserPayment) ? browserPayment.interaction : undefined
  return {
    atMs,
    content: {
      step: outcomeSteps.get(settledBy) ?? 'SETTLED_BY_RECOVERY',
      result,
      gatewayCode,
      sequence,
      ...(settledBy !== undefined && { by: settledBy }),
      ...(attempt !== undefined && { attempt }),
      ...(settledBy !== undefined &&
        isObject(asked) && { [counterpartyOf(asked.verb).toLowerCase()]: asked.answer }),
      ...(authenticationStatus !== undefined && { authenticationStatus, ...wordOf(authentication) }),
      ...(isObject(interaction) && { interaction: interaction.status }),
      ...(isObject(order) && { orderStatus: order.status }),
    },
  }
}

/** What the issuer said, in its own letters. */
function wordOf(authentication: unknown): Content {
  const said = isObject(authentication) ? authentication['3ds2'] : undefined
  const { transactionStatus, statusReasonCode } = isObject(said) ? said : {}
  return {
    ...(transactionStatus !== undefined && { transactionStatus }),
    ...(statusReasonCode !== undefined && { statusReasonCode }),
  }
}

/** By who brought it about. */
const outcomeSteps: ReadonlyMap<unknown, string> = new Map([
  [undefined, 'ANSWERED'],
  ['payer', 'PAYER_WENT_ON'],
])

function notificationSteps(told: TracedNotification): readonly TimelineEntry[] {
  const { sequence, dueAtMs, taken, attempts } = told
  return [
    { atMs: dueAtMs, content: { step: 'NOTIFICATION_DUE', sequence, ...taken } },
    ...attempts.map(({ atMs, target, ...made }) => ({
      atMs,
      content: { step: 'NOTIFICATION_ATTEMPTED', sequence, target: withoutQuery(target), ...made },
    })),
  ]
}

/** Receivers are often known to a merchant's servers by a secret there. */
const withoutQuery = (target: string): string => target.replace(/[?#].*/s, '')
