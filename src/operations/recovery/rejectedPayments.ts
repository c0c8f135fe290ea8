// Payments that a review has rejected: undone until nothing is left of them.

import { hourMs } from '../../orders/periods.ts'
import { isRejection } from '../../orders/rejection.ts'
import type { Log } from '../../platform/log.ts'
import { leftToUndo } from '../interactions/leftToUndo.ts'
import { undoRejected } from '../interactions/undoRejected.ts'
import {
  type DueObligation,
  type LoadedOrder,
  type RecordedTransaction,
  worryingAttempts,
} from '../model/journal.ts'
import type { Pipeline } from '../pipeline/execution.ts'

type OwedUndoing = {
  readonly due: DueObligation
  readonly order: LoadedOrder
  readonly rejected: RecordedTransaction
}

/** Who rejected it tries first; then it is tried here, in the name of that person, less and less often. */
export async function fulfilUndoing(
  pipeline: Pipeline,
  log: Log,
  { due, order, rejected }: OwedUndoing,
): Promise<void> {
  const { journal, patienceMs } = pipeline
  const turnMs = due.owedAtMs + patienceMs
  const isDone = leftToUndo(order.transactions, rejected) === 'nothing'
  if (!isDone && due.nowMs < turnMs) return await journal.lookAgain(due, turnMs)
  const failure = isDone ? undefined : await undoing(pipeline, due, rejected)
  if (failure === undefined) {
    await pipeline.reviews?.settle({ ...due.key, transactionId: rejected.id })
    return await journal.release(due)
  }
  const { attempt, key, nowMs } = due
  if (attempt >= worryingAttempts)
    log.warn('a rejected payment is not undone', { attempt, merchant: key.merchantId, reason: failure })
  // Each attempt is a transaction of its order, which admits a bounded number.
  if (attempt < soonAttempts) await journal.postpone(due)
  else await journal.lookAgain(due, nowMs + 24 * hourMs)
}

const soonAttempts = 12

/** Why it failed; undefined where nothing is left to undo. */
async function undoing(
  pipeline: Pipeline,
  { key }: DueObligation,
  { id, outcome }: RecordedTransaction,
): Promise<string | undefined> {
  const profile = await pipeline.profileOf?.(key.merchantId)
  if (!profile) return 'nobody knows its merchant'
  const userId = outcome?.fields.response?.risk?.review?.userId ?? 'review'
  const undone = await undoRejected(pipeline, { key, profile, transactionId: id, userId })
  return isRejection(undone) ? undone.explanation : undefined
}
