import type { OrderKey } from '../../operations/model/journal.ts'
import type { PageLocale } from '../localisation.ts'

/** One checkout of an order: the mark of its session, which is in the ids of its transactions. */
export type ReceiptKey = OrderKey & { readonly checkout: string }

/** What the payer saw when paying. The address is in the recorded payment, and nowhere else. */
export type PromisedReceipt = ReceiptKey & {
  readonly shopName: string
  readonly locale: PageLocale
  readonly amount: string
  readonly currency: string
}

export type ReceiptClaim = PromisedReceipt & {
  /** Grows with each promise and each claim. */
  readonly attempt: number
  /** Since the last promise, counted from 1. */
  readonly tries: number
  /** When it was last promised, by the clock that tells when transactions begin. */
  readonly promisedAtMs: number
}

export type ReceiptVerdict =
  | { readonly kind: 'sent' }
  /** Nothing was paid, or there is nobody to tell. */
  | { readonly kind: 'notOwed'; readonly reason: string }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'dead'; readonly reason: string }
  | { readonly kind: 'again'; readonly afterMs: number; readonly reason: string }

export const receiptStates = ['WAITING', 'SENT', 'NOT_OWED', 'REFUSED', 'DEAD'] as const
type ReceiptState = (typeof receiptStates)[number]

export type KeptReceipt = {
  readonly checkout: string
  readonly state: ReceiptState
  readonly tries: number
  readonly promisedAtMs: number
  readonly nextAtMs?: number
  readonly endedAtMs?: number
  readonly reason?: string
}

/** From the promise to the first look at the outcome: most payments have one by then. */
export const firstLookMs = 3_000

/** Receipts that payers are to get by e-mail, and how far that has come. */
export interface ReceiptStore {
  /**
   * Committed before the payment is sent, so that no approved one lacks it. Again for the next attempt of the
   * same checkout; one that was sent stays so.
   */
  promise(receipt: PromisedReceipt): Promise<void>
  /** Claims what is due, each for one node until its lease ends. The attempt is counted before it is made. */
  claim(wanted: { readonly limit: number; readonly leaseMs: number }): Promise<readonly ReceiptClaim[]>
  /** A letter that was sent counts whoever holds the lease now; anything else only from its holder. */
  record(claim: ReceiptClaim, verdict: ReceiptVerdict): Promise<void>
  /** Of an order, oldest first. */
  list(key: OrderKey): Promise<readonly KeptReceipt[]>
  /** Counted up to a limit: those that wait longer than payments take. */
  backlog(): Promise<number>
  /** Removes some that ended long ago; returns how many. */
  removeExpired(limit: number): Promise<number>
}
