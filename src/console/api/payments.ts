// Calls about orders: finding them, showing one, and acting on it.

import type { Explanation } from '../../contract/explanation.ts'
import { decimal } from '../../contract/kit/decimals.ts'
import { currency, dateTime, digits, integer, oneOf, text } from '../../contract/kit/scalars.ts'
import { optional, required } from '../../contract/kit/vocabulary.ts'
import type { TransactionRecord } from '../../contract/model.ts'
import { merchantCall } from './call.ts'
import { shortName } from './names.ts'
import type { ShownErasure } from './payers.ts'

/** An order in a list. Amounts are decimals of its currency. */
export type ListedOrder = {
  readonly orderId: string
  /** ISO 8601, as all times. */
  readonly createdAt: string
  readonly changedAt: string
  readonly currency: string
  readonly amount: string
  readonly authorized: string
  readonly captured: string
  readonly refunded: string
  /** The order's status, e.g. CAPTURED. */
  readonly status: string
  /** Of the newest transaction. */
  readonly type: string
  readonly result: string
  readonly gatewayCode: string
  readonly brand?: string
  readonly lastFour?: string
  readonly reference?: string
  readonly email?: string
}

export type FoundOrders = {
  readonly orders: readonly ListedOrder[]
  /**
   * Where the next page begins; absent at the end. A search with filters looks at a bounded number of orders,
   * so a page may have few orders, or none, and still a next one: then `searchedTo` says how far back.
   */
  readonly after?: string
  readonly searchedTo?: string
  /** Give this to `changes` to hear of what happens from now on. */
  readonly position: string
  /** What happened until then is found; absent while nothing ever happened. */
  readonly upToDateAsOf?: string
}

/** The filters of a search, all optional; an address has them under the same names. */
export const orderFilterFields = {
  orderId: optional(text(1, 40), 'An order id, or how it begins.'),
  reference: optional(text(1, 40), 'The reference of the order, whole.'),
  email: optional(text(3, 320), 'The e-mail address of the payer, whole; upper case does not matter.'),
  lastFour: optional(digits(4), 'The last four digits of the card.'),
  amount: optional(decimal(), 'The amount of the order, exactly.'),
  amountFrom: optional(decimal(), 'The least amount.'),
  amountTo: optional(decimal(), 'The greatest amount.'),
  currency: optional(currency, 'The currency of the order.'),
  brand: optional(text(1, 40), 'The brand of the card.'),
  status: optional(text(1, 40), 'The status of the order.'),
  gatewayCode: optional(text(1, 40), 'The gateway code of the newest transaction.'),
  from: optional(dateTime, 'Created at or after this time.'),
  to: optional(dateTime, 'Created before this time.'),
}

/** What an order's page shows above its timeline. */
export type ShownOrder = {
  readonly orderId: string
  /** Absent while it is not known. */
  readonly status?: string
  readonly createdAt: string
  readonly changedAt: string
  readonly currency: string
  readonly amount: string
  readonly reference?: string
  readonly description?: string
  readonly customer?: TransactionRecord['customer']
  readonly card?: ShownCard
  readonly money: OrderMoney
  /** Oldest first. */
  readonly transactions: readonly ShownTransaction[]
  /** What the status of the order admits: the rest is for the API's own rules. */
  readonly actions: readonly OrderAction[]
  /** Its personal data was erased. */
  readonly erased?: ShownErasure
}

export type ShownCard = {
  readonly brand?: string
  /** Masked. */
  readonly number?: string
  readonly expiry?: string
  readonly nameOnCard?: string
  readonly fundingMethod?: string
  /** Whether the payer used a card that was stored before. */
  readonly isOnFile?: true
}

/** Decimals of the order's currency. */
export type OrderMoney = {
  readonly authorized: string
  readonly captured: string
  readonly refunded: string
  /** Absent where no chargeback was entered. */
  readonly chargedBack?: string
  /** Nothing where the status admits no capture, as after a refund. */
  readonly leftToCapture: string
  readonly leftToRefund: string
}

export type ShownTransaction = {
  readonly transactionId: string
  readonly type: string
  readonly result: string
  readonly gatewayCode: string
  readonly time: string
  readonly currency?: string
  readonly amount?: string
  readonly targetTransactionId?: string
  readonly authorizationCode?: string
  readonly authenticationStatus?: string
  readonly reference?: string
  /** How it came here, e.g. MERCHANT_ADMINISTRATION for this console. */
  readonly entryPoint?: string
  /** Who asked for it, where that was said. */
  readonly userId?: string
  /** Whether the status of the order and the transaction itself allow that it is voided. */
  readonly isVoidable: boolean
}

