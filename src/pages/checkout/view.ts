// The data that the checkout page shows.

import type { SessionRecord } from '../../contract/model.ts'
import { type CardNames, readCardNames } from '../../standards/cardNames.ts'
import type { OfferedWallet } from '../../wallets/port.ts'
import type { CardMarks } from '../brandFiles.ts'
import {
  type AddressPart,
  addressParts,
  type CheckoutDeclineReason,
  type CheckoutPageData,
  type CheckoutState,
  type PayerAddress,
  type ShownReceipt,
  type ShownRemainder,
} from '../browser/checkout/protocol.ts'
import { earliestMonth } from '../expiryMonth.ts'
import type { PageLocale } from '../localisation.ts'
import { attemptsMax } from './attempts.ts'
import { cancelledState, checkoutStateOf } from './checkoutState.ts'
import { offeredWallets } from './offeredWallets.ts'
import type { CheckoutProgress } from './progress.ts'
import { isCardSaved, type SavedCardsView } from './savedCards.ts'
import {
  type CheckoutDependencies,
  type CheckoutOperation,
  type CheckoutVisit,
  controlsIn,
  type DisplayControls,
  shopNameOf,
  termsOf,
} from './visit.ts'
import { wordsOf } from './words/languages.ts'

/** Visit and progress as data for the markup. It contains no secrets, and of cards their last digits. */
export type CheckoutView = {
  readonly sessionId: string
  readonly sessionVersion: string
  readonly locale: PageLocale
  readonly isEmbedded: boolean
  /** The origin of the merchant's page that embeds this one: only it gets messages. */
  readonly embedder?: string
  readonly isTest: boolean
  /** The Accept header with which the browser asked for the page. */
  readonly acceptHeaders?: string
  /** The gateway's own origin; the browser may have loaded the page from another name of it. */
  readonly gateway: string
  readonly merchant: { readonly name: string; readonly url?: string; readonly logo?: string }
  /** What card networks are called; those without a name are just cards. */
  readonly cardNames: CardNames
  readonly cardMarks: CardMarks
  /** Whether the payment has saved its card. */
  readonly isCardSaved?: true
  /** Those whose buttons are shown. */
  readonly wallets: readonly OfferedWallet[]
  readonly operation: CheckoutOperation
  readonly order: CheckoutOrderView
  /** Identifies the terms to which the payer agrees by the button; see termsOf. */
  readonly terms: string
  readonly controls: DisplayControls
  readonly billing?: PayerAddress
  readonly shipping?: PayerAddress
  readonly email?: string
  /** Absent where payers cannot save cards. */
  readonly savedCards?: SavedCardsView
  readonly secondsLeft: number
  /** How long a request to pay may wait until it begins a payment, or never does. */
  readonly lostAfterMs: number
  /** See `earliestMonth`, by the gateway's clock: cards that expired before it are refused. */
  readonly month: string
  readonly status: CheckoutPageData['status']
  /** The paid amount, if it is not the whole, formatted. */
  readonly paid?: string
  /** What is left to pay after a partial payment. */
  readonly rest?: ShownRemainder
  readonly receipt?: ShownReceipt
  /** The partial payments that are reversed, formatted. */
  readonly returned?: string
  /** Partial payments at another page of this order; reversed when the payer pays here. */
  readonly elsewhere?: string
  readonly lastDecline?: CheckoutDeclineReason
  /** What the issuer wants the payer to read. */
  readonly issuerNotice?: string
  readonly attemptsLeft: number
  /** The address to which the payer returns after the end of the payment. */
  readonly returnAddress?: string
}

/** Amounts are decimal texts, as in the API. */
type CheckoutOrderView = {
  readonly id: string
  readonly amount: string
  readonly currency: string
  readonly description?: string
  readonly items: readonly CheckoutOrderItem[]
  readonly subtotals: {
    readonly item?: string
    readonly shipping?: string
    readonly tax?: string
    readonly discount?: string
  }
}
export type CheckoutOrderItem = {
  readonly name: string
  readonly description?: string
  readonly quantity: string
  readonly unitPrice: string
}

