// The answer of explain: everything recorded about one transaction, as a timeline.

import { operationNamed } from '../../contract/catalogue.ts'
import type {
  ExplainedDecider,
  ExplainedObligation,
  ExplainedRule,
  ExplainedStep,
  ExplainedStepName,
  ExplainedValues,
  Explanation,
  OrderStateRecord,
} from '../../contract/explanation.ts'
import { type Content, isObject } from '../../contract/kit/content.ts'
import { requestModelAt } from '../../contract/kit/operation.ts'
import { unforwardedFields } from '../../contract/kit/project.ts'
import type { TransactionRecord } from '../../contract/model.ts'
import { toDecimal } from '../../orders/money.ts'
import { maskedMailAddress } from '../../standards/mailAddress.ts'
import type { AuthenticationTrace } from '../../threeDSecure/port.ts'
import type { AskedCounterparty, OutcomeContents, RequestContents, RiskStory } from '../model/documents.ts'
import type {
  LoadedOrder,
  ObligationProgress,
  OrderKey,
  RecordedTransaction,
  TracedNotification,
  TracedReceipt,
  TransactionTrace,
} from '../model/journal.ts'
import { isRejectedByReview } from '../model/partialPayments.ts'
import { stepsOf } from '../model/steps.ts'
import { derivedFields } from './derivedFields.ts'
import { explainedAuthentication, messageEntries, type TimelineEntry } from './explainedAuthentication.ts'
import { isoTime, transactionContent } from './outcome.ts'
import { orderContentNow, shownRequest, withDefaultsAt, withProfile } from './record.ts'
import { storyForMerchant } from './riskContent.ts'
import { readMessages } from './shownMessages.ts'

/** Everything recorded about a transaction, with card data masked. */
export function explanationOf(
  key: OrderKey,
  order: LoadedOrder,
  { known, traces, authentication, receipt, isForOperator = false }: ExplainedRecords,
): Explanation {
  const outcomes = traces.flatMap(trace => trace.outcomes)
  const first = outcomes.at(0)
  const newest = outcomes.at(-1)
  const { id, status } = orderContentNow(key, order)
  return {
    merchant: key.merchantId,
    order: { id, status },
    transaction: transactionContent(known),
    operation: known.operation,
    version: String(known.apiVersion),
    result: known.result,
    gatewayCode: known.gatewayCode,
    // A review decides about the risk, not about the result.
    decidedBy: deciderOf(outcomes.findLast(({ outcome }) => outcome.story.settledBy !== 'review')),
    request: known.request.fields,
    values: valuesOf(known, known.request, first),
    rules: stepsOf(known).flatMap((step, index) =>
      rulesOf(step, traces[index]?.outcomes ?? [], isForOperator),
    ),
    totals: { before: before(first), ...(newest && { after: orderStateAfter(newest.outcome.fields.order) }) },
    ...(known.owed && { owed: owedContent(known, known.owed) }),
    ...explainedAuthentication(known, authentication),
    steps: timelineOf(stepsOf(known), traces, [
      ...messageEntries(known, authentication),
      ...(receipt ? [receiptStep(known, receipt)] : []),
    ]),
  }
}

export type ExplainedRecords = {
  readonly known: RecordedTransaction
  readonly traces: readonly TransactionTrace[]
  /** Of an authentication at a directory server. */
  readonly authentication?: AuthenticationTrace | undefined
  readonly receipt?: TracedReceipt | undefined
  /** Whether all is told of the gateway's own risk rules, which merchants are not to know. */
  readonly isForOperator?: boolean
}

/** Who settled it as it is now. */
function deciderOf(newest: ExplainedOutcome | undefined): ExplainedDecider {
  if (!newest) return 'NOBODY_YET'
  const { asked, settledBy } = newest.outcome.story
  const isAnswered = asked !== undefined && !unanswered.has(asked.answer)
  if (settledBy === 'payer' || settledBy === 'result')
    return isAnswered ? counterpartyOf(asked.verb) : 'PAYER'
  if (settledBy === 'operator') return 'OPERATOR'
  if (settledBy !== undefined) return 'RECOVERY'
  return isAnswered ? counterpartyOf(asked.verb) : 'GATEWAY'
}

