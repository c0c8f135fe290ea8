// Partial payments whose remainder was not paid: reversing them, and the obligation `rest` that leads to it.

import type { TransactionRecord } from '../../contract/model.ts'
import { approvedPart } from '../model/conclusions.ts'
import type { DueObligation, LoadedOrder, OrderKey, RecordedTransaction } from '../model/journal.ts'
import { isRemainderAwaited, unfinishedParts } from '../model/partialPayments.ts'
import { nameOfRecord } from '../model/steps.ts'
import { amendmentWaitMs, createPauses } from '../pipeline/execution.ts'
import type { JournalAccess } from '../pipeline/settle.ts'
import { revisionOf } from '../record/revision.ts'

/**
 * Reverses the partial payments of an order whose remainder will not be paid. Each part becomes a failure
 * with a reversal owed, in one commit; parts that a crash leaves over keep their obligation and are found
 * again. False when that cannot be recorded now.
 */
export async function giveUpParts({ journal, clock }: JournalAccess, key: OrderKey): Promise<boolean> {
  const pauses = createPauses(clock, amendmentWaitMs)
  for (;;) {
    const order = await journal.load(key)
    const part = order && unfinishedParts(order.transactions).at(-1)
    if (!part) return true
    if (isRemainderAwaited(order.transactions)) return false
    const written = await journal.amend({
      ...revisionOf(key, order, { known: part, found: givenUp(part) }),
      seen: order.version,
      obligation: 'reversal',
    })
    if (written.state !== 'amended' && !(await pauses.pause())) return false
  }
}

/** Checks a partial payment: the remainder was paid, the payer still has time, or the part is reversed. */
export async function fulfilRemainder(
  pipeline: JournalAccess,
  due: DueObligation,
  { transactions }: LoadedOrder,
): Promise<void> {
  const parts = unfinishedParts(transactions)
  const isUnfinished = parts.some(part => nameOfRecord(part) === due.transactionId)
  if (!isUnfinished) return await pipeline.journal.release(due)
  const untilMs = Math.max(
    ...parts.map(part => part.startedAtMs + (part.request.additions.remainder?.leftMs ?? 0)),
  )
  if (due.nowMs < untilMs) return await pipeline.journal.lookAgain(due, untilMs)
  if (!(await giveUpParts(pipeline, due.key))) await pipeline.journal.lookAgain(due, due.nowMs + awaitedMs)
}

/** When a payment is checked again that another obligation is still finding the outcome of. */
const awaitedMs = 5_000

/** Keeps what the acquirer answered: the reversal needs it. */
const givenUp = (part: RecordedTransaction) => ({
  concluded: { result: 'FAILURE', gatewayCode: 'ABORTED', ...approvedPart(part) } as const,
  responsePatch: approvalOf(part),
  story: { settledBy: 'rest' },
})

function approvalOf({ outcome }: RecordedTransaction): TransactionRecord {
  const { transaction, authorizationResponse } = outcome?.fields ?? {}
  const { authorizationCode, receipt, acquirer } = transaction ?? {}
  return {
    transaction: {
      ...(authorizationCode !== undefined && { authorizationCode }),
      ...(receipt !== undefined && { receipt }),
      ...(acquirer !== undefined && { acquirer }),
    },
    ...(authorizationResponse !== undefined && { authorizationResponse }),
  }
}
