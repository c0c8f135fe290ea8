import { flowNamed } from '../flows/flows.ts'
import type { LoadedOrder, RecordedTransaction, TakenOver } from '../journal.ts'
import type { Road } from '../journey.ts'
import { meaningOfDeath } from '../road/meaning.ts'
import { revisionOf } from './revision.ts'

/**
 * Whoever began it is dead: it may have been sent or not, approved or not. That is recorded as not known,
 * together with what is owed about it, so that it can be undone or completed.
 */
export async function closeForDead(
  { journal }: Pick<Road, 'journal'>,
  { key, transactionId, fence }: TakenOver,
): Promise<void> {
  const { order, known } = present(await journal.load(key), transactionId)
  if (known.outcome !== undefined) return
  const { obligation, keepsOrderBusy = false, ...concluded } = meaningOfDeath(flowOf(known))
  const revision = revisionOf(key, order, { known, found: { concluded, story: { settledBy: 'takeOver' } } })
  await journal.close({ ...revision, fence, ...(obligation && { obligation, keepsOrderBusy }) })
}

export function flowOf({ operation }: RecordedTransaction) {
  const flow = flowNamed(operation)
  if (!flow) throw new Error(`This release does not know the operation ${operation}`)
  return flow
}

/** What recovery was told of is there, or something is badly wrong. */
export function present(order: LoadedOrder | undefined, transactionId: string) {
  const known = order?.transactions.find(({ id }) => id === transactionId)
  if (!order || !known) throw new Error('A transaction that is to be recovered has vanished')
  return { order, known }
}
