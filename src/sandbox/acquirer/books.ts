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
export type BookEntryState = (typeof entryStates)[number]

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
