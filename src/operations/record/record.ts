// What is shown of a transaction or an order: request, derived fields and outcome, merged. A version of the
// API then projects it.

import { operationNamed } from '../../contract/catalogue.ts'
import { withDefaults } from '../../contract/kit/content.ts'
import { type Operation, requestModelAt } from '../../contract/kit/operation.ts'
import { mergeRecords, recordOf } from '../../contract/kit/records.ts'
import type { OrderRecord, TransactionRecord } from '../../contract/model.ts'
import { toMinor } from '../../orders/money.ts'
import { authenticationOf, reportedStatusOf } from '../../orders/status.ts'
import { orderAmountOf, totalsOf } from '../../orders/totals.ts'
import type { EntryPoint, RequestContents } from '../model/documents.ts'
import type {
  LoadedOrder,
  ObligationProgress,
  OrderAfterChange,
  OrderKey,
  RecordedTransaction,
} from '../model/journal.ts'
import { findStep, stepsOf } from '../model/steps.ts'
import { derivedFields, withFundingReference, withRedirectHtml } from './derivedFields.ts'
import { isoTime, orderContent, transactionContent } from './outcome.ts'
import { reversalResultOf } from './riskContent.ts'

/** The request as the merchant sent it, the fields derived from it, and the outcome, merged. */
export function transactionRecord(
  operation: Operation,
  version: number,
  request: RequestContents,
  outcome: TransactionRecord,
): TransactionRecord {
  const whole = withDefaultsAt(operation, version, shownRequest(request))
  const record = mergeRecords(mergeRecords(whole, derivedFields(whole, operation.name)), outcome)
  return withRedirectHtml(operation.name, withFundingReference(record, request.additions))
}

/** A request with the defaults that the contract of a version gives it. */
export const withDefaultsAt = (
  operation: Operation,
  version: number,
  request: TransactionRecord,
): TransactionRecord => recordOf(withDefaults(requestModelAt(operation, version), request))

/** The answer as it was first given. */
export const answeredRecord = ({
  operation,
  apiVersion,
  request,
  outcome,
}: RecordedTransaction): TransactionRecord =>
  transactionRecord(operationNamed(operation), apiVersion, request, outcome?.fields ?? {})

/** A transaction whose outcome nobody knows yet. */
export function pendingRecord(
  key: OrderKey,
  now: OrderRecord,
  known: RecordedTransaction,
): TransactionRecord {
  const operation = operationNamed(known.operation)
  return transactionRecord(operation, known.apiVersion, known.request, {
    ...unsettled(key, known.startedAtMs, known.request.additions.entryPoint),
    order: now,
    transaction: transactionContent(known),
    result: 'PENDING',
    response: { gatewayCode: 'PENDING', ...recommendedMeanwhile(operation) },
  })
}

/** Every response about a payer authentication recommends what to do next: here, to ask again. */
export const recommendedMeanwhile = ({
  role,
}: Operation): { readonly gatewayRecommendation?: 'RESUBMIT_LATER' } =>
  role === 'payerAuthentication' ? { gatewayRecommendation: 'RESUBMIT_LATER' } : {}

/** The transaction as it is now, on its order as that is now. */
export function currentRecord(
  key: OrderKey,
  now: OrderRecord,
  known: RecordedTransaction,
): TransactionRecord {
  if (known.outcome === undefined) return pendingRecord(key, now, known)
  const { owed } = known
  const reversalResult = reversalResultOf(known)
  return mergeRecords(answeredRecord(known), {
    order: now,
    ...(owed?.obligation === 'reversal' && { transaction: { reversal: reversalContent(owed) } }),
    ...(reversalResult && { response: { risk: { reversalResult } } }),
  })
}

/** How far the gateway got in undoing it. */
const reversalContent = ({ status, attempts, lastAttemptAtMs }: ObligationProgress) => ({
  status,
  attempts,
  ...(lastAttemptAtMs !== undefined && { lastAttemptTime: isoTime(lastAttemptAtMs) }),
})

/** The order's own fields, merged from its transactions: newer values replace older ones. */
export function orderRecord(key: OrderKey, order: LoadedOrder): OrderRecord {
  const requests = order.transactions.flatMap(stepsOf)
  const given = requests.reduce<OrderRecord>(
    (merged, { request }) => mergeRecords(merged, request.fields.order ?? {}),
    {},
  )
  return mergeRecords(given, orderContentNow(key, order))
}

