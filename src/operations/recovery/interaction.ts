import type { AcquirerAnswer } from '../../acquirers/port.ts'
import type { Log } from '../../platform/log.ts'
import { endsAtMs, inquireOpenStep } from '../interactions/inquiry.ts'
import { isTakenFurther, recordUpdate } from '../interactions/news.ts'
import type { ConsultingFlow } from '../model/consulting.ts'
import type { DueObligation, LoadedOrder, RecordedTransaction } from '../model/journal.ts'
import type { Pipeline } from '../pipeline/execution.ts'
import { noteExchange } from './noting.ts'

type OpenInteraction = {
  readonly due: DueObligation
  readonly order: LoadedOrder
  /** The step that is asked about, and the transaction it is of. */
  readonly known: RecordedTransaction
  readonly whole: RecordedTransaction
  readonly flow: ConsultingFlow
}

/** One look at a payer who is at the issuer's or the provider's; those who never come back are seen to. */
export async function inquireAboutInteraction(
  pipeline: Pipeline,
  log: Log,
  { due, order, known, whole }: OpenInteraction,
): Promise<AcquirerAnswer['outcome'] | undefined> {
  if (isTakenFurther({ known: whole, step: known })) {
    await pipeline.journal.release(due)
    return undefined
  }
  const { key, transactionId: name, attempt } = due
  const { ask, answer } = await inquireOpenStep(pipeline, { key, order, step: known })
  const told = JSON.stringify({ verb: ask.verb, answer: answer.outcome })
  if (answer.outcome !== 'undecided') await noteExchange(pipeline, log, due, told)
  const state = await recordUpdate(
    pipeline,
    { key, name },
    {
      answer,
      verb: ask.verb,
      by: due.obligation,
      attempt,
    },
  )
  // A payer whose time is over must not be waited for a back-off longer.
  const endMs = endsAtMs(known)
  if (state === 'open') await pipeline.journal.postpone(due, endMs > due.nowMs ? endMs : undefined)
  return undefined
}
