// The codes of orders and transactions that the specification of the API enumerates (spec 7). The contract
// shows exactly those that orders know, in this order.

/** Why a transaction has its result. */
export const gatewayCodes = [
  'ABORTED',
  'ACQUIRER_SYSTEM_ERROR',
  'APPROVED',
  'APPROVED_AUTO',
  'APPROVED_PENDING_SETTLEMENT',
  'AUTHENTICATION_FAILED',
  'AUTHENTICATION_IN_PROGRESS',
  'BALANCE_AVAILABLE',
  'BALANCE_UNKNOWN',
  'BASIC_VERIFICATION_SUCCESSFUL',
  'BLOCKED',
  'CANCELLED',
  'DECLINED',
  'DECLINED_AVS',
  'DECLINED_AVS_CSC',
  'DECLINED_CSC',
  'DECLINED_DO_NOT_CONTACT',
  'DECLINED_INVALID_PIN',
  'DECLINED_PAYMENT_PLAN',
  'DECLINED_PIN_REQUIRED',
  'DEFERRED_TRANSACTION_RECEIVED',
  'DUPLICATE_BATCH',
  'EXCEEDED_RETRY_LIMIT',
  'EXPIRED_CARD',
  'INSUFFICIENT_FUNDS',
  'INVALID_CSC',
  'LOCK_FAILURE',
  'NOT_ENROLLED_3D_SECURE',
  'NOT_SUPPORTED',
  'NO_BALANCE',
  'PARTIALLY_APPROVED',
  'PENDING',
  'REFERRED',
  'SUBMITTED',
  'SYSTEM_ERROR',
  'TIMED_OUT',
  'UNKNOWN',
  'UNSPECIFIED_FAILURE',
] as const

/** Whether a transaction succeeded. */
export const transactionResults = ['FAILURE', 'PENDING', 'SUCCESS', 'UNKNOWN'] as const

/** How the payer reached the merchant. */
export const transactionSources = [
  'CALL_CENTRE',
  'CARD_PRESENT',
  'INTERNET',
  'MAIL_ORDER',
  'MERCHANT',
  'MOTO',
  'PAYER_PRESENT',
  'TELEPHONE_ORDER',
  'VOICE_RESPONSE',
] as const

/** How far the payer's authentication got. */
export const authenticationStatuses = [
  'AUTHENTICATION_ATTEMPTED',
  'AUTHENTICATION_AVAILABLE',
  'AUTHENTICATION_EXEMPT',
  'AUTHENTICATION_FAILED',
  'AUTHENTICATION_NOT_SUPPORTED',
  'AUTHENTICATION_PENDING',
  'AUTHENTICATION_REJECTED',
  'AUTHENTICATION_SUCCESSFUL',
  'AUTHENTICATION_UNAVAILABLE',
] as const

/** The status of an order, which follows from its transactions. */
export const orderStatuses = [
  'AUTHENTICATED',
  'AUTHENTICATION_INITIATED',
  'AUTHENTICATION_NOT_NEEDED',
  'AUTHENTICATION_UNSUCCESSFUL',
  'AUTHORIZED',
  'CANCELLED',
  'CAPTURED',
  'EXCESSIVELY_REFUNDED',
  'FAILED',
  'INITIATED',
  'PARTIALLY_CAPTURED',
  'PARTIALLY_REFUNDED',
  'REFUNDED',
  'VERIFIED',
] as const
