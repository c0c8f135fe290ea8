// What is shown of a transaction or an order: request, derived fields and outcome, merged. A version of the
// API then projects it.

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

/** Every response about a payer authentication recommends what to do next: here, to ask again. */
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

/** The order's own fields, merged from its transactions: newer values replace older ones. */
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

/** Amount, totals and status are computed from the transactions; the row only has the initial amount. */
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

/** The time in its response, so that retrieving the order shows the same. */
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
 * The fields of the order from earlier transactions, so that the response to a capture has the order's
 * reference: the newest outcome includes those of earlier ones. Undefined for a new order.
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
 * have it. No contract has fields of these names.
 */
export type RequestAdditions = {
  /** Groups of the order from earlier transactions. */
  readonly ofOrder?: Content
  /** Values from the merchant's profile where the request has none. */
  readonly ofProfile?: Content
  /** For the second request under one id: the fields of the first one. */
  readonly ofBeginning?: Content
  /** How it came here, where not over the API. */
  readonly gatewayEntryPoint?: EntryPoint
  /** How a checkout page finishes it where a bank approves only a part. */
  readonly ofCheckout?: WrittenRemainder
}

/** The request as it is shown: its own groups, and for the others those of the order. */
export function shownRequest(written: Content): Content {
  return withChoices(wholeRequest(written))
}

/** Defaults for what the payer does at a provider, where the merchant gives no setting at all. */
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

/** The request as sent, with the values from the merchant's profile. */
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
  /** The trace id of the request that caused it, if it had one. */
  readonly trace?: string
}

function traceIn({ outcome = '{}' }: RecordedTransaction): string | undefined {
  const { story } = readDocument(outcome)
  return isObject(story) && typeof story.trace === 'string' ? story.trace : undefined
}
