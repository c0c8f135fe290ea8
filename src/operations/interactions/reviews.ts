// What a person decides about a payment that rules want to be reviewed, or have rejected.

import type { TransactionRecord } from '../../contract/model.ts'
import { invalid, type Rejection } from '../../orders/rejection.ts'
import type { ScoreThresholds } from '../../risk/assess.ts'
import type { LoadedOrder, OrderKey, RecordedTransaction } from '../model/journal.ts'
import { isDemandedAbove, manualOverride } from '../model/riskFacts.ts'
import { stepsOf } from '../model/steps.ts'
import { amendmentWaitMs, createPauses, type Pipeline } from '../pipeline/execution.ts'
import { isoTime } from '../record/outcome.ts'
import { currentRecord, orderShown } from '../record/record.ts'
import { revisionOf } from '../record/revision.ts'

export type ReviewDecision = {
  readonly decision: 'ACCEPTED' | 'REJECTED'
  readonly note?: string | undefined
  /** Who decides; no longer than `reviewerMax`. */
  readonly userId: string
  /** Whether what the gateway's rules demand or reject may be accepted, too. */
  readonly isAbove: boolean
}

/**
 * Records the decision with the payment, and notifies of it. To accept what was rejected is an override: what
 * is blocked or reversed stays so, but the same rules reject no later attempt on the order.
 */
export async function recordReview(
  { journal, clock, risk }: Pick<Pipeline, 'clock' | 'journal' | 'risk'>,
  { key, transactionId }: { readonly key: OrderKey; readonly transactionId: string },
  decided: ReviewDecision,
): Promise<TransactionRecord | Rejection> {
  const pauses = createPauses(clock, amendmentWaitMs)
  for (;;) {
    const order = await journal.load(key)
    const known = order?.transactions.find(({ id }) => id === transactionId)
    if (!order || !known) return invalid('transactionId', 'There is no such payment.', transactionId)
    const thresholds = risk?.rulesFor(key.merchantId)?.gatewayThresholds
    const refusal = objectionTo(known, { ...decided, thresholds })
    if (refusal) return refusal
    const amended = await journal.amend({
      ...revisionOf(key, order, { known: stepOf(known), found: reviewed(order, known, decided) }),
      seen: order.version,
      isRemark: true,
      // Undone by who rejects it, and by recovery until it is done.
      ...(decided.decision === 'REJECTED' && { obligation: 'rest' }),
    })
    if (amended.state === 'amended') return await shownAgain({ journal }, key, transactionId)
    if (!(await pauses.pause()))
      return invalid('transactionId', 'Another transaction is running on the order.', transactionId)
  }
}

/** Reviews are about the newest step: it has the outcome. */
const stepOf = (known: RecordedTransaction): RecordedTransaction => stepsOf(known).at(-1) ?? known

function objectionTo(
  known: RecordedTransaction,
  { decision, isAbove, thresholds }: ReviewDecision & { readonly thresholds: ScoreThresholds | undefined },
): Rejection | undefined {
  const found = known.outcome?.fields.response?.risk ?? {}
  const { gatewayCode, review } = found
  const refuse = (why: string) => invalid('transactionId', why, known.id)
  if (known.owed?.status === 'PENDING') return refuse('What is owed about it must be settled first.')
  const isWaiting = review?.decision === 'PENDING'
  if (!isWaiting && (review?.decision !== 'NOT_REQUIRED' || gatewayCode !== 'REJECTED'))
    return refuse('It waits for no review.')
  if (decision === 'REJECTED') return isWaiting ? undefined : refuse('It is rejected already.')
  if (isAbove || !isDemandedAbove(found, thresholds)) return undefined
  return refuse(
    isWaiting
      ? 'The gateway demands this review: only an operator can accept it.'
      : 'The gateway rejected it: only an operator can accept it.',
  )
}

function reviewed(order: LoadedOrder, known: RecordedTransaction, decided: ReviewDecision) {
  const { decision, note, userId } = decided
  const { result, gatewayCode, approvedAmount } = stepOf(known)
  const isOverride = known.outcome?.fields.response?.risk?.gatewayCode === 'REJECTED'
  const review = {
    decision,
    ...(isOverride && { decisionReason: manualOverride }),
    ...(note !== undefined && { note }),
    timeOfDecision: isoTime(order.loadedAtMs),
    userId,
  }
  return {
    concluded: { result, gatewayCode, ...(approvedAmount !== undefined && { approvedAmount }) },
    responsePatch: { response: { risk: { review } } },
    story: { settledBy: 'review' },
  }
}

/** As the field of a review has room for. */
export const reviewerMax = 40

async function shownAgain(
  { journal }: Pick<Pipeline, 'journal'>,
  key: OrderKey,
  transactionId: string,
): Promise<TransactionRecord | Rejection> {
  const order = await journal.load(key)
  const known = order?.transactions.find(({ id }) => id === transactionId)
  if (!order || !known) return invalid('transactionId', 'There is no such payment.', transactionId)
  return currentRecord(key, orderShown(key, order), known)
}
