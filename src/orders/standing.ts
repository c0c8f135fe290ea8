// Whether a merchant takes payments, and what it may still do when it does not.

import type { OperationName } from './admission.ts'
import { invalid, type Rejection } from './rejection.ts'

/** The operator's word about a merchant. */
export const merchantStandings = ['OPEN', 'SUSPENDED', 'CLOSED'] as const
export type MerchantStanding = (typeof merchantStandings)[number]

/**
 * What each leaves: of a suspended merchant everything that settles or gives back what payers have agreed to;
 * of a closed one what others enter about it. What is owed to acquirers and notified goes on anyway.
 */
const left: Readonly<Record<Exclude<MerchantStanding, 'OPEN'>, readonly OperationName[]>> = {
  SUSPENDED: ['CAPTURE', 'REFUND', 'VOID', 'CONFIRM_BROWSER_PAYMENT', 'ENTER_CHARGEBACK', 'ENTER_FEE'],
  CLOSED: ['ENTER_CHARGEBACK', 'ENTER_FEE'],
}

/**
 * Of what belongs to no order: reading, and taking away what is kept of a payer. Whatever prepares a payment
 * is refused like the payment itself.
 */
const leftWithoutOrder: readonly string[] = [
  ...['RETRIEVE_TRANSACTION', 'RETRIEVE_ORDER', 'RETRIEVE_SESSION', 'RETRIEVE_TOKEN', 'DELETE_TOKEN'],
  ...['PAYMENT_OPTIONS_INQUIRY', 'POST_PAYMENT_OPTIONS_INQUIRY'],
]

const sentences: Readonly<Record<keyof typeof left, string>> = {
  SUSPENDED:
    'This merchant is suspended and takes no new payments; those that were made can be captured, refunded ' +
    'and voided. Ask the operator of the gateway.',
  CLOSED: 'This merchant is closed: its orders can only be retrieved. Ask the operator of the gateway.',
}

/** A refund without an earlier payment gives to whom the request names: it is none of what is left. */
export function refusedByStanding(
  standing: MerchantStanding,
  { operation, isFirst }: { readonly operation: string; readonly isFirst: boolean },
): Rejection | undefined {
  if (standing === 'OPEN') return undefined
  if (!isFirst && left[standing].some(name => name === operation)) return undefined
  return invalid('apiOperation', sentences[standing], operation)
}

/** The same for operations that execute no transaction: sessions, tokens, inquiries. */
export const refusedWithoutOrder = (standing: MerchantStanding, operation: string): Rejection | undefined =>
  standing === 'OPEN' || leftWithoutOrder.includes(operation)
    ? undefined
    : invalid('apiOperation', sentences[standing], operation)
