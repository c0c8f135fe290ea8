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
  const deadline = new AbortController()
  const timer = setTimeout(() => deadline.abort(), patienceMs)
  try {
    return await acquirer.send(ask, deadline.signal)
  } finally {
    clearTimeout(timer)
  }
}
