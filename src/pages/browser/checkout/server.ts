import { pageData } from './data.ts'
import type { CheckoutAction, CheckoutState } from './protocol.ts'

/**
 * Asks the gateway. 'gone' when it no longer knows this page, 'refused' when this address is none of its own,
 * 'unreachable' when there was no answer to rely on: the act may or may not have happened, and `state` tells.
 */
export async function askGateway(act: CheckoutAction, body: object = {}): Promise<CheckoutAnswer> {
  const timeout = new AbortController()
  const timer = setTimeout(() => timeout.abort(), answerTimeoutMs)
  try {
    const answer = await fetch(`${location.pathname}/${act}${location.search}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
      body: JSON.stringify({
        ...body,
        attemptsLeft: lastAttemptsLeft,
        due: pageData.due,
        terms: pageData.terms,
      }),
      credentials: 'omit',
      cache: 'no-store',
      redirect: 'error',
      signal: timeout.signal,
    })
    if (answer.status === 404 || answer.status === 410) return 'gone'
    if (answer.status === 403) return 'refused'
    if (!answer.ok) return 'unreachable'
    const state: CheckoutState = await answer.json()
    if (state.step === 'form') lastAttemptsLeft = state.attemptsLeft
    return state
  } catch {
    return 'unreachable'
  } finally {
    clearTimeout(timer)
  }
}

/** As last told: by it the gateway knows a new try from the same one sent again. */
let lastAttemptsLeft = pageData.attemptsLeft

export type CheckoutAnswer = CheckoutState | 'gone' | 'refused' | 'unreachable'

/** Banks are given less time than this. */
const answerTimeoutMs = 75_000

export const pause = (ms: number): Promise<void> => new Promise(resolve => setTimeout(resolve, ms))
