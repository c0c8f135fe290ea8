// What a page of an earlier release is answered: during an upgrade, payers have it in their browsers still.

import { type CheckoutState, isSettledBefore } from '../browser/checkout/protocol.ts'
import type { CheckoutActBody } from './actBody.ts'
import type { CheckoutVisit } from './visit.ts'
import { wordsOf } from './words/languages.ts'

/** A page that sends no number knows neither the reason `notCompleted` nor ends of orders settled before. */
export function inWordsOfPage(
  { protocol }: CheckoutActBody,
  visit: CheckoutVisit,
  state: CheckoutState,
): CheckoutState | EarlierEnd {
  if (protocol !== undefined) return state
  if (state.step === 'form' && state.error?.reason === 'notCompleted')
    return { ...state, error: { ...state.error, reason: 'tryLater' } }
  if (!isSettledBefore(state.step)) return state
  const text = wordsOf(visit.locale)[`${state.step}Text`]
  const isPartReturned = 'returned' in state && state.returned !== undefined
  return { ...state, step: 'expired', ...(!isPartReturned && { text }) }
}

/** The address is that of a settled order. The text replaces the page's own, by which nothing was paid. */
type EarlierEnd = Omit<CheckoutState, 'step'> & { readonly step: 'expired'; readonly text?: string }