/** The view for a visit and its progress. */
export function viewOf(
  dependencies: CheckoutDependencies,
  visit: CheckoutVisit,
  progress: CheckoutProgress,
): CheckoutView {
  const { clock, isTest, origin, cardNames = [], brandFiles, orderWaitMs } = dependencies
  const state = checkoutStateOf(visit, progress)
  const { rest, receipt, elsewhere } = progress
  const { key, stored, contents } = visit.session
  const { values } = contents
  const billing = addressIn(values.billing?.address)
  const shipping = addressIn(values.shipping?.address)
  const email = values.customer?.email
  const returnAddress = 'address' in state ? state.address : cancelledState(visit, {}).address
  return {
    sessionId: key.sessionId,
    sessionVersion: stored.version,
    locale: visit.locale,
    isEmbedded: visit.embedder !== undefined,
    ...(visit.embedder !== undefined && { embedder: visit.embedder }),
    isTest,
    gateway: origin(),
    merchant: merchantIn(visit),
    cardNames: readCardNames(cardNames, visit.profile.cardNames),
    cardMarks: brandFiles?.marksFor(key.merchantId) ?? {},
    wallets: offeredWallets(dependencies, visit, progress),
    operation: visit.operation,
    order: orderIn(values, visit.key.orderId),
    terms: termsOf(values),
    controls: controlsIn(values),
    ...(billing && { billing }),
    ...(shipping && { shipping }),
    ...(email !== undefined && { email }),
    secondsLeft: Math.ceil(visit.leftMs / 1_000),
    lostAfterMs: orderWaitMs + beginMarginMs,
    month: earliestMonth(clock.now()),
    ...shownState(state),
    ...(isCardSaved(visit) && { isCardSaved: true }),
    ...(state.issuerNotice !== undefined && { issuerNotice: state.issuerNotice }),
    ...(rest && { rest }),
    ...(receipt && { receipt }),
    ...(elsewhere !== undefined && { elsewhere }),
    ...(returnAddress !== undefined && { returnAddress }),
  }
}

/** Besides the order: for storing the form and for the beginning, each as long as a statement may take. */
const beginMarginMs = 10_000

/** The part of the state that is shown before the page's first request. */
function shownState(state: CheckoutState): ShownState {
  const paid = state.step === 'part' && { paid: state.paid }
  const returned = 'returned' in state && state.returned !== undefined && { returned: state.returned }
  const amounts = { ...paid, ...returned }
  if (state.step !== 'form') return { status: statuses[state.step], attemptsLeft: attemptsMax, ...amounts }
  const { attemptsLeft, error } = state
  const isDecline = error && error.reason !== 'invalid'
  return { status: 'open', attemptsLeft, ...amounts, ...(isDecline && { lastDecline: error.reason }) }
}

type ShownState = Pick<CheckoutView, 'attemptsLeft' | 'lastDecline' | 'paid' | 'returned' | 'status'>

const statuses = {
  method: 'processing',
  challenge: 'challenge',
  processing: 'processing',
  done: 'done',
  part: 'part',
  paidBefore: 'paidBefore',
  refundedBefore: 'refundedBefore',
  cancelledBefore: 'cancelledBefore',
  cancelled: 'cancelled',
  expired: 'expired',
} as const satisfies Record<Exclude<CheckoutState['step'], 'form'>, CheckoutView['status']>

/** What the payer reads of the merchant: the shop's name, or just that it is the merchant. */
export const merchantNameOf = (visit: CheckoutVisit): string =>
  shopNameOf(visit) ?? wordsOf(visit.locale).merchant

function merchantIn(visit: CheckoutVisit): CheckoutView['merchant'] {
  const { url, logo = visit.profile.logoUrl } = visit.session.contents.values.interaction?.merchant ?? {}
  return {
    name: merchantNameOf(visit),
    ...(url !== undefined && { url }),
    ...(logo !== '' && { logo }),
  }
}

type HeldOrder = NonNullable<SessionRecord['order']>
type HeldItem = NonNullable<HeldOrder['item']>[number]

function orderIn({ order = {} }: SessionRecord, id: string): CheckoutOrderView {
  const { amount = '', currency = '', description, item = [] } = order
  return {
    id,
    amount,
    currency,
    ...(description !== undefined && { description }),
    items: item.map(itemIn),
    subtotals: subtotalsIn(order),
  }
}

function subtotalsIn(order: HeldOrder): CheckoutOrderView['subtotals'] {
  const { itemAmount: item, shippingAndHandlingAmount: shipping, taxAmount: tax } = order
  const discount = order.discount?.amount
  return {
    ...(item !== undefined && { item }),
    ...(shipping !== undefined && { shipping }),
    ...(tax !== undefined && { tax }),
    ...(discount !== undefined && { discount }),
  }
}

function itemIn({ name = '', description, quantity = '', unitPrice = '' }: HeldItem): CheckoutOrderItem {
  return { name, ...(description !== undefined && { description }), quantity, unitPrice }
}

function addressIn(address: PartialAddress = {}): PayerAddress | undefined {
  const given = addressParts.flatMap(part => {
    const text = address[part]
    return text === undefined ? [] : [[part, text] as const]
  })
  return given.length > 0 ? Object.fromEntries(given) : undefined
}

type PartialAddress = { readonly [part in AddressPart]?: string | undefined }
