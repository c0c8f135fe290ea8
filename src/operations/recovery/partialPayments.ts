import type { Content } from '../../contract/kit/content.ts'
import { approvedPart } from '../model/conclusions.ts'
import { valueIn } from '../model/documents.ts'
import type { DueObligation, LoadedOrder, OrderKey, RecordedTransaction } from '../model/journal.ts'
import { isRemainderAwaited, remainderIn, unfinishedParts } from '../model/partialPayments.ts'
import { nameOfRecord } from '../model/steps.ts'
import { amendmentWaitMs, createPauses } from '../pipeline/execution.ts'
import type { JournalAccess } from '../pipeline/settle.ts'
import { revisionOf } from '../record/revision.ts'

/**
 * Gives back what a payer has paid of an order whose rest will not come. Each part turns into a failure with
 * a reversal owed, in one commit; what a crash leaves is owed its rest still, and found again. False when
 * that cannot be written now.
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

/** One look at a part whose rest is owed: it has come, the payer has time, or it is given back. */
export async function fulfilRemainder(
  pipeline: JournalAccess,
  due: DueObligation,
  { transactions }: LoadedOrder,
): Promise<void> {
  const parts = unfinishedParts(transactions)
  const isUnfinished = parts.some(part => nameOfRecord(part) === due.transactionId)
  if (!isUnfinished) return await pipeline.journal.release(due)
  const untilMs = Math.max(...parts.map(part => part.startedAtMs + (remainderIn(part)?.leftMs ?? 0)))
  if (due.nowMs < untilMs) return await pipeline.journal.lookAgain(due, untilMs)
  if (!(await giveUpParts(pipeline, due.key))) await pipeline.journal.lookAgain(due, due.nowMs + awaitedMs)
}

/** What may be the rest is asked about by somebody else: how that went is seen soon after. */
const awaitedMs = 5_000

/** What the acquirer said then goes along with the reversal. */
const givenUp = (part: RecordedTransaction) => ({
  concluded: { result: 'FAILURE', gatewayCode: 'ABORTED', ...approvedPart(part) } as const,
  responsePatch: approvalOf(part),
  story: { settledBy: 'rest' },
})

function approvalOf({ outcome = '{}' }: RecordedTransaction): Content {
  const authorizationCode = valueIn(outcome, 'transaction', 'authorizationCode')
  const receipt = valueIn(outcome, 'transaction', 'receipt')
  const acquirer = valueIn(outcome, 'transaction', 'acquirer')
  const authorizationResponse = valueIn(outcome, 'authorizationResponse')
  return {
    transaction: {
      ...(authorizationCode !== undefined && { authorizationCode }),
      ...(receipt !== undefined && { receipt }),
      ...(acquirer !== undefined && { acquirer }),
    },
    ...(authorizationResponse !== undefined && { authorizationResponse }),
  }
}
