import type { CheckoutOutcome } from './callbacks.ts'

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
