import { operationNamed } from '../contract/catalogue.ts'
import { withDefaults } from '../contract/kit/defaults.ts'
import { type Content, isObject } from '../contract/kit/normalise.ts'
import { type Operation, requestAt } from '../contract/kit/operation.ts'
import { statusOf } from '../orders/status.ts'
import { orderAmountOf, totalsOf } from '../orders/totals.ts'
import { derivedFields } from './derived.ts'
import type { Plan } from './flow.ts'
import type { LoadedOrder, OrderKey, RecordedTransaction } from './journal.ts'
import type { Journey, ShownRecord } from './journey.ts'
import { merged } from './merged.ts'
import { isoTime, orderContent, transactionContent } from './outcome.ts'

/** The request as the merchant sent it, what follows from it, and over both what came of it. */
export function transactionRecord(
  operation: Operation,
  version: number,
  stored: Content,
  outcome: Content,
): ShownRecord {
  const request = withDefaults(requestAt(operation, version), stored)
  return merged(merged(request, derivedFields(request)), outcome)
}

/**
 * What is written down of a request: as the merchant sent it, and what kind of card it named, because a
 * masked number does not tell.
 */
export function recordedRequest<O extends Operation>(
  { prepared, road }: Pick<Journey<O>, 'prepared' | 'road'>,
  { ask }: Plan,
): Content {
  const { brand, fundingMethod, scheme } = road.vault.describeCard(ask.card.number)
  const card = { brand, fundingMethod, ...(scheme && { scheme }) }
  const { sourceOfFunds } = prepared.stored
  const type = (isObject(sourceOfFunds) && sourceOfFunds.type) || 'CARD'
  return merged(prepared.stored, { sourceOfFunds: { type, provided: { card } } })
}

/** The answer as it was first given. */
export const answeredRecord = (known: RecordedTransaction): ShownRecord =>
  transactionRecord(
    operationNamed(known.operation),
    known.apiVersion,
    read(known.request),
    read(known.outcome ?? '{}'),
  )

/** A transaction whose outcome nobody knows yet. */
export const pendingRecord = (key: OrderKey, orderNow: Content, known: RecordedTransaction): ShownRecord =>
  transactionRecord(operationNamed(known.operation), known.apiVersion, read(known.request), {
    ...unsettled(key, known.startedAtMs),
    order: orderNow,
    transaction: transactionContent(known),
    result: 'PENDING',
    response: { gatewayCode: 'PENDING' },
  })

/** The transaction as it is now, on its order as that is now. */
export function currentRecord(key: OrderKey, orderNow: Content, known: RecordedTransaction): ShownRecord {
  if (known.outcome === undefined) return pendingRecord(key, orderNow, known)
  return merged(answeredRecord(known), { order: orderNow })
}

/** The order stayed busy: nothing was recorded, and the id stays free. */
export function lockedRecord<O extends Operation>(
  journey: Journey<O>,
  plan: Plan,
  order: LoadedOrder | undefined,
): ShownRecord {
  const { key, submission, flow, road } = journey
  const { type, amount, currency } = plan
  const transaction = { id: submission.transactionId, type, amount, currency } as const
  return transactionRecord(flow.operation, submission.version, recordedRequest(journey, plan), {
    ...unsettled(key, road.clock.now().getTime()),
    ...(order && { order: orderContentNow(key, order) }),
    transaction: transactionContent({ ...transaction, result: 'FAILURE', gatewayCode: 'LOCK_FAILURE' }),
    result: 'FAILURE',
    response: { gatewayCode: 'LOCK_FAILURE' },
  })
}

/** The order's own fields: what its transactions said of it, the newest word last. */
export function orderRecord(key: OrderKey, order: LoadedOrder): ShownRecord {
  const said = order.transactions.map(({ request }) => read(request).order).filter(isObject)
  return merged(said.reduce(merged, {}), orderContentNow(key, order))
}

/** Amount, totals and status are computed from the transactions; the row only tells what it began with. */
export function orderContentNow(key: OrderKey, order: LoadedOrder): Content {
  const settled = order.transactions.filter(({ outcome }) => outcome !== undefined)
  const { currency, createdAtMs } = order
  const amount = orderAmountOf(settled) ?? order.amount
  const updatedAtMs = Math.max(createdAtMs, ...settled.map(toldAtMs))
  const computed = { totals: totalsOf(settled), status: statusOf(settled) }
  return orderContent(key, { amount, currency, createdAtMs, updatedAtMs, ...computed })
}

/** The time its answer told, so that retrieving the order tells the same. */
function toldAtMs({ outcome, startedAtMs }: RecordedTransaction): number {
  const { order } = read(outcome ?? '{}')
  const told = isObject(order) ? Date.parse(String(order.lastUpdatedTime)) : startedAtMs
  return Number.isNaN(told) ? startedAtMs : told
}

const unsettled = ({ merchantId }: OrderKey, atMs: number): Content => ({
  merchant: merchantId,
  gatewayEntryPoint: 'WEB_SERVICES_API',
  timeOfRecord: isoTime(atMs),
})

function read(document: string): Content {
  const value: unknown = JSON.parse(document)
  if (!isObject(value)) throw new Error('A stored document is not an object')
  return value
}
