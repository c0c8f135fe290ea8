// The cards that a payer has saved at a merchant: which there are, choosing and removing one, and saving the
// one that was paid with if the payer has agreed to that.

import { createHash } from 'node:crypto'
import type { SessionRecord } from '../../contract/model.ts'
import { isRejection } from '../../orders/rejection.ts'
import { brandOf, type CardBrand } from '../../standards/cardBrands.ts'
import { maskedNumber } from '../../standards/cardNumber.ts'
import { savedCardsMax, type Token, type TokenCard } from '../../vault/port.ts'
import type { CheckoutFormError, CheckoutState } from '../browser/checkout/protocol.ts'
import { earliestMonth } from '../expiryMonth.ts'
import type { SubmittedForm } from './actBody.ts'
import { checkoutStateOf } from './checkoutState.ts'
import type { CheckoutTransaction } from './gatewayRecords.ts'
import { progressOf } from './progress.ts'
import type { CheckoutDependencies, CheckoutVisit } from './visit.ts'

/**
 * The payer by the merchant's own reference; undefined if the merchant names none, or has saving switched
 * off. A session with an agreement keeps the card for the merchant's own payments, which is another consent.
 */
function payerIn({ profile, operation, session }: CheckoutVisit): string | undefined {
  const { agreement, customer } = session.contents.values
  const { type, value } = customer?.identification ?? {}
  const isOff = profile.savedCardsAtCheckout === 'OFF' || operation === 'NONE' || agreement !== undefined
  return isOff || type !== 'CUSTOMER_IDENTIFICATION' ? undefined : value
}

/** What the form shows of saved cards. */
export type SavedCardsView = {
  readonly cards: readonly SavedCardView[]
  /** Whether the security code of a saved card is asked for. */
  readonly needsCode: boolean
  /** Whether there may be more of them. */
  readonly isFull: boolean
}
export type SavedCardView = {
  readonly id: string
  readonly brand: CardBrand
  readonly digits: string
  /** As on the card, such as 01/39. */
  readonly expiry?: string
  readonly isExpired: boolean
}

/** Undefined where no cards are saved, which costs no look at the store. */
export async function savedCardsView(
  dependencies: CheckoutDependencies,
  visit: CheckoutVisit,
): Promise<SavedCardsView | undefined> {
  const payer = payerIn(visit)
  if (payer === undefined) return undefined
  const saved = await dependencies.savedCards.of(visit.key, payer)
  return {
    cards: saved.map(one => viewOf(dependencies, visit, one)),
    needsCode: needsCode(visit),
    isFull: saved.length >= savedCardsMax,
  }
}

const needsCode = ({ profile }: CheckoutVisit): boolean => profile.savedCardsAtCheckout === 'WITH_CODE'

function viewOf(
  { clock }: CheckoutDependencies,
  visit: CheckoutVisit,
  { token, card: { number, expiry } }: Token,
): SavedCardView {
  const [month, year] = expiry ? [twoDigits(expiry.month), twoDigits(expiry.year)] : []
  return {
    id: savedCardId(visit, token),
    brand: brandOf(number),
    digits: number.slice(-4),
    ...(expiry && { expiry: `${month}/${year}` }),
    isExpired: expiry !== undefined && `20${year}-${month}` < earliestMonth(clock.now()),
  }
}

const twoDigits = (value: number): string => String(value).padStart(2, '0')

/** The name of a saved card at one page: no page learns the merchant's token. */
export const savedCardId = ({ session }: CheckoutVisit, token: string): string =>
  createHash('sha256').update(`${session.key.sessionId}\n${token}`).digest('hex').slice(0, 16)

/** The card of this payer that the page knows by this name. */
async function savedCardNamed(
  { savedCards }: CheckoutDependencies,
  visit: CheckoutVisit,
  savedCard: string | undefined,
): Promise<Token | undefined> {
  const payer = payerIn(visit)
  const saved = payer === undefined ? [] : await savedCards.of(visit.key, payer)
  return saved.find(({ token }) => savedCardId(visit, token) === savedCard)
}

