import { operationNamed } from '../../contract/catalogue.ts'
import { type Content, isObject, mergeContent, withDefaults } from '../../contract/kit/content.ts'
import { type Operation, requestModelAt } from '../../contract/kit/operation.ts'
import { authenticationOf, reportedStatusOf } from '../../orders/status.ts'
import { orderAmountOf, totalsOf } from '../../orders/totals.ts'
import { readDocument } from '../model/documents.ts'
import type {
  LoadedOrder,
  ObligationProgress,
  OrderAfterChange,
  OrderKey,
  RecordedTransaction,
} from '../model/journal.ts'
import type { WrittenRemainder } from '../model/partialPayments.ts'
import { findStep, stepsOf } from '../model/steps.ts'
import { derivedFields, withFundingReference, withRedirectHtml } from './derivedFields.ts'
import { type EntryPoint, isoTime, orderContent, transactionContent } from './outcome.ts'

/** Everything known of one transaction, before a version of the API decides what of it is shown. */
export type ShownRecord = Content

/** The request as the merchant sent it, the fields derived from it, and the outcome, merged. */
export function transactionRecord(
  operation: Operation,
  version: number,
  stored: Content,
  outcome: Content,
): ShownRecord {
  const request = withDefaults(requestModelAt(operation, version), shownRequest(stored))
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
  const documents = isObject(order) ? Date.parse(String(order.lastUpdatedTime)) : startedAtMs
  return Number.isNaN(documents) ? startedAtMs : documents
})

/** Parses each document only once, for an order that is shown as of many of its changes. */
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
  const documents = [readDocument(newest.outcome ?? '{}'), readDocument(newest.request), recorded]
  const { item: _, ...said } = documents
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

/**
 * What is recorded beside the fields of a request because the response shows it although the request did not
 * say it. No contract has fields of these names.
 */
export type RequestAdditions = {
  /** Groups that earlier transactions said of the order. */
  readonly ofOrder?: Content
  /** What the merchant's profile decided where the request does not. */
  readonly ofProfile?: Content
  /** Of the second request under one id: what the first one said. */
  readonly ofBeginning?: Content
  /** How it came here, where not over the API. */
  readonly gatewayEntryPoint?: EntryPoint
  /** How a checkout page finishes it where a bank approves only a part. */
  readonly ofCheckout?: WrittenRemainder
}

/** What is shown: a group of the request stands for itself, others are as the order has them. */
export function shownRequest(written: Content): Content {
  return withChoices(wholeRequest(written))
}

/** What the payer does at a provider is decided by default where the merchant says nothing at all. */
function withChoices(request: Content): Content {
  const { browserPayment } = request
  if (!isObject(browserPayment) || browserPayment.providerA !== undefined) return request
  return { ...request, browserPayment: { ...browserPayment, providerA: {} } }
}

function wholeRequest(written: Content): Content {
  const { ofOrder, ofProfile, ofBeginning } = written
  if (ofOrder === undefined && ofProfile === undefined && ofBeginning === undefined) return written
  const shown = { ...(isObject(ofOrder) && ofOrder), ...withProfile(written) }
  return isObject(ofBeginning) ? mergeContent(ofBeginning, shown) : shown
}

/** What the merchant sent, and its profile said for it. */
export function withProfile(written: Content): Content {
  const { ofProfile } = written
  const sent = sentRequest(written)
  return isObject(ofProfile) ? mergeContent(ofProfile, sent) : sent
}

export function sentRequest(written: Content): Content {
  const { ofOrder: _, ofProfile: __, ofBeginning: ___, gatewayEntryPoint: ____, ...sent } = written
  return sent
}

/**
 * The content of a notification about a change: what RETRIEVE_TRANSACTION would have answered right after it,
 * at the version of the request. It is the same however late and however often it is delivered.
 */
export function notifiedRecordOf({ key, order, name }: OrderAfterChange): NotifiedRecord {
  const recorded = findStep(order, name)
  if (!recorded) throw new Error('What changed is not on its order')
  const { known, step } = recorded
  const trace = traceIn(step)
  return {
    version: known.apiVersion,
    record: currentRecord(key, orderShown(key, order), known),
    ...(trace !== undefined && { trace }),
  }
}

type NotifiedRecord = {
  readonly version: number
  readonly record: Content
  /** Of the request that brought it about, where somebody traced it. */
  readonly trace?: string
}

function traceIn({ outcome = '{}' }: RecordedTransaction): string | undefined {
  const { story } = readDocument(outcome)
  return isObject(story) && typeof story.trace === 'string' ? story.trace : undefined
}
