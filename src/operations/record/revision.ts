// A new outcome for a transaction that was recorded before: by recovery, a callback or an inquiry.

import type { AcquirerAnswer } from '../../acquirers/port.ts'
import type { OrderRecord } from '../../contract/model.ts'
import { authenticationOf, reportedStatusOf, statusOf } from '../../orders/status.ts'
import { excessOf, orderAmountOf, totalsOf } from '../../orders/totals.ts'
import { type AuthenticationStatus, effectiveAmount, type Transaction } from '../../orders/transaction.ts'
import type { Assessment } from '../../risk/assess.ts'
import type { OutcomeContents, OutcomeStory, RiskStory } from '../model/documents.ts'
import type { AskingPlan, ConcludedResult } from '../model/flow.ts'
import type { Closing, LoadedOrder, OrderKey, RecordedTransaction } from '../model/journal.ts'
import { nameOfRecord, withStep } from '../model/steps.ts'
import { type OutcomePatch, orderStateContent, outcomeOf, patchedOutcome } from './outcome.ts'
import { orderFieldsBefore } from './record.ts'
import { type RiskContent, riskContent, riskOfRevision, riskStoryOf } from './riskContent.ts'

type RevisedOutcome = OutcomePatch & {
  readonly concluded: ConcludedResult
  readonly ask?: AskingPlan['ask']
  readonly answer?: AcquirerAnswer
  readonly authenticationStatus?: AuthenticationStatus
  readonly isBeingConfirmed?: true
  /** As the host gave it with an answer about the transaction itself, also where that answer is not kept. */
  readonly hostMemory?: string | undefined
  /** What risk rules say of an approval that was found only now. */
  readonly assessment?: Assessment
  readonly isUndone?: boolean
  /** How it was settled, for explain. */
  readonly story: Pick<OutcomeStory, 'asked' | 'attempt' | 'settledBy'>
}

/** The new outcome of a transaction that another node began, or that was answered before. */
export function revisionOf(
  key: OrderKey,
  order: LoadedOrder,
  { known, found }: { readonly known: RecordedTransaction; readonly found: RevisedOutcome },
): Omit<Closing, 'fence'> {
  const transaction = revised(known, found)
  const revision = { ...known, ...transaction, outcome: { fields: {}, story: {} } }
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
  const { outcome: before, request } = known
  const { content, told } = riskOf(known, found, transaction)
  const story = { ...found.story, before: orderStateContent(order), ...(told && { risk: told }) }
  const { entryPoint } = request.additions
  const outcome: OutcomeContents =
    before && isAnsweredAlready(known, transaction)
      ? { fields: before.fields, consulted: before.consulted, story, hostMemory: before.hostMemory }
      : outcomeOf({
          key,
          ask: found.ask,
          answer: found.answer,
          transaction,
          order: facts,
          orderFields: orderFieldsOf(order, known),
          startedAtMs: known.startedAtMs,
          debugInformation: undefined,
          ...(entryPoint && { entryPoint }),
          risk: content,
          story,
        })
  return {
    key,
    transactionId: nameOfRecord(known),
    result: transaction.result,
    gatewayCode: transaction.gatewayCode,
    transactionAmount: effectiveAmount(transaction),
    orderAmount: facts.amount,
    totals: facts.totals,
    status: statusOf(settled),
    excess: larger(order.excess, excessOf(facts.totals)),
    outcome: patchedOutcome({ ...outcome, hostMemory: found.hostMemory ?? before?.hostMemory }, found),
  }
}

/** What risk rules say of an approval that was found only now, or what they said when it began. */
function riskOf(
  known: RecordedTransaction,
  { assessment, isUndone = false }: RevisedOutcome,
  { result }: Transaction,
): { readonly content: RiskContent; readonly told: RiskStory | undefined } {
  const told = known.outcome?.story.risk
  if (!assessment) return { content: riskOfRevision(known, result), told }
  return { content: riskContent(assessment, { result, isUndone }), told: riskStoryOf(assessment, told) }
}

/** A response that was given stays as it was, including the order at that time (spec 11). */
const isAnsweredAlready = (known: RecordedTransaction, { result, gatewayCode }: Transaction): boolean =>
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

/** The order's fields, as its response had them before, or as earlier transactions gave them. */
function orderFieldsOf({ transactions }: LoadedOrder, known: RecordedTransaction): OrderRecord {
  const answered = known.outcome?.fields.order
  if (answered) return answered
  const before = transactions.slice(
    0,
    transactions.findIndex(({ id }) => id === known.id),
  )
  return orderFieldsBefore(before, known.request) ?? {}
}

/** A begun transaction was allowed the excess that it has; its plan is not recorded. */
const larger = (one: bigint, other: bigint): bigint => (one > other ? one : other)
