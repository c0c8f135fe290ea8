// Time limits of orders: when authorizations, browser payments and challenges expire, when the acquirer
// settles.

import type { CardBrand } from '../standards/cardBrands.ts'
import { effectiveTransactions } from './totals.ts'
import type { Transaction, TransactionType } from './transaction.ts'

/** Measured by the clock that sets the start of transactions. */
export type OrderPeriods = {
  /** Until an authorization expires, counted from its last update; on cards of some networks otherwise. */
  readonly authorizationDays: {
    readonly usual: number
    readonly byNetwork: { readonly [network in CardBrand]?: number }
  }
  /** Until the acquirer closes its batch: after that, transactions in it can no longer be voided. */
  readonly settlementHours: number
}

/** Where nobody has set others. */
const usualPeriods: OrderPeriods = { authorizationDays: { usual: 7, byNetwork: {} }, settlementHours: 24 }

export const hourMs = 3_600_000
export const dayMs = 24 * hourMs

/** How long a provider's page waits for the payer, and a payment approved there for the merchant. */
export const browserPaymentLifeMs = 3 * hourMs
/** A confirmation that was judged to be in time may begin so much later, behind a database that is slow. */
export const lateConfirmationMs = 60_000
/** How long a provider may tell that there is news of a payment: bank transfers take days. */
export const providerNoticeLifeMs = 30 * dayMs
/** How long the result of a challenge is waited for, where the 3-D Secure server names no other time. */
export const challengeLifeMs = hourMs / 6
/** How long it counts that an issuer has looked at a browser, from when it was asked to. */
export const methodResultLifeMs = hourMs / 6
/** How long the address is valid to which a challenge returns: issuers give ten minutes for every page. */
export const challengeReturnLifeMs = 2 * hourMs

/**
 * When the authorization of an order expires: its lifetime counts from its start, and again from every
 * successful update. Undefined if nothing is authorized.
 */
export function authorizationExpiresAtMs(
  transactions: readonly Transaction[],
  { authorizationDays: { usual, byNetwork } }: OrderPeriods = usualPeriods,
  network: CardBrand = 'UNKNOWN',
): number | undefined {
  const effective = effectiveTransactions(transactions)
  if (!effective.some(({ type }) => type === 'AUTHORIZATION')) return undefined
  const newest = effective.findLast(({ type }) => type === 'AUTHORIZATION' || type === 'AUTHORIZATION_UPDATE')
  const days = byNetwork[network] ?? usual
  return newest?.startedAtMs === undefined ? undefined : newest.startedAtMs + days * dayMs
}

/** Whether the acquirer has closed the batch of this transaction; an authorization is in no batch. */
export function isSettled(
  { type, startedAtMs }: Transaction,
  nowMs: number,
  { settlementHours }: OrderPeriods = usualPeriods,
): boolean {
  if (!batched.has(type) || startedAtMs === undefined) return false
  return nowMs >= startedAtMs + settlementHours * hourMs
}

const batched: ReadonlySet<TransactionType> = new Set(['CAPTURE', 'PAYMENT', 'REFUND'])
