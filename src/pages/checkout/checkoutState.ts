// The checkout state: what the page's script is answered, derived from a visit and its progress.

import { createHash } from 'node:crypto'
import type { SessionRecord } from '../../contract/model.ts'
import {
  type CheckoutFormError,
  type CheckoutState,
  isSettledBefore,
  type SettledBeforeStep,
  type ShownRemainder,
} from '../browser/checkout/protocol.ts'
import { moneyIn } from '../localisation.ts'
import type { CheckoutProgress } from './progress.ts'
import { type CheckoutPrice, type CheckoutVisit, orderChanged } from './visit.ts'

/**
 * The checkout state for a browser. After the time is up, only the outcome of what is under way is answered.
 */
export function checkoutStateOf(visit: CheckoutVisit, progress: CheckoutProgress): CheckoutState {
  return { ...stateOf(visit, progress), ...noticeIn(progress) }
}

function stateOf(visit: CheckoutVisit, progress: CheckoutProgress): CheckoutState {
  const { phase } = progress
  const { values } = visit.session.contents
  if (phase.kind === 'paid') return doneState(visit, progress)
  if (phase.kind === 'partlyPaid') return partState(visit, phase.paid)
  if (phase.kind === 'voided') return cancelledState(visit, progress)
  if (isSettledBefore(phase.kind)) return settledBeforeState(visit, phase.kind, progress)
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
    case 'method': {
      const { kind: step, ...wanted } = phase
      return { step, ...wanted }
    }
    case 'challenge':
      return { step: 'challenge', acsUrl: phase.acsUrl, creq: phase.creq, ...challengeSize(values) }
    case 'authenticating':
    case 'available':
    case 'authenticated':
      return processingState
  }
}

/** A page that only stores the card makes no transaction: that it is done shows in the session's values. */
function isCardStored({ operation, session }: CheckoutVisit): boolean {
  if (operation !== 'NONE') return false
  const { values } = session.contents
  return values.sourceOfFunds?.provided?.card?.number !== undefined && challengeWindowIn(values) !== undefined
}

/** The size that the browser reported for the challenge; 0 by 0 if none was reported, or full screen. */
function challengeSize(values: SessionRecord): { readonly width: number; readonly height: number } {
  const [, width, height] = /^(\d+)_X_(\d+)$/.exec(challengeWindowIn(values) ?? '') ?? []
  return { width: Number(width ?? 0), height: Number(height ?? 0) }
}

const challengeWindowIn = ({ device }: SessionRecord) =>
  device?.browserDetails?.['3DSecureChallengeWindowSize']

export const processingState: CheckoutState = { step: 'processing' }

/** If no attempt is left, the payer reads that, instead of the reason of the last decline. */
export function formState(progress: CheckoutProgress, error?: CheckoutFormError): CheckoutState {
  const { attemptsLeft, rest, returned } = progress
  const shown: CheckoutFormError | undefined = attemptsLeft === 0 ? { reason: 'tooManyAttempts' } : error
  return {
    step: 'form',
    ...(shown && { error: shown }),
    attemptsLeft,
    ...(rest && { rest }),
    ...(returned !== undefined && { returned }),
    ...noticeIn(progress),
  }
}

const noticeIn = ({ issuerNotice }: CheckoutProgress) => (issuerNotice === undefined ? {} : { issuerNotice })

type StateAt<S extends CheckoutState['step']> = Extract<CheckoutState, { readonly step: S }>

/** Only this state has the indicator by which the merchant recognises that the payment succeeded. */
export function doneState(
  visit: CheckoutVisit,
  { receipt }: Pick<CheckoutProgress, 'receipt'> = {},
): StateAt<'done'> {
  const ending = returnWith(visit, visit.session.contents.successIndicator ?? '')
  return { step: 'done', ...ending, ...(receipt && { receipt }) }
}

const partState = (visit: CheckoutVisit, { amount, currency }: CheckoutPrice): StateAt<'part'> => ({
  step: 'part',
  ...returnWith(visit, otherIndicator(visit, 'part')),
  paid: moneyIn(currency, visit.locale)(amount),
})

/** It was not this payer, or not at this page: so it is no success here. */
const settledBeforeState = (
  visit: CheckoutVisit,
  step: SettledBeforeStep,
  amounts: ReturnedAmounts,
): CheckoutState => ({
  step,
  ...returnWith(visit, otherIndicator(visit, 'payment before')),
  ...returnedIn(amounts),
})

/**
 * Where the order is paid in part, or not at this page, the payer returns to the merchant with another
 * indicator than that of success, and the merchant retrieves the order. It is the same each time, and does
 * not reveal the indicator of success.
 */
const otherIndicator = ({ session: { key } }: CheckoutVisit, what: 'part' | 'payment before'): string =>
  createHash('sha256').update(`${what} of ${key.sessionId}`).digest('hex').slice(0, 16)

function returnWith(visit: CheckoutVisit, resultIndicator: string) {
  const { contents, stored } = visit.session
  const sessionVersion = stored.version
  const returnUrl = contents.values.interaction?.returnUrl
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

/** A partial payment of another page may still be completed there. */
const expiredState = (
  visit: CheckoutVisit,
  { elsewhere: _, ...amounts }: ReturnedAmounts,
): StateAt<'expired'> => ({
  step: 'expired',
  ...returnedIn(amounts),
  ...addressOf(visit, 'timeoutUrl', 'timeout'),
})

/** The amounts that are reversed now, or were before. */
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
  const address = visit.session.contents.values.interaction?.[name] ?? refererWith(visit, action)
  return { ...(address !== undefined && { address }), sessionVersion: visit.session.stored.version }
}

/** The page that the payer came from; its script reads the outcome from the fragment. */
const refererWith = ({ from }: CheckoutVisit, action: string): string | undefined =>
  from === undefined ? undefined : `${from}#__hc-action-${action}`

/** Appends a query without changing the merchant's address. */
function withQuery(address: string, query: string): string {
  const [page = '', ...fragment] = address.split('#')
  const joint = !page.includes('?') ? '?' : /[?&]$/.test(page) ? '' : '&'
  return [page + joint + query, ...fragment].join('#')
}
