import { Html } from '../../platform/html.ts'
import { faults } from '../browser/checkout/checks.ts'
import { type PageData, type ScriptWord, spokenWords } from '../browser/checkout/pageData.ts'
import { declineReasons } from '../browser/checkout/protocol.ts'
import type { Told } from './told.ts'

/** What the script needs to know, as JSON that cannot end the element it stands in. */
export function scriptData({ view, say }: Told): Html {
  const { controls, lastDecline, embedder } = view
  const data: Omit<PageData, 'words'> & { readonly words: Readonly<Record<string, string>> } = {
    status: view.status,
    demands: {
      month: view.month,
      email: controls.customerEmail,
      billing: controls.billingAddress,
      shipping: controls.shipping,
    },
    secondsLeft: view.secondsLeft,
    attemptsLeft: view.attemptsLeft,
    ...(lastDecline && { lastDecline }),
    hasReview: controls.paymentConfirmation === 'SHOW',
    isEmbedded: view.isEmbedded,
    gateway: view.gateway,
    ...(embedder && { embedder }),
    words: Object.fromEntries(scriptWords.map(word => [word, say(word)])),
  }
  return new Html(JSON.stringify(data).replaceAll('<', '\\u003c'))
}

const scriptWords: readonly ScriptWord[] = [
  ...faults,
  ...declineReasons.map(reason => (reason === 'securityCode' ? 'securityCodeWrong' : reason)),
  ...spokenWords,
]
