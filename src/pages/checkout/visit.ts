import type { Content } from '../../contract/kit/content.ts'
import type { RouteCall } from '../../http/api/routes.ts'
import type { Gateway } from '../../operations/gateway.ts'
import type { OrderKey } from '../../operations/model/journal.ts'
import type { Profile } from '../../orders/merchant.ts'
import { fitsCurrency, toDecimal, toMinor } from '../../orders/money.ts'
import type { Clock } from '../../platform/clock.ts'
import type { OpenedSession } from '../../sessions/heldSession.ts'
import type { Sessions } from '../../sessions/sessions.ts'
import { readUrl } from '../../standards/url.ts'
import type { CheckoutFormError } from '../browser/checkout/protocol.ts'
import { languagesIn, localeFor, type PageLocale } from '../localisation.ts'
import { isAllowedOrigin, isOwnOrigin } from '../origins.ts'
import { textAt, valueAt } from './fieldPaths.ts'

/**
 * A visit: a payer at the checkout page, and what the merchant's session asks of them (operation, display
 * controls, price). How far their payment has come is checkout progress (progress.ts).
 *
 * Whoever knows the session's id is the payer.
 */
export type CheckoutVisit = {
  readonly session: OpenedSession
  readonly key: OrderKey
  readonly profile: Profile
  readonly operation: CheckoutOperation
  /** As the merchant wishes, else as the browser does. */
  readonly locale: PageLocale
  /** How long the payer still has. */
  readonly leftMs: number
  /** The merchant's page that the payer came from, without its fragment. */
  readonly from?: string
  /** The origin of the merchant's page around an embedded one. */
  readonly embedder?: string
}

/** What the checkout page works with. */
export type CheckoutDependencies = {
  readonly gateway: Pick<Gateway, 'giveUpRemainder' | 'retrieveOrder' | 'submit'>
  readonly sessions: Pick<Sessions, 'opened' | 'revise' | 'eraseSecrets'>
  readonly merchants: { find(merchantId: string): Promise<{ readonly profile: Profile } | undefined> }
  /** Under which address payers' browsers reach this gateway. */
  readonly origin: () => string
  readonly isSandbox: boolean
  /** Whether the payer is told that nothing is really paid. */
  readonly isTest: boolean
  /** Called with the origin under which a browser has the page, where that is not the gateway's own. */
  readonly onElsewhere?: (origin: string, sessionId: string) => void
  readonly clock: Pick<Clock, 'now'>
}

/** Unknown, expired, no checkout and no order are answered alike. */
export async function openVisit(
  dependencies: CheckoutDependencies,
  call: RouteCall,
): Promise<CheckoutVisit | undefined> {
  const session = await dependencies.sessions.opened(call.params.sessionId ?? '')
  if (session?.stored.kind !== 'checkout') return undefined
  const { cell, merchantId } = session.key
  const { values } = session.contents
  const orderId = textAt(values, 'order', 'id')
  const merchant = await dependencies.merchants.find(merchantId)
  if (orderId === undefined || !merchant) return undefined
  const own = dependencies.origin()
  return {
    session,
    key: { cell, merchantId, orderId },
    profile: merchant.profile,
    operation: operationIn(values),
    locale: localeFor(textAt(values, 'interaction', 'locale'), ...languagesIn(call.acceptLanguage)),
    leftMs: Math.max(0, Math.min(timeoutMs(values) - session.ageMs, session.leftMs - lastMomentsMs)),
    ...refererOf({ dependencies, profile: merchant.profile, own }, call.query),
  }
}

/** The session outlives the payer's time a little, so that the page can still lead the payer back. */
const lastMomentsMs = 30_000

function timeoutMs(values: Content): number {
  const seconds = valueAt(values, 'interaction', 'timeout')
  return typeof seconds === 'number' ? seconds * 1_000 : Number.POSITIVE_INFINITY
}

type VisitedGateway = {
  readonly dependencies: CheckoutDependencies
  readonly profile: Profile
  readonly own: string
}

/** Anybody can write such an address: only the merchant's own pages count. */
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

