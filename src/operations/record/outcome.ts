// The outcome document of a transaction: what its response adds to the request, and the story that explain
// shows.

import {
  type AccountBalance,
  type AcquirerAnswer,
  type AcquirerAsk,
  hostMemoryMax,
  isReceived,
  type ReceivedAnswer,
  type RouteChoice,
} from '../../acquirers/port.ts'
import type { OrderStateRecord } from '../../contract/explanation.ts'
import { mergeRecords } from '../../contract/kit/records.ts'
import type { OrderRecord, TransactionRecord } from '../../contract/model.ts'
import { toDecimal } from '../../orders/money.ts'
import { type OrderStatus, statusOf } from '../../orders/status.ts'
import { type Totals, totalsOf } from '../../orders/totals.ts'
import { type AuthenticationStatus, effectiveAmount, type Transaction } from '../../orders/transaction.ts'
import type { AnswerInterpretation } from '../model/conclusions.ts'
import type {
  AskedCounterparty,
  ConsultedFacts,
  EntryPoint,
  ExchangeContents,
  OutcomeContents,
  OutcomeStory,
} from '../model/documents.ts'
import type { AskingPlan, Plan } from '../model/flow.ts'
import type { LoadedOrder, Obligation, OrderKey } from '../model/journal.ts'
import { notChecked, type RiskContent } from './riskContent.ts'
import { shownRoute, storedMessages } from './shownMessages.ts'

export type OrderFacts = {
  readonly amount: bigint
  readonly currency: string
  readonly totals: Totals
  /** Absent while it is undecided. */
  readonly reportedStatus?: OrderStatus
  readonly authenticationStatus?: AuthenticationStatus
  readonly createdAtMs: number
  readonly updatedAtMs: number
}
type OutcomeFacts = {
  readonly key: OrderKey
  /** What was asked; undefined when the gateway decided by itself. */
  readonly ask: AskingPlan['ask'] | undefined
  /** Undefined when nobody was asked, or when the answer no longer counts. */
  readonly answer: AcquirerAnswer | undefined
  readonly transaction: Transaction
  readonly order: OrderFacts
  /** The fields of the order from earlier transactions. */
  readonly orderFields: OrderRecord | undefined
  readonly startedAtMs: number
  readonly debugInformation: string | undefined
  /** How it came here, where not over the API. */
  readonly entryPoint?: EntryPoint
  /** Absent: no rule was asked. */
  readonly risk?: RiskContent | undefined
  readonly story: OutcomeStory
}

/** What the response adds to the request, as it is recorded with the outcome and never changed. */
export function outcomeOf(settled: OutcomeFacts): OutcomeContents {
  const { key, answer, transaction, order, orderFields, startedAtMs, story } = settled
  const { entryPoint = 'WEB_SERVICES_API' } = settled
  const content = orderContent(key, order)
  const fields: TransactionRecord = {
    merchant: key.merchantId,
    result: transaction.result,
    gatewayEntryPoint: entryPoint,
    timeOfRecord: isoTime(startedAtMs),
    order: orderFields ? mergeRecords(orderFields, content) : content,
    transaction: mergeRecords(transactionContent(transaction), approvalContent(settled)),
    response: responseContent(settled),
    ...emvContent(answer),
    ...(answer?.outcome === 'approved' && { authorizationResponse: answer.authorizationResponse }),
    ...(answer?.outcome === 'approved' &&
      answer.availableBalance && { availableBalance: balanceContent(answer.availableBalance) }),
  }
  return { fields, story, ...hostMemoryIn(answer) }
}

/** Where it is longer than the port allows, the host finds its transaction without it, or says so. */
export function hostMemoryIn(answer: AcquirerAnswer | undefined): Pick<OutcomeContents, 'hostMemory'> {
  const memory = answer && 'hostMemory' in answer ? answer.hostMemory : undefined
  return memory === undefined || memory.length > hostMemoryMax ? {} : { hostMemory: memory }
}

/** What an answer adds to an outcome. */
export type OutcomePatch = {
  readonly responsePatch?: TransactionRecord | undefined
  readonly consulted?: ConsultedFacts | undefined
}

export const patchedOutcome = (
  { fields, story, consulted, hostMemory }: OutcomeContents,
  patch: OutcomePatch,
): OutcomeContents => ({
  fields: patch.responsePatch ? mergeRecords(fields, patch.responsePatch) : fields,
  story,
  consulted: patch.consulted ? { ...consulted, ...patch.consulted } : consulted,
  hostMemory,
})