const unanswered: ReadonlySet<string> = new Set(['failed', 'silent', 'undecided', 'unsent'])

/** The origin of values that are not in the request itself. */
function valuesOf(
  known: RecordedTransaction,
  request: RequestContents,
  first: ExplainedOutcome | undefined,
): ExplainedValues {
  const operation = operationNamed(known.operation)
  const shown = shownRequest(request)
  const whole = withDefaultsAt(operation, known.apiVersion, shown)
  const { sources, cardOf } = first?.outcome.story ?? {}
  const { orderGroups } = request.additions
  const leftOut = unforwardedFields(requestModelAt(operation, known.apiVersion), shown)
  return {
    ...(sources && { taken: sources }),
    ...(cardOf !== undefined && { cardOfTransaction: cardOf }),
    ...(orderGroups && { groupsOfOrder: Object.keys(orderGroups) }),
    ...(leftOut.length > 0 && { leftOut }),
    defaults: addedBy(request.fields, withDefaultsAt(operation, known.apiVersion, withProfile(request))),
    derived: addedBy(whole, derivedFields(whole)),
  }
}

/** The values that only `above` has, by path. */
function addedBy(below: Content, above: Content, path = ''): Content {
  const found: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(above)) {
    const under = below[name]
    const place = `${path}${name}`
    if (under === undefined && !isObject(value)) found[place] = value
    else if (isObject(value)) Object.assign(found, addedBy(isObject(under) ? under : {}, value, `${place}.`))
  }
  return found
}

function rulesOf(
  { operation }: RecordedTransaction,
  outcomes: readonly ExplainedOutcome[],
  isForOperator: boolean,
): readonly ExplainedRule[] {
  const [first] = outcomes
  const { status = 'NEW' } = before(first)
  const admission = { rule: 'ORDER_STATUS', status, operation, verdict: 'ADMITTED' }
  const { story } = first?.outcome ?? {}
  if (!first || story?.settledBy !== undefined) return [admission]
  const own = { rule: story?.rule ?? first.gatewayCode, verdict: first.result, sent: false } as const
  // An approval that was found later was judged later.
  const judged = (outcomes.findLast(({ outcome }) => outcome.story.risk) ?? first).outcome
  const risk = judged.fields.response?.risk?.gatewayCode
  const told = judged.story.risk
  return [
    admission,
    ...(story?.asked === undefined || story.asked.answer === 'unsent' ? [own] : []),
    ...(risk === undefined ? [] : [{ rule: 'RISK', verdict: risk }]),
    ...riskRulesOf(told && (isForOperator ? told : storyForMerchant(told))),
  ]
}

/** Each risk rule with its verdict, those in shadow too. */
function riskRulesOf(told: RiskStory | undefined): readonly ExplainedRule[] {
  if (!told) return []
  const others = [told.others, told.gatewayOthers].flatMap(ids => ids?.split(' ') ?? [])
  return [
    ...told.rules.map(({ id, isShadow, isUnknown, trusts: _, saw, ...rule }) => ({
      rule: id,
      verdict: isUnknown ? 'CANNOT_KNOW' : 'HOLDS',
      ...rule,
      ...(saw !== '' && { saw }),
      ...(isShadow && { shadow: isShadow }),
    })),
    ...others.map(id => ({ rule: id, verdict: 'DOES_NOT_HOLD' })),
  ]
}

const before = (first: ExplainedOutcome | undefined): OrderStateRecord =>
  first?.outcome.story.before ?? newOrder

const newOrder: OrderStateRecord = { status: 'NEW' }

/** Status and totals of the order after it. */
function orderStateAfter(order: OutcomeContents['fields']['order'] = {}): OrderStateRecord {
  const { status, totalAuthorizedAmount, totalCapturedAmount, totalRefundedAmount, chargeback } = order
  const charged = chargeback?.amount !== undefined && { chargebackAmount: chargeback.amount }
  return { status, totalAuthorizedAmount, totalCapturedAmount, totalRefundedAmount, ...charged }
}

