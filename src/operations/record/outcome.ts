import type { AccountBalance, AcquirerAnswer } from '../../acquirers/port.ts'
import { type Content, mergeContent } from '../../contract/kit/content.ts'
import { toDecimal } from '../../orders/money.ts'
import type { OrderStatus } from '../../orders/status.ts'
import type { Totals } from '../../orders/totals.ts'
import { type AuthenticationStatus, effectiveAmount, type Transaction } from '../../orders/transaction.ts'
import type { AskingPlan } from '../model/flow.ts'
import type { OrderKey } from '../model/journal.ts'
import type { EntryPoint } from '../pipeline/execution.ts'

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
export type OutcomeFacts = {
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

/** What the answer says beyond the request, as it is written down with the outcome and never changed. */
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
