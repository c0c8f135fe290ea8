import type { Operation } from '../contract/kit/operation.ts'
import { invalid, type Rejection } from '../orders/rejection.ts'
import type { LoadedOrder } from './journal.ts'
import type { Journey, Performed } from './journey.ts'
import { answeredRecord, orderContentNow, pendingRecord } from './record.ts'

/**
 * The answer this transaction id got before, waiting for it while the first request still runs; a refusal
 * when the id was used for something else. Undefined when nobody has used it.
 */
export async function earlierAnswer<O extends Operation>(
  { road, key, submission, prepared, pauses }: Journey<O>,
  found: LoadedOrder | undefined,
): Promise<Performed | Rejection | undefined> {
  for (let order = found; ; order = await road.journal.load(key)) {
    const known = order?.transactions.find(({ id }) => id === submission.transactionId)
    if (!order || !known) return undefined
    if (!known.fingerprint.equals(prepared.fingerprint))
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
