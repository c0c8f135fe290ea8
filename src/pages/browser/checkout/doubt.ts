// What the page does not know of the payer's payment. As long as one may have been made, nobody is told that
// none was: whoever starts again at the shop may pay twice. Kept for as long as the page, since a connection
// may be lost longer than an action is followed.

import { pageData } from './page.ts'
import type { CheckoutAction, CheckoutState } from './protocol.ts'

/**
 * 'gone' if the gateway no longer knows this page, 'refused' if this address is none of its own,
 * 'unreachable' if there was no reliable answer: the action may or may not have happened, and `state` will
 * tell.
 */
export type CheckoutAnswer = CheckoutState | 'gone' | 'refused' | 'unreachable'

type Doubt = {
  /** Whether a payment was requested, or is under way, and it is not known how it ended. */
  isUndecided: boolean
  /** Set once a request to pay is lost, which may still begin: the attempts left when it was sent. */
  lostWith?: number | undefined
}

const doubt: Doubt = { isUndecided: pageData.status === 'processing' || pageData.status === 'challenge' }

/** Whether a payment may have been made of which this page has not heard. */
export const isUndecided = (): boolean => doubt.isUndecided

/** Called before an action is sent; returns what is called with its answer. */
export function expectAnswer(action: CheckoutAction, attemptsLeft: number): (answer: CheckoutAnswer) => void {
  const before = doubt.isUndecided
  const isPaying = paying.has(action)
  if (isPaying) doubt.isUndecided = true
  return answer => {
    if (answer === 'unreachable') {
      if (isPaying) doubt.lostWith = attemptsLeft
    } else if (typeof answer === 'string') {
      // It was turned away at the door: this one has paid nothing.
      if (isPaying) doubt.isUndecided = before
    } else if (action !== 'remove') hear(answer, isPaying)
  }
}

const paying: ReadonlySet<CheckoutAction> = new Set(['submit', 'wallet', 'proceed'])

function hear(state: CheckoutState, isOfPaying: boolean): void {
  if (isOfPaying || state.step === 'processing' || state.step === 'method' || state.step === 'challenge')
    doubt.lostWith = undefined
  if (isDoubtful(state)) return
  if (state.step === 'form') believe()
  else doubt.isUndecided = true
}

/**
 * Whether the gateway says that nothing was paid although a request to pay, lost by the page, may still
 * begin: at the gateway it may wait for another one. Once begun, an attempt is counted.
 */
export function isDoubtful(answer: CheckoutAnswer): boolean {
  const { lostWith } = doubt
  if (lostWith === undefined || typeof answer === 'string') return false
  return answer.step === 'expired' || (answer.step === 'form' && answer.attemptsLeft >= lostWith)
}

/** The same was answered until nothing that was sent can begin any more. */
export function believe(): void {
  doubt.isUndecided = false
  doubt.lostWith = undefined
}
