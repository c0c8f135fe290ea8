import { setMaxListeners } from 'node:events'
import type { Acquirer, Answer, Ask } from '../acquirers/port.ts'

/** Asks within the patience; an acquirer without the verb declines as not supported, and nothing is sent. */
export async function askAcquirer(acquirer: Acquirer, ask: Ask, patienceMs: number): Promise<Answer> {
  if (!acquirer.verbs.has(ask.verb))
    return {
      outcome: 'declined',
      gatewayCode: 'NOT_SUPPORTED',
      acquirerCode: '',
      acquirerMessage: '',
    }
  return await acquirer.send(ask, deadlineAfter(patienceMs))
}

/**
 * A signal and a timer cost more than everything else about a question, so those asked within a few
 * milliseconds share them: nobody's patience is shorter for it, and none is longer by more than that.
 */
function deadlineAfter(patienceMs: number): AbortSignal {
  const known = deadlines.get(patienceMs)
  if (known) return known
  const deadline = new AbortController()
  // As many listen as ask; Node takes more than ten for a leak.
  setMaxListeners(0, deadline.signal)
  deadlines.set(patienceMs, deadline.signal)
  setTimeout(() => deadlines.delete(patienceMs), sharedMs).unref()
  setTimeout(() => deadline.abort(), patienceMs + sharedMs).unref()
  return deadline.signal
}

const sharedMs = 5
const deadlines = new Map<number, AbortSignal>()
