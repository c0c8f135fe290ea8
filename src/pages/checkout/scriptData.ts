import { Html } from '../../platform/html.ts'
import {
  type CheckoutPageData,
  type CheckoutScriptTextName,
  checkoutDeclineReasons,
  fieldErrors,
  scriptOnlyTextNames,
} from '../browser/checkout/protocol.ts'
import type { LocalizedPage } from './told.ts'

/** What the script needs to know, as JSON that cannot end the element it stands in. */
export function scriptData({ view, say }: LocalizedPage): Html {
  const { controls, lastDecline, embedder, rest } = view
  const data: Omit<CheckoutPageData, 'words'> & { readonly words: Readonly<Record<string, string>> } = {
    status: view.status,
    demands: {
      month: view.month,
      email: controls.customerEmail,
      billing: controls.billingAddress,
      shipping: controls.shipping,
    },
    secondsLeft: view.secondsLeft,
    attemptsLeft: view.attemptsLeft,
    terms: view.terms,
    ...(lastDecline && { lastDecline }),
    ...(rest && { due: rest.due }),
    hasReview: controls.paymentConfirmation === 'SHOW',
    isEmbedded: view.isEmbedded,
    gateway: view.gateway,
    ...(embedder && { embedder }),
    words: Object.fromEntries(scriptWords.map(word => [word, wordFor(word, { view, say })])),
  }
  return new Html(JSON.stringify(data).replaceAll('<', '\\u003c'))
}

/** Nothing was charged, is what some sentences say: not to somebody of whom a part was taken. */
function wordFor(word: CheckoutScriptTextName, { view, say }: Pick<LocalizedPage, 'say' | 'view'>): string {
  const { rest, returned, elsewhere, lastDecline } = view
  const given = returned ?? rest?.taken ?? elsewhere
  if (word === 'authenticationCancelled' && given !== undefined) return say('restCancelled')
  if (word === 'interrupted' && given !== undefined) return say('restInterrupted')
  if (word === 'tooManyAttempts' && given !== undefined) return say('tooManyGivenBack', { part: given })
  if (returned === undefined) return say(word)
  // What is given back while the page is shown, only the script knows.
  return word === 'givenBack' && lastDecline === word ? say(word, { part: returned }) : say(word)
}

const scriptWords: readonly CheckoutScriptTextName[] = [
  ...fieldErrors,
  ...checkoutDeclineReasons.map(reason => (reason === 'securityCode' ? 'securityCodeWrong' : reason)),
  ...scriptOnlyTextNames,
]
