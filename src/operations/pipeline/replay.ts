import type { Operation } from '../../contract/kit/operation.ts'
import { invalid, type Rejection } from '../../orders/rejection.ts'
import type { LoadedOrder, RecordedTransaction } from '../model/journal.ts'
import { laterStepOf, stepsOf } from '../model/steps.ts'
import { answeredRecord, orderContentNow, pendingRecord } from '../record/record.ts'
import { identifyAtVersion } from '../requests/prepare.ts'
import type { Execution, ExecutionResult } from './execution.ts'

/**
 * The answer this transaction id got before, waiting for it while the first request still runs; a refusal
 * when the id was used for something else. Undefined when nobody has used it.
 */
export async function findReplay<O extends Operation>(
  execution: Execution<O>,
  found: LoadedOrder | undefined,
): Promise<ExecutionResult | Rejection | undefined> {
  const { pipeline, key, submission, pauses } = execution
  for (let order = found; ; order = await pipeline.journal.load(key)) {
    const taken = order?.transactions.find(({ id }) => id === submission.transactionId)
    if (!order || !taken) return undefined
    const known = stepsOf(taken).find(({ operation }) => operation === submission.operation.name)
    if (!known && isTakenFurther(execution, taken)) return undefined
    if (!known || !isSameRequest(execution, known))
      return invalid(
        'transactionid',
        'It was used for another request on this order.',
        submission.transactionId,
      )
    if (known.outcome !== undefined) return { kind: 'replayed', record: answeredRecord(known) }
    if (!(await pauses.pause()))
      return { kind: 'waiting', record: pendingRecord(key, orderContentNow(key, order), known) }
  }
}

/** Of two requests under one id, the second has not been here yet. */
const isTakenFurther = <O extends Operation>({ flow }: Execution<O>, taken: RecordedTransaction): boolean =>
  laterStepOf(flow) !== undefined &&
  'continues' in flow &&
  stepsOf(taken).every(({ operation }) => operation === flow.continues)

/**
 * Two requests are compared as the version of the first one reads them: a later version may know other
 * fields.
 */
function isSameRequest<O extends Operation>(
  { pipeline, submission, prepared }: Execution<O>,
  known: RecordedTransaction,
): boolean {
  const isSameVersion = known.apiVersion === submission.version
  const read = isSameVersion
    ? prepared
    : identifyAtVersion({ ...submission, version: known.apiVersion }, pipeline.identify)
  return read.isWhole && read.fingerprint.equals(known.fingerprint)
}
