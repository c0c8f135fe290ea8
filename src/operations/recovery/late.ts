import type { LateAnswerListener } from '../../acquirers/port.ts'
import type { Log } from '../../platform/log.ts'
import type { RecordedExchange, RecoveryJournal } from '../model/journal.ts'
import { exchangeContent } from '../record/exchange.ts'

/**
 * Writes down what comes when nobody waits for it any more. It changes no answer: what stayed silent is being
 * reversed or repeated already.
 */
export function createLateAnswerRecorder(
  journal: Pick<RecoveryJournal, 'note'>,
  log: Log,
): LateAnswerRecorder {
  const queue: RecordedExchange[] = []
  let draining: Promise<void> | undefined
  let dropped = 0
  const drain = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      try {
        await journal.note(next)
      } catch {
        dropped += 1
      }
    }
    draining = undefined
    if (dropped > 0) log.warn('late answers of the acquirer were not written down', { count: dropped })
    dropped = 0
  }
  return {
    hearLate(ask, answer) {
      if (!('transactionId' in ask) || ask.cell === undefined) return
      const { cell, merchantId, orderId, transactionId } = ask
      const key = { cell, merchantId, orderId }
      const attempt = 'repeat' in ask ? ask.repeat : 0
      if (queue.length >= queueMax) dropped += 1
      else queue.push({ key, transactionId, kind: 'late', attempt, content: exchangeContent(ask, answer) })
      draining ??= drain()
    },
    async drained() {
      await draining
    },
  }
}

export interface LateAnswerRecorder {
  readonly hearLate: LateAnswerListener
  /** Resolves when nothing is left to write. */
  drained(): Promise<void>
}

const queueMax = 1_000
