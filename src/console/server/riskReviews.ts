// The queue of payments that wait for a review, and deciding about one.

import type { TransactionRecord } from '../../contract/model.ts'
import type { Gateway } from '../../operations/gateway.ts'
import { type ReviewDecision, recordReview, reviewerMax } from '../../operations/interactions/reviews.ts'
import { leftOf, undoRejected } from '../../operations/interactions/undoRejected.ts'
import type { Pipeline } from '../../operations/pipeline/execution.ts'
import { invalid, isRejection, type Rejection } from '../../orders/rejection.ts'
import type { ReviewKey, RiskReviews, WaitingReview } from '../../risk/port.ts'
import type { ShownReview } from '../api/risk.ts'
import { actorOf } from '../users/userEntries.ts'
import type { ConsoleHandlers } from './consoleApi.ts'
import { type CalledMerchant, type FindMerchant, merchantOf } from './merchantOf.ts'

export type ReviewDependencies = {
  readonly findMerchant: FindMerchant
  readonly gateway: Pick<Gateway, 'retrieveTransaction'>
  readonly pipeline: Pipeline
  readonly reviews: RiskReviews
  /** Written before anything is done, in the name of the user. */
  readonly auditReview: (
    actor: string,
    merchantId: string,
    details: Readonly<Record<string, unknown>>,
  ) => Promise<void>
}

const pageSize = 50

export function createReviewHandlers(
  dependencies: ReviewDependencies,
): Pick<ConsoleHandlers, 'decideReview' | 'reviewQueue'> {
  const { findMerchant, reviews } = dependencies
  return {
    async reviewQueue({ input: { merchantId, after } }) {
      const merchant = await merchantOf(findMerchant, merchantId)
      if (isRejection(merchant)) return merchant
      const key = after === undefined ? undefined : readReviewKey(after)
      if (isRejection(key)) return key
      const waiting = await reviews.waiting(merchant, { limit: pageSize, ...(key && { after: key }) })
      const shown: ShownReview[] = []
      for (const one of waiting) shown.push(...(await shownReview(dependencies, merchant, one)))
      const last = waiting.length === pageSize ? waiting.at(-1) : undefined
      return { reviews: shown, ...(last && { after: reviewKeyText(last) }) }
    },

    async decideReview({ input, signedIn: { user } }) {
      const merchant = await merchantOf(findMerchant, input.merchantId)
      if (isRejection(merchant)) return merchant
      const { orderId, transactionId, decision, note } = input
      const isAbove = user.role === 'OPERATOR'
      const userId = actorOf(user, reviewerMax)
      const decided = { decision, userId, isAbove, ...(note !== undefined && { note }) }
      return decide(dependencies, { merchant, orderId, transactionId, actor: actorOf(user) }, decided)
    },
  }
}

/** What the order itself says; a line that is of no use any more is removed. */
async function shownReview(
  { gateway, pipeline, reviews }: ReviewDependencies,
  { cell, merchantId }: CalledMerchant,
  { orderId, transactionId, sinceUs, isOld }: WaitingReview,
): Promise<readonly ShownReview[]> {
  const key = { cell, merchantId, orderId }
  const record = await gateway.retrieveTransaction(key, transactionId)
  if (!isRejection(record)) {
    const shown = reviewOf(record, { orderId, transactionId, sinceUs })
    if (record.response?.risk?.review?.decision === 'PENDING') return [shown]
    if (isRejectedByReview(record) && (await leftOf(pipeline, key, transactionId)) !== 'nothing')
      return [{ ...shown, isNotUndone: true }]
  }
  if (isOld) await reviews.settle({ cell, merchantId, orderId, transactionId })
  return []
}

function reviewOf(record: TransactionRecord, { orderId, transactionId, sinceUs }: ReviewKey): ShownReview {
  const { transaction, customer, sourceOfFunds, response } = record
  const { rule = [], totalScore } = response?.risk ?? {}
  const card = (sourceOfFunds?.provided?.card ?? sourceOfFunds?.provided?.giftCard)?.number
  return {
    ...{ orderId, transactionId, type: transaction?.type ?? '' },
    since: new Date(Number(sinceUs.slice(0, -3))).toISOString(),
    ...{ amount: transaction?.amount ?? '', currency: transaction?.currency ?? '' },
    ...(card !== undefined && { card }),
    ...(customer?.email !== undefined && { email: customer.email }),
    ...(totalScore !== undefined && { totalScore }),
    rules: rule.map(({ id = '', name = '', data }) => ({ id, name, ...(data !== undefined && { data }) })),
  }
}

type DecidedPayment = {
  /** Who decides, as the audit log names them. */
  readonly actor: string
  readonly merchant: CalledMerchant
  readonly orderId: string
  readonly transactionId: string
}

/**
 * The decision is recorded first: of two people only one decides. What is rejected is undone after that; who
 * rejects again what is not undone yet, because that failed or was interrupted, completes it.
 */
async function decide(
  dependencies: ReviewDependencies,
  payment: DecidedPayment,
  decided: ReviewDecision,
): ReturnType<ConsoleHandlers['decideReview']> {
  const { gateway, pipeline, reviews, auditReview } = dependencies
  const { merchant, orderId, transactionId, actor } = payment
  const { cell, merchantId } = merchant
  const key = { cell, merchantId, orderId }
  const before = await gateway.retrieveTransaction(key, transactionId)
  if (isRejection(before)) return before
  const { decision } = decided
  await auditReview(actor, merchantId, { orderId, transactionId, decision })
  if (decision === 'ACCEPTED' || !isRejectedByReview(before)) {
    const recorded = await recordReview(pipeline, { key, transactionId }, decided)
    if (isRejection(recorded)) return recorded
  }
  const { profile } = merchant
  const rejected = { key, profile, transactionId, userId: actor }
  const undone = decision === 'REJECTED' ? await undoRejected(pipeline, rejected) : undefined
  if (isRejection(undone)) return undone
  await reviews.settle({ ...key, transactionId })
  return { decision, ...(undone !== undefined && { undoneBy: undone }) }
}

/** By a person, not by rules. */
const isRejectedByReview = ({ response }: TransactionRecord): boolean =>
  response?.risk?.review?.decision === 'REJECTED'

const reviewKeyText = ({ sinceUs, orderId, transactionId }: ReviewKey): string =>
  JSON.stringify([sinceUs, orderId, transactionId])

function readReviewKey(text: string): ReviewKey | Rejection {
  try {
    const parts: unknown = JSON.parse(text)
    if (Array.isArray(parts) && parts.length === 3 && parts.every(part => typeof part === 'string')) {
      const [sinceUs, orderId, transactionId]: string[] = parts
      if (sinceUs !== undefined && /^\d{1,18}$/.test(sinceUs) && orderId && transactionId)
        return { sinceUs, orderId, transactionId }
    }
  } catch {
    // Answered below.
  }
  return invalid('after', 'It must be what a page before ended with.')
}