/** The form with the card that the payer chose, or with the consent to save the one that was typed. */
export async function withCardOnFile(
  dependencies: CheckoutDependencies,
  visit: CheckoutVisit,
  form: SubmittedForm,
): Promise<SubmittedForm | { readonly error: CheckoutFormError }> {
  const { savedCard, agreesToSaving, card } = form
  const payer = payerIn(visit)
  if (savedCard === undefined) {
    if (payer === undefined) return form
    return { ...form, onFile: agreesToSaving ? { storedOnFile: 'TO_BE_STORED' } : {} }
  }
  const chosen = await savedCardNamed(dependencies, visit, savedCard)
  if (!chosen) return { error: { reason: 'savedCardGone' } }
  if (viewOf(dependencies, visit, chosen).isExpired) return { error: { reason: 'expiredCard' } }
  const { securityCode } = card
  if (needsCode(visit) && !securityCode) return { error: { reason: 'invalid', field: 'securityCode' } }
  const onFile = { token: chosen.token, storedOnFile: 'STORED' } as const
  return { ...form, card: needsCode(visit) ? { securityCode } : {}, onFile }
}

/** What a payer has chosen or agreed to for a card before is not said of the card in a wallet. */
export const withNoCardOnFile = (visit: CheckoutVisit, form: SubmittedForm): SubmittedForm =>
  payerIn(visit) === undefined ? form : { ...form, onFile: {} }

/** Removing one that is gone already is no error. */
export async function removeSavedCard(
  dependencies: CheckoutDependencies,
  visit: CheckoutVisit,
  { savedCard }: SubmittedForm,
): Promise<void> {
  const payer = payerIn(visit)
  const chosen = await savedCardNamed(dependencies, visit, savedCard)
  if (chosen && payer !== undefined) await dependencies.savedCards.remove(visit.key, payer, chosen.token)
}

/**
 * The state after an action. Where it says that the payment succeeded, the card is saved if the payer agreed
 * to that. The payment is made whatever becomes of the card, so no failure changes what the payer is told.
 */
export async function stateAfterSaving(
  dependencies: CheckoutDependencies,
  visit: CheckoutVisit,
  state: CheckoutState,
): Promise<CheckoutState> {
  const payer = payerIn(visit)
  if (payer === undefined || (state.step !== 'done' && state.step !== 'part')) return state
  try {
    return await saveAgreed(dependencies, visit, { payer, state })
  } catch {
    return state
  }
}

async function saveAgreed(
  dependencies: CheckoutDependencies,
  visit: CheckoutVisit,
  { payer, state }: { readonly payer: string; readonly state: CheckoutState },
): Promise<CheckoutState> {
  const { sessions, savedCards } = dependencies
  const session = await sessions.opened(visit.session.key.sessionId)
  if (!session) return state
  const paid = { ...visit, session }
  if (isCardSaved(paid)) return { ...state, isCardSaved: true }
  const card = agreedCard(session.contents.values)
  const progress = card && (await progressOf(dependencies, paid))
  if (!progress || !isPaidWith(progress.attempt?.payment, card)) return state
  const saved = await savedCards.save(visit.key, payer, { card, orderId: visit.key.orderId })
  if (!saved) return state
  // The session names the token from now on. So it is saved once, also if the payer removes it and returns.
  const revised = await sessions.revise(session.key, values => ({
    values: { ...values, sourceOfFunds: { type: 'CARD', token: saved.token } },
    given: {},
  }))
  if (isRejection(revised) || 'error' in revised) return state
  return {
    ...checkoutStateOf({ ...paid, session: { ...session, ...revised } }, progress),
    isCardSaved: true,
  }
}

/** Whether the payment saved its card: the session has its token, and nothing that was typed. */
export function isCardSaved(visit: CheckoutVisit): boolean {
  const { token, provided } = visit.session.contents.values.sourceOfFunds ?? {}
  return payerIn(visit) !== undefined && token !== undefined && provided === undefined
}

/** The card in the session, if the payer agreed that it is saved. */
function agreedCard({ sourceOfFunds }: SessionRecord): TokenCard | undefined {
  const { storedOnFile, number, expiry, nameOnCard } = sourceOfFunds?.provided?.card ?? {}
  if (storedOnFile !== 'TO_BE_STORED' || number === undefined) return undefined
  return {
    kind: 'CARD',
    number,
    ...(expiry && { expiry: { month: Number(expiry.month), year: Number(expiry.year) } }),
    ...(nameOnCard !== undefined && { nameOnCard }),
  }
}

/** The session may have another card by now, of another tab. */
function isPaidWith(payment: CheckoutTransaction | undefined, { number }: TokenCard): boolean {
  const { card } = payment?.sourceOfFunds?.provided ?? {}
  const isAgreed = card?.storedOnFile === 'TO_BE_STORED' && card.number === maskedNumber(number)
  return isAgreed && payment?.result === 'SUCCESS'
}
