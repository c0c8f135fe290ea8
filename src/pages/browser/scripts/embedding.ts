import type { CheckoutOutcome } from './callbacks.ts'
import { membersOf, textOf, type UnknownMembers } from './given.ts'

/** The checkout page in a frame of the merchant's page. */
export type EmbeddedCheckout = { readonly remove: () => void }

export type EmbeddedOutcome = {
  readonly outcome: CheckoutOutcome
  /** Where the payer is to go on, if the page has no other wish. */
  readonly address: string | undefined
}

export function embedCheckout(
  place: Element,
  address: URL,
  onEnding: (ending: EmbeddedOutcome) => void,
): EmbeddedCheckout {
  const frame = document.createElement('iframe')
  frame.src = address.href
  frame.title = 'Payment'
  frame.allow = 'publickey-credentials-get *; payment *'
  frame.style.cssText = 'display:block;width:100%;height:640px;border:0'
  const hear = (event: MessageEvent<unknown>) => {
    if (event.origin !== address.origin || event.source !== frame.contentWindow) return
    const message = membersOf(event.data)
    const { height } = message
    if (message.tollgate === 'resize' && typeof height === 'number' && height > 0)
      frame.style.height = `${Math.min(Math.ceil(height), heightMax)}px`
    const ending = outcomeOf(message)
    if (ending) onEnding({ outcome: ending, address: webAddress(message.address) })
  }
  window.addEventListener('message', hear)
  place.replaceChildren(frame)
  return {
    remove() {
      window.removeEventListener('message', hear)
      frame.remove()
    },
  }
}

const heightMax = 20_000

function outcomeOf(message: UnknownMembers): CheckoutOutcome | undefined {
  const { tollgate: kind } = message
  if (kind === 'cancel' || kind === 'timeout') return { kind }
  if (kind === 'error') {
    const cause = textOf(message.cause) ?? 'SERVER_FAILED'
    const explanation = textOf(message.explanation) ?? 'The payment could not be completed.'
    return { kind, error: { cause, explanation } }
  }
  const resultIndicator = textOf(message.resultIndicator) ?? ''
  const sessionVersion = textOf(message.sessionVersion) ?? ''
  return kind === 'complete' ? { kind, resultIndicator, sessionVersion } : undefined
}

const webAddress = (value: unknown): string | undefined =>
  typeof value === 'string' && /^https?:\/\//.test(value) ? value : undefined
