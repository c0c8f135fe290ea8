import { data } from './data.ts'
import type { Act, CheckoutState } from './protocol.ts'

/**
 * Asks the gateway. 'gone' when it no longer knows this page, 'refused' when this address is none of its own,
 * 'unreachable' when there was no answer to rely on: the act may or may not have happened, and `state` tells.
 */
export async function ask(act: Act, body: object = {}): Promise<Answer> {
  const patience = new AbortController()
  const timer = setTimeout(() => patience.abort(), patienceMs)
  try {
    const answer = await fetch(`${location.pathname}/${act}${location.search}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
      body: JSON.stringify({ ...body, attemptsLeft, due: data.due, terms: data.terms }),
      credentials: 'omit',
      cache: 'no-store',
      redirect: 'error',
      signal: patience.signal,
    })
    if (answer.status === 404 || answer.status === 410) return 'gone'
    if (answer.status === 403) return 'refused'
    if (!answer.ok) return 'unreachable'
    const state: CheckoutState = await answer.json()
    if (state.step === 'form') attemptsLeft = state.attemptsLeft
    return state
  } catch {
    return 'unreachable'
  } finally {
    clearTimeout(timer)
  }
}

/** As last told: by it the gateway knows a new try from the same one sent again. */
let { attemptsLeft } = data

export type Answer = CheckoutState | 'gone' | 'refused' | 'unreachable'

/** Banks are given less time than this. */
const patienceMs = 75_000

export const pause = (ms: number): Promise<void> => new Promise(resolve => setTimeout(resolve, ms))
