import { type Content, isObject } from '../../contract/kit/content.ts'
import { addressParts } from '../browser/checkout/protocol.ts'
import { attemptsMax } from './attempts.ts'
import { controlsIn } from './controls.ts'
import { cancelledState } from './endings.ts'
import { groupAt, textAt } from './fieldPaths.ts'
import { termsOf } from './terms.ts'
import type {
  CheckoutOrderItem,
  CheckoutOrderView,
  CheckoutRemainder,
  CheckoutState,
  CheckoutView,
  PayerAddress,
} from './view.ts'
import type { CheckoutDependencies, CheckoutVisit } from './visit.ts'

/** The page as this payer sees it now. Of the card, nothing is shown. */
export function viewOf(
  parts: CheckoutDependencies,
  visit: CheckoutVisit,
  { state, rest, elsewhere }: Shown,
): CheckoutView {
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
    isTest: parts.isTest,
    gateway: parts.origin(),
    merchant: merchantIn(values, key.merchantId),
    operation: visit.operation,
    order: orderIn(values, visit.key.orderId),
    terms: termsOf(values),
    controls: controlsIn(values),
    ...(billing && { billing }),
    ...(shipping && { shipping }),
    ...(email !== undefined && { email }),
    secondsLeft: Math.ceil(visit.leftMs / 1_000),
    month: parts.clock.now().toISOString().slice(0, 7),
    ...shownState(state),
    ...(rest && { rest }),
    ...(elsewhere !== undefined && { elsewhere }),
    ...(returnAddress !== undefined && { returnAddress }),
  }
}

type Shown = {
  readonly state: CheckoutState
  /** What is due after a part, whatever the payer is at. */
  readonly rest?: CheckoutRemainder
  /** What another page took of this order. */
  readonly elsewhere?: string
}

/** The page learns the rest from its first question. */
function shownState(state: CheckoutState): ShownState {
  const paid = state.step === 'part' && { paid: state.paid }
  const returned = 'returned' in state && state.returned !== undefined && { returned: state.returned }
  const told = { ...paid, ...returned }
  if (state.step !== 'form') return { status: statuses[state.step], attemptsLeft: attemptsMax, ...told }
  const { attemptsLeft, error } = state
  const isDecline = error && error.reason !== 'invalid'
  return { status: 'open', attemptsLeft, ...told, ...(isDecline && { lastDecline: error.reason }) }
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
