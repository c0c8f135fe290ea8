// Closing a transaction that a crashed node left open, and finding a recorded transaction's flow.

import { flowNamed } from '../flows.ts'
import { type AnswerInterpretation, interpretUnanswered, notSent } from '../model/conclusions.ts'
import { type AcquirerFlow, isConsulting } from '../model/flow.ts'
import {
  type LoadedOrder,
  nothingAssigned,
  type RecordedTransaction,
  type TakenOverTransaction,
} from '../model/journal.ts'
import { findStep } from '../model/steps.ts'
import type { Pipeline } from '../pipeline/execution.ts'
import { revisionOf } from '../record/revision.ts'

/**
 * The node that began it is dead: the request may have been sent or not, approved or not. The outcome is
 * recorded as unknown, together with what is owed about it, so that it will be undone or completed. Where the
 * acquirer could assign nothing to it, nothing was sent.
 */
export async function closeForCrashedNode(
  { journal }: Pick<Pipeline, 'journal'>,
  { key, transactionId, fence }: TakenOverTransaction,
): Promise<void> {
  const { order, known, whole } = loadStep(await journal.load(key), transactionId)
  if (known.outcome !== undefined) return
  const flow = flowNamed(known.operation)
  const interpretation: AnswerInterpretation = isConsulting(flow)
    ? flow.afterCrash(whole.outcome ?? { fields: {} }, known.trace)
    : known.trace === nothingAssigned
      ? notSent
      : interpretUnanswered(flow)
  const {
    obligation,
    keepsOrderBusy = false,
    result,
    gatewayCode,
    responsePatch,
    consulted,
    authenticationStatus,
    isBeingConfirmed,
  } = interpretation
  const found = {
    concluded: { result, gatewayCode },
    story: { settledBy: 'takeOver' },
    ...(responsePatch && { responsePatch }),
    consulted,
    ...(authenticationStatus && { authenticationStatus }),
    ...(isBeingConfirmed && { isBeingConfirmed }),
  }
  const revision = revisionOf(key, order, { known, found })
  await journal.close({ ...revision, fence, ...(obligation && { obligation, keepsOrderBusy }) })
}

/** The flow of a transaction that the acquirer was asked about. */
export function askingFlowOf(known: RecordedTransaction): AcquirerFlow {
  const flow = flowNamed(known.operation)
  if (isConsulting(flow)) throw new Error(`No acquirer is asked for ${known.operation}`)
  return flow
}

/** The record must exist, because the journal listed it: anything else is a fault. */
export function loadStep(order: LoadedOrder | undefined, transactionId: string) {
  const found = order && findStep(order, transactionId)
  if (!order || !found) throw new Error('A transaction that is to be recovered has vanished')
  return { order, known: found.step, whole: found.known }
}
