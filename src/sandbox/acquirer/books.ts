import type { AcquirerAsk, AcquirerVerb } from '../../acquirers/port.ts'
import type { TransactionType } from '../../orders/transaction.ts'
import type { AcquirerDecision } from './decision.ts'
import { replyFor } from './triggers.ts'

/**
 * What the simulated acquirer has written down. It is another party's truth, kept by other code in a place of
 * its own: the gateway never looks into it, so that the two can be compared.
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

/** Under the same ids and kind nothing is posted twice. */
export type PostingResult =
  | { readonly verdict: 'posted' }
  /** It was posted before, as this entry; nothing changed. */
  | { readonly verdict: 'duplicate'; readonly entry: BookEntry }
  /** What it names is not in the books. */
  | { readonly verdict: 'noOriginal' }
  /** What it names was undone. */
  | { readonly verdict: 'refused' }

export type BookEntry = BookPosting & { readonly entryNo: number; readonly state: BookEntryState }

/** An entry stays in the books; once undone, it counts for nothing. */
export const entryStates = ['posted', 'undone'] as const
type BookEntryState = (typeof entryStates)[number]

export const entryKinds = ['hold', 'payment', 'capture', 'refund', 'update', 'void', 'reversal'] as const
export type BookEntryKind = (typeof entryKinds)[number]

export type BookEntryFilter = {
  readonly merchantId?: string
  readonly orderId?: string
  readonly limit: number
  /** Number of the entry that the page before ended with. */
  readonly after?: number
}

/**
 * What a posting may name as its original. How much a capture or a refund may take is a matter between the
 * gateway and its merchant; that there is something to take it from, the books insist on. What undid
 * something stays done. Of several entries under one id the first in this order is meant.
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

/** What a ruling writes into the books; undefined when it changes nothing. */
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
  // Nobody says what it was about, so there is nothing to write it under.
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

/** As what a question is, or would be, written down. */
export function bookKindOf(ask: Exclude<AcquirerAsk, { verb: 'balance' }>): BookEntryKind | undefined {
  return ask.verb === 'inquire' ? bookKindsByType[ask.original.type] : kindsByVerb[ask.verb]
}

/** What is still being thought about is written down when an inquiry approves it. */
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

/** What a transaction of the gateway is called in the books; those that move nothing are not in them. */
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
