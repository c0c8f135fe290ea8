import type { Log } from '../../platform/log.ts'
import type { Road } from '../pipeline/execution.ts'
import type { Due } from '../pipeline/journal.ts'

/** What is written for explain alone must not stand in the way of what is owed. */
export async function noted({ journal }: Road, log: Log, due: Due, content: string): Promise<void> {
  const { key, transactionId, obligation: kind, attempt } = due
  try {
    await journal.note({ key, transactionId, kind, attempt, content })
  } catch (fault) {
    log.fault('an exchange was not written down', fault, { merchant: key.merchantId, name: kind, attempt })
  }
}
