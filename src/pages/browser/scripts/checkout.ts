import { isMembers, membersOf, textOf, type UnknownMembers } from '../unknownValues.ts'
import {
  type CheckoutOutcome,
  type CheckoutScriptError,
  outcomeInFragment,
  outcomeInQuery,
  readCallbacks,
} from './checkoutOutcome.ts'
import { callSafely, findScriptTag, isCallback, originOf, publish } from './merchantPage.ts'

/**
 * checkout.js: sends the payer to the gateway's checkout page, or shows it in the merchant's. Global name
 * `Checkout`; how it ended is told to the functions or addresses named in the script's tag: data-complete,
 * data-cancel, data-error, data-timeout.
 */
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

/** Stays in the merchant's page; a second call shows it anew. */
function showEmbeddedPage(selector: unknown, onShown?: unknown): void {
  if (isBack) return
  const place = typeof selector === 'string' ? document.querySelector(selector) : selector
  const address = payAddress()
  if (!address) return
  if (!(place instanceof Element)) {
    callbacks.fail(invalid(`There is no element for '${String(selector)}' in the page.`))
    return
  }
  address.searchParams.set('embedded', location.origin)
  embeddedCheckout?.remove()
  embeddedCheckout = embedCheckout(place, address, reportEmbedded)
  callSafely(onShown)
}

function reportEmbedded({ outcome: ending, address }: EmbeddedOutcome): void {
  if (callbacks.announce(ending)) return
  if (address !== undefined) location.assign(address)
  else if (ending.kind === 'error') callbacks.fail(ending.error)
}

/** Members of a configuration may be functions that tell the value when it is needed. */
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

/** In the merchant's own storage, for this tab, until the payer is back. */
function storeForReturn(value: unknown): void {
  try {
    if (value === undefined) sessionStorage.removeItem(storedKey)
    else sessionStorage.setItem(storedKey, JSON.stringify(value))
  } catch {
    // A browser without storage forgets; the payment does not depend on it.
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
 * Whether the payer came from the checkout page just now. Many pages show it whenever they are loaded: who
 * has paid or given up would be sent away again, so that is heard only once the payer touches the page.
 */
let isBack = false

function ignoreCallsUntilTouched(): void {
  isBack = true
  const touched = ({ isTrusted }: Event) => {
    if (isTrusted) isBack = false
  }
  for (const kind of ['pointerdown', 'keydown']) window.addEventListener(kind, touched, true)
}

/** The payer is back at the page that sent them away: the fragment said so, and has done its work. */
function reportReturn(ending: CheckoutOutcome): void {
  const { pathname, search } = location
  history.replaceState(history.state, '', pathname + search)
  report(ending)
}

/**
 * The payer is at the page that the session names. A function of the page hears of it once: what it does may
 * lead to this very address, as an address in its place would.
 */
function reportAtResultPage(ending: Extract<CheckoutOutcome, { kind: 'complete' }>): void {
  whenParsed(() => {
    if (callbacks.isFunction('complete') && isFirstReport(ending.resultIndicator)) report(ending)
  })
}

function isFirstReport(indicator: string): boolean {
  try {
    const isTold = sessionStorage.getItem(reportedKey) === indicator
    sessionStorage.setItem(reportedKey, indicator)
    return !isTold
  } catch {
    return false
  }
}
const reportedKey = 'tollgate-checkout-told'

function report(ending: CheckoutOutcome): void {
  const value = takeStored()
  whenParsed(() => {
    callbacks.afterRedirect(value)
    if (!callbacks.announce(ending) && ending.kind === 'error') callbacks.fail(ending.error)
  })
}

/** The page's functions may stand behind the script's tag. */
function whenParsed(act: () => void): void {
  if (document.readyState === 'complete') setTimeout(act)
  else window.addEventListener('load', act, { once: true })
}

publish('Checkout', {
  configure,
  showPaymentPage,
  showEmbeddedPage,
  /** Of older pages, which showed the checkout above their own. */
  showLightbox: showPaymentPage,
  saveFormFields,
  restoreFormFields,
})

const outcomeOfReturn = outcomeInFragment(location.hash)
const outcomeOfQuery = outcomeInQuery(location.search)
if (outcomeOfReturn ?? outcomeOfQuery) ignoreCallsUntilTouched()
if (outcomeOfReturn) reportReturn(outcomeOfReturn)
else if (outcomeOfQuery) reportAtResultPage(outcomeOfQuery)

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

/** What stands in the page's own inputs, to be put back after the payer was away. Nothing that is secret. */
export function saveFormFields(): object {
  const fields: Record<string, unknown> = {}
  for (const control of pageControls()) {
    const name = savedName(control)
    if (name !== undefined) fields[name] = contentOf(control)
  }
  return fields
}

export function restoreFormFields(kept: unknown): void {
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
