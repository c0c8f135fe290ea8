// The timeline of an order: everything that is recorded about its transactions and notifications, as events
// in the order they happened in. Texts are names of words with their values: the page says them.

import type {
  ExplainedRule,
  ExplainedStep,
  ExplainedStepName,
  Explanation,
} from '../../../contract/explanation.ts'
import { type Content, isObject } from '../../../contract/kit/content.ts'
import type { ExplainedOrder } from '../../api/payments.ts'
import { notificationEvents } from './notificationEvents.ts'
import { factsOf, hostMessagesIn } from './timelineDetails.ts'
import type { EventKind, TimelineEvent } from './timelineEvent.ts'
import type { TimelineWord } from './timelineWords.ts'
import { resultTone } from './why.ts'

type ExplainedTransaction = ExplainedOrder['transactions'][number]

/** Oldest first; what happened at the same time stays in the order of its causes. */
export function timelineOf(records: TimelineRecords): readonly TimelineEvent[] {
  const { transactions, notifications } = records
  const told = new Set(notifications.map(({ sequence }) => sequence))
  const events = [
    ...transactions.flatMap(explained => transactionEvents(explained, told)),
    ...notifications.flatMap(notificationEvents),
  ]
  return events
    .map((event, index) => ({ event, index, atMs: Date.parse(event.time) }))
    .sort((one, other) => one.atMs - other.atMs || one.index - other.index)
    .map(({ event }) => event)
}

export type TimelineRecords = Pick<ExplainedOrder, 'notifications' | 'transactions'>

function transactionEvents(
  explained: ExplainedTransaction,
  told: ReadonlySet<unknown>,
): readonly TimelineEvent[] {
  const { transactionId, steps } = explained
  // What the list of notifications tells, it tells with more.
  const own = steps.filter(({ step, sequence }) => !step.startsWith('NOTIFICATION_') || !told.has(sequence))
  const groups = ruleGroups(explained.rules)
  const requests = own.filter(({ step }) => step === 'RECEIVED')
  return [
    // Without a request there is still what was judged.
    ...(requests.length === 0 ? ruleEvents(groups.flat(), transactionId, own[0]?.time ?? '') : []),
    ...own.flatMap(step => [
      withRequest(explained, requests.indexOf(step))(stepEvent(step, transactionId)),
      ...waitEvents(step, transactionId),
      ...ruleEvents(groups[requests.indexOf(step)] ?? [], transactionId, step.time),
    ]),
    ...authenticationEvents(explained),
    ...owedEvents(explained),
  ]
}

/** The rules of each request under the id: they begin with the one about the status of the order. */
function ruleGroups(rules: readonly ExplainedRule[]): readonly (readonly ExplainedRule[])[] {
  const groups: ExplainedRule[][] = []
  for (const rule of rules) {
    if (rule.rule === 'ORDER_STATUS' || groups.length === 0) groups.push([])
    groups.at(-1)?.push(rule)
  }
  return groups
}

/** The explanation has the request of the first one. */
const withRequest =
  ({ request, values }: Explanation, index: number) =>
  (event: TimelineEvent): TimelineEvent =>
    index === 0
      ? {
          ...event,
          facts: [...event.facts, ...factsOf({ defaults: values.defaults, derived: values.derived })],
          document: { title: 'request', content: request },
        }
      : event

const plainEvent = { tone: 'plain', facts: [], messages: [] } as const

function waitEvents(
  { time, waitedForOrderMs }: ExplainedStep,
  transactionId: string,
): readonly TimelineEvent[] {
  if (typeof waitedForOrderMs !== 'number' || waitedForOrderMs === 0) return []
  const title = { word: 'waitedForOrder', values: { ms: waitedForOrderMs } } as const
  return [{ ...plainEvent, time, transactionId, kind: 'wait', title }]
}

function ruleEvents(
  rules: readonly ExplainedRule[],
  transactionId: string,
  time: string,
): readonly TimelineEvent[] {
  const event = { ...plainEvent, time, transactionId, kind: 'rule' } as const
  const quiet = rules.filter(({ verdict }) => verdict === 'DOES_NOT_HOLD').map(({ rule }) => rule)
  return rules
    .filter(({ rule, verdict }) => !quiet.includes(rule) && !(rule === 'RISK' && verdict === 'NOT_CHECKED'))
    .map(rule => ({ ...event, ...ruleWording(rule, quiet) }))
}

type RuleWording = Pick<TimelineEvent, 'facts' | 'title' | 'tone'>

