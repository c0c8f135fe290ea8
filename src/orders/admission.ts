// Which operations an order admits in which state: the admission table and its texts.

import type { OrderState } from './status.ts'

/**
 * Whether the state of an order admits this operation. Rules that depend on the request or on more than the
 * state (amounts, the target of a void, the last attempt before a referral, expiry) belong to the operation.
 */
export function admits(state: OrderState, operation: OperationName): boolean {
  const admitted: readonly OperationName[] = admissions[state]
  return admitted.includes(operation)
}

/** The reason why the state does not admit the operation, for the explanation of the rejection. */
export function whyNotAdmitted(state: OrderState, operation: OperationName): string {
  const reason = `${admissionSentences[operation]} ${stateSentences[state]}`
  const remedy = remedyFor(state, operation)
  return remedy === undefined ? reason : `${reason} ${remedy}`
}

/** What to do instead, where one thing is likely meant. */
function remedyFor(state: OrderState, operation: OperationName): string | undefined {
  if (beginnings.some(name => name === operation)) return 'Choose a new order id.'
  if (operation === 'REFUND' && admits(state, 'VOID')) return 'Use VOID.'
  if (operation === 'CAPTURE' && admits(state, 'AUTHORIZE')) return 'Use AUTHORIZE first.'
  return undefined
}

export const operationNames = [
  'AUTHORIZE',
  'PAY',
  'CAPTURE',
  'REFUND',
  'VOID',
  'VERIFY',
  'UPDATE_AUTHORIZATION',
  'REFERRAL',
  'INITIATE_AUTHENTICATION',
  'AUTHENTICATE_PAYER',
  'INITIATE_BROWSER_PAYMENT',
  'CONFIRM_BROWSER_PAYMENT',
  'ENTER_CHARGEBACK',
  'ENTER_FEE',
] as const
export type OperationName = (typeof operationNames)[number]

/** A first payment, or its preparation. */
const beginnings = [
  'AUTHORIZE',
  'PAY',
  'VERIFY',
  'INITIATE_AUTHENTICATION',
  'INITIATE_BROWSER_PAYMENT',
] as const

/** What payers were given back may be charged back nevertheless: issuers do not know of every refund. */
const afterCapture = ['REFUND', 'VOID', 'ENTER_CHARGEBACK', 'ENTER_FEE'] as const

export const admissions = {
  NEW: [...beginnings, 'REFUND'],
  FAILED: [...beginnings, 'AUTHENTICATE_PAYER', 'REFERRAL'],
  VERIFIED: [...beginnings, 'AUTHENTICATE_PAYER', 'REFERRAL'],
  AUTHENTICATION_INITIATED: [...beginnings, 'AUTHENTICATE_PAYER'],
  AUTHENTICATED: [...beginnings, 'AUTHENTICATE_PAYER'],
  AUTHENTICATION_NOT_NEEDED: [...beginnings, 'AUTHENTICATE_PAYER'],
  AUTHENTICATION_UNSUCCESSFUL: [...beginnings, 'AUTHENTICATE_PAYER'],
  // While the payer may still pay at the provider, no second payment may start.
  INITIATED: [
    'VERIFY',
    'INITIATE_AUTHENTICATION',
    'AUTHENTICATE_PAYER',
    'INITIATE_BROWSER_PAYMENT',
    'CONFIRM_BROWSER_PAYMENT',
  ],
  AUTHORIZED: ['CAPTURE', 'UPDATE_AUTHORIZATION', 'VOID', 'ENTER_FEE'],
  PARTIALLY_CAPTURED: ['CAPTURE', ...afterCapture],
  CAPTURED: afterCapture,
  PARTIALLY_REFUNDED: afterCapture,
  REFUNDED: afterCapture,
  EXCESSIVELY_REFUNDED: afterCapture,
  CANCELLED: [],
} as const satisfies Record<OrderState, readonly OperationName[]>

const admissionSentences = {
  AUTHORIZE: 'An order is authorized or paid once.',
  PAY: 'An order is authorized or paid once.',
  CAPTURE: 'Only an authorization with an amount left can be captured.',
  REFUND: 'Only what was captured can be refunded.',
  VOID: 'Only a successful transaction can be voided.',
  VERIFY: 'A verification comes before any payment.',
  UPDATE_AUTHORIZATION: 'Only an authorization of which nothing is captured can be updated.',
  REFERRAL: 'Only an attempt that was referred to the issuer can be resubmitted.',
  INITIATE_AUTHENTICATION: 'A payer is authenticated before any payment.',
  AUTHENTICATE_PAYER: 'A payer is authenticated after INITIATE_AUTHENTICATION and before any payment.',
  INITIATE_BROWSER_PAYMENT: 'An order is authorized or paid once.',
  CONFIRM_BROWSER_PAYMENT: 'Only an open browser payment can be confirmed.',
  ENTER_CHARGEBACK: 'Only what was captured can be charged back.',
  ENTER_FEE: 'A fee is entered on an order that was authorized or paid.',
} as const satisfies Record<OperationName, string>

/** What a state means, as a sentence. */
export const stateSentences = {
  NEW: 'This merchant has no order with the orderid of the path.',
  FAILED: 'No payment of this order has succeeded.',
  VERIFIED: 'This order is only verified.',
  AUTHENTICATION_INITIATED: 'The payer of this order is being authenticated.',
  AUTHENTICATED: 'The payer of this order is only authenticated.',
  AUTHENTICATION_NOT_NEEDED: 'No payment of this order has been made.',
  AUTHENTICATION_UNSUCCESSFUL: 'No payment of this order has been made.',
  INITIATED: 'A browser payment of this order is open.',
  AUTHORIZED: 'This order is authorized and nothing is captured.',
  PARTIALLY_CAPTURED: 'This order is captured in part.',
  CAPTURED: 'This order is captured in full.',
  PARTIALLY_REFUNDED: 'This order is refunded in part.',
  REFUNDED: 'This order is refunded.',
  EXCESSIVELY_REFUNDED: 'This order is refunded beyond what was captured.',
  CANCELLED: 'This order is cancelled.',
} as const satisfies Record<OrderState, string>
