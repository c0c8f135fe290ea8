// From a committed intent to a committed outcome, which is then returned.

import type { Operation } from '../../contract/kit/operation.ts'
import type { Rejection } from '../../orders/rejection.ts'
import { authenticationOf, type OrderStatus, reportedStatusOf, statusOf } from '../../orders/status.ts'
import { orderAmountOf, totalsOf } from '../../orders/totals.ts'
import { effectiveAmount, type Transaction } from '../../orders/transaction.ts'
import { IntentLost, StoreUnavailable } from '../../platform/errors.ts'
import type { AnswerInterpretation } from '../model/conclusions.ts'
import type { ConsultedFacts, OutcomeContents } from '../model/documents.ts'
import type { Plan } from '../model/flow.ts'
import {
  type Closing,
  type LoadedOrder,
  nothingAssigned,
  type OrderKey,
  type RecordedTransaction,
} from '../model/journal.ts'
import { isRemainderOwed, unfinishedParts } from '../model/partialPayments.ts'
import { laterStepOf, nameOfRecord, recordName } from '../model/steps.ts'
import { debugInformationOf, type OrderFacts, outcomeOf, patchedOutcome, storyOf } from '../record/outcome.ts'
import { orderFieldsBefore, transactionRecord } from '../record/record.ts'
import { type RiskContent, riskContent, riskOfRevision, riskStoryOf } from '../record/riskContent.ts'
import type { CounterpartyQuestion, StartedTransaction } from './askCounterparty.ts'
import { type AssessedAnswer, askAssessed } from './assessRisk.ts'
import type { Execution, ExecutionResult, Pipeline } from './execution.ts'
import { handedOrder } from './handedOrder.ts'
import { findReplay } from './replay.ts'

/** After the intent is committed: asks, interprets the answer, commits the outcome, then returns it. */
export async function settle<O extends Operation>(
  execution: Execution<O>,
  started: StartedTransaction,
): Promise<ExecutionResult | Rejection> {
  const { pipeline, flow, key, submission, prepared } = execution
  const { plan, begun, recorded, taken } = started
  const markingUsed = prepared.onBegun?.(taken)
  const found = await askAssessed(execution, started)
  const { interpretation } = found
  const transaction = transactionOf(execution, started, interpretation)
  const order = orderAfter(started, transaction, found.tookMs)
  const outcome = outcomeWith(execution, started, { ...found, transaction, order })
  await expectReview(execution, outcome)
  const closing = {
    key,
    transactionId: recordName(submission.transactionId, laterStepOf(flow)),
    fence: begun.fence,
    result: transaction.result,
    gatewayCode: transaction.gatewayCode,
    transactionAmount: effectiveAmount(transaction),
    orderAmount: order.amount,
    totals: order.totals,
    status: order.status,
    excess: plan.excess ?? started.order?.excess ?? 0n,
    outcome,
    ...(interpretation.obligation && {
      obligation: interpretation.obligation,
      keepsOrderBusy: interpretation.keepsOrderBusy ?? false,
    }),
  }
  const closed = await pipeline.journal.close(closing).catch(error => {
    throw toldOfUnrecorded(error, started)
  })
  if (markingUsed) await markingUsed
  await releaseFinished(pipeline, { key, before: started.context.transactions })
  if (closed.state !== 'closed') return answerOfOther(execution, started)
  return {
    kind: 'recorded',
    record: transactionRecord(flow.operation, submission.version, recorded, outcome.fields),
    ...(execution.handover && { order: handedOn(started, closing, { ...found, ...order }) }),
  }
}

/**
 * An intent under which nothing is sent does not wait for the disk: where the database has lost it in a
 * crash, nothing was done, and the caller may try again.
 */
function toldOfUnrecorded(error: unknown, { intent }: StartedTransaction): unknown {
  if (!(error instanceof IntentLost) || intent.trace !== nothingAssigned) return error
  return new StoreUnavailable('The database has lost what nobody was asked', { cause: error })
}

function handedOn(
  started: StartedTransaction,
  closing: Closing,
  { asked, route, updatedAtMs: nowMs }: Pick<AssessedAnswer, 'asked' | 'route'> & OrderFacts,
): LoadedOrder | undefined {
  const { assigned } = started.question
  const isAsAssigned = !assigned || (!!asked && !!route && route === assigned.route)
  return handedOrder({ ...started, closing }, { nowMs, isAsAssigned })
}

/**
 * Listed before the outcome that says so is committed: a crash in between leaves a line too many, never one
 * too few. What cannot be listed now is recorded all the same, and waits on its order's page.
 */
async function expectReview<O extends Operation>(
  { pipeline, key, submission: { transactionId } }: Execution<O>,
  { fields }: OutcomeContents,
): Promise<void> {
  if (fields.response?.risk?.review?.decision === 'PENDING') await listReview(pipeline, key, transactionId)
}

export async function listReview(
  { reviews }: Pick<Pipeline, 'reviews'>,
  key: OrderKey,
  transactionId: string,
): Promise<void> {
  await reviews?.expect({ ...key, transactionId }).catch(error => {
    if (!(error instanceof StoreUnavailable)) throw error
  })
}