/** As each transaction shows its order; line items stay where they were given. */
export const orderShown = (key: OrderKey, order: LoadedOrder): OrderRecord =>
  withoutItems(orderRecord(key, order))

export function withoutItems(order: OrderRecord): OrderRecord {
  if (order.item === undefined) return order
  const { item: _, ...others } = order
  return others
}

/** Amount, totals and status are computed from the transactions; the row's are an index over them. */
export function orderContentNow(key: OrderKey, order: LoadedOrder): OrderRecord {
  const settled = order.transactions.filter(({ outcome }) => outcome !== undefined)
  const { currency, createdAtMs } = order
  const amount = orderAmountOf(settled) ?? order.amount
  const updatedAtMs = Math.max(createdAtMs, ...settled.map(answeredAtMs))
  const computed = {
    totals: totalsOf(settled),
    ...reportedStatusOf(order.transactions, settled),
    ...authenticationOf(settled),
  }
  return orderContent(key, { amount, currency, createdAtMs, updatedAtMs, ...computed })
}

/** The time in its response, so that retrieving the order shows the same. */
export function answeredAtMs({ outcome, startedAtMs }: RecordedTransaction): number {
  const time = outcome?.fields.order?.lastUpdatedTime
  return time === undefined ? startedAtMs : Date.parse(time)
}

/**
 * The fields of the order from earlier transactions, so that the response to a capture has the order's
 * reference: the newest outcome includes those of earlier ones. Undefined for a new order.
 */
export function orderFieldsBefore(
  transactions: readonly RecordedTransaction[],
  { fields }: RequestContents,
): OrderRecord | undefined {
  const newest = transactions.at(-1)
  if (!newest) return undefined
  const given = mergeRecords<OrderRecord>(
    newest.outcome?.fields.order ?? {},
    newest.request.fields.order ?? {},
  )
  return withoutItems(mergeRecords(given, fields.order ?? {}))
}

export const unsettled = (
  { merchantId }: OrderKey,
  atMs: number,
  entryPoint: EntryPoint | 'WEB_SERVICES_API' = 'WEB_SERVICES_API',
): TransactionRecord => ({
  merchant: merchantId,
  gatewayEntryPoint: entryPoint,
  timeOfRecord: isoTime(atMs),
})

/** The request as it is shown: its own groups, and for the others those of the order. */
export function shownRequest(request: RequestContents): TransactionRecord {
  return withChoices(wholeRequest(request))
}

/** Defaults for what the payer does at a provider, where the merchant gives no setting at all. */
function withChoices(request: TransactionRecord): TransactionRecord {
  const { browserPayment } = request
  if (!browserPayment || browserPayment.providerA !== undefined) return request
  return { ...request, browserPayment: { ...browserPayment, providerA: {} } }
}

function wholeRequest({ fields, additions }: RequestContents): TransactionRecord {
  const { orderGroups, profileValues, firstRequest } = additions
  if (!orderGroups && !profileValues && !firstRequest) return fields
  const shown: TransactionRecord = { ...orderGroups, ...withProfile({ fields, additions }) }
  return firstRequest ? mergeRecords(firstRequest, shown) : shown
}

/** The request as sent, with the values from the merchant's profile. */
export const withProfile = ({ fields, additions }: RequestContents): TransactionRecord =>
  additions.profileValues ? mergeRecords<TransactionRecord>(additions.profileValues, fields) : fields

/**
 * The content of a notification about a change: what RETRIEVE_TRANSACTION would have answered right after it,
 * at the version of the request. It is the same however late and however often it is delivered.
 */
export function notifiedRecordOf({ key, order, name }: OrderAfterChange): NotifiedRecord {
  const recorded = findStep(order, name)
  if (!recorded) throw new Error('What changed is not on its order')
  const { known, step } = recorded
  const trace = step.outcome?.story.trace
  const now = orderShown(key, { ...order, amount: amountTold(step) ?? order.amount })
  return {
    version: known.apiVersion,
    record: currentRecord(key, now, known),
    ...(trace !== undefined && { trace }),
  }
}

/**
 * The order's amount as its outcome has it. Where no transaction decides it yet, it is known from there only:
 * the order itself has that of today.
 */
function amountTold({ outcome, currency }: RecordedTransaction): bigint | undefined {
  const amount = outcome?.fields.order?.amount
  return amount === undefined ? undefined : toMinor(amount, currency)
}

type NotifiedRecord = {
  readonly version: number
  readonly record: TransactionRecord
  /** The trace id of the request that caused it, if it had one. */
  readonly trace?: string
}