function owedContent(known: RecordedTransaction, owed: ObligationProgress): ExplainedObligation {
  const { obligation, status, attempts, lastAttemptAtMs } = owed
  const isUndoing = obligation === 'rest' && isRejectedByReview(known)
  return {
    obligation: isUndoing ? 'UNDO' : obligation.toUpperCase(),
    status,
    attempts,
    ...(lastAttemptAtMs !== undefined && { lastAttemptTime: isoTime(lastAttemptAtMs) }),
  }
}

/** One outcome of a transaction: the first answer, or what became of it. */
type ExplainedOutcome = TransactionTrace['outcomes'][number]

/** What happened, in the order it happened in; each request under one id has a trace of its own. */
function timelineOf(
  requests: readonly RecordedTransaction[],
  traces: readonly TransactionTrace[],
  others: readonly TimelineEntry[],
): readonly ExplainedStep[] {
  return [...requests.flatMap((known, index) => happened(known, traces[index])), ...others]
    .sort((one, other) => one.atMs - other.atMs)
    .map(({ atMs, content: { step, ...rest } }) => ({ step, time: isoTime(atMs), ...rest }))
}

function happened(known: RecordedTransaction, trace: TransactionTrace | undefined): readonly TimelineEntry[] {
  if (!trace) return []
  return [
    ...beginning(known, trace.outcomes.at(0)),
    ...trace.exchanges.map(exchangeStep),
    ...trace.outcomes.map(outcomeStep),
    ...trace.notifications.flatMap(notificationSteps),
  ]
}

function beginning(
  known: RecordedTransaction,
  first: ExplainedOutcome | undefined,
): readonly TimelineEntry[] {
  const { operation, apiVersion, startedAtMs: atMs, amount, currency } = known
  const { waitedMs, requestId, asked, route } = first?.outcome.story ?? {}
  const { entryPoint } = known.request.additions
  const money = { amount: toDecimal(amount, currency), currency }
  const received = {
    ...({ step: 'RECEIVED', operation, version: String(apiVersion) } as const),
    ...(requestId !== undefined && { requestId }),
    ...(entryPoint !== undefined && { entryPoint }),
  }
  return [
    { atMs, content: { ...received, ...(waitedMs !== undefined && { waitedForOrderMs: waitedMs }) } },
    ...(route ? [{ atMs, content: { step: 'LINK_CHOSEN', ...route } } as const] : []),
    ...(first && asked
      ? [{ atMs, content: askedContent({ ...asked, ...money }, known.request.fields, first.outcome) }]
      : []),
  ]
}

/** The counterparty that a verb belongs to. */
const counterpartyOf = (verb: string): 'ACQUIRER' | 'ISSUER' | 'PROVIDER' =>
  counterpartiesByVerb.get(verb) ?? 'ACQUIRER'

const counterpartiesByVerb: ReadonlyMap<string, 'ISSUER' | 'PROVIDER'> = new Map([
  ['enrolment', 'ISSUER'],
  ['authenticate', 'ISSUER'],
  ['challenge', 'ISSUER'],
  ['initiate', 'PROVIDER'],
  ['confirm', 'PROVIDER'],
  ['progress', 'PROVIDER'],
])

/** The exchange with the counterparty: what it was asked about, and what it answered in its own codes. */
function askedContent(
  asked: AskedCounterparty,
  { sourceOfFunds }: TransactionRecord,
  { fields }: OutcomeContents,
): TimelineEntry['content'] {
  const { transaction: about = {}, response: answer = {} } = fields
  // Masked before it was written.
  const card = (sourceOfFunds?.provided?.card ?? sourceOfFunds?.provided?.giftCard)?.number
  return {
    step: `${counterpartyOf(asked.verb)}_ASKED` as const,
    ...withoutErro(asked),
    ...withMessages(asked),
    ...(card !== undefined && { card }),
    ...(answer.acquirerCode !== undefined && { acquirerCode: answer.acquirerCode }),
    ...(answer.acquirerMessage !== undefined && { acquirerMessage: answer.acquirerMessage }),
    ...(about.authorizationCode !== undefined && { authorizationCode: about.authorizationCode }),
  }
}