function transactionOf<O extends Operation>(
  { submission }: Execution<O>,
  { plan, begun }: StartedTransaction,
  { result, gatewayCode, approvedAmount, authenticationStatus, isBeingConfirmed }: AnswerInterpretation,
): Transaction {
  return {
    id: submission.transactionId,
    type: plan.type,
    result,
    gatewayCode,
    amount: plan.amount,
    currency: plan.currency,
    startedAtMs: begun.startedAtMs,
    ...(approvedAmount !== undefined && { approvedAmount }),
    ...(plan.orderAmount !== undefined && { wholeAmount: plan.orderAmount }),
    ...(authenticationStatus !== undefined && { authenticationStatus }),
    ...(isBeingConfirmed && { isBeingConfirmed }),
    ...(plan.targetId !== undefined && { targetId: plan.targetId }),
  }
}

function orderAfter(
  { plan, context, begun, order }: StartedTransaction,
  transaction: Transaction,
  tookMs: number,
): ChangedOrder {
  const transactions = withTransaction(context.transactions, transaction)
  return {
    amount: orderAmountOf(transactions) ?? order?.amount ?? plan.amount,
    currency: plan.currency,
    totals: totalsOf(transactions),
    status: statusOf(transactions),
    ...reportedStatusOf(transactions),
    ...authenticationOf(transactions),
    createdAtMs: begun.orderCreatedAtMs,
    updatedAtMs: begun.startedAtMs + tookMs,
  }
}

/** Adds the transaction, or replaces the one with its id that it continues. */
function withTransaction(context: readonly Transaction[], transaction: Transaction): readonly Transaction[] {
  const index = context.findIndex(({ id }) => id === transaction.id)
  return index === -1 ? [...context, transaction] : context.with(index, transaction)
}

type SettledTransaction = AssessedAnswer & {
  readonly transaction: Transaction
  readonly order: ChangedOrder
}
type ChangedOrder = OrderFacts & { readonly status: OrderStatus }

function outcomeWith<O extends Operation>(
  execution: Execution<O>,
  started: StartedTransaction,
  settled: SettledTransaction,
): OutcomeContents {
  const { plan, question, recorded, context, begun, order: before } = started
  const { asked, route, answer, interpretation, transaction, order, assessment } = settled
  const { key, profile, prepared, pauses, pipeline, entryPoint } = execution
  const outcome = outcomeOf({
    key,
    ask: 'ask' in plan ? plan.ask : undefined,
    answer,
    transaction,
    order,
    orderFields: orderFieldsBefore(context.transactions, recorded),
    startedAtMs: begun.startedAtMs,
    debugInformation: profile.debugInformation
      ? debugInformationOf(pipeline, interpretation, { answer, asked })
      : undefined,
    ...(entryPoint && { entryPoint }),
    risk: riskIn(started, settled),
    story: storyOf({
      ...{ waitedMs: pauses.spentMs(), requestId: execution.submission.requestId },
      ...{ asked, route, plan, prepared, before },
      risk: assessment && riskStoryOf(assessment),
    }),
  })
  const { proof: responsePatch, consulted } = plan
  const authenticated = cardHashOf(execution, plan, question)
  return [{ responsePatch, consulted }, interpretation, { consulted: authenticated }].reduce(
    patchedOutcome,
    outcome,
  )
}

/** What rules said of it now, or of the step that it continues. */
function riskIn(
  { context: { continued } }: StartedTransaction,
  { assessment, interpretation, transaction: { result } }: SettledTransaction,
): RiskContent | undefined {
  if (assessment)
    return riskContent(assessment, { result, isUndone: interpretation.obligation === 'reversal' })
  return continued && riskOfRevision(continued, result)
}

function cardHashOf<O extends Operation>(
  { pipeline }: Execution<O>,
  { type }: Plan,
  { card }: CounterpartyQuestion,
): ConsultedFacts | undefined {
  if (type !== 'AUTHENTICATION' || !card) return undefined
  return { cardHash: pipeline.vault.cardHash(card.number).toString('base64') }
}

/**
 * Recovery took the transaction over and settled it: that outcome is returned. Something was sent already, so
 * a failure here is a fault, not a refusal.
 */
async function answerOfOther<O extends Operation>(
  execution: Execution<O>,
  started: StartedTransaction,
): Promise<ExecutionResult | Rejection> {
  const read = async () => findReplay(execution, await execution.pipeline.journal.load(execution.key))
  const settled = await read().catch(cause => {
    throw new Error('A transaction that was taken over could not be read', { cause })
  })
  if (!settled)
    throw toldOfUnrecorded(new IntentLost('A transaction that was taken over has vanished'), started)
  return settled
}

/**
 * Releases the obligations of partial payments once a change has paid the order in full. Where that fails, or
 * another node works on it at the same time, recovery releases them when the payer's time is over.
 */
export async function releaseFinished({ journal }: JournalAccess, { key, before }: Changed): Promise<void> {
  if (!before.some(isRemainderOwed)) return
  try {
    const { transactions } = (await journal.load(key)) ?? { transactions: [] }
    if (unfinishedParts(transactions).length > 0) return
    for (const part of transactions.filter(isRemainderOwed)) await journal.release(owedOf(key, part))
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error
  }
}

type Changed = { readonly key: OrderKey; readonly before: readonly RecordedTransaction[] }

const owedOf = (key: OrderKey, part: RecordedTransaction) => ({
  ...{ key, transactionId: nameOfRecord(part), obligation: 'rest' as const },
  attempt: part.owed?.attempts ?? 0,
})

export type JournalAccess = Pick<Pipeline, 'clock' | 'journal'>
