import type { Content } from '../../contract/kit/content.ts'
import { StoreUnavailable } from '../../platform/errors.ts'
import { approvedPart } from '../model/conclude.ts'
import { valueIn } from '../model/documents.ts'
import type { DueObligation, LoadedOrder, OrderKey, RecordedTransaction } from '../model/journal.ts'
import { nameOfRecord } from '../model/steps.ts'
import { isRemainderAwaited, isRemainderOwed, remainderIn, unfinishedParts } from '../payments/rest.ts'
import type { Pipeline } from '../pipeline/execution.ts'
import { amendmentWaitMs, createPauses } from '../pipeline/waiting.ts'
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

type JournalAccess = Pick<Pipeline, 'clock' | 'journal'>

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

/**
 * After a change of an order of which a rest was owed: no longer than necessary. Where that fails, or another
 * node looks at it this very moment, it is released when the payer's time is over.
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