/** It is a message of its own in the timeline. */
const withoutErro = ({ erro: _, isUnreached: __, ...asked }: AskedCounterparty): AskedCounterparty => asked

const exchangeStep = ({
  kind,
  attempt,
  content,
  atMs,
}: TransactionTrace['exchanges'][number]): TimelineEntry => ({
  atMs,
  content: { step: exchangeSteps[kind], attempt, ...content, ...withMessages(content) },
})

const withMessages = ({ messages }: Pick<AskedCounterparty, 'messages'>) =>
  messages && { messages: readMessages(messages) }

const exchangeSteps = {
  reversal: 'REVERSAL_ATTEMPTED',
  advice: 'ADVICE_ATTEMPTED',
  inquiry: 'INQUIRY_ATTEMPTED',
  rest: 'REST_AWAITED',
  late: 'LATE_ANSWER',
} as const satisfies Record<TransactionTrace['exchanges'][number]['kind'], ExplainedStepName>

function outcomeStep({
  recordedAtMs: atMs,
  result,
  gatewayCode,
  sequence,
  outcome,
}: ExplainedOutcome): TimelineEntry {
  const { settledBy, attempt, asked } = outcome.story
  const { order, transaction, browserPayment, authentication } = outcome.fields
  const authenticationStatus = transaction?.authenticationStatus
  const interaction = browserPayment?.interaction
  return {
    atMs,
    content: {
      step: outcomeSteps.get(settledBy) ?? 'SETTLED_BY_RECOVERY',
      result,
      gatewayCode,
      sequence,
      ...(settledBy !== undefined && { by: settledBy }),
      ...(attempt !== undefined && { attempt }),
      ...(settledBy !== undefined && asked && { [counterpartyOf(asked.verb).toLowerCase()]: asked.answer }),
      ...(authenticationStatus !== undefined && { authenticationStatus, ...issuerCodes(authentication) }),
      ...(interaction && { interaction: interaction.status }),
      ...(order && { orderStatus: order.status }),
    },
  }
}

/** The issuer's answer, in the codes of 3-D Secure. */
function issuerCodes(authentication: TransactionRecord['authentication']): Content {
  const { transactionStatus, statusReasonCode } = authentication?.['3ds2'] ?? {}
  return {
    ...(transactionStatus !== undefined && { transactionStatus }),
    ...(statusReasonCode !== undefined && { statusReasonCode }),
  }
}

/** The name of a step in the timeline, by what settled it. */
const outcomeSteps: ReadonlyMap<string | undefined, ExplainedStepName> = new Map([
  [undefined, 'ANSWERED'],
  ['payer', 'PAYER_WENT_ON'],
  ['result', 'SETTLED_BY_RESULT'],
  ['review', 'REVIEWED'],
  ['operator', 'SETTLED_BY_OPERATOR'],
])

function notificationSteps(notification: TracedNotification): readonly TimelineEntry[] {
  const { sequence, dueAtMs, taken, attempts } = notification
  return [
    { atMs: dueAtMs, content: { step: 'NOTIFICATION_DUE', sequence, ...taken } },
    ...attempts.map(
      ({ atMs, target, ...made }): TimelineEntry => ({
        atMs,
        content: { step: 'NOTIFICATION_ATTEMPTED', sequence, target: withoutQuery(target), ...made },
      }),
    ),
  ]
}

/** The address itself is in the request, for whoever may see that. */
function receiptStep({ request }: RecordedTransaction, { atMs, nextAtMs, ...receipt }: TracedReceipt) {
  const { email } = request.fields.customer ?? {}
  const to = email !== undefined && { to: maskedMailAddress(email) }
  const next = nextAtMs !== undefined && { nextAttemptTime: isoTime(nextAtMs) }
  return { atMs, content: { step: 'RECEIPT', ...receipt, ...to, ...next } } satisfies TimelineEntry
}

/** The query of a receiver's address often contains a secret. */
const withoutQuery = (target: string): string => target.replace(/[?#].*/s, '')
