// The answer of explain: everything recorded about one transaction, as a timeline.

import { operationNamed } from '../../contract/catalogue.ts'
import { type Content, isObject, withDefaults } from '../../contract/kit/content.ts'
import { requestModelAt } from '../../contract/kit/operation.ts'
import { unforwardedFields } from '../../contract/kit/project.ts'
import { toDecimal } from '../../orders/money.ts'
import { readDocument } from '../model/documents.ts'
import type {
  LoadedOrder,
  OrderKey,
  RecordedTransaction,
  TracedNotification,
  TransactionTrace,
} from '../model/journal.ts'
import { stepsOf } from '../model/steps.ts'
import { derivedFields } from './derivedFields.ts'
import { isoTime, transactionContent } from './outcome.ts'
import { orderContentNow, sentRequest, shownRequest, withProfile } from './record.ts'

/** Everything recorded about a transaction, with card data masked. */
export function explanationOf(
  key: OrderKey,
  order: LoadedOrder,
  { known, traces }: { readonly known: RecordedTransaction; readonly traces: readonly TransactionTrace[] },
): Content {
  const parts = traces.map(explainedOutcomes)
  const chapters = parts.flat()
  const first = chapters.at(0)
  const newest = chapters.at(-1)
  const written = readDocument(known.request)
  const request = sentRequest(written)
  const { id, status } = orderContentNow(key, order)
  return {
    merchant: key.merchantId,
    order: { id, status },
    transaction: transactionContent(known),
    operation: known.operation,
    version: String(known.apiVersion),
    result: known.result,
    gatewayCode: known.gatewayCode,
    decidedBy: deciderOf(newest),
    request,
    values: valuesOf(known, written, first),
    rules: stepsOf(known).flatMap((step, index) => rulesOf(step, parts[index]?.at(0))),
    totals: { before: before(first), ...(newest && { after: orderStateAfter(newest.outcome.order) }) },
    ...(known.owed && { owed: owedContent(known.owed) }),
    steps: timelineOf(stepsOf(known), traces),
  }
}

/** Who settled it as it is now. */
function deciderOf(newest: ExplainedOutcome | undefined): string {
  if (!newest) return 'NOBODY_YET'
  const { asked, settledBy } = newest.story
  const isAnswered = isObject(asked) && asked.answer !== 'silent' && asked.answer !== 'undecided'
  if (settledBy === 'payer') return isAnswered ? counterpartyOf(asked.verb) : 'PAYER'
  if (settledBy !== undefined) return 'RECOVERY'
  return isAnswered ? counterpartyOf(asked.verb) : 'GATEWAY'
}

/** The origin of values that are not in the request itself. */
function valuesOf(
  known: RecordedTransaction,
  written: Content,
  first: ExplainedOutcome | undefined,
): Content {
  const shape = requestModelAt(operationNamed(known.operation), known.apiVersion)
  const whole = withDefaults(shape, shownRequest(written))
  const { sources, cardOf } = first?.story ?? {}
  const { ofOrder } = written
  const leftOut = unforwardedFields(shape, shownRequest(written))
  return {
    ...(isObject(sources) && { taken: sources }),
    ...(typeof cardOf === 'string' && { cardOfTransaction: cardOf }),
    ...(isObject(ofOrder) && { groupsOfOrder: Object.keys(ofOrder) }),
    ...(leftOut.length > 0 && { leftOut }),
    defaults: additions(sentRequest(written), withDefaults(shape, withProfile(written))),
    derived: additions(whole, derivedFields(whole)),
  }
}

/** The values that only `above` has, by path. */
function additions(below: Content, above: Content, path = ''): Content {
  const found: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(above)) {
    const under = below[name]
    const place = `${path}${name}`
    if (under === undefined && !isObject(value)) found[place] = value
    else if (isObject(value))
      Object.assign(found, additions(isObject(under) ? under : {}, value, `${place}.`))
  }
  return found
}

