// The status of an order, computed from its transactions.

import type { orderStatuses } from '../standards/paymentCodes.ts'
import { totalsOf, voidedIds } from './totals.ts'
import { type AuthenticationStatus, type Transaction, tookEffect } from './transaction.ts'

/** The status of an order by its transactions, oldest first. The first matching line decides. */
export function statusOf(transactions: readonly Transaction[]): OrderStatus {
  const { authorized, captured, refunded } = totalsOf(transactions)
  if (captured === 0n && initialWasVoided(transactions)) return 'CANCELLED'
  if (captured > 0n && refunded > captured) return 'EXCESSIVELY_REFUNDED'
  if (captured > 0n && refunded === captured) return 'REFUNDED'
  if (captured === 0n && authorized === 0n && refunded > 0n) return 'REFUNDED'
  if (captured > 0n && refunded > 0n) return 'PARTIALLY_REFUNDED'
  if (captured > 0n && captured >= authorized) return 'CAPTURED'
  if (captured > 0n) return 'PARTIALLY_CAPTURED'
  if (authorized > 0n) return 'AUTHORIZED'
  if (transactions.some(isOpenBrowserPayment)) return 'INITIATED'
  if (transactions.some(one => one.type === 'VERIFICATION' && tookEffect(one))) return 'VERIFIED'
  return authenticationState(transactions) ?? 'FAILED'
}

/**
 * The status as answers report it: none while it would be FAILED and a transaction is undecided, because
 * FAILED would be read as final. The admission table uses the status nevertheless. An undecided
 * authentication counts only while it is the newest transaction: payers leave many of them open.
 */
export function reportedStatusOf(
  transactions: readonly Transaction[],
  settled: readonly Transaction[] = transactions,
): { readonly reportedStatus?: OrderStatus } {
  const status = statusOf(settled)
  const newest = transactions.at(-1)
  const isUndecided = ({ result }: Transaction) => result === 'PENDING' || result === 'UNKNOWN'
  const counting = transactions.filter(one => one === newest || one.type !== 'AUTHENTICATION')
  return status === 'FAILED' && counting.some(isUndecided) ? {} : { reportedStatus: status }
}

/** The status, or NEW for an order without transactions: the key of the admission table. */
export function stateOf(transactions: readonly Transaction[]): OrderState {
  return transactions.length === 0 ? 'NEW' : statusOf(transactions)
}

/** The status of the payer's newest authentication, if there is one. */
export function authenticationOf(transactions: readonly Transaction[]): {
  readonly authenticationStatus?: AuthenticationStatus
} {
  const newest = transactions.findLast(({ type }) => type === 'AUTHENTICATION')
  return newest?.authenticationStatus === undefined
    ? {}
    : { authenticationStatus: newest.authenticationStatus }
}

export type OrderStatus = (typeof orderStatuses)[number]
export type OrderState = OrderStatus | 'NEW'

/** Whether the payer may still pay at the provider, or may have paid. */
const isOpenBrowserPayment = ({ gatewayCode, isBeingConfirmed }: Transaction): boolean =>
  gatewayCode === 'SUBMITTED' || isBeingConfirmed === true

/** Whether the first transaction that moved or held money was voided. */
function initialWasVoided(transactions: readonly Transaction[]): boolean {
  const initial = transactions.find(one => isInitial(one) && tookEffect(one))
  return initial !== undefined && voidedIds(transactions).has(initial.id)
}

function isInitial({ type }: Transaction): boolean {
  return type === 'AUTHORIZATION' || type === 'PAYMENT' || type === 'REFUND'
}

/** The state by the newest authentication, as long as the order has no other transactions. */
function authenticationState(transactions: readonly Transaction[]): OrderStatus | undefined {
  const newest = transactions.at(-1)
  if (newest === undefined || transactions.some(({ type }) => type !== 'AUTHENTICATION')) return undefined
  if (newest.authenticationStatus !== undefined) return authenticationStates[newest.authenticationStatus]
  return newest.result === 'FAILURE' ? 'AUTHENTICATION_UNSUCCESSFUL' : 'AUTHENTICATION_INITIATED'
}

const authenticationStates = {
  AUTHENTICATION_AVAILABLE: 'AUTHENTICATION_INITIATED',
  AUTHENTICATION_PENDING: 'AUTHENTICATION_INITIATED',
  AUTHENTICATION_SUCCESSFUL: 'AUTHENTICATED',
  AUTHENTICATION_ATTEMPTED: 'AUTHENTICATED',
  AUTHENTICATION_EXEMPT: 'AUTHENTICATION_NOT_NEEDED',
  AUTHENTICATION_NOT_SUPPORTED: 'AUTHENTICATION_NOT_NEEDED',
  AUTHENTICATION_FAILED: 'AUTHENTICATION_UNSUCCESSFUL',
  AUTHENTICATION_REJECTED: 'AUTHENTICATION_UNSUCCESSFUL',
  AUTHENTICATION_UNAVAILABLE: 'AUTHENTICATION_UNSUCCESSFUL',
} as const satisfies Record<AuthenticationStatus, OrderStatus>
