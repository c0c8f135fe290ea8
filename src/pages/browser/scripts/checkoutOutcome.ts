import { isMembers } from '../unknownValues.ts'
import { callSafely, isCallback, type PageCallback } from './merchantPage.ts'

/** How a checkout ended, for the page that started it. */
export type CheckoutOutcome =
  | { readonly kind: 'complete'; readonly resultIndicator: string; readonly sessionVersion: string }
  | { readonly kind: 'cancel' | 'timeout' }
  | { readonly kind: 'error'; readonly error: CheckoutScriptError }

export type CheckoutScriptError = {
  readonly cause: string
  readonly explanation: string
  readonly field?: string
}

/** The page's ways to hear of it: names of functions, or addresses, in attributes of the script's tag. */
export type CheckoutCallbacks = {
  /** False when the page has no way to hear of such an ending. */
  readonly announce: (ending: CheckoutOutcome) => boolean
  /** Whether a function of the page would hear of it, not an address. */
  readonly isFunction: (kind: CheckoutOutcome['kind']) => boolean
  readonly fail: (error: CheckoutScriptError) => void
  readonly beforeRedirect: () => unknown
  readonly afterRedirect: (kept: unknown) => void
}

export function readCallbacks(tag: HTMLScriptElement | undefined): CheckoutCallbacks {
  const named = (name: string) => tag?.getAttribute(`data-${name}`)?.trim() ?? ''
  const takesTexts = isOlderVersion(tag)
  function announce(ending: CheckoutOutcome): boolean {
    const wish = named(ending.kind)
    const callback = globalFunction(wish)
    if (callback) callWithOutcome(callback, ending, takesTexts)
    else if (isAddress(wish)) location.assign(addressWith(wish, ending))
    else return false
    return true
  }
  return {
    announce,
    isFunction: kind => globalFunction(named(kind)) !== undefined,
    fail(error) {
      const isHeard = announce({ kind: 'error', error })
      if (!isHeard) console.error(`Checkout: ${error.explanation}`)
    },
    beforeRedirect: () => callSafely(globalFunction(named('beforeRedirect'))),
    afterRedirect: kept => void callSafely(globalFunction(named('afterRedirect')), kept),
  }
}

/** Where its page got the script: by the number of a version, older pages did. */
const isOlderVersion = (tag: HTMLScriptElement | undefined): boolean =>
  tag !== undefined && /\/checkout\/version\/\d+\//.test(new URL(tag.src).pathname)

function callWithOutcome(callback: PageCallback, ending: CheckoutOutcome, isOfOlderPage: boolean): void {
  if (ending.kind === 'error') callSafely(callback, ending.error)
  else if (ending.kind !== 'complete') callSafely(callback)
  else {
    const { resultIndicator, sessionVersion } = ending
    // Older pages take two texts, newer ones one object.
    const takesTexts = isOfOlderPage || callback.length > 1
    callSafely(callback, takesTexts ? resultIndicator : { resultIndicator, sessionVersion }, sessionVersion)
  }
}

/** `pay.done` is a function of an object of the page; undefined until the page has defined it. */
export function globalFunction(name: string): PageCallback | undefined {
  if (!/^[\w$]+(?:\.[\w$]+)*$/.test(name)) return undefined
  let owner: unknown = window
  let found: unknown = window
  for (const part of name.split('.')) {
    owner = found
    found = isMembers(owner) || isCallback(owner) ? Reflect.get(owner, part) : undefined
  }
  return isCallback(found) ? bindTo(found, owner) : undefined
}

/** It keeps saying how many parameters it takes. */
const bindTo = (callback: PageCallback, owner: unknown): PageCallback => callback.bind(owner)

const isAddress = (wish: string): boolean => /^(?:https?:\/\/|\.{0,2}\/)/.test(wish)

/** Each value of the ending as a query parameter. */
function addressWith(wish: string, ending: CheckoutOutcome): string {
  const address = new URL(wish, location.href)
  const { kind: _, ...values } = ending.kind === 'error' ? { kind: '', ...ending.error } : ending
  for (const [name, value] of Object.entries(values)) address.searchParams.set(name, String(value))
  return address.href
}

/** What the checkout page wrote behind the address of the page it sent the payer back to. */
export function outcomeInFragment(fragment: string): CheckoutOutcome | undefined {
  const [, kind, rest = ''] = /^#__hc-action-(complete|cancel|timeout|error)(?:-(.*))?$/.exec(fragment) ?? []
  if (kind === 'cancel' || kind === 'timeout') return { kind }
  if (kind === 'error') return { kind, error: { cause: 'SERVER_FAILED', explanation: failureText } }
  const [resultIndicator = '', sessionVersion = '', ...others] = rest.split('-')
  const isWhole = kind === 'complete' && others.length === 0 && isToken(resultIndicator)
  return isWhole ? { kind, resultIndicator, sessionVersion } : undefined
}

/**
 * The same where the session named the page: the checkout page wrote it into the query. It stays in the
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

const failureText = 'The payment could not be completed.'
