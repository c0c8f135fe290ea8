// Payer authentication as a payment relies on it: whether it covers the payment, and what the acquirer and
// the response get of it. Both generations of 3-D Secure.

import type { AskedAuthentication, AskedCard } from '../../acquirers/port.ts'
import type { TransactionRecord } from '../../contract/model.ts'
import { percentOf } from '../../orders/money.ts'
import { invalid, type Rejection } from '../../orders/rejection.ts'
import type { AuthenticationStatus } from '../../orders/transaction.ts'
import { maskedNumber } from '../../standards/cardNumber.ts'
import type { RegisteredLegacyEnrolment } from '../../threeDSecure/port.ts'
import type { ConsultedFacts } from '../model/documents.ts'
import type { ConcludedResult, PlanContext } from '../model/flow.ts'
import type { RecordedTransaction } from '../model/journal.ts'
import { stepsOf } from '../model/steps.ts'
import { refusedByAuthenticatedRemainder } from './orderRules.ts'

type Proving = { readonly authentication?: Authentication & { readonly transactionId?: string } }

type Authentication = NonNullable<TransactionRecord['authentication']>

/** Refuses a payment that names an authentication which is not one of this order. */
export function refusedByProof({ authentication }: Proving, context: PlanContext): Rejection | undefined {
  const id = authentication?.transactionId
  const proof = id === undefined ? undefined : proofNamed(id, context)
  if (id === undefined || proof) return refusedByAuthenticatedRemainder(context, proof)
  return invalid('authentication.transactionId', 'The order has no such authentication.', id)
}

/** What the authentication must cover; a verification moves no money. */
type CoveredPayment = { readonly card: AskedCard | undefined; readonly moved?: MovedAmount | undefined }
type MovedAmount = { readonly amount: bigint; readonly currency: string }

/** Declines if the authentication did not succeed, or was for another card, currency or a lower amount. */
export function verdictOnProof(
  { authentication }: Proving,
  context: PlanContext,
  { card, moved }: CoveredPayment,
): ConcludedResult | undefined {
  if (context.enrolment && !isProven(context.enrolment, { card, moved }, context)) return failed
  const id = authentication?.transactionId
  const proof = id === undefined ? undefined : proofNamed(id, context)
  if (!proof) return undefined
  const isOfIt = isProof(proof) && (!card || isOfCard(proof, card.number, context))
  return isOfIt && (!moved || covers(proof, moved.amount, context)) ? undefined : failed
}

/** Declines to raise an authorization beyond the amount that the payer was authenticated for. */
export function verdictOnRaise(
  authorization: RecordedTransaction,
  context: PlanContext,
  amount: bigint,
): ConcludedResult | undefined {
  const { fields } = authorization.request
  const id = fields.authentication?.transactionId
  const proof = id === undefined ? undefined : proofNamed(id, context)
  if (proof) return covers(proof, amount, context) ? undefined : failed
  if (fields['3DSecureId'] === undefined) return undefined
  return amount <= tolerated(checkedFor(authorization), context) ? undefined : failed
}

/** The amount of the enrollment check (first generation of 3-D Secure); if not recorded, that authorized. */
function checkedFor({ outcome, amount }: RecordedTransaction): bigint {
  const checked = outcome?.consulted?.checkedAmount
  return checked === undefined ? amount : BigInt(checked)
}

/**
 * The issuer authenticated the payer for an amount and for the purpose of paying it. The profile allows some
 * per cent more, for freight or a rate that was not final. Where no issuer has answered there is nothing to
 * compare the payment with.
 */
function covers(proof: RecordedTransaction, amount: bigint, context: PlanContext): boolean {
  if (!answeredByIssuer.has(proof.authenticationStatus)) return true
  const purpose = purposeIn(proof)
  return (
    amount <= tolerated(proof.amount, context) && (purpose === undefined || purpose === 'PAYMENT_TRANSACTION')
  )
}