/** The issuer's response to the chip, which the terminal passes on. */
export const emvContent = (answer: AcquirerAnswer | undefined): Pick<TransactionRecord, 'sourceOfFunds'> =>
  answer && 'emvResponse' in answer && answer.emvResponse !== undefined
    ? { sourceOfFunds: { provided: { card: { emvResponse: answer.emvResponse } } } }
    : {}

export function orderContent({ orderId }: OrderKey, order: OrderFacts): OrderRecord {
  const decimal = (minor: bigint) => toDecimal(minor, order.currency)
  return {
    id: orderId,
    amount: decimal(order.amount),
    currency: order.currency,
    merchantAmount: decimal(order.amount),
    merchantCurrency: order.currency,
    creationTime: isoTime(order.createdAtMs),
    lastUpdatedTime: isoTime(order.updatedAtMs),
    // Given also where it is undecided, so that an earlier status is overwritten.
    status: order.reportedStatus,
    totalAuthorizedAmount: decimal(order.totals.authorized),
    totalCapturedAmount: decimal(order.totals.captured),
    totalDisbursedAmount: decimal(0n),
    totalRefundedAmount: decimal(order.totals.refunded),
    ...chargebackContent(order),
    ...(order.authenticationStatus && { authenticationStatus: order.authenticationStatus }),
  }
}

function chargebackContent({ totals, currency }: OrderFacts): Pick<OrderRecord, 'chargeback'> {
  const { chargedBack } = totals
  return chargedBack === undefined
    ? {}
    : { chargeback: { amount: toDecimal(chargedBack, currency), currency } }
}

/** Its amount is what the acquirer approved, and what a void undoes; the order has what was asked for. */
export function transactionContent(transaction: Transaction): TransactionGroup {
  const { id, type, currency, targetId } = transaction
  return {
    id,
    type,
    amount: toDecimal(effectiveAmount(transaction), currency),
    currency,
    ...(targetId !== undefined && { targetTransactionId: targetId }),
  }
}

export type TransactionGroup = NonNullable<TransactionRecord['transaction']>

/** Captures carry the code of what they capture where the acquirer gives them none of their own. */
function approvalContent({ ask, answer }: OutcomeFacts): TransactionGroup {
  if (answer?.outcome !== 'approved') return {}
  const { authorizationCode: own, receipt, acquirer } = answer
  const authorizationCode = own === '' && ask && 'original' in ask ? ask.original.authorizationCode : own
  return { authorizationCode, receipt, acquirer }
}

export const balanceContent = ({
  ebt,
  funds,
  rewards,
}: AccountBalance): NonNullable<TransactionRecord['availableBalance']> => ({
  ...(ebt && { ebt: ebt.map(({ type, ...money }) => ({ ...moneyContent(money), type })) }),
  ...(funds && { funds: moneyContent(funds) }),
  ...(rewards && { rewards: { ...rewards, points: String(rewards.points) } }),
})

const moneyContent = ({ amount, currency }: { readonly amount: bigint; readonly currency: string }) => ({
  amount: toDecimal(amount, currency),
  currency,
})

function responseContent({
  transaction: { gatewayCode },
  answer,
  risk = notChecked,
  debugInformation,
}: OutcomeFacts): TransactionRecord['response'] {
  const debug = debugInformation !== undefined && { debugInformation }
  if (!answer || !isReceived(answer)) return { gatewayCode, risk, ...debug }
  const { acquirerCode, acquirerMessage, cardSecurityCode, avs, detailedVerification } = answer
  const advice = adviceIn(answer)
  return {
    gatewayCode,
    ...(acquirerCode !== '' && { acquirerCode }),
    ...(acquirerMessage !== '' && { acquirerMessage }),
    ...(cardSecurityCode && { cardSecurityCode }),
    ...((avs || detailedVerification) && {
      cardholderVerification: {
        ...(avs && { avs }),
        ...(detailedVerification && { detailedVerification }),
      },
    }),
    ...(advice !== undefined && { recurringPaymentAdvice: { acquirerCode: advice } }),
    risk,
    ...debug,
  }
}

/** A network's advice may have letters, but the response field takes digits only. */
function adviceIn(answer: ReceivedAnswer): string | undefined {
  const code =
    answer.outcome === 'approved'
      ? answer.authorizationResponse.merchantAdviceCode
      : answer.merchantAdviceCode
  return code !== undefined && /^\d{1,2}$/.test(code) ? code : undefined
}

export const isoTime = (ms: number): string => new Date(ms).toISOString()

