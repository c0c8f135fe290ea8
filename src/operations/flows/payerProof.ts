import type { RegisteredEnrolment } from '../../authentication/port.ts'
import type { Content } from '../../contract/kit/normalise.ts'
import { invalid, type Rejection } from '../../orders/rejection.ts'
import type { AuthenticationStatus } from '../../orders/transaction.ts'
import { maskedNumber } from '../../standards/maskedNumber.ts'
import type { Concluded, Past } from '../flow.ts'
import type { RecordedTransaction } from '../journal.ts'
import { valueIn } from './documents.ts'

export type Proving = { readonly authentication?: Content & { readonly transactionId?: string } }

/** The authentication that a payment names as its proof is none of this order's. */
export function refusedByProof({ authentication }: Proving, past: Past): Rejection | undefined {
  const id = authentication?.transactionId
  if (id === undefined || proofNamed(id, past)) return undefined
  return invalid('authentication.transactionId', 'The order has no such authentication.', id)
}

/** It is there, but proves nothing: it did not succeed, or somebody authenticated with another card. */
export function verdictOnProof(
  { authentication }: Proving,
  past: Past,
  card: { readonly number: string } | undefined,
): Concluded | undefined {
  if (past.enrolment && !isProven(past.enrolment, card)) return failed
  const id = authentication?.transactionId
  const proof = id === undefined ? undefined : proofNamed(id, past)
  if (!proof || (isProof(proof) && (!card || isOfCard(proof, card.number, past)))) return undefined
  return failed
}

const failed: Concluded = { result: 'FAILURE', gatewayCode: 'AUTHENTICATION_FAILED' }

/** Of a card that takes part the issuer must have spoken, and not against the payer. */
function isProven(
  { found, maskedNumber: checked, word }: RegisteredEnrolment,
  card: { readonly number: string } | undefined,
): boolean {
  if (card && maskedNumber(card.number) !== checked) return false
  return found.enrollmentStatus !== 'ENROLLED' || (word !== undefined && word.paResStatus !== 'N')
}

export const proofNamed = (wanted: string, { transactions }: Past): RecordedTransaction | undefined =>
  transactions.find(({ id, type }) => id === wanted && type === 'AUTHENTICATION')

const isProof = ({ authenticationStatus, result }: RecordedTransaction): boolean =>
  authenticationStatus === undefined ? result === 'SUCCESS' : !unproven.has(authenticationStatus)

/** Also what was only initiated: nobody has said yet who the payer is. */
const unproven: ReadonlySet<AuthenticationStatus> = new Set([
  'AUTHENTICATION_AVAILABLE',
  'AUTHENTICATION_PENDING',
  'AUTHENTICATION_FAILED',
  'AUTHENTICATION_REJECTED',
])

/** By its hash; where none was kept, by what may be written down of a number. */
export function isOfCard(known: RecordedTransaction, number: string, { cardHash }: Past): boolean {
  const hash = valueIn(known.outcome ?? '{}', 'consulted', 'cardHash')
  if (typeof hash === 'string' && cardHash) return hash === cardHash(number).toString('base64')
  const authenticated = valueIn(known.request, 'sourceOfFunds', 'provided', 'card', 'number')
  return typeof authenticated !== 'string' || authenticated === maskedNumber(number)
}
