import { flowNamed } from '../flows.ts'
import { isConsulting } from '../pipeline/consulting.ts'
import type { Road } from '../pipeline/execution.ts'
import type { Flow } from '../pipeline/flow.ts'
import { type Meaning, meaningOfDeath } from '../pipeline/interpret.ts'
import type { LoadedOrder, RecordedTransaction, TakenOver } from '../pipeline/journal.ts'
import { stepRecorded } from '../pipeline/steps.ts'
import { readDocument } from '../record/record.ts'
import { revisionOf } from './revision.ts'

/**
 * Whoever began it is dead: it may have been sent or not, approved or not. That is recorded as not known,
 * together with what is owed about it, so that it can be undone or completed.
 */
export async function closeForDead(
  { journal }: Pick<Road, 'journal'>,
  { key, transactionId, fence }: TakenOver,
): Promise<void> {
  const { order, known, whole } = present(await journal.load(key), transactionId)
  if (known.outcome !== undefined) return
  const flow = flowOf(known)
  const meaning: Meaning = isConsulting(flow)
    ? flow.afterDeath(readDocument(whole.outcome ?? '{}'))
    : meaningOfDeath(flow)
  const {
    obligation,
    keepsOrderBusy = false,
    result,
    gatewayCode,
    said,
    authenticationStatus,
    isBeingConfirmed,
  } = meaning
  const found = {
    concluded: { result, gatewayCode },
    story: { settledBy: 'takeOver' },
    ...(said && { said }),
    ...(authenticationStatus && { authenticationStatus }),
    ...(isBeingConfirmed && { isBeingConfirmed }),
  }
  const revision = revisionOf(key, order, { known, found })
  await journal.close({ ...revision, fence, ...(obligation && { obligation, keepsOrderBusy }) })
}

export function flowOf({ operation }: RecordedTransaction) {
  const flow = flowNamed(operation)
  if (!flow) throw new Error(`This release does not know the operation ${operation}`)
  return flow
}

/** Of a transaction that the acquirer was asked about. */
export function askingFlowOf(known: RecordedTransaction): Flow {
  const flow = flowOf(known)
  if (isConsulting(flow)) throw new Error(`No acquirer is asked for ${known.operation}`)
  return flow
}

/** What recovery was told of is there, or something is badly wrong. */
export function present(order: LoadedOrder | undefined, transactionId: string) {
  const found = order && stepRecorded(order, transactionId)
  if (!order || !found) throw new Error('A transaction that is to be recovered has vanished')
  return { order, known: found.step, whole: found.known }
}