export const orderActions = ['CAPTURE', 'REFUND', 'VOID', 'UPDATE_AUTHORIZATION'] as const
export type OrderAction = (typeof orderActions)[number]

/** The timeline of an order: each of its transactions explained, and what its merchant was told. */
export type ExplainedOrder = {
  /** Oldest first; of a very long order the newest only. */
  readonly transactions: readonly (Explanation & { readonly transactionId: string })[]
  readonly isWhole: boolean
  /** Oldest first. */
  readonly notifications: readonly OrderNotification[]
}

export type OrderNotification = {
  readonly notificationId: string
  readonly transactionId: string
  readonly sequence: number
  readonly time: string
  /** OFF, NOWHERE, WAITING, DELIVERED, GONE or DEAD. */
  readonly state: string
  /** Absent: the address of the merchant's profile. */
  readonly target?: string
  readonly nextAttemptAt?: string
  /** As it is sent, JSON; absent where it could not be made. */
  readonly body?: string
  /** Oldest first. */
  readonly attempts: readonly NotificationAttempt[]
}

export type NotificationAttempt = {
  readonly attempt: number
  readonly time: string
  readonly target: string
  readonly tookMs: number
  /** The receiver's answer. */
  readonly status?: number
  readonly reason?: string
}

/** What an action came to, as the API answers it. A refusal is an error with its field. */
export type ActionAnswer = {
  /** `replayed`: this very request was made before. `waiting`: it is still under way. */
  readonly kind: 'recorded' | 'replayed' | 'waiting'
  readonly result: string
  readonly gatewayCode?: string
  readonly acquirerMessage?: string
  readonly status?: string
}

export type SavedFilters = { readonly filters: readonly SavedFilter[] }
export type SavedFilter = {
  /** By which it is deleted: its name may have been kept with characters that are shown as others. */
  readonly filterId: string
  readonly name: string
  /** The query string of the list's address. */
  readonly query: string
  readonly savedAt: string
}

export type ChangesAnswer = {
  /** Give it again to wait for what comes after. */
  readonly position: string
  /** Whether anything happened since the position that was given. */
  readonly isChanged: boolean
  /** How long to pause before asking again: too many pages wait. */
  readonly pauseMs?: number
}

const orderId = required(text(1, 40), 'The order.')

export const paymentCalls = {
  findOrders: merchantCall<FoundOrders>()('payments.read', {
    ...orderFilterFields,
    after: optional(text(3, 60), 'Where a page before ended.'),
    limit: optional(integer(1, 100), 'How many orders; 50 if it is not given.'),
  }),
  orderShown: merchantCall<ShownOrder>()('payments.read', { orderId }),
  explainOrder: merchantCall<ExplainedOrder>()('payments.read', { orderId }),
  actOnOrder: merchantCall<ActionAnswer>()(
    'payments.act',
    {
      orderId,
      transactionId: required(text(1, 40), 'Made once for each form: what is sent twice is done once.'),
      action: required(oneOf(...orderActions), 'What is to be done.'),
      // As texts: the rules of the API decide, and its findings name its fields.
      amount: optional(text(1, 20), 'How much.'),
      currency: optional(text(1, 3), "The order's currency."),
      targetTransactionId: optional(text(1, 40), 'The transaction that is voided or captured.'),
      reference: optional(text(1, 40), 'Your reference of the transaction.'),
      merchantNote: optional(text(1, 250), 'Your note about the transaction.'),
    },
    { needsStepUp: true },
  ),
  /** Waits up to 25 s for something to happen to the merchant's orders. */
  changes: merchantCall<ChangesAnswer>()(
    'payments.read',
    { position: required(digits(1, 19), 'From findOrders, or from here.') },
    { isLongPolling: true },
  ),
  savedFilters: merchantCall<SavedFilters>()('payments.read', {}),
  saveFilter: merchantCall<SavedFilters>()('payments.read', {
    name: required(shortName, 'The name of the filter.'),
    query: required(text(1, 1000), "The query string of the list's address."),
  }),
  deleteFilter: merchantCall<SavedFilters>()('payments.read', {
    filterId: required(text(1, 330), 'Which one.'),
  }),
}
