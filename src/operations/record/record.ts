import { operationNamed } from '../../contract/catalogue.ts'
import { type Content, isObject, mergeContent, withDefaults } from '../../contract/kit/content.ts'
import { type Operation, requestAt } from '../../contract/kit/operation.ts'
import { authenticationOf, reportedStatusOf } from '../../orders/status.ts'
import { orderAmountOf, totalsOf } from '../../orders/totals.ts'
import type { LoadedOrder, ObligationProgress, OrderKey, RecordedTransaction } from '../model/journal.ts'
import { stepsOf } from '../model/steps.ts'
import type { ShownRecord } from '../pipeline/execution.ts'
import { derivedFields } from './derived.ts'
import { withFundingReference } from './fundingReference.ts'
import { isoTime, orderContent, transactionContent } from './outcome.ts'
import { withRedirectHtml } from './redirectHtml.ts'
import { shownRequest } from './writtenRequest.ts'

/** The request as the merchant sent it, what follows from it, and over both what came of it. */
export function transactionRecord(
  operation: Operation,
  version: number,
  stored: Content,
  outcome: Content,
): ShownRecord {
  const request = withDefaults(requestAt(operation, version), shownRequest(stored))
  const record = mergeContent(mergeContent(request, derivedFields(request, operation.name)), outcome)
  return withRedirectHtml(operation.name, withFundingReference(record, stored))
}

/** The answer as it was first given. */
export const answeredRecord = (known: RecordedTransaction): ShownRecord =>
  transactionRecord(
    operationNamed(known.operation),
    known.apiVersion,
    readDocument(known.request),
    readDocument(known.outcome ?? '{}'),
  )

/** A transaction whose outcome nobody knows yet. */
export const pendingRecord = (key: OrderKey, now: Content, known: RecordedTransaction): ShownRecord =>
  transactionRecord(operationNamed(known.operation), known.apiVersion, readDocument(known.request), {
    ...unsettled(key, known.startedAtMs, readDocument(known.request).gatewayEntryPoint),
    order: now,
    transaction: transactionContent(known),
    result: 'PENDING',
    response: { gatewayCode: 'PENDING', ...recommendedMeanwhile(known.operation) },
  })

/** Every answer about a payer's authentication says what to do next: here, to ask again. */
export const recommendedMeanwhile = (operation: string): Content =>
  operation === 'INITIATE_AUTHENTICATION' || operation === 'AUTHENTICATE_PAYER'
    ? { gatewayRecommendation: 'RESUBMIT_LATER' }
    : {}

/** The transaction as it is now, on its order as that is now. */
export function currentRecord(key: OrderKey, now: Content, known: RecordedTransaction): ShownRecord {
  if (known.outcome === undefined) return pendingRecord(key, now, known)
  const { owed } = known
  return mergeContent(answeredRecord(known), {
    order: now,
    ...(owed?.obligation === 'reversal' && { transaction: { reversal: reversalContent(owed) } }),
  })
}

/** How far the gateway got in undoing it. */
const reversalContent = ({ status, attempts, lastAttemptAtMs }: ObligationProgress): Content => ({
  status,
  attempts,
  ...(lastAttemptAtMs !== undefined && { lastAttemptTime: isoTime(lastAttemptAtMs) }),
})

/** The order's own fields: what its transactions said of it, the newest word last. */
export function orderRecord(key: OrderKey, order: LoadedOrder): ShownRecord {
  const requests = order.transactions.flatMap(stepsOf)
  const said = requests.map(saidIn).filter(isObject)
  return mergeContent(said.reduce(mergeContent, {}), orderContentNow(key, order))
}

const saidIn = remembered(({ request }) => readDocument(request).order)

/** As each transaction shows its order; line items stay where they were given. */
export function orderShown(key: OrderKey, order: LoadedOrder): Content {
  const { item: _, ...shown } = orderRecord(key, order)
  return shown
}

/** Amount, totals and status are computed from the transactions; the row only tells what it began with. */
export function orderContentNow(key: OrderKey, order: LoadedOrder): Content {
  const settled = order.transactions.filter(({ outcome }) => outcome !== undefined)
  const { currency, createdAtMs } = order
  const amount = orderAmountOf(settled) ?? order.amount
  const updatedAtMs = Math.max(createdAtMs, ...settled.map(toldAtMs))
  const computed = {
    totals: totalsOf(settled),
    ...reportedStatusOf(order.transactions, settled),
    ...authenticationOf(settled),
  }
  return orderContent(key, { amount, currency, createdAtMs, updatedAtMs, ...computed })
}

/** The time its answer told, so that retrieving the order tells the same. */
const toldAtMs = remembered(({ outcome, startedAtMs }) => {
  const { order } = readDocument(outcome ?? '{}')
  const told = isObject(order) ? Date.parse(String(order.lastUpdatedTime)) : startedAtMs
  return Number.isNaN(told) ? startedAtMs : told
})

/** Of an order that is shown as of many of its changes, each document is read only once. */
function remembered<Result>(look: (known: RecordedTransaction) => Result) {
  const found = new WeakMap<RecordedTransaction, { readonly result: Result }>()
  return (known: RecordedTransaction): Result => {
    const before = found.get(known)
    if (before) return before.result
    const result = look(known)
    found.set(known, { result })
    return result
  }
}

/**
 * What earlier transactions said of the order, so that a capture answers with the order's reference: the
 * newest outcome carries what those before it said. Nothing for a new order.
 */
export function saidOfOrder(
  transactions: readonly RecordedTransaction[],
  recorded: Content,
): Content | undefined {
  const newest = transactions.at(-1)
  if (!newest) return undefined
  const told = [readDocument(newest.outcome ?? '{}'), readDocument(newest.request), recorded]
  const { item: _, ...said } = told
    .map(({ order }) => order)
    .filter(isObject)
    .reduce(mergeContent, {})
  return said
}

export const unsettled = (
  { merchantId }: OrderKey,
  atMs: number,
  gatewayEntryPoint: unknown = 'WEB_SERVICES_API',
): Content => ({
  merchant: merchantId,
  gatewayEntryPoint,
  timeOfRecord: isoTime(atMs),
})

export function readDocument(document: string): Content {
  const value: unknown = JSON.parse(document)
  if (!isObject(value)) throw new Error('A stored document is not an object')
  return value
}
