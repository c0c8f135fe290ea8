import type { Content } from '../../contract/kit/normalise.ts'
import { approvedPart } from '../flows/conclude.ts'
import { valueIn } from '../flows/documents.ts'
import { isRestAwaited, restIn, unfinishedParts } from '../flows/rest.ts'
import type { Due, LoadedOrder, OrderKey, RecordedTransaction } from '../journal.ts'
import type { Road } from '../journey.ts'
import { createPauses } from '../road/waiting.ts'
import { nameOfRecord } from '../steps.ts'
import { revisionOf } from './revision.ts'

/**
 * Gives back what a payer has paid of an order whose rest will not come. Each part turns into a failure with
 * a reversal owed, in one commit; what a crash leaves is owed its rest still, and found again. False when
 * that cannot be written now.
 */
export async function giveUpParts({ journal, clock }: Writing, key: OrderKey): Promise<boolean> {
  const pauses = createPauses(clock, staleWaitMs)
  for (;;) {
    const order = await journal.load(key)
    const part = order && unfinishedParts(order.transactions).at(-1)
    if (!part) return true
    if (isRestAwaited(order.transactions)) return false
    const written = await journal.amend({
      ...revisionOf(key, order, { known: part, found: givenUp(part) }),
      seen: order.version,
      obligation: 'reversal',
    })
    if (written.state !== 'amended' && !(await pauses.pause())) return false
  }
}

type Writing = Pick<Road, 'clock' | 'journal'>

/** As long as a request waits for an order, by default. */
const staleWaitMs = 5_000

/** One look at a part whose rest is owed: it has come, the payer has time, or it is given back. */
export async function pursueRest(road: Writing, due: Due, { transactions }: LoadedOrder): Promise<void> {
  const parts = unfinishedParts(transactions)
  const isUnfinished = parts.some(part => nameOfRecord(part) === due.transactionId)
  if (!isUnfinished) return await road.journal.release(due)
  const untilMs = Math.max(...parts.map(part => part.startedAtMs + (restIn(part)?.leftMs ?? 0)))
  if (due.nowMs < untilMs) return await road.journal.postpone(due, untilMs)
  if (!(await giveUpParts(road, due.key))) await road.journal.postpone(due)
}

/** What the acquirer said then goes along with the reversal. */
const givenUp = (part: RecordedTransaction) => ({
  concluded: { result: 'FAILURE', gatewayCode: 'ABORTED', ...approvedPart(part) } as const,
  said: approvalOf(part),
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