/** Other schemes can have the origin of a page and be none. */
const isPage = ({ protocol, username, password }: URL): boolean =>
  /^https?:$/.test(protocol) && username === '' && password === ''

/** In the sandbox the gateway has a shop of its own. */
const isTrustedPage = ({ dependencies, profile, own }: VisitedGateway, origin: string): boolean =>
  isAllowedOrigin(profile, dependencies.isSandbox, origin) ||
  (dependencies.isSandbox && isOwnOrigin(origin, own))

function withoutFragment(page: URL): string {
  page.hash = ''
  return page.href
}

export type CheckoutOperation = 'AUTHORIZE' | 'NONE' | 'PURCHASE' | 'VERIFY'

/** Before version 52 merchants did not have to name it. */
function operationIn(values: Content): CheckoutOperation {
  const given = textAt(values, 'interaction', 'operation')
  return operations.find(operation => operation === given) ?? 'PURCHASE'
}
const operations = ['AUTHORIZE', 'NONE', 'PURCHASE', 'VERIFY'] as const satisfies readonly CheckoutOperation[]

export type AddressControl = 'HIDE' | 'MANDATORY' | 'OPTIONAL' | 'READ_ONLY'
export type DisplayControls = {
  readonly billingAddress: AddressControl
  readonly customerEmail: 'HIDE' | 'MANDATORY' | 'OPTIONAL'
  readonly orderSummary: 'HIDE' | 'SHOW' | 'SHOW_PARTIAL'
  readonly paymentConfirmation: 'HIDE' | 'SHOW'
  readonly paymentTerms: 'HIDE' | 'SHOW_IF_SUPPORTED'
  readonly shipping: AddressControl
}

/** What the merchant wants the page to show and ask for; what is absent is as the contract has it. */
export function controlsIn(values: Content): DisplayControls {
  const chosen = <V extends string>(name: string, usual: V, ...others: readonly V[]): V => {
    const given = valueAt(values, 'interaction', 'displayControl', name)
    return others.find(other => other === given) ?? usual
  }
  return {
    billingAddress: chosen('billingAddress', 'OPTIONAL', 'HIDE', 'MANDATORY', 'READ_ONLY'),
    customerEmail: chosen('customerEmail', 'OPTIONAL', 'HIDE', 'MANDATORY'),
    orderSummary: chosen('orderSummary', 'SHOW', 'HIDE', 'SHOW_PARTIAL'),
    paymentConfirmation: chosen('paymentConfirmation', 'SHOW', 'HIDE'),
    paymentTerms: chosen('paymentTerms', 'SHOW_IF_SUPPORTED', 'HIDE'),
    shipping: chosen('shipping', 'HIDE', 'MANDATORY', 'OPTIONAL', 'READ_ONLY'),
  }
}

/** Amounts are decimal texts as the API has them. */
export type CheckoutPrice = { readonly amount: string; readonly currency: string }

/**
 * What a payer agrees to by the button: the price, and what it is the price of. The page sends it back,
 * so that nobody pays what they were not shown. Two ways to write one amount are the same terms.
 */
export function termsOf(values: Content): string {
  const { amount, currency } = priceIn(values)
  const known = fitsCurrency(amount, currency) ? toDecimal(toMinor(amount, currency), currency) : amount
  return [known, currency, textAt(values, 'order', 'id') ?? ''].join(' ')
}

/** What the merchant wants to be paid, as the session says it now. */
export function priceIn(values: Content): CheckoutPrice {
  const amount = textAt(values, 'order', 'amount') ?? ''
  return { amount, currency: textAt(values, 'order', 'currency') ?? '' }
}

/** The payer looks at it again: a page that shows other terms than these is loaded anew. */
export const orderChanged = (values: Content): CheckoutFormError => ({
  reason: 'orderChanged',
  terms: termsOf(values),
})

/** The error for a page whose terms are outdated; one that does not send its terms is taken to be fresh. */
export function changeSince({ session }: CheckoutVisit, body: Content): CheckoutFormError | undefined {
  const { values } = session.contents
  const shown = textAt(body, 'terms') ?? termsOf(values)
  return shown === termsOf(values) ? undefined : orderChanged(values)
}