/** `quiet`: the risk rules that were looked at and do not hold. */
function ruleWording(judged: ExplainedRule, quiet: readonly string[]): RuleWording {
  const { rule, verdict, status, operation: _, sent, name = rule, recommendation = '', ...others } = judged
  const facts = factsOf(others)
  if (rule === 'ORDER_STATUS')
    return { tone: 'plain', facts, title: { word: 'admitted', values: { status: String(status) } } }
  if (rule === 'RISK') {
    const told = quiet.length === 0 ? facts : [...facts, ...factsOf({ doesNotHold: quiet })]
    return { tone: riskTone(verdict), facts: told, title: { word: 'riskVerdict', values: { verdict } } }
  }
  if (verdict === 'CANNOT_KNOW')
    return { tone: 'wait', facts, title: { word: 'riskUnknown', values: { name } } }
  if (verdict === 'HOLDS') {
    const word = judged.shadow ? 'riskRuleShadow' : 'riskRule'
    const title = { word, values: { name, recommendation } } as const
    return { tone: judged.shadow ? 'plain' : riskTone(recommendation), facts, title }
  }
  const title = { word: 'decidedAlone', values: { rule } } as const
  return { tone: sent === false ? resultTone(verdict) : 'plain', facts, title }
}

function riskTone(verdict: string): TimelineEvent['tone'] {
  if (verdict === 'REJECTED' || verdict === 'REJECT') return 'bad'
  return verdict === 'REVIEW_REQUIRED' || verdict === 'REVIEW' ? 'wait' : 'good'
}

function authenticationEvents(explained: ExplainedTransaction): readonly TimelineEvent[] {
  const { authentication, transactionId, steps } = explained
  if (!authentication) return []
  const last = steps.findLast(({ step }) => authenticationSteps.has(step)) ?? steps.at(-1)
  const event = { ...plainEvent, time: last?.time ?? '', transactionId, kind: 'authentication' } as const
  return [{ ...event, title: { word: 'authenticated' }, facts: factsOf({ ...authentication }) }]
}

const authenticationSteps: ReadonlySet<ExplainedStepName> = new Set([
  'MESSAGE_RECEIVED',
  'MESSAGE_SENT',
  'BROWSER_RETURNED',
])

/** What the acquirer must still be told. */
function owedEvents({ owed, transactionId, steps }: ExplainedTransaction): readonly TimelineEvent[] {
  if (!owed || owed.status === 'ACKNOWLEDGED') return []
  const { obligation, attempts, lastAttemptTime } = owed
  const time = lastAttemptTime ?? steps.at(-1)?.time ?? ''
  const word = obligation === 'UNDO' ? 'owesUndoing' : 'owes'
  const title = { word, values: { obligation: obligation.toLowerCase(), count: attempts } } as const
  return [{ ...plainEvent, time, transactionId, kind: 'owed', tone: 'wait', title }]
}

type Wording = Pick<TimelineEvent, 'kind' | 'title' | 'more'> & {
  readonly tone?: TimelineEvent['tone']
  /** Facts that the texts tell already. */
  readonly used: readonly string[]
}

function stepEvent({ step, time, messages, ...facts }: ExplainedStep, transactionId: string): TimelineEvent {
  const { used, tone = 'plain', ...wording } = wordings[step](facts)
  const rest = Object.fromEntries(Object.entries(facts).filter(([name]) => !used.includes(name)))
  return { time, transactionId, tone, ...wording, facts: factsOf(rest), messages: hostMessagesIn(messages) }
}

const text = (value: unknown): string => (value === undefined ? '' : String(value))

/** `authorize 20.00 USD: declined after 7 ms: 51 INSUFFICIENT FUNDS`. */
const askWording =
  (word: TimelineWord, kind: EventKind) =>
  (facts: Content): Wording => {
    const money = facts.amount === undefined ? '' : `${text(facts.amount)} ${text(facts.currency)}`
    return {
      kind,
      ...answered(facts),
      title: { word, values: { verb: text(facts.verb), money } },
      used: ['verb', 'amount', 'currency', ...answerFacts],
    }
  }

const attemptWording =
  (word: TimelineWord, kind: EventKind) =>
  (facts: Content): Wording => {
    // The counterparty may have answered with more than one word.
    const reply = isObject(facts.answer) ? facts.answer : { outcome: facts.answer }
    const { outcome, ...rest } = reply
    return {
      kind,
      ...answered({ ...rest, answer: outcome, tookMs: facts.tookMs }),
      title: { word, values: { attempt: Number(facts.attempt ?? 1) } },
      used: ['attempt', 'repeat', 'tookMs', ...(outcome === undefined ? [] : ['answer'])],
    }
  }

const answerFacts = ['answer', 'tookMs', 'acquirerCode', 'acquirerMessage', 'reason']

