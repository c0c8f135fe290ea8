import { createHash } from 'node:crypto'
import type { Content } from '../../contract/kit/content.ts'
import type { PayerChallengeWindow } from '../browser/checkout/protocol.ts'
import { moneyIn } from '../localisation.ts'
import { textAt } from './fieldPaths.ts'
import type { CheckoutPrice } from './stage.ts'
import type { CheckoutRemainder, CheckoutState } from './view.ts'
import type { CheckoutVisit } from './visit.ts'

type Ended<S extends CheckoutState['step']> = Extract<CheckoutState, { readonly step: S }>

/** Only here the payer gets the word by which the merchant knows that the payment succeeded. */
export function doneState(visit: CheckoutVisit): Ended<'done'> {
  return { step: 'done', ...returnWith(visit, visit.session.contents.successIndicator ?? '') }
}

/**
 * The merchant gets its payer back with a word that is not the one of success, and asks the order what was
 * paid. The word is the same each time, and tells nothing of the other.
 */
export function partState(visit: CheckoutVisit, { amount, currency }: CheckoutPrice): Ended<'part'> {
  const { key } = visit.session
  const word = createHash('sha256').update(`part of ${key.sessionId}`).digest('hex').slice(0, 16)
  return { step: 'part', ...returnWith(visit, word), paid: moneyIn(currency, visit.locale)(amount) }
}

function returnWith(visit: CheckoutVisit, resultIndicator: string) {
  const { contents, stored } = visit.session
  const sessionVersion = stored.version
  const returnUrl = textAt(contents.values, 'interaction', 'returnUrl')
  const query = new URLSearchParams({ resultIndicator, sessionVersion }).toString()
  const address =
    returnUrl === undefined
      ? backWith(visit, `complete-${resultIndicator}-${sessionVersion}`)
      : withQuery(returnUrl, query)
  return { ...(address !== undefined && { address }), resultIndicator, sessionVersion }
}

export const cancelledState = (visit: CheckoutVisit, given: GivenBack): Ended<'cancelled'> => ({
  step: 'cancelled',
  ...returnedIn(given),
  ...addressOf(visit, 'cancelUrl', 'cancel'),
})

/** What another page took is still its payer's to complete. */
export const expiredState = (
  visit: CheckoutVisit,
  { elsewhere: _, ...given }: GivenBack,
): Ended<'expired'> => ({
  step: 'expired',
  ...returnedIn(given),
  ...addressOf(visit, 'timeoutUrl', 'timeout'),
})

/** What is given back from now on, or was before. */
type GivenBack = {
  readonly rest?: Pick<CheckoutRemainder, 'taken'>
  readonly elsewhere?: string
  readonly returned?: string
}

function returnedIn({ rest, elsewhere, returned: before }: GivenBack) {
  const returned = rest?.taken ?? elsewhere ?? before
  return returned === undefined ? {} : { returned }
}

function addressOf(visit: CheckoutVisit, name: 'cancelUrl' | 'timeoutUrl', word: string) {
  const address = textAt(visit.session.contents.values, 'interaction', name) ?? backWith(visit, word)
  return { ...(address !== undefined && { address }), sessionVersion: visit.session.stored.version }
}

/** To the page that the payer came from: the script there reads how it ended. */
const backWith = ({ from }: CheckoutVisit, word: string): string | undefined =>
  from === undefined ? undefined : `${from}#__hc-action-${word}`

/** What the merchant wrote stays as it is written. */
function withQuery(address: string, query: string): string {
  const [page = '', ...fragment] = address.split('#')
  const joint = !page.includes('?') ? '?' : /[?&]$/.test(page) ? '' : '&'
  return [page + joint + query, ...fragment].join('#')
}

export const challengeWindowSizes = [
  '250_X_400',
  '390_X_400',
  '500_X_600',
  '600_X_400',
  'FULL_SCREEN',
] as const satisfies readonly PayerChallengeWindow[]

/** As the browser said how much room it has; nothing said, or all of it, is 0 by 0. */
export function challengeRoom(values: Content): { readonly width: number; readonly height: number } {
  const size = textAt(values, 'device', 'browserDetails', '3DSecureChallengeWindowSize')
  const [, width, height] = /^(\d+)_X_(\d+)$/.exec(size ?? '') ?? []
  return { width: Number(width ?? 0), height: Number(height ?? 0) }
}
