import type { AcquirerAnswer } from '../../acquirers/port.ts'
import type { Log } from '../../platform/log.ts'
import { endsAtMs, inquire } from '../interactions/inquiry.ts'
import { isTakenFurther, recordNews } from '../interactions/news.ts'
import type { ConsultingFlow } from '../pipeline/consulting.ts'
import type { Road } from '../pipeline/execution.ts'
import type { Due, LoadedOrder, RecordedTransaction } from '../pipeline/journal.ts'
import { noted } from './noting.ts'

type Open = {
  readonly due: Due
  readonly order: LoadedOrder
  /** The step that is asked about, and the transaction it is of. */
  readonly known: RecordedTransaction
  readonly whole: RecordedTransaction
  readonly flow: ConsultingFlow
}

/** One look at a payer who is at the issuer's or the provider's; those who never come back are seen to. */
export async function pursueInteraction(
  road: Road,
  log: Log,
  { due, order, known, whole }: Open,
): Promise<AcquirerAnswer['outcome'] | undefined> {
  if (isTakenFurther({ known: whole, step: known })) {
    await road.journal.release(due)
    return undefined
  }
  const { key, transactionId: name, attempt } = due
  const { ask, answer } = await inquire(road, { key, order, step: known })
  const told = JSON.stringify({ verb: ask.verb, answer: answer.outcome })
  if (answer.outcome !== 'undecided') await noted(road, log, due, told)
  const state = await recordNews(
    road,
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
  if (state === 'open') await road.journal.postpone(due, endMs > due.nowMs ? endMs : undefined)
  return undefined
}
