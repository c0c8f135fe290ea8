// How long authorizations live, and when the acquirer settles.

import { effectiveTransactions } from './totals.ts'
import type { Transaction, TransactionType } from './transaction.ts'

/** How long things last, by the clock that transactions are begun by. */
type OrderPeriods = {
  /** An authorization that nobody updated since. */
  readonly authorizationDays: number
  /** Until the acquirer's batch is closed, and what is in it can no longer be voided. */
  readonly settlementHours: number
}

const periods: OrderPeriods = { authorizationDays: 7, settlementHours: 24 }

export const hourMs = 3_600_000
export const dayMs = 24 * hourMs

/** What a payer agreed to at a provider waits so long for the merchant, and a page there for the payer. */
export const browserPaymentLifeMs = 3 * hourMs
/** A payer who has not answered the issuer by then will not. */
export const challengeLifeMs = hourMs / 6

/**
 * When what an order holds lapses: the authorization's life counts from its begin, and anew from every
 * successful update. Undefined while nothing is held.
 */
export function authorizationExpiresAtMs(
  transactions: readonly Transaction[],
  { authorizationDays }: OrderPeriods = periods,
): number | undefined {
  const standingOnes = effectiveTransactions(transactions)
  if (!standingOnes.some(({ type }) => type === 'AUTHORIZATION')) return undefined
  const newest = standingOnes.findLast(
    ({ type }) => type === 'AUTHORIZATION' || type === 'AUTHORIZATION_UPDATE',
  )
  return newest?.startedAtMs === undefined ? undefined : newest.startedAtMs + authorizationDays * dayMs
}

/** Whether the acquirer has closed the batch that moved this money; what is only held is in no batch. */
export function isSettled(
  { type, startedAtMs }: Transaction,
  nowMs: number,
  { settlementHours }: OrderPeriods = periods,
): boolean {
  if (!batched.has(type) || startedAtMs === undefined) return false
  return nowMs >= startedAtMs + settlementHours * hourMs
}

const batched: ReadonlySet<TransactionType> = new Set(['CAPTURE', 'PAYMENT', 'REFUND'])