export type StoryFacts = {
  readonly waitedMs: number
  readonly requestId: string | undefined
  /** The exchange; its verb implies which counterparty was asked. */
  readonly asked: OutcomeStory['asked'] | undefined
  readonly route?: RouteChoice | undefined
  readonly plan: Plan
  /** The origin of values that are not in the request itself. */
  readonly prepared: { readonly origins?: Readonly<Record<string, string>> }
  readonly before: LoadedOrder | undefined
  readonly risk?: OutcomeStory['risk'] | undefined
}

/** What explain shows beyond request and outcome. */
export function storyOf(facts: StoryFacts): OutcomeStory {
  const { waitedMs, requestId, asked, route, plan, prepared, before, risk } = facts
  const cardOf = 'verdict' in plan ? undefined : plan.cardOf
  const rule = 'verdict' in plan ? plan.verdict.rule : undefined
  return {
    ...(asked && { asked }),
    ...(route && { route: shownRoute(route) }),
    ...(waitedMs > 0 && { waitedMs }),
    ...(requestId !== undefined && { requestId }),
    ...(prepared.origins && { sources: prepared.origins }),
    ...(cardOf !== undefined && { cardOf }),
    ...(rule !== undefined && { rule }),
    ...(before && { before: orderStateContent(before) }),
    ...(risk && { risk }),
  }
}

/** Status and totals of an order. */
export function orderStateContent({ transactions, currency }: LoadedOrder): OrderStateRecord {
  const { authorized, captured, refunded, chargedBack } = totalsOf(transactions)
  return {
    status: statusOf(transactions),
    totalAuthorizedAmount: toDecimal(authorized, currency),
    totalCapturedAmount: toDecimal(captured, currency),
    totalRefundedAmount: toDecimal(refunded, currency),
    ...(chargedBack !== undefined && { chargebackAmount: toDecimal(chargedBack, currency) }),
  }
}

/** For merchants who asked for it, on what did not succeed. */
export function debugInformationOf(
  { acquirer, patienceMs }: { readonly acquirer: { readonly name: string }; readonly patienceMs: number },
  { result, obligation }: AnswerInterpretation,
  { answer, asked }: { readonly answer: AcquirerAnswer | undefined; readonly asked: StoryFacts['asked'] },
): string | undefined {
  if (result === 'SUCCESS') return undefined
  const follows = obligation ? ` ${follow[obligation]}` : ''
  if (!answer && asked) return `The answer to ${asked.verb} was ${asked.answer}${reasonIn(asked)}.${follows}`
  if (!answer) return 'The gateway decided by itself; no acquirer was asked.'
  if (answer.outcome === 'silent')
    return `Acquirer ${acquirer.name} did not answer within ${patienceMs} ms.${follows}`
  if (answer.outcome === 'unsent')
    return `Nothing was sent to acquirer ${acquirer.name}: ${answer.reason}.${follows}`
  const words = [answer.acquirerCode, answer.acquirerMessage].filter(word => word !== '').join(' ')
  return `Acquirer ${acquirer.name} answered ${answer.outcome}${words && ` (${words})`}.${follows}`
}

const reasonIn = ({ reason }: AskedCounterparty): string => (reason === undefined ? '' : `: ${reason}`)

const follow = {
  reversal: 'It is reversed until that is acknowledged.',
  advice: 'It is repeated until it is acknowledged.',
  inquiry: 'Its outcome is inquired about.',
  rest: 'The rest is paid, or it is given back.',
} as const satisfies Record<Obligation, string>

/** One question and its answer, as it may be stored: without card data. */
export function exchangeContent(ask: AcquirerAsk, answer: AcquirerAnswer, tookMs?: number): ExchangeContents {
  return {
    verb: ask.verb,
    ...('repeat' in ask && { repeat: ask.repeat }),
    ...(tookMs !== undefined && { tookMs }),
    answer: answerContent(answer, ask.currency),
    ...storedMessages(answer),
  }
}

function answerContent(answer: AcquirerAnswer, currency: string): ExchangeContents['answer'] {
  if (answer.outcome === 'silent') return { outcome: 'silent' }
  if (answer.outcome === 'unsent') return { ...answer }
  const { outcome, acquirerCode, acquirerMessage } = answer
  return {
    outcome,
    ...('gatewayCode' in answer && { gatewayCode: answer.gatewayCode }),
    ...(outcome === 'approved' && {
      amount: toDecimal(answer.amount, currency),
      authorizationCode: answer.authorizationCode,
    }),
    acquirerCode: acquirerCode.slice(0, wordsMax),
    acquirerMessage: acquirerMessage.slice(0, wordsMax),
    ...(answer.isBlind && { isBlind: true }),
  }
}

const wordsMax = 255
