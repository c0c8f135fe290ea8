import { replyFor } from '../../acquirerHost/testCards.ts'
import type { AcquirerAsk, AcquirerVerb } from '../../acquirers/port.ts'
import type { TransactionType } from '../../orders/transaction.ts'
import type { AcquirerDecision } from './decision.ts'

/**
 * The books of the acquirer simulator: what it approved and undid, in tables of its own. The gateway never
 * reads them, so that its own record can be compared with them (`reconciliation.ts`).
 */
export interface AcquirerBooks {
  post(posting: BookPosting): Promise<PostingResult>
  /** Oldest first. */
  entries(wanted: BookEntryFilter): Promise<readonly BookEntry[]>
}

export type BookPosting = {
  readonly merchantId: string
  readonly orderId: string
  readonly transactionId: string
  readonly kind: BookEntryKind
  /** In minor units. A void or a reversal is posted with the amount of what it undid. */
  readonly amount: bigint
  readonly currency: string
  /** The transaction it builds on, or undoes. */
  readonly originalId?: string
  /** By the acquirer's clock. */
  readonly postedAtMs: number
}

/** Nothing is posted twice under the same ids and kind. */
export type PostingResult =
  | { readonly verdict: 'posted' }
  /** It was posted before, as this entry; nothing changed. */
  | { readonly verdict: 'duplicate'; readonly entry: BookEntry }
  /** What it names is not in the books. */
  | { readonly verdict: 'noOriginal' }
  /** What it names was undone. */
  | { readonly verdict: 'refused' }

export type BookEntry = BookPosting & { readonly entryNo: number; readonly state: BookEntryState }

/** An entry is never deleted; one that is undone no longer counts. */
export const entryStates = ['posted', 'undone'] as const
type BookEntryState = (typeof entryStates)[number]

export const entryKinds = ['hold', 'payment', 'capture', 'refund', 'update', 'void', 'reversal'] as const
export type BookEntryKind = (typeof entryKinds)[number]

export type BookEntryFilter = {
  readonly merchantId?: string
  readonly orderId?: string
  readonly limit: number
  /** The entryNo at which the previous page ended. */
  readonly after?: number
}

/**
 * Which kinds of entry a posting may refer to as its original. The books require that there is one, but not
 * how much of it a capture or a refund may take: that is between the gateway and its merchant. A void or a
 * reversal cannot be undone. Of several entries under one id, the first in this order is meant.
 */
export const originalKinds = {
  hold: [],
  payment: [],
  capture: ['hold'],
  update: ['hold'],
  refund: ['capture', 'payment'],
  void: ['capture', 'hold', 'payment', 'refund'],
  reversal: ['capture', 'hold', 'payment', 'refund', 'update'],
} as const satisfies Record<BookEntryKind, readonly BookEntryKind[]>

export function isUndoing(kind: BookEntryKind): boolean {
  return kind === 'void' || kind === 'reversal'
}

/** What a decision posts to the books; undefined when it changes nothing. */
export function postingFor(
  ask: AcquirerAsk,
  { gatewayCode, amount }: AcquirerDecision,
  postedAtMs: number,
): BookPosting | undefined {
  if (ask.verb === 'balance' || !isApplied(replyFor(gatewayCode).outcome)) return undefined
  const kind = bookKindOf(ask)
  if (!kind) return undefined
  const { merchantId, orderId, transactionId, currency } = ask
  const originalId = originalIdOf(ask)
  // Without its original it cannot be posted.
  if (originalId === undefined && mustFollow(kind)) return undefined
  return {
    merchantId,
    orderId,
    transactionId,
    kind,
    amount,
    currency,
    postedAtMs,
    ...(originalId !== undefined && { originalId }),
  }
}

/** As what kind of entry an ask is posted; an inquiry as what it asks about. */
export function bookKindOf(ask: Exclude<AcquirerAsk, { verb: 'balance' }>): BookEntryKind | undefined {
  return ask.verb === 'inquire' ? bookKindsByType[ask.original.type] : kindsByVerb[ask.verb]
}

/** What is pending is posted when an inquiry approves it. */
const isApplied = (outcome: ReturnType<typeof replyFor>['outcome']): boolean =>
  outcome !== 'declined' && outcome !== 'pending'

function originalIdOf(ask: Exclude<AcquirerAsk, { verb: 'balance' }>): string | undefined {
  if (ask.verb === 'reverse') return ask.transactionId
  if (ask.verb === 'inquire') return ask.original.follows
  return 'original' in ask ? ask.original.transactionId : undefined
}

/** A refund can stand alone. */
const mustFollow = (kind: BookEntryKind): boolean => originalKinds[kind].length > 0 && kind !== 'refund'

const kindsByVerb = {
  authorize: 'hold',
  pay: 'payment',
  verify: undefined,
  credit: 'refund',
  capture: 'capture',
  refund: 'refund',
  update: 'update',
  void: 'void',
  reverse: 'reversal',
} as const satisfies Record<Exclude<AcquirerVerb, 'balance' | 'inquire'>, BookEntryKind | undefined>

/** As what kind of entry a transaction of the gateway is in the books; undefined: it moves no money. */
export const bookKindsByType = {
  AUTHENTICATION: undefined,
  AUTHORIZATION: 'hold',
  AUTHORIZATION_UPDATE: 'update',
  CAPTURE: 'capture',
  CHARGEBACK: undefined,
  FEE: undefined,
  PAYMENT: 'payment',
  REFUND: 'refund',
  VERIFICATION: undefined,
  VOID_AUTHORIZATION: 'void',
  VOID_CAPTURE: 'void',
  VOID_PAYMENT: 'void',
  VOID_REFUND: 'void',
} as const satisfies Record<TransactionType, BookEntryKind | undefined>
