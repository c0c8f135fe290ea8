// A visit to the checkout page: the payer's session, its time left, and what the merchant requests in it.

import type { SessionRecord } from '../../contract/model.ts'
import type { RouteCall } from '../../http/api/routes.ts'
import type { Gateway } from '../../operations/gateway.ts'
import type { OrderKey } from '../../operations/model/journal.ts'
import type { Profile } from '../../orders/merchant.ts'
import { fitsCurrency, toDecimal, toMinor } from '../../orders/money.ts'
import type { Clock } from '../../platform/clock.ts'
import type { OpenedSession } from '../../sessions/heldSession.ts'
import type { Sessions } from '../../sessions/sessions.ts'
import { readUrl } from '../../standards/url.ts'
import type { SavedCards } from '../../vault/port.ts'
import type { Wallets } from '../../wallets/port.ts'
import type { Asset } from '../assets.ts'
import type { BrandFiles } from '../brandFiles.ts'
import type { CheckoutFormError } from '../browser/checkout/protocol.ts'
import { languagesIn, localeFor, type PageLocale } from '../localisation.ts'
import { isAllowedOrigin, isOwnOrigin } from '../origins.ts'
import type { ReceiptStore } from '../receipts/port.ts'
import type { CheckoutActBody } from './actBody.ts'

/**
 * A visit: a payer at the checkout page, and what the merchant's session requests (operation, display
 * controls, price). How far the payment has come is checkout progress (progress.ts).
 *
 * The payer is identified by the session's id alone.
 */
export type CheckoutVisit = {
  readonly session: OpenedSession
  readonly key: OrderKey
  readonly profile: Profile
  readonly operation: CheckoutOperation
  /** The merchant's choice, otherwise the browser's. */
  readonly locale: PageLocale
  /** The time left for the payer. */
  readonly leftMs: number
  /** The merchant's page from which the payer came, without its fragment. */
  readonly from?: string
  /** The origin of the merchant's page around an embedded one. */
  readonly embedder?: string
}

export type CheckoutDependencies = {
  readonly gateway: Pick<Gateway, 'giveUpRemainder' | 'retrieveForCheckout' | 'submit'>
  readonly sessions: Pick<Sessions, 'draft' | 'eraseSecrets' | 'opened' | 'releaseSecrets' | 'revise'>
  readonly savedCards: SavedCards
  readonly merchants: { find(merchantId: string): Promise<{ readonly profile: Profile } | undefined> }
  /** The origin at which payers' browsers reach this gateway. */
  readonly origin: () => string
  readonly isSandbox: boolean
  /** Whether pages are marked as tests. */
  readonly isTest: boolean
  /** What card networks are called for payers of this gateway; merchants may have names of their own. */
  readonly cardNames?: readonly string[] | undefined
  /** Marks of card networks and fonts, if the operator has any. */
  readonly brandFiles?: BrandFiles | undefined
  /** Absent: no receipts are sent by e-mail. */
  readonly receipts?: Pick<ReceiptStore, 'promise'> | undefined
  /** Absent where the gateway has none. */
  readonly wallets?: Wallets | undefined
  /** The script of a wallet that a sandbox simulates in browsers that have none. */
  readonly simulatedWallet?: (() => Promise<Asset>) | undefined
  /** Why what a wallet sent was refused: for the log. */
  readonly onWalletRefused?: (refused: RefusedWallet) => void
  /** Called with the origin from which a browser loaded the page, if that is not the gateway's own. */
  readonly onElsewhere?: (origin: string, sessionId: string) => void
  readonly clock: Pick<Clock, 'now'>
  /** How long a request waits for another one on the same order. */
  readonly orderWaitMs: number
}

/** Nothing of the token itself. */
export type RefusedWallet = {
  readonly wallet: string
  readonly reason: string
  readonly merchant: string
}

/** Undefined alike for sessions that are unknown, expired, not for checkout, or without an order. */
export async function openVisit(
  dependencies: CheckoutDependencies,
  call: RouteCall,
): Promise<CheckoutVisit | undefined> {
  const session = await dependencies.sessions.opened(call.params.sessionId ?? '')
  if (session?.stored.kind !== 'checkout') return undefined
  const { cell, merchantId } = session.key
  const { values } = session.contents
  const orderId = values.order?.id
  const merchant = await dependencies.merchants.find(merchantId)
  if (orderId === undefined || !merchant) return undefined
  const own = dependencies.origin()
  return {
    session,
    key: { cell, merchantId, orderId },
    profile: merchant.profile,
    // Before version 52 the operation was not required.
    operation: values.interaction?.operation ?? 'PURCHASE',
    locale: localeFor(values.interaction?.locale, ...languagesIn(call.acceptLanguage)),
    leftMs: payersTimeLeft(session),
    ...refererOf({ dependencies, profile: merchant.profile, own }, call.query),
  }
}

