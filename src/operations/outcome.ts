import { createHash } from 'node:crypto'
import type { Answer } from '../acquirers/port.ts'
import type { Content } from '../contract/kit/normalise.ts'
import type { Operation } from '../contract/kit/operation.ts'
import { toDecimal } from '../orders/money.ts'
import type { OrderStatus } from '../orders/status.ts'
import type { Totals } from '../orders/totals.ts'
import type { Transaction } from '../orders/transaction.ts'
import type { OrderKey } from './journal.ts'
import type { Journey } from './journey.ts'
import { merged } from './merged.ts'

export type OrderFacts = {
  readonly amount: bigint
  readonly currency: string
  readonly totals: Totals
  readonly status: OrderStatus
  readonly createdAtMs: number
  readonly updatedAtMs: number
}
type Settled = {
  readonly journey: Journey<Operation>
  readonly answer: Answer
  readonly transaction: Transaction
  readonly order: OrderFacts
  readonly startedAtMs: number
}

/** What the answer says beyond the request, as it is written down with the outcome and never changed. */
export function outcomeOf({ journey, answer, transaction, order, startedAtMs }: Settled): Content {
  const { key, prepared } = journey
  return {
    merchant: key.merchantId,
    result: transaction.result,
    gatewayEntryPoint: 'WEB_SERVICES_API',
    timeOfRecord: isoTime(startedAtMs),
    order: orderContent(key, order),
    transaction: merged(transactionContent(transaction), approvalContent(answer)),
    response: responseContent(transaction, answer),
    ...(answer.outcome === 'approved' && { authorizationResponse: answer.authorizationResponse }),
    ...('accountFunding' in prepared.stored && {
      accountFunding: { reference: fundingReference(key, transaction) },
    }),
  }
}

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
    status: order.status,
    totalAuthorizedAmount: decimal(order.totals.authorized),
    totalCapturedAmount: decimal(order.totals.captured),
    totalDisbursedAmount: decimal(0n),
    totalRefundedAmount: decimal(order.totals.refunded),
  }
}

export const transactionContent = ({ id, type, amount, currency, targetId }: Transaction): Content => ({
  id,
  type,
  amount: toDecimal(amount, currency),
  currency,
  ...(targetId !== undefined && { targetTransactionId: targetId }),
})

function approvalContent(answer: Answer): Content {
  if (answer.outcome !== 'approved') return {}
  const { authorizationCode, receipt, acquirer } = answer
  return { authorizationCode, receipt, acquirer }
}

/** No risk rules exist yet, and the answer says so rather than nothing. */
const notChecked = { gatewayCode: 'NOT_CHECKED', review: { decision: 'NOT_REQUIRED' } }

function responseContent({ gatewayCode }: Transaction, answer: Answer): Content {
  if (answer.outcome === 'silent') return { gatewayCode, risk: notChecked }
  const { acquirerCode, acquirerMessage, cardSecurityCode, avs, detailedVerification } = answer
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
    risk: notChecked,
  }
}

/** The recipient's bank may ask for it: the same for the same transaction, whoever computes it. */
const fundingReference = ({ merchantId, orderId }: OrderKey, { id }: Transaction): string =>
  createHash('sha256').update([merchantId, orderId, id].join('\n')).digest('hex').slice(0, 20).toUpperCase()

export const isoTime = (ms: number): string => new Date(ms).toISOString()
