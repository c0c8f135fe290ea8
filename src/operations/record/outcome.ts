import type { AccountBalance, AcquirerAnswer, AcquirerAsk } from '../../acquirers/port.ts'
import { type Content, mergeContent } from '../../contract/kit/content.ts'
import { toDecimal } from '../../orders/money.ts'
import { type OrderStatus, statusOf } from '../../orders/status.ts'
import { type Totals, totalsOf } from '../../orders/totals.ts'
import { type AuthenticationStatus, effectiveAmount, type Transaction } from '../../orders/transaction.ts'
import type { AnswerInterpretation } from '../model/conclusions.ts'
import type { AskingPlan, Plan } from '../model/flow.ts'
import type { LoadedOrder, Obligation, OrderKey } from '../model/journal.ts'

/** How a request reached the gateway, where not over the API. */
export type EntryPoint = 'HOSTED_PAGE'

export type OrderFacts = {
  readonly amount: bigint
  readonly currency: string
  readonly totals: Totals
  /** Absent while it is undecided. */
  readonly toldStatus?: OrderStatus
  readonly authenticationStatus?: AuthenticationStatus
  readonly createdAtMs: number
  readonly updatedAtMs: number
}
type OutcomeFacts = {
  readonly key: OrderKey
  /** What was asked; nothing when the gateway decided by itself. */
  readonly ask: AskingPlan['ask'] | undefined
  /** Nothing when nobody was asked, or when it counts for nothing any more. */
  readonly answer: AcquirerAnswer | undefined
  readonly transaction: Transaction
  readonly order: OrderFacts
  /** What earlier transactions said of the order. */
  readonly saidOfOrder: Content | undefined
  readonly startedAtMs: number
  readonly debugInformation: string | undefined
  /** How it came here, where not over the API. */
  readonly entryPoint?: EntryPoint
  /** For explain alone: no contract has a field of that name. */
  readonly story: Content
}

/** What the response adds to the request, as it is recorded with the outcome and never changed. */
export function outcomeOf(settled: OutcomeFacts): Content {
  const { key, answer, transaction, order, saidOfOrder: said, startedAtMs, story } = settled
  const { entryPoint = 'WEB_SERVICES_API' } = settled
  const content = orderContent(key, order)
  return {
    merchant: key.merchantId,
    result: transaction.result,
    gatewayEntryPoint: entryPoint,
    timeOfRecord: isoTime(startedAtMs),
    order: said ? mergeContent(said, content) : content,
    transaction: mergeContent(transactionContent(transaction), approvalContent(settled)),
    response: responseContent(settled),
    story,
    ...emvContent(answer),
    ...(answer?.outcome === 'approved' && { authorizationResponse: answer.authorizationResponse }),
    ...(answer?.outcome === 'approved' &&
      answer.availableBalance && { availableBalance: balanceContent(answer.availableBalance) }),
  }
}

/** The issuer's word to the chip: the terminal hands it on. */
export const emvContent = (answer: AcquirerAnswer | undefined): Content =>
  answer && 'emvResponse' in answer && answer.emvResponse !== undefined
    ? { sourceOfFunds: { provided: { card: { emvResponse: answer.emvResponse } } } }
    : {}

export function orderContent({ orderId }: OrderKey, order: OrderFacts): Content {
  const decimal = (minor: bigint) => toDecimal(minor, order.currency)
  return {
    id: orderId,
    amount: decimal(order.amount),
    currency: order.currency,
    merchantAmount: decimal(order.amount),
    merchantCurrency: order.currency,
    creationTime: isoTime(order.createdAtMs),
    lastUpdatedTime: isoTime(order.updatedAtMs),
    // Also where it is undecided: what was told before holds no longer.
    status: order.toldStatus,
    totalAuthorizedAmount: decimal(order.totals.authorized),
    totalCapturedAmount: decimal(order.totals.captured),
    totalDisbursedAmount: decimal(0n),
    totalRefundedAmount: decimal(order.totals.refunded),
    ...(order.authenticationStatus && { authenticationStatus: order.authenticationStatus }),
  }
}

/** Its amount is what the acquirer agreed to, and a void of it undoes; the order tells what was asked. */
export function transactionContent(transaction: Transaction): Content {
  const { id, type, currency, targetId } = transaction
  return {
    id,
    type,
    amount: toDecimal(effectiveAmount(transaction), currency),
    currency,
    ...(targetId !== undefined && { targetTransactionId: targetId }),
  }
}

/** Captures carry the code of what they capture where the acquirer gives them none of their own. */
function approvalContent({ ask, answer }: OutcomeFacts): Content {
  if (answer?.outcome !== 'approved') return {}
  const { authorizationCode: own, receipt, acquirer } = answer
  const authorizationCode = own === '' && ask && 'original' in ask ? ask.original.authorizationCode : own
  return { authorizationCode, receipt, acquirer }
}

export const balanceContent = ({ ebt, funds, rewards }: AccountBalance): Content => ({
  ...(ebt && { ebt: ebt.map(({ type, ...money }) => ({ ...moneyContent(money), type })) }),
  ...(funds && { funds: moneyContent(funds) }),
  ...(rewards && { rewards }),
})

