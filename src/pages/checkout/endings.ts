import { textAt } from './reading.ts'
import type { CheckoutState } from './view.ts'
import type { Visit } from './visit.ts'

type Ended<S extends CheckoutState['step']> = Extract<CheckoutState, { readonly step: S }>

/** Only here the payer gets the word by which the merchant knows that the payment succeeded. */
export function done(visit: Visit): Ended<'done'> {
  const { contents, stored } = visit.session
  const resultIndicator = contents.successIndicator ?? ''
  const sessionVersion = stored.version
  const returnUrl = textAt(contents.values, 'interaction', 'returnUrl')
  const query = new URLSearchParams({ resultIndicator, sessionVersion }).toString()
  const address =
    returnUrl === undefined
      ? backWith(visit, `complete-${resultIndicator}-${sessionVersion}`)
      : withQuery(returnUrl, query)
  return { step: 'done', ...(address !== undefined && { address }), resultIndicator, sessionVersion }
}

export const cancelled = (visit: Visit): Ended<'cancelled'> => ({
  step: 'cancelled',
  ...addressOf(visit, 'cancelUrl', 'cancel'),
})

export const expired = (visit: Visit): Ended<'expired'> => ({
  step: 'expired',
  ...addressOf(visit, 'timeoutUrl', 'timeout'),
})

function addressOf(visit: Visit, name: 'cancelUrl' | 'timeoutUrl', word: string) {
  const address = textAt(visit.session.contents.values, 'interaction', name) ?? backWith(visit, word)
  return { ...(address !== undefined && { address }), sessionVersion: visit.session.stored.version }
}

/** To the page that the payer came from: the script there reads how it ended. */
const backWith = ({ from }: Visit, word: string): string | undefined =>
  from === undefined ? undefined : `${from}#__hc-action-${word}`

/** What the merchant wrote stays as it is written. */
function withQuery(address: string, query: string): string {
  const [page = '', ...fragment] = address.split('#')
  const joint = !page.includes('?') ? '?' : /[?&]$/.test(page) ? '' : '&'
  return [page + joint + query, ...fragment].join('#')
}
