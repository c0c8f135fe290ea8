// The earlier authentication of which a merchant reminds the issuer, by naming the order that it belongs to.

import type { PriorAuthentication } from '../../threeDSecure/port.ts'
import type { RecordedTransaction } from '../model/journal.ts'
import { authenticatedCardHash } from '../payments/payerProof.ts'
import { answeredAtMs } from '../record/record.ts'

/**
 * Of an earlier order, the newest authentication that succeeded with this card: the issuer of another card
 * has never heard of it. An attempt is none, and of one that was made elsewhere nobody knows how it was made.
 */
export function priorAuthenticationIn(
  transactions: readonly RecordedTransaction[],
  cardHash: string | undefined,
): PriorAuthentication | undefined {
  const known = transactions.findLast(
    one =>
      one.authenticationStatus === 'AUTHENTICATION_SUCCESSFUL' &&
      cardHash !== undefined &&
      authenticatedCardHash(one) === cardHash,
  )
  const { '3ds2': ids, payerInteraction } = known?.outcome?.fields.authentication ?? {}
  const { acsTransactionId, dsTransactionId } = ids ?? {}
  if (!known || acsTransactionId === undefined || dsTransactionId === undefined) return undefined
  const wasChallenged = payerInteraction === 'REQUIRED'
  return { acsTransactionId, dsTransactionId, wasChallenged, atMs: answeredAtMs(known) }
}
