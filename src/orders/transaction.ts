// A transaction of an order: its type, result, gateway code and amounts.

import type { authenticationStatuses, gatewayCodes, transactionResults } from '../standards/paymentCodes.ts'

/**
 * The part of a transaction that determines the order's totals and state. An order lists them oldest first.
 */
export type Transaction = {
  readonly id: string
  readonly type: TransactionType
  readonly result: TransactionResult
  readonly gatewayCode: GatewayCode
  /** The requested amount in minor units; a void has its target's amount. */
  readonly amount: bigint
  /** The approved amount, if less than requested (PARTIALLY_APPROVED). */
  readonly approvedAmount?: bigint
  /** The amount of the order, if this requested only the rest of it, or verified a card for it. */
  readonly wholeAmount?: bigint
  readonly currency: string
  /** When it was started, by the clock used for expiry and settlement. */
  readonly startedAtMs?: number
  /** The transaction that is voided or refunded. */
  readonly targetId?: string
  /** The status of payer authentication, on AUTHENTICATION only. */
  readonly authenticationStatus?: AuthenticationStatus
  /** A browser payment whose confirmation was sent and has no known outcome yet. */
  readonly isBeingConfirmed?: true
}

/** Whether it changed the order: it was successful, and is more than the start of a browser payment. */
export function tookEffect(transaction: Transaction): boolean {
  return transaction.result === 'SUCCESS' && transaction.gatewayCode !== 'SUBMITTED'
}

/** Whether its outcome is not known yet. */
export function isUnsettled({ result }: Transaction): boolean {
  return result === 'PENDING' || result === 'UNKNOWN'
}

/** Whether it takes or authorizes money for the order. */
export function isCharge({ type }: Pick<Transaction, 'type'>): boolean {
  return type === 'AUTHORIZATION' || type === 'PAYMENT'
}

/** The amount that the acquirer approved. */
export function effectiveAmount(transaction: Transaction): bigint {
  return transaction.approvedAmount ?? transaction.amount
}

/** The types that can be voided, with the type of the void. */
export const voidTypes = {
  AUTHORIZATION: 'VOID_AUTHORIZATION',
  CAPTURE: 'VOID_CAPTURE',
  PAYMENT: 'VOID_PAYMENT',
  REFUND: 'VOID_REFUND',
} as const satisfies { readonly [type in TransactionType]?: TransactionType }

export function isVoid(type: TransactionType): boolean {
  return type.startsWith('VOID_')
}

export const transactionTypes = [
  'AUTHENTICATION',
  'AUTHORIZATION',
  'AUTHORIZATION_UPDATE',
  'CAPTURE',
  'CHARGEBACK',
  'FEE',
  'PAYMENT',
  'REFUND',
  'VERIFICATION',
  'VOID_AUTHORIZATION',
  'VOID_CAPTURE',
  'VOID_PAYMENT',
  'VOID_REFUND',
] as const
export type TransactionType = (typeof transactionTypes)[number]

export type TransactionResult = (typeof transactionResults)[number]

export type GatewayCode = (typeof gatewayCodes)[number]

export type AuthenticationStatus = (typeof authenticationStatuses)[number]
