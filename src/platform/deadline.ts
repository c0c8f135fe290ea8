import { setMaxListeners } from 'node:events'

/**
 * A signal and a timer cost more than everything else about a question, so those asked within a few
 * milliseconds share them: nobody's patience is shorter for it, and none is longer by more than that.
 */
export function sharedDeadline(patienceMs: number): AbortSignal {
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
