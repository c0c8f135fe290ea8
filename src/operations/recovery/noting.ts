import type { Log } from '../../platform/log.ts'
import type { DueObligation } from '../model/journal.ts'
import type { Pipeline } from '../pipeline/execution.ts'

/** What is written for explain alone must not stand in the way of what is owed. */
export async function noteExchange(
  { journal }: Pipeline,
  log: Log,
  due: DueObligation,
  content: string,
): Promise<void> {
  const { key, transactionId, obligation: kind, attempt } = due
  try {
    await journal.note({ key, transactionId, kind, attempt, content })
  } catch (fault) {
    log.fault('an exchange was not written down', fault, { merchant: key.merchantId, name: kind, attempt })
  }
}
