import { type Content, isObject } from '../../contract/kit/content.ts'
import {
  addressParts,
  type CheckoutDeclineReason,
  type CheckoutState,
  type PayerAddress,
  type ShownRemainder,
} from '../browser/checkout/protocol.ts'
import type { PageLocale } from '../localisation.ts'
import { attemptsMax } from './attempts.ts'
import { cancelledState, checkoutStateOf } from './checkoutState.ts'
import { groupAt, textAt } from './fieldPaths.ts'
import type { CheckoutProgress } from './progress.ts'
import {
  type CheckoutDependencies,
  type CheckoutOperation,
  type CheckoutVisit,
  controlsIn,
  type DisplayControls,
  termsOf,
} from './visit.ts'

/**
 * All that the checkout page shows: visit and progress, as data for its markup. Nothing in it is a secret,
 * and nothing of the card is in it.
 */
export type CheckoutView = {
  readonly sessionId: string
  readonly sessionVersion: string
  readonly locale: PageLocale
  readonly isEmbedded: boolean
  /** The merchant's page around an embedded one: only that origin is told how it ended. */
  readonly embedder?: string
  readonly isTest: boolean
  /** Where the gateway knows itself to be; this browser may know it by another name. */
  readonly gateway: string
  readonly merchant: { readonly name: string; readonly url?: string; readonly logo?: string }
  readonly operation: CheckoutOperation
  readonly order: CheckoutOrderView
  /** What the payer agrees to by the button. */
  readonly terms: string
  readonly controls: DisplayControls
  readonly billing?: PayerAddress
  readonly shipping?: PayerAddress
  readonly email?: string
  readonly secondsLeft: number
  /** The month by the gateway's clock, like 2026-11: no card that expired before it is accepted. */
  readonly month: string
  readonly status: 'open' | 'processing' | 'challenge' | 'done' | 'part' | 'cancelled' | 'expired'
  /** What was paid where that is not all, formatted. */
  readonly paid?: string
  /** What is left to pay after a part of it. */
  readonly rest?: ShownRemainder
  /** What was taken and is given back, formatted. */
  readonly returned?: string
  /** What another page has taken of this order, and gives back when the payer pays here. */
  readonly elsewhere?: string
  readonly lastDecline?: CheckoutDeclineReason
  readonly attemptsLeft: number
  /** Where the payer goes on from a page whose payment has ended. */
  readonly returnAddress?: string
}

/** Amounts are decimal texts as the API has them. */
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

/** The page as this payer sees it now. */
export function viewOf(
  { clock, isTest, origin }: CheckoutDependencies,
  visit: CheckoutVisit,
  progress: CheckoutProgress,
): CheckoutView {
  const state = checkoutStateOf(visit, progress)
  const { rest, elsewhere } = progress
  const { key, stored, contents } = visit.session
  const { values } = contents
  const billing = addressIn(groupAt(values, 'billing', 'address'))
  const shipping = addressIn(groupAt(values, 'shipping', 'address'))
  const email = textAt(values, 'customer', 'email')
  const returnAddress = 'address' in state ? state.address : cancelledState(visit, {}).address
  return {
    sessionId: key.sessionId,
    sessionVersion: stored.version,
    locale: visit.locale,
    isEmbedded: visit.embedder !== undefined,
    ...(visit.embedder !== undefined && { embedder: visit.embedder }),
    isTest,
    gateway: origin(),
    merchant: merchantIn(values, key.merchantId),
    operation: visit.operation,
    order: orderIn(values, visit.key.orderId),
    terms: termsOf(values),
    controls: controlsIn(values),
    ...(billing && { billing }),
    ...(shipping && { shipping }),
    ...(email !== undefined && { email }),
    secondsLeft: Math.ceil(visit.leftMs / 1_000),
    month: clock.now().toISOString().slice(0, 7),
    ...shownState(state),
    ...(rest && { rest }),
    ...(elsewhere !== undefined && { elsewhere }),
    ...(returnAddress !== undefined && { returnAddress }),
  }
}

/** What is shown before the page's first request; the answer to that brings the rest. */
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
  cancelled: 'cancelled',
  expired: 'expired',
} as const satisfies Record<Exclude<CheckoutState['step'], 'form'>, CheckoutView['status']>

function merchantIn(values: Content, merchantId: string): CheckoutView['merchant'] {
  const url = textAt(values, 'interaction', 'merchant', 'url')
  const logo = textAt(values, 'interaction', 'merchant', 'logo')
  return {
    name: textAt(values, 'interaction', 'merchant', 'name') ?? merchantId,
    ...(url !== undefined && { url }),
    ...(logo !== undefined && { logo }),
  }
}

function orderIn(values: Content, id: string): CheckoutOrderView {
  const order = groupAt(values, 'order')
  const description = textAt(order, 'description')
  return {
    id,
    amount: textAt(order, 'amount') ?? '',
    currency: textAt(order, 'currency') ?? '',
    ...(description !== undefined && { description }),
    items: Array.isArray(order.item) ? order.item.filter(isObject).map(itemIn) : [],
    subtotals: subtotalsIn(order),
  }
}

function subtotalsIn(order: Content): CheckoutOrderView['subtotals'] {
  const item = textAt(order, 'itemAmount')
  const shipping = textAt(order, 'shippingAndHandlingAmount')
  const tax = textAt(order, 'taxAmount')
  const discount = textAt(order, 'discount', 'amount')
  return {
    ...(item !== undefined && { item }),
    ...(shipping !== undefined && { shipping }),
    ...(tax !== undefined && { tax }),
    ...(discount !== undefined && { discount }),
  }
}

function itemIn(item: Content): CheckoutOrderItem {
  const description = textAt(item, 'description')
  return {
    name: textAt(item, 'name') ?? '',
    ...(description !== undefined && { description }),
    quantity: textAt(item, 'quantity') ?? '',
    unitPrice: textAt(item, 'unitPrice') ?? '',
  }
}

function addressIn(address: Content): PayerAddress | undefined {
  const given = addressParts.flatMap(part => {
    const text = textAt(address, part)
    return text === undefined ? [] : [[part, text] as const]
  })
  return given.length > 0 ? Object.fromEntries(given) : undefined
}