const tolerated = (amount: bigint, { profile }: PlanContext): bigint =>
  amount + percentOf(amount, profile.authenticatedExcessPercent)

const purposeIn = (proof: RecordedTransaction) =>
  stepsOf(proof)
    .map(({ request }) => request.fields.authentication?.purpose)
    .findLast(purpose => purpose !== undefined)

const answeredByIssuer: ReadonlySet<AuthenticationStatus | undefined> = new Set([
  'AUTHENTICATION_SUCCESSFUL',
  'AUTHENTICATION_ATTEMPTED',
  'AUTHENTICATION_EXEMPT',
])

const failed: ConcludedResult = { result: 'FAILURE', gatewayCode: 'AUTHENTICATION_FAILED' }

/** For an enrolled card the issuer must have answered, and not with a failure. */
function isProven(
  enrolment: RegisteredLegacyEnrolment,
  { card, moved }: CoveredPayment,
  context: PlanContext,
): boolean {
  const { found, isFor, payerResult, amount, currency } = enrolment
  if (card && !isFor(card.number)) return false
  if (moved && (moved.currency !== currency || moved.amount > tolerated(amount, context))) return false
  return (
    found.enrollmentStatus !== 'ENROLLED' || (payerResult !== undefined && payerResult.paResStatus !== 'N')
  )
}

const proofNamed = (wanted: string, { transactions }: PlanContext): RecordedTransaction | undefined =>
  transactions.find(({ id, type }) => id === wanted && type === 'AUTHENTICATION')

const isProof = ({ authenticationStatus, result }: RecordedTransaction): boolean =>
  authenticationStatus === undefined ? result === 'SUCCESS' : !unproven.has(authenticationStatus)

/** Including those that were only initiated: the payer is not authenticated yet. */
const unproven: ReadonlySet<AuthenticationStatus> = new Set([
  'AUTHENTICATION_AVAILABLE',
  'AUTHENTICATION_PENDING',
  'AUTHENTICATION_FAILED',
  'AUTHENTICATION_REJECTED',
])

/** Of the card that was authenticated, as it was recorded with the first step. */
export const authenticatedCardHash = (known: RecordedTransaction): string | undefined =>
  stepsOf(known).find(({ outcome }) => outcome?.consulted?.cardHash)?.outcome?.consulted?.cardHash

/** Compares the hash recorded with the first step, because different cards may have equal masked numbers. */
export function isOfCard(known: RecordedTransaction, number: string, { cardHash }: PlanContext): boolean {
  const hash = authenticatedCardHash(known)
  if (hash !== undefined && cardHash) return hash === cardHash(number).toString('base64')
  return known.request.fields.sourceOfFunds?.provided?.card?.number === maskedNumber(number)
}

/** What of the payer's authentication is sent to the acquirer, and what the response shows of it. */
export function provenBy({ authentication }: Proving, context: PlanContext): Proof {
  if (context.enrolment) return provenByIssuer(context.enrolment)
  const id = authentication?.transactionId
  const proof = id === undefined ? undefined : proofNamed(id, context)
  const authenticated: Authentication = (proof ? proof.outcome?.fields.authentication : authentication) ?? {}
  const { '3ds': first = {}, '3ds2': second = {} } = authenticated
  const asked = askedOf(first, second)
  if (!proof && Object.keys(asked).length === 0) return {}
  const { version } = authenticated
  const shown = {
    ...(proof && {
      authentication: { ...keptOf(authenticated), ...(version !== undefined && { version }) },
      transaction: { authenticationStatus: proof.authenticationStatus },
    }),
    '3DSecure': olderForm(first, second.transactionStatus, proof?.authenticationStatus),
  }
  return { proof: shown, ...(Object.keys(asked).length > 0 && { asked: { authentication: asked } }) }
}

