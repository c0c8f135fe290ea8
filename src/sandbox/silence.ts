import { StoreUnavailable } from '../platform/errors.ts'

/** What the gateway has when a counterparty does not answer in time, or the connection is lost. */
export const silence = { outcome: 'silent' } as const

/**
 * Answers as a simulator: silence where the deadline has passed already, and where the database cannot be
 * reached. Nobody knows then whether anything was written, as after a lost connection.
 */
export async function answerOrSilence<Answer>(
  deadline: AbortSignal,
  answer: () => Promise<Answer>,
): Promise<Answer | typeof silence> {
  if (deadline.aborted) return silence
  try {
    return await answer()
  } catch (error) {
    if (error instanceof StoreUnavailable) return silence
    throw error
  }
}

/** A counterparty that never answers: only the gateway's own deadline ends the wait. */
export function silenceUntil(deadline: AbortSignal): Promise<typeof silence> {
  if (deadline.aborted) return Promise.resolve(silence)
  return new Promise(resolve => {
    deadline.addEventListener('abort', () => resolve(silence), { once: true })
  })
}