function rulesOf(
  { operation }: RecordedTransaction,
  first: ExplainedOutcome | undefined,
): readonly Content[] {
  const { status = 'NEW' } = before(first)
  const admission = { rule: 'ORDER_STATUS', status, operation, verdict: 'ADMITTED' }
  if (!first || first.story.settledBy !== undefined) return [admission]
  const own = { rule: first.story.rule ?? first.gatewayCode, verdict: first.result, sent: false }
  const { response } = first.outcome
  const risk = isObject(response) && isObject(response.risk) ? response.risk.gatewayCode : undefined
  return [
    admission,
    ...(first.story.asked === undefined ? [own] : []),
    ...(risk === undefined ? [] : [{ rule: 'RISK', verdict: risk }]),
  ]
}

const before = (first: ExplainedOutcome | undefined): Content =>
  isObject(first?.story.before) ? first.story.before : newOrder

const newOrder: Content = { status: 'NEW' }

/** Status and totals of the order after it. */
function orderStateAfter(order: unknown): Content {
  if (!isObject(order)) return {}
  const { status, totalAuthorizedAmount, totalCapturedAmount, totalRefundedAmount } = order
  return { status, totalAuthorizedAmount, totalCapturedAmount, totalRefundedAmount }
}

function owedContent(owed: NonNullable<RecordedTransaction['owed']>): Content {
  const { obligation, status, attempts, lastAttemptAtMs } = owed
  return {
    obligation: obligation.toUpperCase(),
    status,
    attempts,
    ...(lastAttemptAtMs !== undefined && { lastAttemptTime: isoTime(lastAttemptAtMs) }),
  }
}

/** One outcome of a transaction, read: the first answer, or what became of it. */
type ExplainedOutcome = Omit<TransactionTrace['outcomes'][number], 'outcome'> & {
  readonly outcome: Content
  readonly story: Content
}

function explainedOutcomes({ outcomes }: TransactionTrace): readonly ExplainedOutcome[] {
  return outcomes.map(({ outcome: document, ...rest }) => {
    const outcome = readDocument(document)
    return { ...rest, outcome, story: isObject(outcome.story) ? outcome.story : {} }
  })
}

type TimelineEntry = { readonly atMs: number; readonly content: Content }

/** What happened, in the order it happened in; each request under one id has a trace of its own. */
function timelineOf(
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

/** The counterparty that a verb belongs to. */
const counterpartyOf = (verb: unknown): 'ACQUIRER' | 'ISSUER' | 'PROVIDER' =>
  counterpartiesByVerb.get(verb) ?? 'ACQUIRER'

const counterpartiesByVerb: ReadonlyMap<unknown, 'ISSUER' | 'PROVIDER'> = new Map([
  ['enrolment', 'ISSUER'],
  ['authenticate', 'ISSUER'],
  ['challenge', 'ISSUER'],
  ['initiate', 'PROVIDER'],
  ['confirm', 'PROVIDER'],
  ['progress', 'PROVIDER'],
])

/** The exchange with the counterparty: what it was asked about, and what it answered in its own codes. */
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

/** The issuer's answer, in the codes of 3-D Secure. */
function wordOf(authentication: unknown): Content {
  const said = isObject(authentication) ? authentication['3ds2'] : undefined
  const { transactionStatus, statusReasonCode } = isObject(said) ? said : {}
  return {
    ...(transactionStatus !== undefined && { transactionStatus }),
    ...(statusReasonCode !== undefined && { statusReasonCode }),
  }
}

/** The name of a step in the timeline, by what settled it. */
const outcomeSteps: ReadonlyMap<unknown, string> = new Map([
  [undefined, 'ANSWERED'],
  ['payer', 'PAYER_WENT_ON'],
])

function notificationSteps(notification: TracedNotification): readonly TimelineEntry[] {
  const { sequence, dueAtMs, taken, attempts } = notification
  return [
    { atMs: dueAtMs, content: { step: 'NOTIFICATION_DUE', sequence, ...taken } },
    ...attempts.map(({ atMs, target, ...made }) => ({
      atMs,
      content: { step: 'NOTIFICATION_ATTEMPTED', sequence, target: withoutQuery(target), ...made },
    })),
  ]
}

/** The query of a receiver's address often contains a secret. */
const withoutQuery = (target: string): string => target.replace(/[?#].*/s, '')