/** How long the payer may still pay in this session, in milliseconds. */
export const payersTimeLeft = ({ ageMs, leftMs, contents }: OpenedSession): number =>
  Math.max(0, Math.min(timeoutMs(contents.values) - ageMs, leftMs - lastMomentsMs))

/** The payer's time ends a little before the session, so that the page can still redirect the payer back. */
const lastMomentsMs = 30_000

const timeoutMs = ({ interaction }: SessionRecord): number =>
  (interaction?.timeout ?? Number.POSITIVE_INFINITY) * 1_000

type VisitedGateway = {
  readonly dependencies: CheckoutDependencies
  readonly profile: Profile
  readonly own: string
}

/** The page from which the payer came. The value can be forged, so only the merchant's own pages count. */
function refererOf(
  host: VisitedGateway,
  { from, embedded }: RouteCall['query'],
): Pick<CheckoutVisit, 'from' | 'embedder'> {
  const page = from === undefined ? undefined : readUrl(from)
  return {
    ...(page && isPage(page) && isTrustedPage(host, page.origin) && { from: withoutFragment(page) }),
    ...(embedded !== undefined && isTrustedPage(host, embedded) && { embedder: embedded }),
  }
}

/** URLs of other schemes may have the origin of a page, such as blob:. */
const isPage = ({ protocol, username, password }: URL): boolean =>
  /^https?:$/.test(protocol) && username === '' && password === ''

/** In the sandbox the gateway's own test shop is trusted, too. */
const isTrustedPage = ({ dependencies, profile, own }: VisitedGateway, origin: string): boolean =>
  isAllowedOrigin(profile, dependencies.isSandbox, origin) ||
  (dependencies.isSandbox && isOwnOrigin(origin, own, true))

function withoutFragment(page: URL): string {
  page.hash = ''
  return page.href
}

/** The shop's name for this payer: that of the session, of the merchant's profile, or that of its site. */
export function shopNameOf({ session, profile, from }: CheckoutVisit): string | undefined {
  const { merchant, returnUrl } = session.contents.values.interaction ?? {}
  const site = readUrl(merchant?.url ?? returnUrl ?? from ?? '')?.hostname
  return merchant?.name || profile.shopName || site || undefined
}

type Interaction = NonNullable<SessionRecord['interaction']>
type GivenControls = NonNullable<Interaction['displayControl']>

export type CheckoutOperation = NonNullable<Interaction['operation']>

export type DisplayControls = {
  readonly [Name in keyof GivenControls & string]-?: NonNullable<GivenControls[Name]>
}
export type AddressControl = DisplayControls['billingAddress']

/** The merchant's display controls, with the contract's defaults. */
export function controlsIn({ interaction }: SessionRecord): DisplayControls {
  const given = interaction?.displayControl
  return {
    billingAddress: given?.billingAddress ?? 'OPTIONAL',
    customerEmail: given?.customerEmail ?? 'OPTIONAL',
    orderSummary: given?.orderSummary ?? 'SHOW',
    paymentConfirmation: given?.paymentConfirmation ?? 'SHOW',
    paymentTerms: given?.paymentTerms ?? 'SHOW_IF_SUPPORTED',
    shipping: given?.shipping ?? 'HIDE',
  }
}

/** The amount is a decimal text, as in the API. */
export type CheckoutPrice = { readonly amount: string; readonly currency: string }

/**
 * Identifies what the payer agrees to by the button: the price and the order. The page sends it back, so that
 * nobody pays an amount that was not shown. Different spellings of an amount are the same terms.
 */
export function termsOf(values: SessionRecord): string {
  const { amount, currency } = priceIn(values)
  const known = fitsCurrency(amount, currency) ? toDecimal(toMinor(amount, currency), currency) : amount
  return [known, currency, values.order?.id ?? ''].join(' ')
}

/** The price that the session currently requests. */
export const priceIn = ({ order }: SessionRecord): CheckoutPrice => ({
  amount: order?.amount ?? '',
  currency: order?.currency ?? '',
})

/** The payer has to see the new terms: a page that shows others is reloaded. */
export const orderChanged = (values: SessionRecord): CheckoutFormError => ({
  reason: 'orderChanged',
  terms: termsOf(values),
})

/** The error for a page with outdated terms; a page that sends no terms is accepted. */
export function changeSince(
  { session }: CheckoutVisit,
  { terms }: CheckoutActBody,
): CheckoutFormError | undefined {
  const { values } = session.contents
  const shown = terms ?? termsOf(values)
  return shown === termsOf(values) ? undefined : orderChanged(values)
}