/** The same for the first generation of 3-D Secure: from an enrollment check and the issuer's result. */
function provenByIssuer({ found, payerResult, amount }: RegisteredLegacyEnrolment): Proof {
  const { acsEci, authenticationToken, paResStatus, xid } = payerResult ?? {}
  const first = {
    ...(acsEci !== undefined && { acsEci }),
    ...(authenticationToken !== undefined && { authenticationToken }),
    ...(xid !== undefined && { transactionId: xid }),
  }
  const { enrollmentStatus } = found
  const proof = {
    '3DSecure': { ...olderForm(first, paResStatus, undefined), enrollmentStatus },
  }
  // The check is no transaction of the order: its amount is recorded with the payment that relies on it.
  const consulted = { checkedAmount: String(amount) }
  if (!payerResult) return { proof, consulted }
  return { proof, consulted, asked: { authentication: askedOf(first, { transactionStatus: paResStatus }) } }
}

function askedOf(
  { acsEci, authenticationToken, transactionId }: FirstGeneration,
  second: SecondGeneration,
): AskedAuthentication {
  const { dsTransactionId, transactionStatus, protocolVersion } = second
  const id = dsTransactionId ?? transactionId
  return {
    ...(acsEci !== undefined && { eci: acsEci }),
    ...(authenticationToken !== undefined && { token: authenticationToken }),
    ...(id !== undefined && { transactionId: id }),
    ...(transactionStatus !== undefined && { transactionStatus }),
    ...(protocolVersion !== undefined && { protocolVersion }),
  }
}

type FirstGeneration = NonNullable<Authentication['3ds']>
type SecondGeneration = NonNullable<Authentication['3ds2']>

type Proof = {
  readonly proof?: TransactionRecord
  readonly consulted?: ConsultedFacts
  readonly asked?: { readonly authentication: AskedAuthentication }
}

const keptOf = ({ '3ds': first, '3ds2': second }: Authentication): Authentication => ({
  ...(first !== undefined && { '3ds': first }),
  ...(second !== undefined && { '3ds2': second }),
})

/** The response group `3DSecure` of the first generation (spec 2.12); its identifier has its own format. */
function olderForm(
  { acsEci, authenticationToken, transactionId }: FirstGeneration,
  transactionStatus: string | undefined,
  status: AuthenticationStatus | undefined,
): OlderForm {
  const isXid = transactionId !== undefined && /^[0-9A-Za-z+/]{27}=$/.test(transactionId)
  const authenticationStatus = olderStatuses.get(transactionStatus)
  return {
    enrollmentStatus: status === undefined ? 'ENROLLED' : enrolments[status],
    ...(acsEci !== undefined && { acsEci }),
    ...(authenticationToken !== undefined && { authenticationToken }),
    ...(authenticationStatus && { authenticationStatus }),
    ...(isXid && { xid: transactionId }),
  }
}

type OlderForm = NonNullable<TransactionRecord['3DSecure']>

const olderStatuses: ReadonlyMap<string | undefined, OlderForm['authenticationStatus']> = new Map([
  ['Y', 'AUTHENTICATION_SUCCESSFUL'],
  ['A', 'AUTHENTICATION_ATTEMPTED'],
  ['U', 'AUTHENTICATION_NOT_AVAILABLE'],
])

const enrolments = {
  AUTHENTICATION_ATTEMPTED: 'ENROLLED',
  AUTHENTICATION_AVAILABLE: 'ENROLLED',
  AUTHENTICATION_EXEMPT: 'ENROLLED',
  AUTHENTICATION_FAILED: 'ENROLLED',
  AUTHENTICATION_NOT_SUPPORTED: 'NOT_ENROLLED',
  AUTHENTICATION_PENDING: 'ENROLLED',
  AUTHENTICATION_REJECTED: 'ENROLLED',
  AUTHENTICATION_SUCCESSFUL: 'ENROLLED',
  AUTHENTICATION_UNAVAILABLE: 'ENROLLMENT_STATUS_UNDETERMINED',
} as const satisfies Record<AuthenticationStatus, string>
