import type { Ending } from './callbacks.ts'

/** What the checkout page wrote behind the address of the page it sent the payer back to. */
export function endingIn(fragment: string): Ending | undefined {
  const [, kind, rest = ''] = /^#__hc-action-(complete|cancel|timeout|error)(?:-(.*))?$/.exec(fragment) ?? []
  if (kind === 'cancel' || kind === 'timeout') return { kind }
  if (kind === 'error') return { kind, error: { cause: 'SERVER_FAILED', explanation: whyFailed } }
  const [resultIndicator = '', sessionVersion = '', ...others] = rest.split('-')
  const isWhole = kind === 'complete' && others.length === 0 && isName(resultIndicator)
  return isWhole ? { kind, resultIndicator, sessionVersion } : undefined
}

const isName = (text: string): boolean => /^[\w.]{1,100}$/.test(text)

const whyFailed = 'The payment could not be completed.'
