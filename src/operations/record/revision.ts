// A new outcome for a transaction that was recorded before: by recovery, a callback or an inquiry.

import type { AcquirerAnswer } from '../../acquirers/port.ts'
import { type Content, isObject, mergeContent } from '../../contract/kit/content.ts'
import { authenticationOf, reportedStatusOf, statusOf } from '../../orders/status.ts'
import { excessOf, orderAmountOf, totalsOf } from '../../orders/totals.ts'
import { type AuthenticationStatus, effectiveAmount, type Transaction } from '../../orders/transaction.ts'
import { readDocument } from '../model/documents.ts'
import type { AskingPlan, ConcludedResult } from '../model/flow.ts'
import type { Conclusion, LoadedOrder, OrderKey, RecordedTransaction } from '../model/journal.ts'
import { nameOfRecord, withStep } from '../model/steps.ts'
import { type EntryPoint, orderStateContent, outcomeOf } from './outcome.ts'
import { saidOfOrder } from './record.ts'

type RevisedOutcome = {
  readonly concluded: ConcludedResult
  readonly ask?: AskingPlan['ask']
  readonly answer?: AcquirerAnswer
  /** What the answer adds to the response. */
  readonly responsePatch?: Content
  readonly authenticationStatus?: AuthenticationStatus
  readonly isBeingConfirmed?: true
  /** How it was settled, for explain. */
  readonly story: { readonly settledBy: string; readonly attempt?: number; readonly asked?: Content }
}

/** The new outcome of a transaction that another node began, or that was answered before. */
export function revisionOf(
  key: OrderKey,
  order: LoadedOrder,
  { known, found }: { readonly known: RecordedTransaction; readonly found: RevisedOutcome },
): Omit<Conclusion, 'fence'> {
  const transaction = revised(known, found)
  const revision = { ...known, ...transaction, outcome: '' }
  const settled = withStep(order.transactions, revision).filter(({ outcome }) => outcome !== undefined)
  const facts = {
    amount: orderAmountOf(settled) ?? order.amount,
    currency: order.currency,
    totals: totalsOf(settled),
    ...reportedStatusOf(settled),
    ...authenticationOf(settled),
    createdAtMs: order.createdAtMs,
    updatedAtMs: order.loadedAtMs,
  }
  const story = { ...found.story, before: orderStateContent(order) }
  const outcome = answeredAlready(known, transaction)
    ? { ...readDocument(known.outcome ?? '{}'), story }
    : outcomeOf({
        key,
        ask: found.ask,
        answer: found.answer,
        transaction,
        order: facts,
        saidOfOrder: saidBefore(order, known),
        startedAtMs: known.startedAtMs,
        debugInformation: undefined,
        ...entryPointOf(known),
        story,
      })
  return {
    key,
    transactionId: nameOfRecord(known),
    result: transaction.result,
    gatewayCode: transaction.gatewayCode,
    transactionAmount: effectiveAmount(transaction),
    totals: facts.totals,
    status: statusOf(settled),
    excess: larger(order.excess, excessOf(facts.totals)),
    outcome: JSON.stringify(found.responsePatch ? mergeContent(outcome, found.responsePatch) : outcome),
  }
}

function entryPointOf({ request }: RecordedTransaction): { readonly entryPoint?: EntryPoint } {
  return readDocument(request).gatewayEntryPoint === 'HOSTED_PAGE' ? { entryPoint: 'HOSTED_PAGE' } : {}
}

/** A response that was given stays as it was, including the order at that time (spec 11). */
const answeredAlready = (known: RecordedTransaction, { result, gatewayCode }: Transaction): boolean =>
  known.outcome !== undefined && known.result === result && known.gatewayCode === gatewayCode

/** The new outcome, without fields that only the earlier outcome had. */
function revised(
  known: RecordedTransaction,
  { concluded, authenticationStatus, isBeingConfirmed }: RevisedOutcome,
): Transaction {
  const { id, type, amount, wholeAmount, currency, targetId, startedAtMs } = known
  return {
    id,
    type,
    amount,
    currency,
    startedAtMs,
    ...(wholeAmount !== undefined && { wholeAmount }),
    ...(targetId !== undefined && { targetId }),
    ...(authenticationStatus !== undefined && { authenticationStatus }),
    ...(isBeingConfirmed && { isBeingConfirmed }),
    ...concluded,
  }
}

function saidBefore({ transactions }: LoadedOrder, known: RecordedTransaction) {
  const { order } = readDocument(known.outcome ?? '{}')
  if (isObject(order)) return order
  const before = transactions.slice(
    0,
    transactions.findIndex(({ id }) => id === known.id),
  )
  return saidOfOrder(before, readDocument(known.request)) ?? {}
}

/** A begun transaction was allowed the excess that it has; its plan is not recorded. */
const larger = (one: bigint, other: bigint): bigint => (one > other ? one : other)
