import type { Operation } from '../../contract/kit/operation.ts'
import { invalid, type Rejection } from '../../orders/rejection.ts'
import { answeredRecord, orderContentNow, pendingRecord } from '../record/record.ts'
import type { Journey, Performed } from './execution.ts'
import type { LoadedOrder, RecordedTransaction } from './journal.ts'
import { identified } from './prepare.ts'
import { laterStepOf, stepsOf } from './steps.ts'

/**
 * The answer this transaction id got before, waiting for it while the first request still runs; a refusal
 * when the id was used for something else. Undefined when nobody has used it.
 */
export async function earlierAnswer<O extends Operation>(
  journey: Journey<O>,
  found: LoadedOrder | undefined,
): Promise<Performed | Rejection | undefined> {
  const { road, key, submission, pauses } = journey
  for (let order = found; ; order = await road.journal.load(key)) {
    const taken = order?.transactions.find(({ id }) => id === submission.transactionId)
    if (!order || !taken) return undefined
    const known = stepsOf(taken).find(({ operation }) => operation === submission.operation.name)
    if (!known && isTakenFurther(journey, taken)) return undefined
    if (!known || !isSameRequest(journey, known))
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
const isTakenFurther = <O extends Operation>({ flow }: Journey<O>, taken: RecordedTransaction): boolean =>
  laterStepOf(flow) !== undefined &&
  'continues' in flow &&
  stepsOf(taken).every(({ operation }) => operation === flow.continues)

/**
 * Two requests are compared as the version of the first one reads them: a later version may know other
 * fields.
 */
function isSameRequest<O extends Operation>(
  { road, submission, prepared }: Journey<O>,
  known: RecordedTransaction,
): boolean {
  const isSameVersion = known.apiVersion === submission.version
  const read = isSameVersion
    ? prepared
    : identified({ ...submission, version: known.apiVersion }, road.identify)
  return read.isWhole && read.fingerprint.equals(known.fingerprint)
}
