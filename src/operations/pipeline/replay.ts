// Responses to requests that are not executed: a transaction id that was used before (replay), and an order
// that stayed busy for too long (LOCK_FAILURE).

import type { Operation } from '../../contract/kit/operation.ts'
import type { TransactionRecord } from '../../contract/model.ts'
import { invalid, type Rejection } from '../../orders/rejection.ts'
import type { TransactionType } from '../../orders/transaction.ts'
import type { RequestContents } from '../model/documents.ts'
import type { PlannedMovement } from '../model/flow.ts'
import type { LoadedOrder, RecordedTransaction } from '../model/journal.ts'
import { laterStepOf, stepsOf } from '../model/steps.ts'
import { type TransactionGroup, transactionContent } from '../record/outcome.ts'
import {
  answeredRecord,
  orderContentNow,
  pendingRecord,
  recommendedMeanwhile,
  transactionRecord,
  unsettled,
} from '../record/record.ts'
import { requestAsGiven } from '../record/recordedRequest.ts'
import type { Execution, ExecutionResult } from './execution.ts'

/**
 * The answer that this transaction id got before; while the first request still runs, waits for it. A refusal
 * when the id was used for another request, undefined when it is new.
 */
export async function findReplay<O extends Operation>(
  execution: Execution<O>,
  found: LoadedOrder | undefined,
): Promise<ExecutionResult | Rejection | undefined> {
  const { pipeline, key, submission, pauses, handover } = execution
  for (let order = found; ; order = await pipeline.journal.load(key)) {
    const taken = order?.transactions.find(({ id }) => id === submission.transactionId)
    if (!order || !taken) return undefined
    const known = stepsOf(taken).find(({ operation }) => operation === submission.operation.name)
    if (!known && isContinuedBy(execution, taken)) return undefined
    if (!known || !isSameRequest(execution, known))
      return invalid(
        'transactionid',
        'It was used for another request on this order. Choose a new transaction id.',
        submission.transactionId,
      )
    if (known.outcome !== undefined)
      return { kind: 'replayed', record: answeredRecord(known), ...(handover && { order }) }
    if (!(await pauses.pause()))
      return { kind: 'waiting', record: pendingRecord(key, orderContentNow(key, order), known) }
  }
}

/** Whether this request continues a transaction that no later request has continued yet. */
const isContinuedBy = <O extends Operation>({ flow }: Execution<O>, taken: RecordedTransaction): boolean =>
  laterStepOf(flow) !== undefined &&
  'continues' in flow &&
  stepsOf(taken).every(({ operation }) => operation === flow.continues)

/** Fingerprints are computed from the canonical model, so requests at different API versions can be equal. */
const isSameRequest = <O extends Operation>(
  { prepared }: Execution<O>,
  { fingerprint }: RecordedTransaction,
): boolean => prepared.isWhole && prepared.fingerprint.equals(fingerprint)

/** The answer where the order stayed busy: nothing was recorded, and the id stays free. */
export function lockedRecord<O extends Operation>(
  execution: Execution<O>,
  order: LoadedOrder | undefined,
  { transaction, recorded = requestAsGiven(execution) }: LockedRequest,
): TransactionRecord {
  const { key, submission, flow, pipeline, entryPoint } = execution
  return transactionRecord(flow.operation, submission.version, recorded, {
    ...unsettled(key, order?.loadedAtMs ?? pipeline.clock.now().getTime(), entryPoint),
    ...(order && { order: orderContentNow(key, order) }),
    transaction,
    result: 'FAILURE',
    response: { gatewayCode: 'LOCK_FAILURE', ...recommendedMeanwhile(flow.operation) },
  })
}

type LockedRequest = { readonly transaction: TransactionGroup; readonly recorded?: RequestContents }

export const plannedTransactionContent = (
  id: string,
  { type, amount, currency, targetId }: PlannedMovement,
): TransactionGroup =>
  transactionContent({
    id,
    type,
    amount,
    currency,
    result: 'FAILURE',
    gatewayCode: 'LOCK_FAILURE',
    ...(targetId !== undefined && { targetId }),
  })

/** The transaction as requested, where there is no plan because the order is about to change. */
export function wantedTransactionContent<O extends Operation>(
  { key, submission, prepared }: Execution<O>,
  order: LoadedOrder,
  type: TransactionType,
): TransactionGroup {
  const { amount, currency } = orderContentNow(key, order)
  return { amount, currency, ...prepared.stored.transaction, id: submission.transactionId, type }
}
