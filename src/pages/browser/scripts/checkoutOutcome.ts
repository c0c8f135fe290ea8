// The outcome of a checkout for the merchant's page: read from the address, reported to the page's callbacks.

import { isMembers } from '../unknownValues.ts'
import { callSafely, isCallback, type PageCallback } from './merchantPage.ts'

/** How a checkout ended. */
export type CheckoutOutcome =
  | { readonly kind: 'complete'; readonly resultIndicator: string; readonly sessionVersion: string }
  | { readonly kind: 'cancel' | 'timeout' }
  | { readonly kind: 'error'; readonly error: CheckoutScriptError }

export type CheckoutScriptError = {
  readonly cause: string
  readonly explanation: string
  readonly field?: string
}

/** What the page wants called: names of functions, or addresses, in attributes of the script's tag. */
type CheckoutCallbacks = {
  /** False if the page has no callback for such an outcome. */
  readonly announce: (outcome: CheckoutOutcome) => boolean
  /** Whether the callback is a function of the page, not an address. */
  readonly isFunction: (kind: CheckoutOutcome['kind']) => boolean
  readonly fail: (error: CheckoutScriptError) => void
  readonly beforeRedirect: () => unknown
  readonly afterRedirect: (kept: unknown) => void
}

export function readCallbacks(tag: HTMLScriptElement | undefined): CheckoutCallbacks {
  const attribute = (name: string) => tag?.getAttribute(`data-${name}`)?.trim() ?? ''
  const takesTexts = isOlderVersion(tag)
  function announce(outcome: CheckoutOutcome): boolean {
    const target = attribute(outcome.kind)
    const callback = globalFunction(target)
    if (callback) callWithOutcome(callback, outcome, takesTexts)
    else if (isAddress(target)) location.assign(addressWith(target, outcome))
    else return false
    return true
  }
  return {
    announce,
    isFunction: kind => globalFunction(attribute(kind)) !== undefined,
    fail(error) {
      const isReported = announce({ kind: 'error', error })
      if (!isReported) console.error(`Checkout: ${error.explanation}`)
    },
    beforeRedirect: () => callSafely(globalFunction(attribute('beforeRedirect'))),
    afterRedirect: kept => void callSafely(globalFunction(attribute('afterRedirect')), kept),
  }
}

/** Older pages load the script from an address with a version number. */
const isOlderVersion = (tag: HTMLScriptElement | undefined): boolean =>
  tag !== undefined && /\/checkout\/version\/\d+\//.test(new URL(tag.src).pathname)

function callWithOutcome(callback: PageCallback, outcome: CheckoutOutcome, isOlderPage: boolean): void {
  if (outcome.kind === 'error') callSafely(callback, outcome.error)
  else if (outcome.kind !== 'complete') callSafely(callback)
  else {
    const { resultIndicator, sessionVersion } = outcome
    // Older pages take two texts, newer ones one object.
    const takesTexts = isOlderPage || callback.length > 1
    callSafely(callback, takesTexts ? resultIndicator : { resultIndicator, sessionVersion }, sessionVersion)
  }
}

/** By a name like `pay.done`; undefined until the page has defined it. */
function globalFunction(name: string): PageCallback | undefined {
  if (!/^[\w$]+(?:\.[\w$]+)*$/.test(name)) return undefined
  let owner: unknown = window
  let found: unknown = window
  for (const part of name.split('.')) {
    owner = found
    found = isMembers(owner) || isCallback(owner) ? Reflect.get(owner, part) : undefined
  }
  return isCallback(found) ? bindTo(found, owner) : undefined
}

/** Unlike a wrapping function, a bound one keeps its `length`. */
const bindTo = (callback: PageCallback, owner: unknown): PageCallback => callback.bind(owner)

const isAddress = (target: string): boolean => /^(?:https?:\/\/|\.{0,2}\/)/.test(target)

/** With each value of the outcome as a query parameter. */
function addressWith(target: string, outcome: CheckoutOutcome): string {
  const address = new URL(target, location.href)
  const { kind: _, ...values } = outcome.kind === 'error' ? { kind: '', ...outcome.error } : outcome
  for (const [name, value] of Object.entries(values)) address.searchParams.set(name, String(value))
  return address.href
}

/** From the fragment that the checkout page appends to the address it sends the payer back to. */
export function outcomeInFragment(fragment: string): CheckoutOutcome | undefined {
  const [, kind, rest = ''] = /^#__hc-action-(complete|cancel|timeout|error)(?:-(.*))?$/.exec(fragment) ?? []
  if (kind === 'cancel' || kind === 'timeout') return { kind }
  if (kind === 'error') return { kind, error: { cause: 'SERVER_FAILED', explanation: failureText } }
  const [resultIndicator = '', sessionVersion = '', ...others] = rest.split('-')
  const isWhole = kind === 'complete' && others.length === 0 && isToken(resultIndicator)
  return isWhole ? { kind, resultIndicator, sessionVersion } : undefined
}

/**
 * The same where the session names the page to return to: the outcome is in the query. It stays in the
 * address, so that the page's server and a reload find it.
 */
export function outcomeInQuery(query: string): Extract<CheckoutOutcome, { kind: 'complete' }> | undefined {
  const values = new URLSearchParams(query)
  const resultIndicator = values.get('resultIndicator') ?? ''
  const sessionVersion = values.get('sessionVersion') ?? ''
  if (!isToken(resultIndicator) || !isToken(sessionVersion)) return undefined
  return { kind: 'complete', resultIndicator, sessionVersion }
}

const isToken = (text: string): boolean => /^[\w.]{1,100}$/.test(text)

export const failureText = 'The payment could not be completed.'
