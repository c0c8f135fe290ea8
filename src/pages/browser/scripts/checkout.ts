// checkout.js: sends the payer to the gateway's checkout page, or embeds that in the merchant's page. Global
// name `Checkout`. The outcome is reported to the functions or addresses that the script's tag names:
// data-complete, data-cancel, data-error, data-timeout.

import { isMembers, isWebAddress, membersOf, textOf, type UnknownMembers } from '../unknownValues.ts'
import {
  type CheckoutOutcome,
  type CheckoutScriptError,
  failureText,
  outcomeInFragment,
  outcomeInQuery,
  readCallbacks,
} from './checkoutOutcome.ts'
import { callSafely, findScriptTag, isCallback, originOf, publish } from './merchantPage.ts'

const tag = findScriptTag(/\/checkout(?:\.min)?\.js$/)
const gateway = originOf(tag)
const callbacks = readCallbacks(tag)

let configuration: UnknownMembers | undefined
let embeddedCheckout: EmbeddedCheckout | undefined

function configure(given: unknown): void {
  configuration = membersOf(given)
}

/** Leaves the merchant's page. */
function showPaymentPage(): void {
  if (isBack) return
  const address = payAddress()
  if (!address) return
  storeForReturn(callbacks.beforeRedirect())
  const here = location.href.replace(/#.*$/, '')
  if (here.length <= hereMax) address.searchParams.set('from', here)
  location.assign(address.href)
}

const hereMax = 2_000

/** Stays in the merchant's page; a second call loads it anew. */
function showEmbeddedPage(selector: unknown, onShown?: unknown): void {
  if (isBack) return
  const container = typeof selector === 'string' ? document.querySelector(selector) : selector
  const address = payAddress()
  if (!address) return
  if (!(container instanceof Element)) {
    callbacks.fail(invalid(`There is no element for '${String(selector)}' in the page.`))
    return
  }
  address.searchParams.set('embedded', location.origin)
  embeddedCheckout?.remove()
  embeddedCheckout = embedCheckout(container, address, reportEmbedded)
  callSafely(onShown)
}

function reportEmbedded({ outcome, address }: EmbeddedOutcome): void {
  if (callbacks.announce(outcome)) return
  if (address !== undefined) location.assign(address)
  else if (outcome.kind === 'error') callbacks.fail(outcome.error)
}

/** Members of a configuration may be functions that return the value when it is needed. */
const resolved = (given: unknown): unknown => (isCallback(given) ? callSafely(given) : given)

function payAddress(): URL | undefined {
  const session = membersOf(resolved(configuration?.session))
  const id = textOf(resolved(session.id))
  const problem = problemWith(id)
  if (problem) callbacks.fail(problem)
  else return new URL(`/checkout/pay/${encodeURIComponent(id ?? '')}`, gateway)
  return undefined
}

function problemWith(sessionId: string | undefined): CheckoutScriptError | undefined {
  if (gateway === undefined) return invalid('checkout.js must be loaded by a script tag from the gateway.')
  if (configuration === undefined) return invalid('Call Checkout.configure() first.')
  if (sessionId === undefined) return { ...invalid("Missing parameter 'session.id'."), field: 'session.id' }
  return undefined
}

const invalid = (explanation: string): CheckoutScriptError => ({ cause: 'INVALID_REQUEST', explanation })

const storedKey = 'tollgate-checkout'

/** In the session storage of the merchant's page, until the payer is back. */
function storeForReturn(value: unknown): void {
  try {
    if (value === undefined) sessionStorage.removeItem(storedKey)
    else sessionStorage.setItem(storedKey, JSON.stringify(value))
  } catch {
    // Without storage the value is lost; the payment does not depend on it.
  }
}

function takeStored(): unknown {
  try {
    const text = sessionStorage.getItem(storedKey)
    sessionStorage.removeItem(storedKey)
    return text === null ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * Whether the payer has just come back from the checkout page. Many pages show the checkout whenever they are
 * loaded, which would send away a payer who has paid or given up: such calls are ignored until the payer
 * touches the page.
 */
let isBack = false

function ignoreCallsUntilTouched(): void {
  isBack = true
  const onTouch = ({ isTrusted }: Event) => {
    if (isTrusted) isBack = false
  }
  for (const kind of ['pointerdown', 'keydown']) window.addEventListener(kind, onTouch, true)
}

/** The payer is back at the page they came from. The fragment that says so is removed from the address. */
function reportReturn(outcome: CheckoutOutcome): void {
  const { pathname, search } = location
  history.replaceState(history.state, '', pathname + search)
  report(outcome)
}

/**
 * The payer is at the page that the session names. A function of the page is called once, since it may
 * navigate to this very address; an address instead of a function would lead here again, so it is not used.
 */
function reportAtResultPage(outcome: Extract<CheckoutOutcome, { kind: 'complete' }>): void {
  whenLoaded(() => {
    if (callbacks.isFunction('complete') && isFirstReport(outcome.resultIndicator)) report(outcome)
  })
}

function isFirstReport(indicator: string): boolean {
  try {
    const isReported = sessionStorage.getItem(reportedKey) === indicator
    sessionStorage.setItem(reportedKey, indicator)
    return !isReported
  } catch {
    return false
  }
}
const reportedKey = 'tollgate-checkout-told'

function report(outcome: CheckoutOutcome): void {
  const value = takeStored()
  whenLoaded(() => {
    callbacks.afterRedirect(value)
    if (!callbacks.announce(outcome) && outcome.kind === 'error') callbacks.fail(outcome.error)
  })
}

/** The page may define its functions after the script's tag. */
function whenLoaded(action: () => void): void {
  if (document.readyState === 'complete') setTimeout(action)
  else window.addEventListener('load', action, { once: true })
}

/** The checkout page in a frame of the merchant's page. */
type EmbeddedCheckout = { readonly remove: () => void }

type EmbeddedOutcome = {
  readonly outcome: CheckoutOutcome
  /** Where the payer goes if the page has no callback. */
  readonly address: string | undefined
}

function embedCheckout(
  container: Element,
  address: URL,
  onOutcome: (outcome: EmbeddedOutcome) => void,
): EmbeddedCheckout {
  const frame = document.createElement('iframe')
  frame.src = address.href
  frame.title = 'Payment'
  frame.allow = 'publickey-credentials-get *; payment *'
  frame.style.cssText = 'display:block;width:100%;height:640px;border:0'
  const listener = (event: MessageEvent<unknown>) => {
    if (event.origin !== address.origin || event.source !== frame.contentWindow) return
    const message = membersOf(event.data)
    const { height } = message
    if (message.tollgate === 'resize' && typeof height === 'number' && height > 0)
      frame.style.height = `${Math.min(Math.ceil(height), heightMax)}px`
    const outcome = outcomeOf(message)
    const { address: next } = message
    if (outcome) onOutcome({ outcome, address: isWebAddress(next) ? next : undefined })
  }
  window.addEventListener('message', listener)
  container.replaceChildren(frame)
  return {
    remove() {
      window.removeEventListener('message', listener)
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
    const explanation = textOf(message.explanation) ?? failureText
    return { kind, error: { cause, explanation } }
  }
  const resultIndicator = textOf(message.resultIndicator) ?? ''
  const sessionVersion = textOf(message.sessionVersion) ?? ''
  return kind === 'complete' ? { kind, resultIndicator, sessionVersion } : undefined
}

/** The values of the page's own inputs, to be restored when the payer is back. No passwords or card data. */
function saveFormFields(): object {
  const fields: Record<string, unknown> = {}
  for (const control of pageControls()) {
    const name = savedName(control)
    if (name !== undefined) fields[name] = contentOf(control)
  }
  return fields
}

function restoreFormFields(kept: unknown): void {
  if (!isMembers(kept)) return
  for (const control of pageControls()) {
    const name = savedName(control)
    const value = name === undefined ? undefined : kept[name]
    if (value === undefined) continue
    if (isCheckable(control)) control.checked = value === true
    else control.value = String(value)
  }
}

type PageControl = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

const pageControls = (): readonly PageControl[] =>
  Array.from(document.querySelectorAll<PageControl>('input, select, textarea')).slice(0, 1_000)

const neverSaved = new Set(['password', 'file', 'submit', 'button', 'reset', 'image'])

/** Radio buttons share a name: the value tells them apart. */
function savedName(control: PageControl): string | undefined {
  const name = control.id || control.name
  const isKept = name !== '' && !neverSaved.has(control.type) && !control.autocomplete.startsWith('cc-')
  if (!isKept) return undefined
  return control.type === 'radio' ? `${name} ${control.value}` : name
}

const isCheckable = (control: PageControl): control is HTMLInputElement =>
  control instanceof HTMLInputElement && (control.type === 'checkbox' || control.type === 'radio')

const contentOf = (control: PageControl): string | boolean =>
  isCheckable(control) ? control.checked : control.value

publish('Checkout', {
  configure,
  showPaymentPage,
  showEmbeddedPage,
  /** Called by older pages, which showed the checkout in an overlay. */
  showLightbox: showPaymentPage,
  saveFormFields,
  restoreFormFields,
})

const outcomeOfReturn = outcomeInFragment(location.hash)
const outcomeOfQuery = outcomeInQuery(location.search)
if (outcomeOfReturn ?? outcomeOfQuery) ignoreCallsUntilTouched()
if (outcomeOfReturn) reportReturn(outcomeOfReturn)
else if (outcomeOfQuery) reportAtResultPage(outcomeOfQuery)
