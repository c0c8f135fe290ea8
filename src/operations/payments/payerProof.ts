import type { AskedCard } from '../../acquirers/port.ts'
import type { Content } from '../../contract/kit/content.ts'
import { percentOf } from '../../orders/money.ts'
import { invalid, type Rejection } from '../../orders/rejection.ts'
import type { AuthenticationStatus } from '../../orders/transaction.ts'
import { maskedNumber } from '../../standards/cardNumber.ts'
import type { RegisteredLegacyEnrolment } from '../../threeDSecure/port.ts'
import { valueIn } from '../model/documents.ts'
import type { ConcludedResult, PlanContext } from '../model/flow.ts'
import type { RecordedTransaction } from '../model/journal.ts'
import { stepsOf } from '../model/steps.ts'
import { refusedByAuthenticatedRemainder } from './rest.ts'

export type Proving = { readonly authentication?: Content & { readonly transactionId?: string } }

/** The authentication that a payment names as its proof is none of this order's. */
export function refusedByProof({ authentication }: Proving, past: PlanContext): Rejection | undefined {
  const id = authentication?.transactionId
  const proof = id === undefined ? undefined : proofNamed(id, past)
  if (id === undefined || proof) return refusedByAuthenticatedRemainder(past, proof)
  return invalid('authentication.transactionId', 'The order has no such authentication.', id)
}

/** What is to be proven; a verification moves no amount. */
type Paying = { readonly card: AskedCard | undefined; readonly amount?: bigint | undefined }

/** It is there, but proves nothing: it did not succeed, or somebody authenticated with another card. */
export function verdictOnProof(
  { authentication }: Proving,
  past: PlanContext,
  { card, amount }: Paying,
): ConcludedResult | undefined {
  if (past.enrolment && !isProven(past.enrolment, { card, amount }, past)) return failed
  const id = authentication?.transactionId
  const proof = id === undefined ? undefined : proofNamed(id, past)
  if (!proof) return undefined
  const isOfIt = isProof(proof) && (!card || isOfCard(proof, card.number, past))
  return isOfIt && (amount === undefined || covers(proof, amount, past)) ? undefined : failed
}

/** More is held on the word that was given for less: an authorization is raised no further than it goes. */
export function verdictOnRaise(
  authorization: RecordedTransaction,
  past: PlanContext,
  amount: bigint,
): ConcludedResult | undefined {
  const { request } = authorization
  const id = valueIn(request, 'authentication', 'transactionId')
  const proof = typeof id === 'string' ? proofNamed(id, past) : undefined
  if (proof) return covers(proof, amount, past) ? undefined : failed
  if (valueIn(request, '3DSecureId') === undefined) return undefined
  return amount <= tolerated(checkedFor(authorization), past) ? undefined : failed
}

/** What the issuer was asked about in the first generation; where that was not kept, what was authorized. */
function checkedFor({ outcome = '{}', amount }: RecordedTransaction): bigint {
  const checked = valueIn(outcome, 'consulted', 'checkedAmount')
  return typeof checked === 'string' ? BigInt(checked) : amount
}

/**
 * The issuer was asked about an amount, and to pay it: whoever was authenticated for a cent has not agreed to
 * more than the profile lets go, for freight or a rate that was not final. Where no issuer spoke there is
 * nothing to hold the payment against.
 */
function covers(proof: RecordedTransaction, amount: bigint, past: PlanContext): boolean {
  if (!spoken.has(proof.authenticationStatus)) return true
  const purpose = purposeIn(proof)
  return (
    amount <= tolerated(proof.amount, past) && (purpose === undefined || purpose === 'PAYMENT_TRANSACTION')
  )
}

const tolerated = (amount: bigint, { profile }: PlanContext): bigint =>
  amount + percentOf(amount, profile.authenticatedExcessPercent)

const purposeIn = (proof: RecordedTransaction): unknown =>
  stepsOf(proof)
    .map(({ request }) => valueIn(request, 'authentication', 'purpose'))
    .findLast(purpose => purpose !== undefined)

const spoken: ReadonlySet<AuthenticationStatus | undefined> = new Set([
  'AUTHENTICATION_SUCCESSFUL',
  'AUTHENTICATION_ATTEMPTED',
  'AUTHENTICATION_EXEMPT',
])

const failed: ConcludedResult = { result: 'FAILURE', gatewayCode: 'AUTHENTICATION_FAILED' }

/** Of a card that takes part the issuer must have spoken, and not against the payer. */
function isProven(
  enrolment: RegisteredLegacyEnrolment,
  { card, amount = 0n }: Paying,
  past: PlanContext,
): boolean {
  const { found, isFor, payerResult: word, amount: checked } = enrolment
  if ((card && !isFor(card.number)) || amount > tolerated(checked, past)) return false
  return found.enrollmentStatus !== 'ENROLLED' || (word !== undefined && word.paResStatus !== 'N')
}

export const proofNamed = (wanted: string, { transactions }: PlanContext): RecordedTransaction | undefined =>
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

/** By its hash, which its first step keeps; a number that looks alike is another's. */
export function isOfCard(known: RecordedTransaction, number: string, { cardHash }: PlanContext): boolean {
  const hashes = stepsOf(known).map(({ outcome = '{}' }) => valueIn(outcome, 'consulted', 'cardHash'))
  const hash = hashes.find(each => typeof each === 'string')
  if (hash !== undefined && cardHash) return hash === cardHash(number).toString('base64')
  return valueIn(known.request, 'sourceOfFunds', 'provided', 'card', 'number') === maskedNumber(number)
}
