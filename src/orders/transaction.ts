/** One transaction as far as the order's money and state are concerned. An order lists them oldest first. */
export type Transaction = {
  readonly id: string
  readonly type: TransactionType
  readonly result: TransactionResult
  readonly gatewayCode: GatewayCode
  /** What was asked for, in minor units; a void has its target's amount. */
  readonly amount: bigint
  /** What was approved where that is less than asked for (PARTIALLY_APPROVED). */
  readonly approvedAmount?: bigint
  /** What its order was for, where this asked only for the rest of it. */
  readonly wholeAmount?: bigint
  readonly currency: string
  /** When it was begun, by the clock that expiry and settlement are judged by. */
  readonly startedAtMs?: number
  /** The transaction a void undoes, or the one a refund belongs to. */
  readonly targetId?: string
  /** How far payer authentication got, on AUTHENTICATION only. */
  readonly authenticationStatus?: AuthenticationStatus
  /** A browser payment that was confirmed, and nobody knows yet what came of that. */
  readonly isBeingConfirmed?: true
}

/** Whether it changed anything: successful, and more than the start of a browser payment. */
export function tookEffect(transaction: Transaction): boolean {
  return transaction.result === 'SUCCESS' && transaction.gatewayCode !== 'SUBMITTED'
}

/** Whether its outcome may still turn out either way. */
export function isUnsettled({ result }: Transaction): boolean {
  return result === 'PENDING' || result === 'UNKNOWN'
}

/** Whether it takes or holds money for the order. */
export function isCharge({ type }: Pick<Transaction, 'type'>): boolean {
  return type === 'AUTHORIZATION' || type === 'PAYMENT'
}

/** The amount the acquirer agreed to. */
export function effectiveAmount(transaction: Transaction): bigint {
  return transaction.approvedAmount ?? transaction.amount
}

/** Which transactions a void can undo, and what that void is called. */
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

export const transactionResults = ['SUCCESS', 'FAILURE', 'PENDING', 'UNKNOWN'] as const
export type TransactionResult = (typeof transactionResults)[number]

/** Spec 7, then those of later versions, then those of stored cards. */
export const gatewayCodes = [
  'ABORTED',
  'ACQUIRER_SYSTEM_ERROR',
  'APPROVED',
  'APPROVED_PENDING_SETTLEMENT',
  'AUTHENTICATION_FAILED',
  'BLOCKED',
  'CANCELLED',
  'DECLINED',
  'DECLINED_AVS',
  'DECLINED_AVS_CSC',
  'DECLINED_CSC',
  'DECLINED_DO_NOT_CONTACT',
  'DECLINED_PAYMENT_PLAN',
  'DEFERRED_TRANSACTION_RECEIVED',
  'DUPLICATE_BATCH',
  'EXCEEDED_RETRY_LIMIT',
  'EXPIRED_CARD',
  'INSUFFICIENT_FUNDS',
  'INVALID_CSC',
  'LOCK_FAILURE',
  'NOT_ENROLLED_3D_SECURE',
  'NOT_SUPPORTED',
  'PARTIALLY_APPROVED',
  'PENDING',
  'REFERRED',
  'SUBMITTED',
  'SYSTEM_ERROR',
  'TIMED_OUT',
  'UNKNOWN',
  'UNSPECIFIED_FAILURE',
  'APPROVED_AUTO',
  'AUTHENTICATION_IN_PROGRESS',
  'BALANCE_AVAILABLE',
  'BALANCE_UNKNOWN',
  'DECLINED_INVALID_PIN',
  'DECLINED_PIN_REQUIRED',
  'NO_BALANCE',
  'BASIC_VERIFICATION_SUCCESSFUL',
] as const
export type GatewayCode = (typeof gatewayCodes)[number]

export const authenticationStatuses = [
  'AUTHENTICATION_AVAILABLE',
  'AUTHENTICATION_PENDING',
  'AUTHENTICATION_SUCCESSFUL',
  'AUTHENTICATION_ATTEMPTED',
  'AUTHENTICATION_FAILED',
  'AUTHENTICATION_REJECTED',
  'AUTHENTICATION_UNAVAILABLE',
  'AUTHENTICATION_NOT_SUPPORTED',
  'AUTHENTICATION_EXEMPT',
] as const
export type AuthenticationStatus = (typeof authenticationStatuses)[number]