function answered({ answer, tookMs, acquirerCode, acquirerMessage, reason }: Content) {
  if (answer === undefined) return {}
  const tone = answerTones.get(answer) ?? 'plain'
  if (answer === 'unsent')
    return { tone, more: { word: 'notSent', values: { reason: text(reason) } } } as const
  const said = [acquirerCode, acquirerMessage, reason].filter(each => each !== undefined)
  const values = { answer: text(answer), ms: Number(tookMs ?? 0), words: said.map(text).join(' ') }
  return { tone, more: { word: said.length === 0 ? 'answeredAfter' : 'said', values } } as const
}

const answerTones: ReadonlyMap<unknown, TimelineEvent['tone']> = new Map([
  ['approved', 'good'],
  ['declined', 'bad'],
  ['failed', 'bad'],
  ['unsent', 'bad'],
  ['silent', 'wait'],
  ['undecided', 'wait'],
  ['pending', 'wait'],
] as const)

const outcomeWording =
  (word: TimelineWord) =>
  ({ result, gatewayCode, orderStatus }: Content): Wording => ({
    kind: 'outcome',
    tone: resultTone(text(result)),
    title: { word, values: { result: text(result), code: text(gatewayCode) } },
    ...(orderStatus !== undefined && { more: { word: 'orderIs', values: { status: text(orderStatus) } } }),
    used: ['result', 'gatewayCode', 'orderStatus', 'sequence'],
  })

const messageWording =
  (word: TimelineWord) =>
  ({ messageType, directoryServer }: Content): Wording => ({
    kind: 'authentication',
    title: { word, values: { message: text(messageType), server: text(directoryServer) } },
    used: ['messageType', 'directoryServer'],
  })

/** The payer's receipt by e-mail. */
const receiptWording = ({ state }: Content): Wording => ({
  ...{ kind: 'notification', title: { word: 'receipt' }, used: ['state'] },
  ...(receiptStates.get(state) ?? { tone: 'wait', more: { word: 'receiptWAITING' } }),
})

const receiptStates: ReadonlyMap<unknown, Pick<Wording, 'more' | 'tone'>> = new Map([
  ['SENT', { tone: 'good', more: { word: 'receiptSENT' } }],
  ['REFUSED', { tone: 'bad', more: { word: 'receiptREFUSED' } }],
  ['DEAD', { tone: 'bad', more: { word: 'receiptDEAD' } }],
] as const)

const wordings: Readonly<Record<ExplainedStepName, (facts: Content) => Wording>> = {
  RECEIVED: ({ operation }) => ({
    kind: 'request',
    title: { word: 'asked', values: { operation: text(operation) } },
    used: ['operation', 'waitedForOrderMs'],
  }),
  LINK_CHOSEN: ({ link }) => ({
    kind: 'acquirer',
    title: { word: 'linkChosen', values: { link: text(link) } },
    used: ['link'],
  }),
  ACQUIRER_ASKED: askWording('acquirerAsked', 'acquirer'),
  ISSUER_ASKED: askWording('issuerAsked', 'authentication'),
  PROVIDER_ASKED: askWording('providerAsked', 'provider'),
  REVERSAL_ATTEMPTED: attemptWording('reversalAttempted', 'acquirer'),
  ADVICE_ATTEMPTED: attemptWording('adviceAttempted', 'acquirer'),
  INQUIRY_ATTEMPTED: attemptWording('inquiryAttempted', 'acquirer'),
  REST_AWAITED: attemptWording('restAwaited', 'wait'),
  LATE_ANSWER: attemptWording('lateAnswer', 'acquirer'),
  MESSAGE_SENT: messageWording('messageSent'),
  MESSAGE_RECEIVED: messageWording('messageReceived'),
  BROWSER_RETURNED: () => ({ kind: 'authentication', title: { word: 'browserReturned' }, used: [] }),
  ANSWERED: outcomeWording('answered'),
  PAYER_WENT_ON: outcomeWording('payerWentOn'),
  REVIEWED: outcomeWording('reviewed'),
  SETTLED_BY_OPERATOR: outcomeWording('settledByOperator'),
  SETTLED_BY_RECOVERY: outcomeWording('settledByRecovery'),
  SETTLED_BY_RESULT: outcomeWording('settledByResult'),
  RECEIPT: receiptWording,
  // Only of what no node has taken in yet: the list of notifications has the others.
  NOTIFICATION_DUE: ({ sequence }) => ({
    kind: 'notification',
    title: { word: 'notificationDue', values: { sequence: Number(sequence) } },
    used: ['sequence'],
  }),
  NOTIFICATION_ATTEMPTED: ({ sequence, attempt }) => ({
    kind: 'notification',
    title: {
      word: 'notificationAttempt',
      values: { sequence: Number(sequence), attempt: Number(attempt) },
    },
    used: ['sequence', 'attempt'],
  }),
}
