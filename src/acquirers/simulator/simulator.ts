import { StoreUnavailable } from '../../platform/storeUnavailable.ts'
import type { Acquirer, HearLate, Verb } from '../port.ts'
import { answerTo } from './answer.ts'
import type { Books } from './books.ts'
import { createDelivery, silent } from './delivery.ts'
import { postingFor } from './postings.ts'
import { ruleOn } from './ruling.ts'
import { ruleByScript } from './scripted.ts'
import type { Scripts } from './scripts.ts'

export type SimulatorParts = {
  /** Tells which cards have expired, and the time on receipts. */
  readonly now: () => Date
  readonly books: Books
  readonly scripts?: Pick<Scripts, 'next'>
  /** Told of answers that come late or twice. */
  readonly hearLate?: HearLate
  /** The timer of late answers: a real one unless time itself is simulated. */
  readonly later?: (delayMs: number, act: () => void) => void
}

/**
 * An acquirer to rehearse against. The account or a script says what it does, its books what was done: the
 * same questions always get the same answers.
 */
export function createSimulator(parts: SimulatorParts): Acquirer {
  const { now, books, scripts, hearLate = () => undefined, later = afterRealTime } = parts
  const deliver = createDelivery({ hearLate, later })
  return {
    name: 'simulator',
    verbs: new Set(verbs),
    async send(ask, deadline) {
      if (deadline.aborted) return silent
      const at = now()
      const scripted = scripts?.next(ask)
      const ruling = scripted ? ruleByScript(scripted, ask, at) : ruleOn(ask, at)
      const posting = postingFor(ask, ruling, at.getTime())
      try {
        const posted = posting && (await books.post(posting))
        return await deliver(answerTo(ask, ruling, { posted, at }), {
          ask,
          delivery: ruling.delivery,
          deadline,
        })
      } catch (error) {
        // Nobody knows whether it was written: as good as a lost connection.
        if (error instanceof StoreUnavailable) return silent
        throw error
      }
    },
  }
}

const verbs = [
  ...(['authorize', 'pay', 'verify', 'credit', 'balance'] as const),
  ...(['capture', 'refund', 'void', 'update', 'reverse', 'inquire'] as const),
] satisfies readonly Verb[]

function afterRealTime(delayMs: number, act: () => void): void {
  setTimeout(act, delayMs).unref()
}
