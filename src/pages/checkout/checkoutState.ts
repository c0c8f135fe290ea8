import { createHash } from 'node:crypto'
import type { Content } from '../../contract/kit/content.ts'
import type { CheckoutFormError, CheckoutState, ShownRemainder } from '../browser/checkout/protocol.ts'
import { moneyIn } from '../localisation.ts'
import { textAt } from './fieldPaths.ts'
import type { CheckoutProgress } from './progress.ts'
import { type CheckoutPrice, type CheckoutVisit, orderChanged } from './visit.ts'

/**
 * What the browser is answered: the checkout state of the protocol, made of a visit and its progress. Whoever
 * has no time left gets only the outcome of what is under way.
 */
export function checkoutStateOf(visit: CheckoutVisit, progress: CheckoutProgress): CheckoutState {
  const { phase } = progress
  const { values } = visit.session.contents
  if (phase.kind === 'paid') return doneState(visit)
  if (phase.kind === 'partlyPaid') return partState(visit, phase.paid)
  if (phase.kind === 'voided') return cancelledState(visit, progress)
  if (phase.kind === 'paying') return processingState
  if (isCardStored(visit)) return doneState(visit)
  if (visit.leftMs === 0) return expiredState(visit, progress)
  switch (phase.kind) {
    case 'notStarted':
    case 'partTaken':
      return formState(progress)
    case 'failed':
      return formState(
        progress,
        phase.reason === 'orderChanged' ? orderChanged(values) : { reason: phase.reason },
      )
    case 'method':
      return { step: 'method', methodUrl: phase.methodUrl, methodData: phase.methodData }
    case 'challenge':
      return { step: 'challenge', acsUrl: phase.acsUrl, creq: phase.creq, ...challengeSize(values) }
    case 'authenticating':
    case 'available':
    case 'authenticated':
      return processingState
  }
}

/** Where the page only takes the card, no order shows it: the card and the browser it came from do. */
function isCardStored({ operation, session }: CheckoutVisit): boolean {
  if (operation !== 'NONE') return false
  const { values } = session.contents
  const windowSize = textAt(values, 'device', 'browserDetails', '3DSecureChallengeWindowSize')
  return (
    textAt(values, 'sourceOfFunds', 'provided', 'card', 'number') !== undefined && windowSize !== undefined
  )
}

/** As the browser reported how much room it has; nothing reported, or all of it, is 0 by 0. */
function challengeSize(values: Content): { readonly width: number; readonly height: number } {
  const size = textAt(values, 'device', 'browserDetails', '3DSecureChallengeWindowSize')
  const [, width, height] = /^(\d+)_X_(\d+)$/.exec(size ?? '') ?? []
  return { width: Number(width ?? 0), height: Number(height ?? 0) }
}

export const processingState: CheckoutState = { step: 'processing' }

/** A payer who has no attempt left is told so, whatever the last one failed of. */
export function formState(progress: CheckoutProgress, error?: CheckoutFormError): CheckoutState {
  const { attemptsLeft, rest, returned } = progress
  const shown: CheckoutFormError | undefined = attemptsLeft === 0 ? { reason: 'tooManyAttempts' } : error
  return {
    step: 'form',
    ...(shown && { error: shown }),
    attemptsLeft,
    ...(rest && { rest }),
    ...(returned !== undefined && { returned }),
  }
}

type StateAt<S extends CheckoutState['step']> = Extract<CheckoutState, { readonly step: S }>

/** Only here the payer gets the indicator by which the merchant knows that the payment succeeded. */
export function doneState(visit: CheckoutVisit): StateAt<'done'> {
  return { step: 'done', ...returnWith(visit, visit.session.contents.successIndicator ?? '') }
}

/**
 * The merchant gets its payer back with an indicator that is not the one of success, and asks the order what
 * was paid. It is the same each time, and reveals nothing of the other.
 */
function partState(visit: CheckoutVisit, { amount, currency }: CheckoutPrice): StateAt<'part'> {
  const { key } = visit.session
  const indicator = createHash('sha256').update(`part of ${key.sessionId}`).digest('hex').slice(0, 16)
  return { step: 'part', ...returnWith(visit, indicator), paid: moneyIn(currency, visit.locale)(amount) }
}

function returnWith(visit: CheckoutVisit, resultIndicator: string) {
  const { contents, stored } = visit.session
  const sessionVersion = stored.version
  const returnUrl = textAt(contents.values, 'interaction', 'returnUrl')
  const query = new URLSearchParams({ resultIndicator, sessionVersion }).toString()
  const address =
    returnUrl === undefined
      ? refererWith(visit, `complete-${resultIndicator}-${sessionVersion}`)
      : withQuery(returnUrl, query)
  return { ...(address !== undefined && { address }), resultIndicator, sessionVersion }
}

export const cancelledState = (visit: CheckoutVisit, amounts: ReturnedAmounts): StateAt<'cancelled'> => ({
  step: 'cancelled',
  ...returnedIn(amounts),
  ...addressOf(visit, 'cancelUrl', 'cancel'),
})

/** What another page took may still be completed there. */
const expiredState = (
  visit: CheckoutVisit,
  { elsewhere: _, ...amounts }: ReturnedAmounts,
): StateAt<'expired'> => ({
  step: 'expired',
  ...returnedIn(amounts),
  ...addressOf(visit, 'timeoutUrl', 'timeout'),
})

/** What is given back from now on, or was before. */
type ReturnedAmounts = {
  readonly rest?: Pick<ShownRemainder, 'taken'>
  readonly elsewhere?: string
  readonly returned?: string
}

function returnedIn({ rest, elsewhere, returned: before }: ReturnedAmounts) {
  const returned = rest?.taken ?? elsewhere ?? before
  return returned === undefined ? {} : { returned }
}

function addressOf(visit: CheckoutVisit, name: 'cancelUrl' | 'timeoutUrl', action: string) {
  const address = textAt(visit.session.contents.values, 'interaction', name) ?? refererWith(visit, action)
  return { ...(address !== undefined && { address }), sessionVersion: visit.session.stored.version }
}

/** The page that the payer came from: the script there reads from the fragment how it ended. */
const refererWith = ({ from }: CheckoutVisit, action: string): string | undefined =>
  from === undefined ? undefined : `${from}#__hc-action-${action}`

/** What the merchant wrote stays as it is written. */
function withQuery(address: string, query: string): string {
  const [page = '', ...fragment] = address.split('#')
  const joint = !page.includes('?') ? '?' : /[?&]$/.test(page) ? '' : '&'
  return [page + joint + query, ...fragment].join('#')
}