const moneyContent = ({ amount, currency }: { readonly amount: bigint; readonly currency: string }) => ({
  amount: toDecimal(amount, currency),
  currency,
})

/** No risk rules exist yet, and the answer says so rather than nothing. */
const notChecked = { gatewayCode: 'NOT_CHECKED', review: { decision: 'NOT_REQUIRED' } }

function responseContent({ transaction: { gatewayCode }, answer, debugInformation }: OutcomeFacts): Content {
  const debug = debugInformation !== undefined && { debugInformation }
  if (!answer || answer.outcome === 'silent') return { gatewayCode, risk: notChecked, ...debug }
  const { acquirerCode, acquirerMessage, cardSecurityCode, avs, detailedVerification } = answer
  const advice = adviceIn(answer)
  return {
    gatewayCode,
    ...(acquirerCode !== '' && { acquirerCode }),
    ...(acquirerMessage !== '' && { acquirerMessage }),
    ...(cardSecurityCode && { cardSecurityCode }),
    ...((avs || detailedVerification) && {
      cardholderVerification: {
        ...{},
        ...(avs && { avs }),
        ...(detailedVerification && { detailedVerification }),
      },
    }),
    ...(advice !== undefined && { recurringPaymentAdvice: { acquirerCode: advice } }),
    risk: notChecked,
    ...debug,
  }
}

/** A network's advice may have letters; the answer has room for digits only. */
function adviceIn(answer: Exclude<AcquirerAnswer, { outcome: 'silent' }>): string | undefined {
  const code =
    answer.outcome === 'approved'
      ? answer.authorizationResponse.merchantAdviceCode
      : answer.merchantAdviceCode
  return code !== undefined && /^\d{1,2}$/.test(code) ? code : undefined
}

export const isoTime = (ms: number): string => new Date(ms).toISOString()

export type StoryFacts = {
  readonly waitedMs: number
  /** Whom it concerns, the verb tells. */
  readonly asked: AskedCounterparty | undefined
  readonly plan: Plan
  /** Where values came from that the request did not bring itself. */
  readonly prepared: { readonly sources?: Readonly<Record<string, string>> }
  readonly before: LoadedOrder | undefined
}

type AskedCounterparty = {
  readonly verb: string
  readonly tookMs: number
  readonly answer: string
  /** Of the payer's authentication, as the acquirer was told it; never the token. */
  readonly proof?: Content
}

/** What explain shows beyond request and outcome. Kept short: it is stored with every outcome. */
export function storyOf({ waitedMs, asked, plan, prepared, before }: StoryFacts): Content {
  const cardOf = 'verdict' in plan ? undefined : plan.cardOf
  const rule = 'verdict' in plan ? plan.verdict.rule : undefined
  return {
    ...{}, // faster: see mergeContent
    ...(asked && { asked }),
    ...(waitedMs > 0 && { waitedMs }),
    ...(prepared.sources && { sources: prepared.sources }),
    ...(cardOf !== undefined && { cardOf }),
    ...(rule !== undefined && { rule }),
    ...(before && { before: orderStateContent(before) }),
  }
}

/** Status and totals of an order. */
export function orderStateContent({ transactions, currency }: LoadedOrder): Content {
  const { authorized, captured, refunded } = totalsOf(transactions)
  return {
    status: statusOf(transactions),
    totalAuthorizedAmount: toDecimal(authorized, currency),
    totalCapturedAmount: toDecimal(captured, currency),
    totalRefundedAmount: toDecimal(refunded, currency),
  }
}

/** For merchants who asked for it, on what did not succeed. */
export function debugInformationOf(
  { acquirer, patienceMs }: { readonly acquirer: { readonly name: string }; readonly patienceMs: number },
  { result, obligation }: AnswerInterpretation,
  answer: AcquirerAnswer | undefined,
): string | undefined {
  if (result === 'SUCCESS') return undefined
  const follows = obligation ? ` ${follow[obligation]}` : ''
  if (!answer) return 'The gateway decided by itself; no acquirer was asked.'
  if (answer.outcome === 'silent')
    return `Acquirer ${acquirer.name} did not answer within ${patienceMs} ms.${follows}`
  const words = [answer.acquirerCode, answer.acquirerMessage].filter(word => word !== '').join(' ')
  return `Acquirer ${acquirer.name} answered ${answer.outcome}${words && ` (${words})`}.${follows}`
}

const follow = {
  reversal: 'It is reversed until that is acknowledged.',
  advice: 'It is repeated until it is acknowledged.',
  inquiry: 'Its outcome is inquired about.',
  rest: 'The rest is paid, or it is given back.',
} as const satisfies Record<Obligation, string>

/** One question and its answer, as it may be stored: without card data. */
export function exchangeContent(ask: AcquirerAsk, answer: AcquirerAnswer, tookMs?: number): string {
  return JSON.stringify({
    verb: ask.verb,
    ...('repeat' in ask && { repeat: ask.repeat }),
    ...(tookMs !== undefined && { tookMs }),
    answer: answerContent(answer, ask.currency),
  })
}

function answerContent(answer: AcquirerAnswer, currency: string): Content {
  if (answer.outcome === 'silent') return { outcome: 'silent' }
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
  }
}

const wordsMax = 255
